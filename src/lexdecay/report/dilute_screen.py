"""The page of ``decay dilute``: entropy, effective keys and the weight of what matters by number of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.bars import bar
from lexdecay.report.column_choice import fitting, table_of
from lexdecay.report.dilute_json import sentences, title
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import fixed, line, screen_text, significant

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.position.attention_records import DiluteResult, Dilution

BARS = "effective of all"
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
    rows = one.rows
    near = any(row.nearest is not None for row in rows)
    sinks = any(row.sink_mass is not None for row in rows)
    gap = next(iter(rows[0].within))
    close, nats = f"nearest {nearest:,}", f"within {gap} nat"
    columns = {
        "keys": [f"{row.keys:,}" for row in rows],
        "bits": [fixed(row.entropy, 2) for row in rows],
        "effective": [significant(row.effective_keys) for row in rows],
        "needle" if one.source == "gap" else "largest": [significant(row.top) for row in rows],
        **({close: [significant(row.nearest) for row in rows]} if near else {}),
        nats: [significant(row.within[gap]) for row in rows],
        **({"sink": [significant(row.sink_mass, 2) for row in rows]} if sinks else {}),
        "scale": [fixed(row.scale, 3) for row in rows],
        BARS: [bar(row.effective_keys / row.keys, BAR_WIDTH, ascii_only=ascii_only) for row in rows],
    }
    shown = fitting(columns, (BARS, nats, "sink", "bits", close), width)
    return table_of(shown, ascii_only=ascii_only, left=(BARS,))
