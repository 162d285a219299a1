"""Signals, closed pipes, full disks, limits: a process ends as a shell expects it and leaves nothing."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

FAST = "--tokenizer whitespace --no-cache"
WORDS = ("--tokenizer", "whitespace", "--no-cache")
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")


# ---- output


@pytest.mark.parametrize(
    "verb",
    ["decay measure text.txt --format ndjson", "zipf count text.txt --format csv", "decay fit text.txt"],
)
@pytest.mark.usefixtures("text")
def test_a_reader_that_leaves_early_is_141_and_silent(bash, verb):
    ran = bash(f"({verb} {FAST} -q; echo $? >&2) | head -c 1 > /dev/null")
    assert ran.err in {"141\n", "0\n"}  # 0 when the pipe took all of it before the reader left
    ran = bash(f"(sleep 0.2; {verb} {FAST} -q; echo $? >&2) | true")
    assert ran.err == "141\n"


@needs_full
@pytest.mark.parametrize(
    "verb", ["decay measure text.txt --json", "zipf count text.txt", "zipf report text.txt"]
)
@pytest.mark.usefixtures("text")
def test_a_full_disk_behind_stdout_is_an_error(bash, verb):
    ran = bash(f"{verb} {FAST} -q > /dev/full")
    assert ran.code == 1
    assert ran.err.startswith(
        "error: could not write output to standard output: No space left on device\nhint: "
    )
    assert ran.err.count("\n") == 2


@pytest.mark.usefixtures("text")
def test_a_closed_stdout_is_an_error(bash):
    ran = bash(f"zipf count text.txt {FAST} -q >&-")
    assert ran.code == 1
    assert ran.err.startswith("error: could not write output to standard output: ")


@pytest.mark.parametrize(
    "verb",
    [
        "decay index text.txt -o out",
        "decay count text.txt -o out",
        "decay measure text.txt -o out.parquet",
        "zipf count text.txt -o out.csv",
        "decay synth iid --tokens 9000 -o out.jsonl",
    ],
)
@pytest.mark.usefixtures("text")
def test_a_quota_on_files_is_an_error_and_no_half_result_stands(bash, left_over, verb):
    options = "" if "synth" in verb else f"{FAST} -q"
    ran = bash(f"ulimit -f 1; trap '' XFSZ; {verb} {options}")
    assert ran.code == 1, ran
    assert "error: " in ran.err
    assert "Traceback" not in ran.err
    assert left_over("text.txt") == set()


@pytest.mark.usefixtures("text")
def test_an_older_result_survives_a_failed_run(bash, place):
    (place / "out.csv").write_text("precious")
    assert bash(f"ulimit -f 1; trap '' XFSZ; zipf count text.txt {FAST} -q -o out.csv").code == 1
    assert (place / "out.csv").read_text() == "precious"


# ---- signals


SLOW = {
    "reading": ("index", "fifo", "-o", "out", *WORDS),
    "counting": ("count", "text.txt", "-o", "out", "--max-offset", "9000", "--memory", "900K", *WORDS),
    "measuring": ("fit", "text.txt", "-o", "out.json", "--max-offset", "9000", "--vocabulary", "all", *WORDS),
}


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=str
)
@pytest.mark.parametrize("phase", SLOW)
def test_a_signal_in_any_phase_ends_the_run_at_once_and_leaves_nothing(
    start, place, prose, left_over, phase, number, code
):
    os.mkfifo(place / "fifo")
    (place / "text.txt").write_text(prose * 40, "utf-8")
    process = start("decay", *SLOW[phase])
    # The pipe gives some text and then nothing; a process has its handlers once it reads.
    with (place / "fifo").open("wb", buffering=0) if phase == "reading" else contextlib.nullcontext() as pipe:
        if pipe:
            pipe.write(prose.encode() * 3)
        patience = time.monotonic() + 60
        while not begun(process, place, phase) and time.monotonic() < patience:
            time.sleep(0.05)
        said = end(process, number)
    assert process.returncode == code
    assert said.startswith("error: ")
    assert said.count("\n") == 1
    assert left_over("text.txt", "fifo") == set()


def begun(process, place, phase):
    """Whether a command is in that phase, as far as it shows from outside."""
    if phase == "counting":
        return any(place.glob(".out.*.part"))
    # Measuring shows nowhere: it has begun when more processor time is used than loading takes.
    used = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11]
    return int(used) / os.sysconf("SC_CLK_TCK") > (0.25 if phase == "reading" else 1.2)


def end(process, number):
    begun = time.monotonic()
    process.send_signal(number)
    said = process.communicate(timeout=60)[1].decode()
    assert time.monotonic() - begun < 20  # a second on a free machine
    return said


def test_ctrl_c_reaches_workers_and_none_says_a_word_or_stays(start, place, prose):
    (place / "text.txt").write_text(prose * 4, "utf-8")
    arguments = ("report", "text.txt", "--bootstrap", "100000", "--jobs", "2", "-q", *WORDS)
    process = start("zipf", *arguments)
    wait_for_workers(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1].decode()
    assert (process.returncode, said) == (130, "error: interrupted\n")
    assert gone(process.pid)


def test_a_killed_worker_is_an_error_and_no_hang(start, place, prose):
    (place / "text.txt").write_text(prose * 4, "utf-8")
    arguments = ("report", "text.txt", "--bootstrap", "100000", "--jobs", "2", "-q", *WORDS)
    process = start("zipf", *arguments)
    wait_for_workers(process.pid)
    while process.poll() is None:  # a worker whose round of work is over is not missed: another is killed
        for worker in served(process.pid)[:1]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        time.sleep(0.1)
    said = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 1
    assert said == (
        "error: a worker process was killed; the system may have run out of memory\nhint: --jobs 1\n"
    )
    assert gone(process.pid)


def test_workers_end_when_their_parent_is_killed(start, place, prose):
    (place / "text.txt").write_text(prose * 4, "utf-8")
    arguments = ("report", "text.txt", "--bootstrap", "100000", "--jobs", "2", "-q", *WORDS)
    process = start("zipf", *arguments)
    wait_for_workers(process.pid)
    process.kill()
    process.communicate()
    assert gone(process.pid)


def session(number):
    """Living processes of a session, each with its parent."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == number and fields[0] != "Z":
            found[int(path.parent.name)] = int(fields[1])
    return found


