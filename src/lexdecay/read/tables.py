"""Frequency tables -> words and counts: CSV, TSV, JSON, NDJSON, Parquet, or bare counts one a line.

A table of words has a column of words and one of counts; a frequency spectrum has the columns ``m``
(frequency) and ``Vm`` (number of types). Columns are found by what they hold, not by their names, unless
both hold numbers: then the names, or the order, decide.
"""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexdecay.errors import FormatError, UsageError
from lexdecay.read.opened import Opened
from lexdecay.read.options import ReadOptions
from lexdecay.read.paths import STDIN, STDIN_SHOWN, resolve, shown
from lexdecay.read.stored import StoredBytes
from lexdecay.read.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

_TOO_LARGE = 2**53  # from here on not every whole number has a floating-point value of its own
_QUOTES = 'a quotation mark that is a word is written """" there; NDJSON and Parquet need no such care'
_FORMS = "word,count rows (CSV, TSV, JSON, NDJSON, Parquet) or one count a line"


def read_counts(path: str) -> tuple[tuple[str, ...] | None, list[int]]:
    """Words (None where the table has none) and their counts.

    Raises InputError for an unreadable file and FormatError, which names the row, for anything else.
    """
    path, rows = _shown(path), _rows(path)
    if all(len(row) == 1 for row in rows):
        return None, [_count(row[0], path, at) for at, row in enumerate(rows, start=1)]
    word, number = _columns(rows, path)
    words = tuple(str(row[word]) for row in rows)
    return words, [_count(row[number], path, at) for at, row in enumerate(rows, start=1)]


def read_spectrum(path: str) -> tuple[list[int], list[int]]:
    """Frequencies and numbers of types of a spectrum with two columns, m and Vm.

    Raises as `read_counts` does.
    """
    path, rows = _shown(path), _rows(path)
    narrow = next((at for at, row in enumerate(rows, start=1) if len(row) < 2), None)
    if narrow is not None:
        raise FormatError(
            f"{path}: row {narrow} has one column, a frequency spectrum has two (m, Vm)",
            hint="--counts reads bare counts, one a line",
        )
    frequencies = [_count(row[0], path, at) for at, row in enumerate(rows, start=1)]
    return frequencies, [_count(row[1], path, at) for at, row in enumerate(rows, start=1)]


def _rows(path: str) -> list[tuple[Any, ...]]:
    """Rows without their header; at least one."""
    data = _bytes(path)
    path = _shown(path)
    if data[:4] == b"PAR1":
        rows = _parquet_rows(data, path)
    else:
        text = _text(data, path)
        rows = _json_rows(text, path) if text.lstrip()[:1] in {"{", "["} else _delimited_rows(text, path)
    if rows and all(isinstance(cell, str) and not _is_number(cell) for cell in rows[0]):
        rows = rows[1:]  # the names of the columns
    if not rows:
        raise FormatError(f"{path}: the table has no rows", hint=f"give {_FORMS}")
    return rows


def _shown(path: str) -> str:
    return STDIN_SHOWN if path == STDIN else shown(path)


def _bytes(path: str) -> bytes:
    """The whole table, decompressed: it is small beside the text that was counted."""
    if path != STDIN and Path(path).is_dir():
        raise UsageError(f"{shown(path)} is a folder", hint=f"name the tables: {shown(path)}/*.csv")
    (entry,), _ = resolve([path], recursive=False)
    stored = StoredBytes(entry, None, None)
    return b"".join(Opened(entry, stored, ReadOptions(), Tally()).chunks)


def _text(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(
            f"{path}: not UTF-8 at byte {error.start}", hint=f"convert it, or give {_FORMS}"
        ) from error


def _delimited_rows(text: str, path: str) -> list[tuple[str, ...]]:
    first = text.lstrip().partition("\n")[0]
    delimiter = "\t" if "\t" in first else ","
    try:
        rows = list(csv.reader(io.StringIO(text, newline=None), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise FormatError(f"{path}: not CSV: {error}", hint=_QUOTES) from error
    broken = next((at for at, row in enumerate(rows, start=1) if any("\n" in cell for cell in row)), None)
    if broken is not None:  # no word has a line end: a mark that stands for itself has swallowed lines
        raise FormatError(f"{path}: row {broken} has a cell of several lines", hint=_QUOTES)
    return [tuple(cell.strip() for cell in row) for row in rows if any(cell.strip() for cell in row)]


def _json_rows(text: str, path: str) -> list[tuple[Any, ...]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _ndjson(text, path)
    if isinstance(value, dict) and isinstance(value.get("words"), list):
        value = value["words"]  # what `zipf count --json` writes
    if isinstance(value, dict) and isinstance(value.get("word"), str):
        value = [value]  # NDJSON of one line
    if isinstance(value, dict):
        return list(value.items())
    return [_json_row(row) for row in value]


def _ndjson(text: str, path: str) -> list[Any]:
    rows = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            rows += [json.loads(line)] if line.strip() else []
        except (ValueError, RecursionError) as error:
            what = str(error).partition(": line")[0]
            raise FormatError(f"{path}: line {number} is not JSON ({what})", hint=f"give {_FORMS}") from error
    return rows


def _json_row(row: Any) -> tuple[Any, ...]:
    if isinstance(row, dict):
        kept = [row[key] for key in ("word", "count", "m", "Vm") if key in row]
        return tuple(kept or row.values())
    return tuple(row) if isinstance(row, list) else (row,)


def _parquet_rows(data: bytes, path: str) -> list[tuple[Any, ...]]:
    import polars as pl

    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise FormatError(f"{path}: not a readable Parquet file ({error})", hint="make it anew") from error
    named = [name for name in ("word", "count", "m", "Vm") if name in frame.columns]
    return frame.select(named).rows() if len(named) == 2 else frame.rows()


def _columns(rows: Sequence[tuple[Any, ...]], path: str) -> tuple[int, int]:
    """Positions of the words and of the counts: the count is the last column of numbers."""
    width = len(rows[0])
    ragged = next((at for at, row in enumerate(rows, start=1) if len(row) != width), None)
    if ragged is not None:
        raise FormatError(f"{path}: row {ragged} has {len(rows[ragged - 1])} columns, the first has {width}")
    numbers = [column for column in range(width) if all(_is_number(row[column]) for row in rows)]
    if not numbers:
        raise FormatError(f"{path}: no column holds a whole number in every row", hint=f"give {_FORMS}")
    number = numbers[-1]
    return next((column for column in range(width) if column != number), number), number


def _is_number(cell: Any) -> bool:
    if isinstance(cell, bool):
        return False
    try:
        return math.isfinite(float(cell))
    except (TypeError, ValueError):
        return False


def _count(cell: Any, path: str, row: int) -> int:
    number = float(cell) if _is_number(cell) else -1.0
    if number < 0 or number != int(number):
        raise FormatError(
            f"{path}: row {row} holds {repr(cell)[:60]} where a count stands",
            hint="counts are whole numbers from 0 on",
        )
    if number >= _TOO_LARGE:
        raise FormatError(
            f"{path}: row {row} holds {repr(cell)[:60]}, too large for a count", hint="counts end below 2^53"
        )
    return int(number)
