"""Telling a curve that ``decay measure --json`` wrote from a text, at the door of ``decay fit``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import MeasureResult, Source


def stored_curve(paths: Sequence[str]) -> MeasureResult | None:
    """Return the curve that ``paths`` hold, None when they hold text.

    Standard input is only peeked at, so that a text there can still be read from its beginning. Raises
    FormatError for a curve that cannot be read and UsageError for a curve among other inputs.
    """
    held = _held(paths)
    return held and held[0]


def stored_curve_file(path: str) -> tuple[MeasureResult, Source] | None:
    """Return the curve that ``path`` holds and what the file was, None when it holds text; raises alike."""
    return _held([path])


def source_of_curve(path: str, content: bytes) -> Source:
    """Describe a file that holds a curve; it holds no documents of its own."""
    import hashlib

    from lexdecay.records import Source

    return Source(path, len(content), hashlib.sha256(content).hexdigest(), "utf-8", 0)


def _held(paths: Sequence[str]) -> tuple[MeasureResult, Source] | None:
    from lexdecay.report.from_json import is_result, measure_from_json

    held = [path for path in paths if is_result(_beginning(path))]
    if not held:
        return None
    _refuse_settings()
    if len(paths) > 1:
        raise UsageError(f"{held[0]} holds a curve, and a curve is fitted alone", hint=f"decay fit {held[0]}")
    content = sys.stdin.buffer.read() if held[0] == "-" else Path(held[0]).read_bytes()
    measured = measure_from_json(content, "standard input" if held[0] == "-" else held[0])
    return measured, source_of_curve(held[0], content)


def given_options(*groups: str) -> list[str]:
    """Return the options of these groups that stand on the command line."""
    context = click.get_current_context()
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if getattr(parameter, "group", None) in groups
        and context.get_parameter_source(str(parameter.name)) is click.core.ParameterSource.COMMANDLINE
    ]


def _refuse_settings() -> None:
    # Reading and measuring are over: an option for them would be ignored, and nobody would know.
    if given := given_options("Corpus", "Measuring"):
        raise UsageError(
            f"{', '.join(given)} cannot change a curve that was measured before",
            hint=f"give the option to decay measure: decay measure CORPUS {given[0]} ... --json",
        )


def _beginning(path: str) -> bytes:
    from lexdecay.report.from_json import ENOUGH_TO_TELL

    if path == "-":
        waiting = getattr(sys.stdin, "buffer", None)  # None when standard input is closed
        return waiting.peek(ENOUGH_TO_TELL) if waiting is not None else b""
    # What is not a readable file is left to the reader, which explains it; a pipe cannot be read twice.
    if not (Path(path).is_file() and os.access(path, os.R_OK)):
        return b""
    with Path(path).open("rb") as file:
        return file.read(ENOUGH_TO_TELL)
