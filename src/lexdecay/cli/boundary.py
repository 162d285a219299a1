"""Where exceptions become exit codes: the only try/except of the command line.

0 answered, 1 input, output or resources, 2 usage, 3 too little text; 130, 143 and 129 for signals, 141 for
a closed pipe, silent. An error is two lines on stderr, ``error:`` and ``hint:``; no byte of a stranger's file
can drive the terminal from there.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import signal
import sys
import traceback
from typing import TYPE_CHECKING

import click
from click.shell_completion import shell_complete

from lexdecay.cli.shortage import refuse_half_a_library, shortage
from lexdecay.errors import LexdecayError, OutputError, ResourceError, UsageError
from lexdecay.report.safe_text import safe_lines, safe_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

USAGE = 2
INTERRUPTED = 128 + signal.SIGINT
CLOSED_PIPE = 128 + 13  # SIGPIPE, by number: Windows has no such signal

_WATCHED = [number for number in ("SIGTERM", "SIGHUP") if hasattr(signal, number)]


class Signalled(BaseException):
    """SIGTERM or SIGHUP, raised where the program stands so that its temporary files are removed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def run(command: click.Command, name: str, arguments: Sequence[str] | None = None) -> int:
    """Run ``command`` as ``name`` on ``arguments`` (default: the process's own) and return the exit code."""
    _reserve_stdout()
    refuse_half_a_library()
    try:
        with _signals_raise():
            code = _invoke(command, name, list(sys.argv[1:] if arguments is None else arguments))
            with writing("standard output"):
                sys.stdout.flush()
            return code
    except SystemExit:
        raise
    except BaseException as problem:  # noqa: BLE001  the last station; a panic of Polars is no Exception
        return _explain(problem)
    finally:
        _let_go_of_stdout()


@contextlib.contextmanager
def writing(where: str) -> Iterator[None]:
    """Turn a failed write to ``where`` into an OutputError that names it; a closed pipe passes through."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise _unwritten(where, problem) from problem


def note(message: str, hint: str | None = None) -> None:
    """Print one ``note:`` line on stderr."""
    click.echo(safe_text(f"note: {message}" + (f" ({hint})" if hint else "")), err=True)


def _invoke(command: click.Command, name: str, arguments: list[str]) -> int:
    # click's own main() swallows a closed pipe (exit 1) and an interrupt; its two public halves do not.
    variable = f"_{name.upper()}_COMPLETE"
    if variable in os.environ:
        return shell_complete(command, {}, name, variable, os.environ[variable])
    try:
        with command.make_context(name, arguments) as context:
            command.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.NoSuchOption as problem:
        raise _file_or_option(problem, arguments) from problem
    return 0


def _file_or_option(problem: click.NoSuchOption, arguments: Sequence[str]) -> Exception:
    """Explain an option that is none by the file of that name, if there is one."""
    file = next((each for each in arguments if each.startswith("-") and os.path.isfile(each)), None)  # noqa: PTH113
    if file is None or problem.ctx is None:
        return problem
    command = problem.ctx.command_path
    return UsageError(problem.format_message(), hint=f"{command} -- {file} reads the file of that name")


def _reserve_stdout() -> None:
    # Python starts with sys.stdout = None when descriptor 1 is closed, and click then loses output silently.
    # A null device opened for reading takes the descriptor, and every write to it fails as it should.
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")


def _let_go_of_stdout() -> None:
    # Unwritten bytes in a broken stdout would fail once more, with a traceback, when the interpreter ends.
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def _signals_raise() -> Iterator[None]:
    owner = os.getpid()

    def stop(number: int, _: FrameType | None) -> None:
        if os.getpid() != owner:  # a forked worker inherits this handler and has nothing to clean up
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        raise Signalled(number)

    previous = {name: signal.signal(getattr(signal, name), stop) for name in _WATCHED}
    try:
        yield
    finally:
        for name, handler in previous.items():
            signal.signal(getattr(signal, name), handler)


@functools.singledispatch
def _explain(problem: BaseException) -> int:
    """Say on stderr what happened and return the exit code; an unforeseen exception is a bug, shown whole."""
    if lacking := shortage(problem):
        return _refused(lacking)
    lines = traceback.format_exception(problem)
    return _say(
        safe_lines("".join(lines).rstrip("\n")),
        "error: this is a bug in lexdecay, not in your text",
        "hint: report it in the project's issue tracker, with the lines above and the command you typed",
        code=1,
    )


@_explain.register
def _ours(problem: LexdecayError) -> int:
    hint = [f"hint: {safe_text(problem.hint)}"] if problem.hint else []
    return _say(f"error: {safe_text(problem.message)}", *hint, code=problem.exit_code)


@_explain.register
def _usage(problem: click.ClickException) -> int:
    context = getattr(problem, "ctx", None)
    hint = [f"hint: {context.command_path} --help"] if context is not None else []
    message = " ".join(problem.format_message().split())  # click lists choices one a line
    return _say(f"error: {safe_text(message)}", *hint, code=problem.exit_code)


@_explain.register
def _no_arguments(problem: click.exceptions.NoArgsIsHelpError) -> int:
    return _say(problem.format_message(), code=USAGE)


@_explain.register(click.Abort)
@_explain.register
def _interrupted(_: KeyboardInterrupt) -> int:
    return _say("error: interrupted", code=INTERRUPTED)


@_explain.register
def _signalled(problem: Signalled) -> int:
    return _say(f"error: stopped by {signal.Signals(problem.number).name}", code=128 + problem.number)


@_explain.register
def _closed_pipe(_: BrokenPipeError) -> int:
    return CLOSED_PIPE


@_explain.register
def _out_of_memory(problem: MemoryError) -> int:
    detail = f": {problem}" if str(problem) else ""
    hint = "give a smaller --vocabulary or --max-offset, or set --memory, such as --memory 1G"
    return _ours(ResourceError(f"memory ran out{detail}", hint=hint))


def _refused(lacking: str) -> int:
    hint = (
        "allow the process more: ulimit -v, ulimit -u or a larger container; else install the library again"
    )
    return _ours(ResourceError(f"memory or threads ran out: {lacking}", hint=hint))


@_explain.register
def _system(problem: OSError) -> int:
    where = f": {os.fsdecode(problem.filename)}" if problem.filename else ""
    return _ours(
        ResourceError(f"the system refused: {problem.strerror or problem}{where}", hint=_space_hint(problem))
    )


def _say(*lines: str, code: int) -> int:
    with contextlib.suppress(OSError):  # stderr itself is gone: the exit code is all that is left to say
        click.echo("\n".join(lines), err=True)
    return code


def _unwritten(where: str, problem: OSError) -> OutputError:
    return OutputError(f"could not write output to {where}: {problem.strerror}", hint=_space_hint(problem))


def _space_hint(problem: OSError) -> str | None:
    if problem.errno in {errno.ENOSPC, errno.EDQUOT}:
        return "free some space, or write elsewhere with -o FILE (temporary files: --temp-dir DIR)"
    return None
