"""How a run ends: exit codes, and two lines on stderr that cannot drive a terminal."""

import errno
import signal
import warnings

import click
import pytest

from lexdecay import errors
from lexdecay.cli.boundary import Signalled, run
from lexdecay.cli.help_page import GroupedCommand


def ended(problem, capsys):
    @click.command(cls=GroupedCommand)
    def verb():
        raise problem

    code = run(verb, "verb", [])
    return code, capsys.readouterr()


EXIT_CODES = {
    "error": 1,
    "input": 1,
    "decoding": 1,
    "truncated-input": 1,
    "format": 1,
    "output": 1,
    "resource": 1,
    "engine": 1,
    "usage": 2,
    "unknown-name": 2,
    "missing-extra": 2,
    "not-enough-data": 3,
    "self-test": 1,
}


def classes(base=errors.LexdecayError):
    return [base, *(found for child in base.__subclasses__() for found in classes(child))]


def example(kind):
    if kind is errors.UnknownNameError:
        return kind("law", "coppy", ["copy", "tree"])
    if kind is errors.MissingExtraError:
        return kind("parsing", "lexdecay[parse]")
    return kind("a.txt: byte 7 is wrong", hint="--encoding cp1252")


@pytest.mark.parametrize("kind", classes(), ids=lambda kind: kind.slug)
def test_every_error_is_two_lines_and_the_exit_code_of_its_class(kind, capsys):
    problem = example(kind)
    code, said = ended(problem, capsys)
    assert code == EXIT_CODES[kind.slug]
    assert said.err == f"error: {problem.message}\nhint: {problem.hint}\n"
    assert said.out == ""


def test_an_error_without_a_hint_is_one_line(capsys):
    assert ended(errors.InputError("no"), capsys)[1].err == "error: no\n"


def test_an_unknown_name_is_guessed_and_the_known_ones_are_listed(capsys):
    _, said = ended(example(errors.UnknownNameError), capsys)
    assert said.err == "error: no law is named 'coppy'\nhint: did you mean 'copy'? known: copy, tree\n"


def test_a_hostile_message_is_inert(capsys):
    problem = errors.InputError("\x1b[2J\u202e.txt\nerror: forged", hint="\x9b31m")
    assert ended(problem, capsys)[1].err == "error: \\x1b[2J\\u202e.txt\\nerror: forged\nhint: \\x9b31m\n"


@pytest.mark.parametrize(
    ("problem", "code", "message"),
    [
        (KeyboardInterrupt(), 130, "error: interrupted\n"),
        (Signalled(signal.SIGTERM), 143, "error: stopped by SIGTERM\n"),
        (Signalled(signal.SIGHUP), 129, "error: stopped by SIGHUP\n"),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_signals_and_closed_pipes_have_the_exit_codes_shells_expect(problem, code, message, capsys):
    assert ended(problem, capsys)[0] == code
    assert ended(problem, capsys)[1].err == message


def test_running_out_of_memory_says_what_to_lower(capsys):
    code, said = ended(MemoryError("Unable to allocate 9 GiB"), capsys)
    assert code == 1
    assert said.err == (
        "error: memory ran out: Unable to allocate 9 GiB\n"
        "hint: give a smaller --vocabulary or --max-offset, or set --memory, such as --memory 1G\n"
    )


class PanicException(BaseException):
    """Polars' has this name."""


def half_loaded():
    """What Polars does when its binary cannot be loaded."""
    try:
        raise ImportError("could not find Polars' Rust module")  # noqa: TRY301
    except ImportError:
        warnings.warn("Polars binary is missing!", stacklevel=1)


@pytest.mark.parametrize(
    ("problem", "lacking"),
    [
        (ImportError("libopenblas.so: failed to map segment from shared object"), "libopenblas.so: failed"),
        (PanicException("OS can't spawn worker thread (os error 11)"), "OS can't spawn worker thread"),
        (RuntimeError("can't start new thread"), "can't start new thread"),
        (half_loaded, "could not find Polars' Rust module"),
    ],
)
def test_what_a_library_may_not_have_is_no_bug_and_says_what_to_raise(problem, lacking, capsys):
    @click.command(cls=GroupedCommand)
    def verb():
        if isinstance(problem, BaseException):
            raise problem
        problem()

    assert run(verb, "verb", []) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"error: memory or threads ran out: {lacking}")
    assert "\nhint: allow the process more: ulimit -v" in said


def test_a_panic_for_another_reason_is_shown_as_a_bug(capsys):
    code, said = ended(PanicException("index out of bounds"), capsys)
    assert code == 1
    assert said.err.startswith("Traceback")
    assert "error: this is a bug in lexdecay" in said.err


def test_a_full_disk_says_how_to_go_elsewhere(capsys):
    problem = OSError(errno.ENOSPC, "No space left on device", "spill/run-1")
    code, said = ended(problem, capsys)
    assert code == 1
    assert said.err.startswith(
        "error: the system refused: No space left on device: spill/run-1\nhint: free some"
    )
    assert "--temp-dir" in said.err


def test_a_bug_is_shown_whole_and_inert_with_where_to_report_it(capsys):
    code, said = ended(ValueError("odd \x1b[2J"), capsys)
    assert code == 1
    assert "Traceback" in said.err
    assert "ValueError: odd \\x1b[2J" in said.err
    assert said.err.endswith(
        "error: this is a bug in lexdecay, not in your text\n"
        "hint: report it in the project's issue tracker, with the lines above and the command you typed\n"
    )


def test_an_answer_is_exit_0():
    assert run(click.Command("verb", callback=lambda: None), "verb", []) == 0


def test_signal_handlers_are_put_back(capsys):
    before = signal.getsignal(signal.SIGTERM)
    ended(KeyboardInterrupt(), capsys)
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_environment_variable_of_the_shell_asks_for_completion(capsysbinary, monkeypatch):
    @click.command(cls=GroupedCommand)
    @click.option("--max-offset")
    def verb(max_offset):
        raise AssertionError(max_offset)

    monkeypatch.setenv("_VERB_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "verb --ma")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert run(verb, "verb", []) == 0
    assert capsysbinary.readouterr().out == b"plain,--max-offset\n"
