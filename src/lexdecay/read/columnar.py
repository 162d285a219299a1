"""Parquet and Arrow files: one column of text, read a few rows at a time; a row is a document.

Polars reads slices: of 565 MB of text, 127 MB were in memory at once in all where row groups held 8 MB of
it, 168 MB where they held 190 MB, 227 MB where all was one group. Its slices alone took 106 and 156 MB of
the first two, batches of pyarrow 191 and 269. The reader needs a file it can seek in, so a stream is first
written to a temporary one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lexdecay.errors import FormatError, InputError
from lexdecay.read.arrow_buffers import impossible_buffer
from lexdecay.read.objects import DEFAULT_FIELD, blocks_of_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import polars as pl

    from lexdecay.read.opened import Opened
    from lexdecay.records import TextBlock

_DESCRIPTORS = Path("/proc/self/fd")
_SLICE_BYTES = 1 << 23
_FIRST_ROWS, _MOST_ROWS = 1 << 8, 1 << 16
_REMAKE = "its structure is wrong: copy or download the file again"
_SHOWN_COLUMNS = 20


def read_parquet(opened: Opened) -> Iterator[TextBlock]:
    """Yield the texts in one column of a Parquet file; raises FormatError where there is no such thing."""
    import polars as pl

    scan = partial(pl.scan_parquet, glob=False)
    return blocks_of_texts(_texts(opened, scan, "a Parquet file"), opened)


def read_arrow(opened: Opened) -> Iterator[TextBlock]:
    """Yield the texts in one column of an Arrow (Feather) file; raises FormatError as `read_parquet`."""
    scan = partial(_scan_arrow, where=opened.place.shown)
    return blocks_of_texts(_texts(opened, scan, "an Arrow file"), opened)


def _scan_arrow(path: str, where: str) -> pl.LazyFrame:
    import polars as pl

    if wrong := impossible_buffer(path):
        raise FormatError(
            f"{where}: an Arrow file that cannot be read (the {wrong.has:,} bytes of the buffer at byte "
            f"{wrong.at:,} cannot hold the {wrong.named:,} that it names)",
            hint=_REMAKE,
        )
    return pl.scan_ipc(path, glob=False)


def _texts(opened: Opened, scan: Callable[[str], pl.LazyFrame], what: str) -> Iterator[bytes]:
    import polars as pl

    where = opened.place.shown
    opened.encoding = "utf-8"  # both formats know no other
    with _seekable(opened) as path:
        try:
            yield from _column_texts(scan(path), opened)
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
            reason = str(error).partition("\n")[0]
            raise FormatError(f"{where}: {what} that cannot be read ({reason})", hint=_REMAKE) from error


def _column_texts(frame: pl.LazyFrame, opened: Opened) -> Iterator[bytes]:

    column = _column(frame, opened)
    rows, row, step = _rows(frame, column, opened.place.shown), 0, _FIRST_ROWS
    while row < rows:
        texts = frame.select(column.alias("text")).slice(row, step).collect()["text"]
        opened.tally.add("null_text", texts.null_count(), opened.place.shown)
        size = int(texts.str.len_bytes().sum())
        for text in texts.fill_null(""):
            yield opened.cleaner.clean_text(text)
        row += len(texts)
        if not len(texts):
            raise FormatError(
                f"{opened.place.shown}: ends at row {row:,} of the {rows:,} that it says it has", hint=_REMAKE
            )
        step = min(_MOST_ROWS, max(1, step * _SLICE_BYTES // max(size, 1)), 8 * step)


def _rows(frame: pl.LazyFrame, column: pl.Expr, where: str) -> int:
    """Return the number of rows; raises FormatError when there are others than the file says.

    A slice ends where the file says that it ends. To count is a tenth of the time of reading.
    """
    import polars as pl

    said = int(frame.select(pl.len()).collect().item())
    found = frame.select(column.count() + column.null_count()).collect(engine="streaming").item()
    if found != said:
        raise FormatError(f"{where}: holds {found:,} rows and says that it has {said:,}", hint=_REMAKE)
    return said


def _column(frame: pl.LazyFrame, opened: Opened) -> pl.Expr:
    import polars as pl

    schema = frame.collect_schema()
    texts = [name for name, kind in schema.items() if _is_text(kind)]
    name = opened.options.field
    if name is None:
        name = DEFAULT_FIELD if DEFAULT_FIELD in schema or len(texts) != 1 else texts[0]
    if name not in schema and name.isdecimal() and 1 <= int(name) <= len(schema):
        name = schema.names()[int(name) - 1]
    kind, column = _descend(schema, name, opened.place.shown, texts)
    if not _is_text(kind):
        raise FormatError(
            f"{opened.place.shown}: column '{name}' holds {kind}, not text", hint=_field_hint(texts)
        )
    return column.cast(pl.String)


def _is_text(kind: Any) -> bool:
    import polars as pl

    return any(kind == text for text in (pl.String, pl.Categorical, pl.Enum))  # a set would compare hashes


def _descend(schema: pl.Schema, name: str, where: str, texts: list[str]) -> tuple[Any, pl.Expr]:
    """Find a column, or by its dotted path a field inside one."""
    import polars as pl

    first, *inner = [name] if name in schema else name.split(".")
    kind: Any = schema.get(first)
    column = pl.col(first)
    for key in inner:
        fields = {field.name: field.dtype for field in getattr(kind, "fields", ())}
        kind, column = fields.get(key), column.struct.field(key)
    if kind is None:
        names = ", ".join(schema.names()[:_SHOWN_COLUMNS])
        raise FormatError(f"{where}: no column '{name}'; the columns are: {names}", hint=_field_hint(texts))
    return kind, column


def _field_hint(texts: list[str]) -> str:
    if not texts:
        return "no column of this file holds text"
    return " or ".join(f"--field {name}" for name in texts[:_SHOWN_COLUMNS])


@contextlib.contextmanager
def _seekable(opened: Opened) -> Iterator[str]:
    """Give the path of a file with the input's bytes, which are hashed on the way."""
    if opened.local_path is not None and _is_utf8(opened.local_path):
        for _ in opened.chunks:
            pass
        before = os.stat(opened.local_path)  # noqa: PTH116 - the path may hold bytes that Path re-encodes
        yield opened.local_path
        after = os.stat(opened.local_path)  # noqa: PTH116
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            raise InputError(f"{opened.place.shown}: changed while it was being read", hint="read a copy")
        return
    with _spool() as spool:
        for chunk in opened.chunks:
            spool.write(chunk)
        spool.flush()
        yield _path_of(spool)


def _is_utf8(path: str) -> bool:
    """Whether Polars can open a path: it takes no name whose bytes are in another encoding."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _spool() -> IO[bytes]:
    """Open a temporary file, where possible one without a name, which nothing can leave behind."""
    return tempfile.TemporaryFile() if _DESCRIPTORS.is_dir() else tempfile.NamedTemporaryFile()


def _path_of(spool: IO[bytes]) -> str:
    return str(_DESCRIPTORS / str(spool.fileno())) if _DESCRIPTORS.is_dir() else spool.name
