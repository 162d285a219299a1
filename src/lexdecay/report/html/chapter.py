"""What a page says of one result, before anything is marked up."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lexdecay.report.safe_text import safe_text
from lexdecay.report.screen import significant

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lexdecay.records import Corpus, Notice
    from lexdecay.report.figures.panel import Section
    from lexdecay.report.rows import Rows
    from lexdecay.report.terms import Term


# 1,234 and -0.5 and 1e-05; < 0.001; 36.8/19; 4,960 types; 7.1 %: but no checksum that begins with a digit.
_NUMBER = re.compile(r"[-−+<≤≥* ]*\d[\d,.]*(e[+-]?\d+)?(/[\d.]+)?( ([a-z]+|%))?")


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
    terms: tuple[str | Term, ...]  # explained under Method; a name is one of `decay explain`
    corpora: tuple[Corpus, ...]
    settings: Mapping[str, object]
    notices: tuple[Notice, ...]
    document: dict[str, Any]
    rows: Rows
    concordances: tuple[Concordance, ...] = field(default=())


def table(title: str, columns: Mapping[str, Sequence[str]]) -> Table:
    """Return columns of text as a table; a column of numbers only, units or not, is one of numbers."""
    return Table(
        title=title,
        columns=tuple(columns),
        rows=tuple(zip(*(map(safe_text, cells) for cells in columns.values()), strict=True)),
        numeric=tuple(all(map(_is_number, cells)) for cells in columns.values()),
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


def _is_number(cell: str) -> bool:
    return cell == "-" or _NUMBER.fullmatch(cell) is not None
