"""The page of ``decay dilute``: entropy, effective keys and the weight of what matters by number of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.bars import bar
from lexdecay.report.dilute_json import sentences, title
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import fixed, line, plain_table, screen_text, significant

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.position.attention_records import DiluteResult, Dilution

NARROW = 80  # columns below which a table has no bars
BAR_WIDTH = 20
SHOWN = 16  # heads


def dilute_screen(
    result: DiluteResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,
) -> str:
    """Return the page of ``decay dilute``; what was found comes last."""
    parts: list[RenderableType] = []
    nearest = int(result.settings["nearest"] or 0)
    for one in result.dilutions[:SHOWN]:
        parts += [line("")] if parts else []
        parts += [line(title(one), "bold"), _table(one, nearest, width, ascii_only)]
        parts += _drawing(one, width, ascii_only) if plot else []
    hidden = len(result.dilutions) - SHOWN
    parts += [line(""), line(f"and {hidden:,} more heads: --json has all")] if hidden > 0 else []
    parts += [line(""), *(line(sentence) for sentence in sentences(result)[:SHOWN])]
    return screen_text(parts, width=width, color=color)


def _drawing(one: Dilution, width: int, ascii_only: bool) -> list[RenderableType]:
    """Draw effective keys by keys, below the line of all of them."""
    if len(one.rows) < 2:
        return []
    keys = np.array([float(row.keys) for row in one.rows])
    effective = np.array([row.effective_keys for row in one.rows])
    legend = ("keys by number of keys:", "effective", "n all")
    drawn = plot_series((keys, effective), [("n", keys, keys)], legend, width, ascii_only=ascii_only)
    return [line(""), *map(line, drawn)]


def _table(one: Dilution, nearest: int, width: int, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    top = "needle" if one.source == "gap" else "largest"
    near = any(row.nearest is not None for row in one.rows)
    sinks = any(row.sink_mass is not None for row in one.rows)
    gap = next(iter(one.rows[0].within))
    names = ["keys", "bits", "effective", top]
    names += [*([f"nearest {nearest:,}"] if near else []), f"within {gap} nat"]
    for name in (*names, *(["sink"] if sinks else []), "scale"):
        table.add_column(name, justify="right", no_wrap=True)
    if width >= NARROW:
        table.add_column("effective of all", no_wrap=True, min_width=BAR_WIDTH)
    for row in one.rows:
        cells = [f"{row.keys:,}", fixed(row.entropy, 2)]
        cells += [significant(row.effective_keys), significant(row.top)]
        cells += [significant(row.nearest)] if near else []
        cells += [significant(row.within[gap])]
        cells += [significant(row.sink_mass, 2)] if sinks else []
        share = row.effective_keys / row.keys
        drawn = [bar(share, BAR_WIDTH, ascii_only=ascii_only)] if width >= NARROW else []
        table.add_row(*cells, fixed(row.scale, 3), *drawn)
    return table
