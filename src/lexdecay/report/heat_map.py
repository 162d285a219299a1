"""A matrix of ratios as blocks on a terminal: darker the more there is, lines where there is too little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.plot import wrapped
from lexdecay.report.screen import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Flags, Floats
    from lexdecay.word_records import TagMatrix

MOST_TAGS = 16
CELL = 2  # columns of a cell: about as wide as a line is high
NAME_WIDTH = 6  # of a tag
# Largest first: a ratio of at least this has this mark, or the one after it in ASCII.
STEPS = (
    (4.0, "█", "@"),
    (2.0, "▓", "#"),
    (1.0, "▒", "+"),
    (0.5, "-", "-"),
    (0.25, "=", "="),
    (0.0, "≡", "x"),
)
SAME = ("·", ".")


def tag_map(matrix: TagMatrix, width: int, *, ascii_only: bool = False) -> list[str]:
    """Return the square of all tags against all at the first offset, left tag by row, and its key."""
    kept = min(len(matrix.tags), MOST_TAGS, max((width - NAME_WIDTH - 1) // CELL, 1))
    names = matrix.tags[:kept]
    rows = zip(names, matrix.ratio[0, :kept, :kept], matrix.differs[0, :kept, :kept], strict=True)
    return [
        f"Left tag by row, right tag by column, {matrix.offset[0]:,} apart; observed over expected",
        *_upright(names),
        *(f"{_padded(name)} {_cells(ratio, differs, ascii_only)}".rstrip() for name, ratio, differs in rows),
        *wrapped(_key(ascii_only), width),
    ]


def _cells(ratio: Floats, differs: Flags, ascii_only: bool) -> str:
    pairs = zip(ratio, differs, strict=True)
    return "".join((_mark(value, ascii_only) if told else SAME[ascii_only]) * CELL for value, told in pairs)


def _mark(ratio: float, ascii_only: bool) -> str:
    return next(marks[ascii_only] for least, *marks in STEPS if ratio >= least)


def _upright(names: Sequence[str]) -> list[str]:
    """Names from top to bottom above their columns, ending on one line."""
    shown = [cut(name, NAME_WIDTH) for name in names]
    height = max(map(len, shown))
    lines = (("".join(f"{name.rjust(height)[i]:<{CELL}}" for name in shown)) for i in range(height))
    return [f"{' ' * NAME_WIDTH} {text}".rstrip() for text in lines]


def _padded(name: str) -> str:
    from rich.cells import set_cell_size

    return set_cell_size(cut(name, NAME_WIDTH), NAME_WIDTH)


def _key(ascii_only: bool) -> list[str]:
    said = ("4 and more", "2 and more", "above 1", "below 1", "below 1/2", "below 1/4")
    marks = [f"{one[1:][ascii_only]} {words}" for one, words in zip(STEPS, said, strict=True)]
    return [*marks[:3], f"{SAME[ascii_only]} like 1", *marks[3:]]
