"""Where a verb's one artefact goes: stdout, or a file that appears whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.cli.boundary import note, writing
from lexdecay.errors import UsageError
from lexdecay.report.screen import screen_width, wants_ascii, wants_color

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lexdecay.cli.options import Output
    from lexdecay.records import Notice

FILE_WIDTH = 100  # columns of a table in a file, which has no terminal to ask


def deliver(content: str | bytes, output: Output) -> None:
    """Write ``content`` where ``output`` says.

    Raises OutputError, and UsageError for Parquet on a terminal.
    """
    if output.path is None:
        _refuse_binary_on_terminal(content)
        write_stdout(
            content.encode(stdout_encoding(), "backslashreplace") if isinstance(content, str) else content
        )
    else:
        write_file(
            output.path, content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
        )


def write_stdout(content: bytes) -> None:
    """Write all of ``content`` to standard output now."""
    with writing("standard output"):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()


def write_file(path: str, content: bytes) -> None:
    """Replace the file at ``path`` by ``content`` in one step; a pipe or a device is written directly."""
    target = Path(os.path.realpath(path))
    with writing(path):
        if target.exists() and not target.is_file():
            target.write_bytes(content)
            return
        _replace(target, content)


def notices(items: Iterable[Notice], output: Output) -> None:
    """Print each notice as a ``note:`` line on stderr, unless ``--quiet``."""
    if not output.quiet:
        for item in items:
            note(item.message, item.hint)


def table_settings(output: Output) -> dict[str, int | bool]:
    """Return ``width``, ``color`` and ``ascii_only`` for a table that goes where ``output`` says."""
    if output.path is not None:
        return {"width": FILE_WIDTH, "color": output.color == "always", "ascii_only": False}
    return {
        "width": screen_width(),
        "color": wants_color(output.color, sys.stdout.isatty()),
        "ascii_only": wants_ascii(stdout_encoding()),
    }


def stdout_encoding() -> str:
    """Return the terminal's encoding, or UTF-8 where there is none: files know no locale."""
    return sys.stdout.encoding if sys.stdout.isatty() else "utf-8"


def _replace(target: Path, content: bytes) -> None:
    descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    written = False
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(temporary).chmod(_usual_mode(target))
        Path(temporary).replace(target)
        written = True
    finally:
        if not written:
            Path(temporary).unlink(missing_ok=True)


def _usual_mode(target: Path) -> int:
    # mkstemp makes private files; a result has the mode it had, or the one the umask gives.
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _refuse_binary_on_terminal(content: str | bytes) -> None:
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise UsageError("Parquet is binary and standard output is a terminal", hint="add -o FILE.parquet")
