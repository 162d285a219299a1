"""CSV and TSV: one column of a table as text, a row a document.

CSV as RFC 4180 has it: quoted cells may hold delimiters, line ends and doubled quotes; the delimiter is
the comma, semicolon, tab or bar that the first row shows. TSV has no quotes: a cell ends at a tab, a row
at a line end. A row with more or fewer cells than the first is an error, for its text is not known. A
column that is named stands in a first row of names; one that is numbered needs none, and every row counts.
"""

from __future__ import annotations

import csv
import re
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from lexdecay.errors import FormatError
from lexdecay.read.clean import line_feeds
from lexdecay.read.foreign import refuse_binary, refuse_nul
from lexdecay.read.objects import DEFAULT_FIELD, blocks_of_texts
from lexdecay.read.opened import HEAD_BYTES, peek
from lexdecay.read.segments import whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lexdecay.read.opened import Opened
    from lexdecay.records import TextBlock

_DELIMITERS = ",;\t|"
_LONGEST_CELL = 1 << 27  # characters; a quote that is never closed would take the rest of the file
_SHOWN_COLUMNS = 12
_SHOWN_CHARACTERS = 30
_LOOKED_AT = 50  # rows from which the column of the text is guessed for a hint
# Fewer may be a heading of two words over a line of verse; without names, chance has to be ruled out.
_FEWEST_ROWS, _ROWS_WITHOUT_NAMES = 3, 5
_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")  # str.splitlines would cut at U+2028 too
_SEPARATOR = re.compile(r"(?i:sep)=([,;\t|])\n?")  # a first line for Excel alone
_NUMBER = re.compile(r"\s*[-+]?[\d.,]*\d[\d.,]*(?:[eE][-+]?\d+)?\s*%?\s*")


class _Row(NamedTuple):
    """The cells of a row and the line at which it ends."""

    cells: list[str]
    line: int


def read_csv(opened: Opened) -> Iterator[TextBlock]:
    """Yield the texts in one column of a CSV file; raises FormatError with the line of what is wrong."""
    lines = _lines(opened)
    first = next(lines, "")
    delimiter = max(_DELIMITERS, key=re.sub(r'"[^"]*"', "", first).count)
    if said := _SEPARATOR.fullmatch(first):
        delimiter, first = said[1], "\n"  # an empty line, so that lines keep their numbers
    reader = csv.reader(chain([first], lines), delimiter=delimiter, strict=True)
    return _texts_of(_quoted_rows(reader, opened.place.shown), opened)


def read_tsv(opened: Opened) -> Iterator[TextBlock]:
    """Yield the texts in one column of a TSV file; raises FormatError with the line of what is wrong."""
    cells = (line.removesuffix("\n").split("\t") for line in _lines(opened))
    return _texts_of((_Row(row, line) for line, row in enumerate(cells, 1) if row != [""]), opened)


def refuse_table(head: bytes, where: str) -> None:
    """Raise FormatError for a table about to be read as running text, since its name does not tell."""
    cut = len(head) >= HEAD_BYTES
    text = line_feeds(head.replace(b"\0", b"")).decode("utf-8", "replace")
    lines = _LINE.findall(text)[: -1 if cut else None]
    for delimiter in filter(text.__contains__, _DELIMITERS):
        quotes = None if delimiter == "\t" else '"'  # TSV has none
        reader = csv.reader(lines, delimiter=delimiter, quotechar=quotes)
        rows = list(islice(filter(None, reader), _LOOKED_AT))
        rows = rows[:-1] if cut and len(rows) < _LOOKED_AT else rows  # its quote may close later
        if _is_table(rows):
            shown = ", ".join(map(_shown, rows[0][:_SHOWN_COLUMNS]))
            raise FormatError(
                f"{where}: a table of {len(rows[0])} columns, not running text; the first row: {shown}",
                hint=_table_hint(rows, delimiter),
            )


def _is_table(rows: list[list[str]]) -> bool:
    """Whether all rows have as many cells as the first, which are names or which no space ever begins.

    Prose has a space after its commas and bars; verse may have one comma in each line.
    """
    if len(rows) < _FEWEST_ROWS or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return False
    named = all(cell.isidentifier() for cell in rows[0])
    long = len(rows) >= _ROWS_WITHOUT_NAMES and len(rows[0]) > 2
    return named or (long and not any(cell.startswith(" ") for row in rows for cell in row))


def _table_hint(rows: list[list[str]], delimiter: str) -> str:
    known = "tsv" if delimiter == "\t" else "csv"
    field = "" if rows[0].count(DEFAULT_FIELD) == 1 else f" {_hint(rows)}"
    tagged = "; a word a line with its tag: --input-format vertical" if known == "tsv" else ""
    return f"--input-format {known}{field}{tagged}; --input-format text reads it as it stands"


