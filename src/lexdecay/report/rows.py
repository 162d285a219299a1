"""A result as rows under named columns, written as CSV, TSV, NDJSON or Parquet."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import json_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# A spreadsheet takes a cell that begins so for a formula and runs it; a leading ' makes it text again.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of plain values; None is an absent one."""

    columns: tuple[str, ...]
    values: Sequence[tuple[Any, ...]]


def delimited_text(rows: Rows, delimiter: str) -> str:
    """Return ``rows`` with a header line; text that a spreadsheet would run is escaped with a ``'``."""
    sink = io.StringIO()
    writer = csv.writer(sink, delimiter=delimiter, lineterminator="\n")
    writer.writerow(rows.columns)
    writer.writerows([_cell(value) for value in row] for row in rows.values)
    return sink.getvalue()


def ndjson_text(rows: Rows) -> str:
    """Return one JSON object per row and line, every column present."""
    return "".join(json_line(dict(zip(rows.columns, row, strict=True))) for row in rows.values)


def parquet_bytes(rows: Rows, metadata: Mapping[str, str]) -> bytes:
    """Return ``rows`` as a Parquet file whose key-value metadata is ``metadata``."""
    import polars as pl

    frame = pl.DataFrame(list(rows.values), schema=list(rows.columns), orient="row", infer_schema_length=None)
    sink = io.BytesIO()
    frame.write_parquet(sink, metadata=dict(metadata))
    return sink.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA_STARTS) else value
    return repr(value)
