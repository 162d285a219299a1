"""Where a verb's one artefact goes: stdout, or a file that appears whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexdecay.cli.boundary import note, writing
from lexdecay.report.safe_text import safe_lines
from lexdecay.report.screen import screen_width, wants_ascii, wants_color
from lexdecay.scratch import publish, scratch_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lexdecay.cli.options import Output
    from lexdecay.records import Notice
    from lexdecay.report.rows import Rows

FILE_WIDTH = 100  # columns of a table in a file, which has no terminal to ask


def deliver(content: str | bytes, output: Output) -> None:
    """Write ``content`` where ``output`` says; raises OutputError."""
    if output.path is None and output.format in {"csv", "tsv"} and isinstance(content, str):
        content = _shown(content)
    if output.path is None:
        write_stdout(
            content.encode(stdout_encoding(), "backslashreplace") if isinstance(content, str) else content
        )
    else:
        write_file(
            output.path, content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
        )


def _shown(rows: str) -> str:
    """Delimited text as it is for a program, inert for a terminal."""
    if not sys.stdout.isatty():
        return rows
    return "\t".join(safe_lines(cell) for cell in rows.split("\t"))


def summary_output(values: dict[str, Any]) -> Output:
    """Return the output of a verb whose result is a folder: a summary on stdout, in words or JSON."""
    from lexdecay.cli.options import Output

    form = "json" if values.pop("json_") else "table"
    return Output(format=form, path=None, plot=False, color="auto", **values)


def write_stdout(content: bytes) -> None:
    """Write all of ``content`` to standard output now."""
    rest = memoryview(content)
    with writing("standard output"):
        sys.stdout.flush()
        while rest:
            # With PYTHONUNBUFFERED the stream is the bare descriptor, which may take a part only.
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()


def write_file(path: str, content: bytes) -> None:
    """Replace the file at ``path`` by ``content`` in one step."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


@contextlib.contextmanager
def replacing(path: str) -> Iterator[Path]:
    """Yield a file beside ``path`` that takes its place once it is written; a device is written directly."""
    target = Path(os.path.realpath(path))
    with writing(path):
        if target.exists() and not target.is_file():
            yield target
            return
        with scratch_folder(target.parent, target.name) as folder:
            yield folder / "result"
            publish(folder / "result", target)


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
        "color": wants_color(output.color, is_terminal=sys.stdout.isatty()),
        "ascii_only": wants_ascii(stdout_encoding()),
    }


def stdout_encoding() -> str:
    """Return the terminal's encoding, or UTF-8 where there is none: files know no locale."""
    return sys.stdout.encoding if sys.stdout.isatty() else "utf-8"


def rendered(
    result: Any,
    output: Output,
    *,
    screen: Callable[..., str],
    document: Callable[[Any], dict[str, Any]],
    rows: Callable[[Any], Rows],
) -> str | bytes:
    """Return ``result`` in the form ``output`` asks for, by the one function that knows that form."""
    from lexdecay.report.json_text import json_line, json_text
    from lexdecay.report.rows import delimited_text, ndjson_text, parquet_bytes

    match output.format:
        case "json":
            return json_text(document(result))
        case "ndjson":
            return ndjson_text(rows(result))
        case "csv" | "tsv":
            return delimited_text(rows(result), "," if output.format == "csv" else "\t")
        case "parquet":
            about = {key: value for key, value in document(result).items() if key in _ABOUT}
            return parquet_bytes(rows(result), {"lexdecay": json_line(about).rstrip()})
    return screen(result, plot=output.plot, **table_settings(output))


_ABOUT = ("schema", "tool", "inputs", "settings", "corpus")  # what a table of numbers keeps of its document