def _lines(opened: Opened) -> Iterator[str]:
    """Yield clean lines, with their line ends."""
    where = opened.place.shown
    refuse_binary(opened.head, where)
    stream = opened.text()
    head, chunks = peek(stream.chunks, HEAD_BYTES)
    refuse_nul(head, where)
    for lines in whole_lines(chunks):
        text = stream.cursor.decode(lines)
        yield from _LINE.findall(opened.cleaner.clean(lines, text).decode())


def _quoted_rows(reader: Any, where: str) -> Iterator[_Row]:
    csv.field_size_limit(_LONGEST_CELL)
    begin = 1
    try:
        for cells in reader:
            if cells:
                yield _Row(cells, reader.line_num)
            begin = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(
            f"{where}, line {begin:,}: not CSV: {error}",
            hint="a quote inside a cell is doubled; without quotes at all, --input-format tsv reads tabs",
        ) from error


def _texts_of(rows: Iterator[_Row], opened: Opened) -> Iterator[TextBlock]:
    looked_at = list(islice(rows, _LOOKED_AT))
    if not looked_at:
        return blocks_of_texts((), opened)
    column, has_header = _column([row.cells for row in looked_at], opened)
    body = chain(looked_at[has_header:], rows)
    return blocks_of_texts(_cells(body, column, len(looked_at[0].cells), opened.place.shown), opened)


def _cells(rows: Iterable[_Row], column: int, width: int, where: str) -> Iterator[bytes]:
    for cells, line in rows:
        if len(cells) != width:
            raise FormatError(
                f"{where}, line {line:,}: {len(cells)} cells where the first row has {width}",
                hint="a delimiter inside a cell needs quotes around it, in a file that ends in .csv",
            )
        yield cells[column].encode()


def _column(rows: list[list[str]], opened: Opened) -> tuple[int, bool]:
    """Return the index of the column that holds the text, and whether the first row names it."""
    field, names = opened.options.field, rows[0]
    wanted = DEFAULT_FIELD if field is None else field
    if names.count(wanted) == 1:
        return names.index(wanted), True
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return _numbered(int(wanted) - 1, rows, opened), False
    if field is None and len(names) == 1 and _text_columns(rows):
        return _numbered(0, rows, opened), False
    raise _no_column(field, rows, opened.place.shown)


def _numbered(column: int, rows: list[list[str]], opened: Opened) -> int:
    """Note a first row that looks like names: it is read as text."""
    name = rows[0][column]
    if name.isidentifier() and _mean_words(rows[1:], column) > 1:
        opened.tally.add("header_as_text", 1, opened.place.shown, name)
    return column


def _no_column(field: str | None, rows: list[list[str]], where: str) -> FormatError:
    names = rows[0]
    if field is None:
        found = f"a table of {len(names)} columns, none of which is named '{DEFAULT_FIELD}'"
    elif names.count(field) > 1:
        found = f"{names.count(field)} columns are named '{field}'"
    else:
        found = f"no column '{field}' among {len(names)}"
    columns = ", ".join(f"{n} ({_shown(cell)})" for n, cell in enumerate(names[:_SHOWN_COLUMNS], 1))
    return FormatError(f"{where}: {found}; the first row: {columns}", hint=_hint(rows))


def _hint(rows: list[list[str]]) -> str:
    """Name the column with the longest text by its name if it has one, else by number."""
    columns = _text_columns(rows)
    if not columns:
        return "no column holds text; counts of words: zipf report --counts, a frequency spectrum: --spectrum"
    best = max(columns, key=lambda column: _mean_length(rows[1:] or rows, column))
    name = rows[0][best]
    named = name.isidentifier() and rows[0].count(name) == 1 and len(rows) > 1
    counts = "" if _mean_words(rows[1:] or rows, best) > 1 else "; counts of words: zipf report --counts"
    return f"--field {name if named else best + 1}{counts}"


def _text_columns(rows: list[list[str]]) -> list[int]:
    """Return the columns in which a row below the first holds more than a number."""
    below = rows[1:] or rows
    width = len(rows[0])
    return [
        column
        for column in range(width)
        if any(len(row) == width and row[column] and not _NUMBER.fullmatch(row[column]) for row in below)
    ]


def _mean_length(rows: Sequence[list[str]], column: int) -> float:
    return sum(len(row[column]) for row in rows if column < len(row)) / max(1, len(rows))


def _mean_words(rows: Sequence[list[str]], column: int) -> float:
    return sum(len(row[column].split()) for row in rows if column < len(row)) / max(1, len(rows))


def _shown(cell: str) -> str:
    return cell if len(cell) <= _SHOWN_CHARACTERS else cell[: _SHOWN_CHARACTERS - 1] + "…"
