"""Which columns of a table stay when the page is narrow: a column goes before a number loses a digit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.column_widths import columns_width, widest
from lexdecay.report.screen import plain_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.table import Table

    Columns = dict[str, list[str]]


def fitting(columns: Columns, spare: Iterable[str], width: int) -> Columns:
    """Return the columns that fit into ``width``, those of ``spare`` given up first, in that order."""
    kept = dict(columns)
    for name in spare:
        if fits(kept, width):
            break
        kept.pop(name, None)
    return kept


def fits(columns: Columns, width: int) -> bool:
    """Tell whether a plain table of these columns is no wider than ``width``."""
    return columns_width([widest([name, *cells]) for name, cells in columns.items()]) <= width


def table_of(
    columns: Columns, *, ascii_only: bool, left: Sequence[str] = (), dim: Sequence[int] = ()
) -> Table:
    """Return a plain table of whole columns; ``left`` names those aligned so, ``dim`` are faint rows."""
    table = plain_table(ascii_only=ascii_only)
    for name in columns:
        table.add_column(name, justify="left" if name in left else "right", no_wrap=True)
    for at, row in enumerate(zip(*columns.values(), strict=True)):
        table.add_row(*row, style="dim" if at in dim else "")
    return table
