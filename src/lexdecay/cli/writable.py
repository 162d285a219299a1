"""Whether a result can be written where ``-o`` says, asked before hours of work."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from lexdecay.errors import OutputError, UsageError

# Options, by the names verbs know them by, that read a file; the others name what is written, or a folder.
_READING = frozenset({"curve", "perturb", "config"})


def require_writable(path: str | None) -> None:
    """Raise OutputError when no file can be written at ``path``, as far as that can be told before.

    Raises UsageError when the result would take the place of what the command reads.
    """
    if path is None:
        return
    folder = Path(path).parent
    if not folder.is_dir():
        raise OutputError(f"could not write output: there is no folder {folder}", hint=f"mkdir -p {folder}")
    if Path(path).is_dir():
        raise OutputError(f"could not write output: {path} is a folder", hint=f"-o {Path(path) / 'FILE'}")
    if not os.access(folder, os.W_OK):
        raise OutputError(f"could not write output: the folder {folder} may not be written to")
    if Path(path).is_file() and _is_read(path):
        raise UsageError(
            f"{path} is an input, and the result would take its place",
            hint="name another file for the result",
        )


def _is_read(path: str) -> bool:
    """Whether an argument or a reading option of the command, or standard input, is the file at ``path``."""
    context = click.get_current_context()
    names = {
        one.name for one in context.command.params if isinstance(one, click.Argument) or one.name in _READING
    }
    values = [value for name, value in context.params.items() if name in names]
    given = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
    named = any(Path(each).samefile(path) for each in given if each and Path(each).is_file())
    return named or _is_standard_input(path)


def _is_standard_input(path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(sys.stdin.fileno()), Path(path).stat())
    except (AttributeError, OSError, ValueError):  # closed, or none that is a file
        return False
