"""What a page says of one result, before anything is marked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lexdecay.report.safe_text import safe_text
from lexdecay.report.screen import significant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lexdecay.records import Corpus, Notice
    from lexdecay.report.figures.panel import Section
    from lexdecay.report.rows import Rows


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as they are shown; a column of numbers stands to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Concordance:
    """Places of the text where something stands, in reading order."""

    title: str
    lines: tuple[tuple[str, str, str, str, str], ...]  # before, left word, between, right word, after


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """One result: the answer first, then what it rests on."""

    name: str  # of the files that are downloaded, such as decay.fit
    title: str
    answers: tuple[tuple[str, str], ...]  # the answer and its reason
    meaning: tuple[str, ...]
    sections: tuple[Section, ...]
    tables: tuple[Table, ...]
    terms: tuple[str, ...]  # explained under Method
    corpora: tuple[Corpus, ...]
    settings: Mapping[str, object]
    notices: tuple[Notice, ...]
    document: dict[str, Any]
    rows: Rows
    concordances: tuple[Concordance, ...] = field(default=())


def table(title: str, columns: Mapping[str, Sequence[str]]) -> Table:
    """Return columns of text as a table; a column whose every cell begins like a number is one of numbers."""
    return Table(
        title=title,
        columns=tuple(columns),
        rows=tuple(zip(*(map(safe_text, cells) for cells in columns.values()), strict=True)),
        numeric=tuple(all(map(_begins_as_number, cells)) for cells in columns.values()),
    )


def rows_table(title: str, rows: Rows) -> Table:
    """Return rows of plain values as a table, numbers to four significant digits."""
    columns = zip(*rows.values, strict=True) if rows.values else [()] * len(rows.columns)
    named = zip(rows.columns, columns, strict=True)
    return table(title, {name.replace("_", " "): [shown(cell) for cell in cells] for name, cells in named})


def shown(value: object) -> str:
    """Return a plain value as a cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return significant(value, 4) if isinstance(value, float) or value is None else str(value)


def paragraphs(texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts made inert, the empty ones left out."""
    return tuple(safe_text(text) for text in texts if text)


def answers(texts: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return answers and their reasons made inert."""
    return tuple((safe_text(answer), safe_text(reason)) for answer, reason in texts)


def _begins_as_number(cell: str) -> bool:
    return cell == "-" or cell.lstrip("-−<≤*≥ ")[:1].isdigit()