def served(pid):
    """Workers: children of the server, which is a child of the command."""
    found = session(pid)
    return [child for child, parent in found.items() if found.get(parent) == pid]


def wait_for_workers(pid):
    """Return the processes of a session once a parent, a server, a tracker and two workers are there."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("this system has no /proc")
    patience = time.monotonic() + 60
    while len(found := session(pid)) < 5 and time.monotonic() < patience:
        time.sleep(0.1)
    assert len(found) >= 5
    time.sleep(0.5)
    return found


def gone(pid):
    patience = time.monotonic() + 20
    while session(pid) and time.monotonic() < patience:
        time.sleep(0.05)
    return not session(pid)


# ---- kills


KILLED = {
    "index": ("out", ("index", "text.txt", "-o", "out", "--cache-dir", "cache", "-q")),
    "count": ("out", ("count", "text.txt", "-o", "out", "--memory", "300K", "-q", *WORDS)),
    "fit": ("out.json", ("fit", "text.txt", "-o", "out.json", "--max-offset", "8", "-q", *WORDS)),
}


def bytes_of(target):
    files = sorted(target.rglob("*")) if target.is_dir() else [target]
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.parametrize("verb", KILLED)
def test_after_a_kill_at_a_random_moment_the_next_run_gives_the_same_bytes_and_sweeps(
    start, place, prose, left_over, verb
):
    name, arguments = KILLED[verb]
    (place / "text.txt").write_text(prose * 3, "utf-8")
    begun = time.monotonic()
    assert finished(start("decay", *arguments)) == 0
    seconds = time.monotonic() - begun
    undisturbed = bytes_of(place / name)
    remove(place / name)
    chance = random.Random(verb)  # noqa: S311  moments, not secrets
    for _ in range(3):
        process = start("decay", *arguments)
        time.sleep(seconds * chance.uniform(0.3, 1))
        process.kill()
        process.communicate()
        if (place / name).exists():  # it was too late: then the result is whole
            assert bytes_of(place / name) == undisturbed
            remove(place / name)
    assert finished(start("decay", *arguments)) == 0
    assert bytes_of(place / name) == undisturbed
    assert left_over("text.txt", name) == set()


def finished(process):
    process.communicate()
    return process.returncode


def remove(target):
    for path in target.iterdir() if target.is_dir() else ():
        path.unlink()
    target.rmdir() if target.is_dir() else target.unlink()


def test_a_folder_that_another_run_swept_before_it_was_locked_is_made_again(place, monkeypatch):
    from lexdecay import scratch

    taken, open_ = [], os.open

    def swept_at_first(path, flags, **more):
        if not taken:
            taken.append(Path(path))
            Path(path).rmdir()
        return open_(path, flags, **more)

    monkeypatch.setattr(scratch.os, "open", swept_at_first)
    with scratch.scratch_folder(place, "s") as folder:
        assert folder.is_dir()
        assert folder != taken[0]
    assert not list(place.glob(".s.*"))


def test_what_a_killed_run_left_is_swept_and_what_a_living_one_uses_stays(place):
    from lexdecay.scratch import scratch_folder

    code = (
        "import sys, time; from pathlib import Path; from lexdecay.scratch import scratch_folder\n"
        "with scratch_folder(Path(sys.argv[1]), 'out') as folder:\n"
        "    (folder / 'part').write_text('x'); print(folder.name, flush=True); time.sleep(100)\n"
    )
    command = [sys.executable, "-c", code, str(place)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as dead,
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as living,
    ):
        names = {process: process.stdout.readline().strip() for process in (dead, living)}
        dead.kill()
        dead.wait()
        (place / ".out.notours.part").mkdir()
        (place / ".other.0123abcd.part").mkdir()
        with scratch_folder(place, "out") as folder:
            there = {path.name for path in place.glob(".*")}
        living.kill()
    assert there == {names[living], folder.name, ".out.notours.part", ".other.0123abcd.part"}


# ---- resources


@pytest.mark.usefixtures("text")
def test_a_full_temporary_disk_is_an_error_that_names_it(bash, place, left_over):
    if os.getuid() != 0 or not Path("/proc/mounts").exists():
        pytest.skip("mounting a small disk needs root")
    small = place / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", small], check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        ran = bash(f"decay count text.txt -o out --memory 60K --temp-dir small {FAST} -q")
        left = list(small.iterdir())
    finally:
        subprocess.run(["umount", small], check=True)
    assert ran.code == 1
    assert "error: " in ran.err
    assert "temporary counts" in ran.err
    assert "hint: --temp-dir DIR" in ran.err
    assert left == []
    assert left_over("text.txt", "small") == set()


@pytest.mark.usefixtures("text")
def test_a_full_disk_for_the_result_is_an_error_and_leaves_nothing(bash, place):
    if os.getuid() != 0 or not Path("/proc/mounts").exists():
        pytest.skip("mounting a small disk needs root")
    small = place / "small"
    small.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", small], check=False).returncode:
        pytest.skip("a small disk cannot be mounted here")
    try:
        ran = bash(
            f"for verb in index count; do decay $verb text.txt -o small/out {FAST} -q; echo $?; done\n"
            f"zipf count text.txt -o small/out.csv {FAST} -q; decay synth iid -o small/out.jsonl; ls -A small"
        )
    finally:
        subprocess.run(["umount", small], check=True)
    assert ran.out.split()[:2] == ["1", "1"]
    assert ran.out.split()[2:] in ([], ["out.csv"])
    assert "Traceback" not in ran.err
    assert ran.err.count("error: ") in {3, 4}


@pytest.mark.parametrize("folder", ["nowhere", "text.txt", "/proc"])
@pytest.mark.usefixtures("text")
def test_a_temporary_folder_that_cannot_be_used_is_named(bash, folder):
    ran = bash(f"decay count text.txt -o out {FAST} --temp-dir {folder}")
    assert ran.code in {1, 2}
    assert folder in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.usefixtures("text")
def test_without_any_temporary_folder_the_option_is_named(bash):
    code = (
        "import tempfile; tempfile._candidate_tempdir_list = lambda: ['/proc/nowhere']\n"
        "from lexdecay.cli.decay import main; main()"
    )
    ran = bash(f"'{sys.executable}' -c \"{code}\" count text.txt -o out {FAST}")
    assert ran.code == 1
    assert "error: cannot keep temporary files: No usable temporary directory" in ran.err
    assert "hint: name a folder that can be written to with --temp-dir DIR" in ran.err


@pytest.mark.usefixtures("text")
def test_few_file_descriptors_suffice_for_many_runs(bash, place):
    ran = bash(
        f"decay count text.txt -o many {FAST} -q --max-offset 2 && ulimit -n 24 &&"
        f"decay count text.txt -o few {FAST} -q --max-offset 2 --memory 16K"
    )
    assert ran.code == 0, ran.err
    many, few = (pl.read_parquet(place / name / "*.parquet") for name in ("many", "few"))
    assert many.equals(few)


@pytest.mark.usefixtures("text")
def test_little_address_space_is_an_answer_or_a_clear_error(bash, left_over):
    ran = bash(f"ulimit -v 700000; decay fit text.txt --max-offset 50 {FAST} --json -q -j 1 > /dev/null")
    assert ran.code in {0, 1}
    assert "Traceback" not in ran.err
    assert left_over("text.txt") == set()


@pytest.mark.usefixtures("text")
def test_an_address_space_that_holds_no_library_is_refused_at_once(bash):
    ran = bash(f"ulimit -v 150000; decay fit text.txt {FAST} --json -q")  # scipy's OpenBLAS never came back
    assert ran.code == 1
    assert ran.err.startswith("error: the process may have 146 MiB of memory, and needs 192 MiB")
    assert bash("ulimit -v 150000; decay fit --help > /dev/null").code == 0


@pytest.mark.usefixtures("text")
def test_an_address_space_too_small_for_polars_is_a_clear_error(bash):
    ran = bash(f"ulimit -v 197000; decay count text.txt {FAST} -o pairs -q --max-offset 2")
    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert "ran out" in ran.err


@pytest.mark.usefixtures("text")
def test_too_little_memory_is_refused_before_the_work(bash):
    ran = bash(f"decay fit text.txt {FAST} --memory 1M")
    assert ran.code == 1
    assert "hint: give more --memory" in ran.err


# ---- caches and stores shared by processes


@pytest.mark.usefixtures("text")
def test_a_cache_that_cannot_be_written_costs_a_notice(bash):
    ran = bash(
        "touch file; zipf count text.txt --cache-dir file/below --format csv > one;"
        "zipf count text.txt --format csv > two; cmp one two"
    )
    assert ran.code == 0
    assert "the chunk cache 'file/below/" in ran.err
    assert "the result is right" in ran.err


@pytest.mark.usefixtures("text")
def test_without_a_home_the_answer_is_the_same(bash):
    ran = bash(
        "zipf count text.txt --format csv > one; unset XDG_CACHE_HOME; export HOME=/proc/nowhere;"
        "zipf count text.txt --format csv > two; cmp one two"
    )
    assert ran.code == 0


@pytest.mark.usefixtures("text")
def test_many_runs_on_one_cache_at_once_are_all_right(bash, place, left_over):
    ran = bash("for i in 1 2 3 4; do decay index text.txt -o s$i -q > /dev/null & done; wait")
    assert ran.err == ""
    assert len({(place / f"s{i}" / "manifest.json").read_bytes() for i in range(1, 5)}) == 1
    assert left_over("text.txt", *(f"s{i}" for i in range(1, 5))) == set()
    assert len(list((place / "cache").rglob("*.npz"))) == 1


@pytest.mark.usefixtures("text")
def test_two_builds_of_one_store_at_once_leave_one_whole_store(bash, place, left_over):
    (place / "other.txt").write_text("one two three " * 50)
    ran = bash(
        f"for i in 1 2 3; do decay index text.txt -o s --replace {FAST} -q > /dev/null &"
        f" decay index other.txt -o s --replace {FAST} -q > /dev/null & done; wait; zipf count s --json -q"
    )
    assert ran.code == 0
    assert ran.err == ""
    assert ran.document["corpus"]["tokens"] in {150, 4000}
    assert left_over("text.txt", "other.txt", "s") == set()
    assert len(list((place / "s").iterdir())) == 6


@pytest.mark.usefixtures("text")
def test_of_two_counts_into_one_folder_one_wins_and_the_other_is_told(bash, left_over):
    ran = bash(f"for i in 1 2; do (decay count text.txt -o p {FAST} -q > /dev/null; echo $?) & done; wait")
    assert sorted(ran.out.split()) in (["0", "1"], ["0", "0"])
    if "1" in ran.out:
        assert ran.err == "error: p exists already\nhint: name a new folder with -o\n"
    assert left_over("text.txt", "p") == set()


# ---- the surroundings


def test_the_locale_changes_no_byte(bash, place):
    (place / "text.txt").write_text("Ein Ärger İstanbul ıssız 中文 word " * 30, "utf-8")
    lines = [
        f"{setting} zipf count text.txt --json -q | sha256sum"
        for setting in (
            "",
            "LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0",
            "LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8",
            "LC_ALL=de_DE.ISO-8859-1 PYTHONUTF8=0 PYTHONCOERCECLOCALE=0",
        )
    ]
    ran = bash("\n".join(lines))
    assert "error" not in ran.err  # bash warns of locales that are not installed
    assert len(set(ran.out.split("\n")[:-1])) == 1


@pytest.mark.usefixtures("text")
def test_a_clock_that_stands_or_runs_backwards_changes_no_byte(here, monkeypatch):
    arguments = ("decay", "fit", "text.txt", "--max-offset", "8", "--json", *WORDS)
    honest = here(*arguments)
    ticks = iter(range(10**9, 0, -1000))
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    assert here(*arguments).out == honest.out


@pytest.mark.parametrize("columns", ["1", "20", "500"])
@pytest.mark.parametrize("term", ["dumb", "", "xterm"])
@pytest.mark.usefixtures("text")
def test_any_width_and_any_terminal_get_a_page(here, monkeypatch, columns, term):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("TERM", term)
    ran = here("decay", "measure", "text.txt", "--max-offset", "8", *WORDS)
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "…" not in ran.out  # no number is cut


@pytest.mark.usefixtures("text")
def test_workers_of_a_spawning_system_do_not_run_the_script_again(bash):
    script = (
        "import lexdecay.engine.processes as p, multiprocessing\n"
        "p._context = lambda: multiprocessing.get_context('spawn')\n"
        "print('once')\n"
        "from lexdecay.cli.zipf import main\n"
        "if __name__ == '__main__':\n    main()\n"
    )
    command = f"'{sys.executable}' s.py report text.txt --jobs 2 --bootstrap 20 {FAST} -q -o out.txt"
    ran = bash(f"cat > s.py <<'END'\n{script}END\n{command}")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "once\n" * ran.out.count("once\n")
