"""The command as a process: what it loads, and how it meets pipes, full disks, signals and terminals."""

import os
import pty
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-c", "from lexdecay.cli.decay import main; main()"]


def decay(*arguments, **settings):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, **settings)


def shell(line, **settings):
    script = (
        f"decay() {{ '{sys.executable}' -c 'from lexdecay.cli.decay import main; main()' \"$@\"; }}\n{line}"
    )
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False, **settings)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["fit", "--help"],
        ["measure", "-h"],
        ["count", "-h"],
        ["index", "-h"],
        ["synth", "-h"],
        ["models", "-h"],
        ["word", "-h"],
        ["pairs", "-h"],
        ["tags", "-h"],
        ["compare", "-h"],
        ["arcs", "-h"],
        ["explain", "-h"],
        ["word", "a.txt", "w", "--offset", "0.5"],
        ["schema"],
        ["completion", "zsh"],
        ["fit", "--nonsense"],
        ["fit", "x", "--memory", "much"],
        ["nonsense"],
    ],
    ids=" ".join,
)
def test_help_and_usage_errors_load_click_alone(arguments):
    code = (
        "import sys\n"
        "from lexdecay.cli.boundary import run\n"
        "from lexdecay.cli.decay import decay\n"
        f"run(decay, 'decay', {arguments!r})\n"
        "heavy = {'numpy', 'scipy', 'spacy', 'polars', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_completing_an_option_loads_click_alone():
    environment = {
        **os.environ,
        "_DECAY_COMPLETE": "bash_complete",
        "COMP_WORDS": "decay fit --vo",
        "COMP_CWORD": "2",
    }
    code = (
        "import sys\n"
        "from lexdecay.cli.boundary import run\n"
        "from lexdecay.cli.decay import decay\n"
        "run(decay, 'decay', [])\n"
        "assert not {'numpy', 'scipy', 'spacy', 'polars', 'rich'} & set(sys.modules)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment
    )
    assert (ran.returncode, ran.stdout) == (0, "plain,--vocabulary\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_141_and_silent(unbuffered):
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    ran = shell("decay synth iid --tokens 200000 | head -c 1 >/dev/null; echo ${PIPESTATUS[0]}", env=env)
    assert (ran.stdout, ran.stderr) == ("141\n", "")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_slow_reader_gets_every_byte(unbuffered):
    env = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    ran = shell("decay synth iid --tokens 200000 | (sleep 1; wc -l -w)", env=env)
    assert ran.stdout.split() == ["1", "200001"]


def test_help_into_a_closed_pipe_is_141_and_silent():
    ran = shell("(sleep 0.5; decay models; echo $? >&2) | true")
    assert ran.stderr == "141\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize(
    "line", ["decay synth iid --tokens 9", "decay --help", "decay --version", "decay schema"]
)
def test_a_full_disk_behind_stdout_is_an_error_not_a_traceback(line):
    ran = shell(f"{line} > /dev/full")
    assert ran.returncode == 1
    assert ran.stderr.startswith(
        "error: could not write output to standard output: No space left on device\nhint:"
    )
    assert "Traceback" not in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_a_file_is_an_error_that_names_it():
    ran = shell("decay synth iid --tokens 9 -o /dev/full")
    assert ran.returncode == 1
    assert "No space left on device" in ran.stderr


@pytest.mark.parametrize("line", ["decay synth iid --tokens 9", "decay --help", "decay schema"])
def test_a_closed_stdout_is_an_error_because_the_output_is_lost(line):
    ran = shell(f"{line} >&-")
    assert ran.returncode == 1
    assert ran.stderr.startswith("error: could not write output to standard output: ")


def test_a_closed_stdin_is_an_error_and_no_hang():
    ran = shell("decay fit <&-", timeout=60)
    assert ran.returncode == 1
    assert ran.stderr.startswith("error: ")
    assert "Traceback" not in ran.stderr


def test_a_closed_stderr_changes_nothing_but_what_is_heard():
    assert shell("decay schema nonsense 2>&-").returncode == 2


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_the_run_with_its_code_and_no_traceback(number, code, tmp_path):
    fifo = tmp_path / "never"
    os.mkfifo(fifo)
    script = (
        "import sys, signal; from lexdecay.cli import boundary; from lexdecay.cli.decay import decay\n"
        "import lexdecay.analysis as a\n"
        "def wait(*_, **__):\n"
        "    print('ready', file=sys.stderr, flush=True)\n"
        "    signal.pause()\n"
        "a.fit = wait\n"
        "sys.exit(boundary.run(decay, 'decay', ['fit', 'x.txt']))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr.readline() == "ready\n"
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
    assert process.returncode == code
    assert err.startswith("error: ")
    assert "Traceback" not in err


def on_terminal(*arguments, **environment):
    """Run on a pseudo-terminal; return exit code and everything it showed."""
    shown = []

    def keep(descriptor):
        data = os.read(descriptor, 65536)
        shown.append(data)
        return data

    before, saved = dict(os.environ), os.dup(1)
    os.environ.update(environment)
    try:
        with Path(os.devnull).open("wb") as sink:  # pty.spawn copies what it reads to descriptor 1
            os.dup2(sink.fileno(), 1)
        status = pty.spawn([*COMMAND, *arguments], keep, lambda _: b"")
    finally:
        os.dup2(saved, 1)
        os.close(saved)
        os.environ.clear()
        os.environ.update(before)
    return os.waitstatus_to_exitcode(status), b"".join(shown).decode("utf-8", "replace")


def test_a_terminal_gets_colour_and_no_color_takes_it_away():
    code, shown = on_terminal("models", "power_law", TERM="xterm", NO_COLOR="")
    assert (code, "\x1b[1m" in shown) == (0, True)
    _, shown = on_terminal("models", "power_law", TERM="xterm", NO_COLOR="1")
    assert "\x1b" not in shown


def test_fit_on_a_bare_terminal_shows_examples_instead_of_waiting():
    code, shown = on_terminal("fit")
    assert code == 2
    assert "decay fit book.txt --plot" in shown


def test_a_hostile_file_name_cannot_act_on_the_terminal(tmp_path):
    ran = decay("fit", str(tmp_path / "\x1b[2Jx\u202e.txt"))
    assert ran.returncode == 1
    assert not {"\x1b", "\u202e"} & set(ran.stderr)


def test_a_name_that_begins_with_a_dash_works_after_two_dashes(tmp_path):
    (tmp_path / "-x.txt").write_text("few words", "utf-8")
    assert decay("fit", "--no-cache", "--", "-x.txt", cwd=tmp_path).returncode == 3


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_json_is_read_by_jq():
    ran = shell("decay models --json | jq -r '.models[0].name'")
    assert ran.stdout == "exponential\n"


def test_measuring_and_fitting_in_a_pipe_is_fitting_at_once(tmp_path):
    lines = shell(
        "options='--tokenizer whitespace --max-offset 20 --json --no-cache'\n"
        "decay synth markov --tokens 4000 --vocabulary 50 -o c.jsonl\n"
        "decay measure c.jsonl $options | decay fit - --json > piped.json\n"
        "decay fit c.jsonl $options > direct.json\n"
        "decay fit c.jsonl $options --jobs 2 > jobs.json\n"
        "cmp piped.json direct.json && cmp direct.json jobs.json && echo same",
        cwd=tmp_path,
    )
    assert (lines.stdout, lines.stderr) == ("same\n", "")


def test_a_terminal_sees_how_far_a_run_is_and_the_bar_is_gone_at_the_end(tmp_path):
    (tmp_path / "x.txt").write_text("the whale saw the sea " * 200, "utf-8")
    code, shown = on_terminal(
        "measure", str(tmp_path / "x.txt"), "--no-cache", "--tokenizer", "whitespace", TERM="xterm"
    )
    assert code == 0
    assert "reading" in shown
    assert "4.4 kB of 4.4 kB" in shown
    after = shown.rpartition("\x1b[2K")[2]  # what stands after the last line that was taken away
    assert "reading" not in after
    assert "Mutual information" in after
