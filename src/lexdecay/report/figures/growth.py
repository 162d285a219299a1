"""How the vocabulary grows: the expectation over all orders with its band, and the text's own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.figures.panel import LOW, Panel, Section
from lexdecay.report.figures.style import (
    BAND,
    BLUE,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    VERMILLION,
    log_axis,
    quiet_grid,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.zipf.records import Growth
    from lexdecay.zipf.results import GrowthResult


LABELS = ("95 % of all orders", "types, in the text's own order")


def growth_sections(result: GrowthResult) -> list[Section]:
    """Panels of ``zipf growth``: types against tokens, and the slope that changes on the way."""
    if result.growth is None:
        return []
    slope = Panel(
        "Local slope", "Slope of the growth curve on log-log axes, by tokens.",
        partial(_draw_slope, result.growth), LOW,
    )  # fmt: skip
    rows = ((growth_panel(result.growth),), (growth_ratio_panel(result.growth),), (slope,))
    return [Section("Growth of the vocabulary", rows)]


def growth_panel(found: Growth) -> Panel:
    """Types against tokens."""
    alt = f"Types against tokens up to {int(found.tokens[-1]):,} tokens, with the 95 % band of shuffles."
    return Panel("Types against tokens", alt, partial(_draw_growth, found))


def growth_ratio_panel(found: Growth, height: float = LOW) -> Panel:
    """The text's own order against all orders: what is below 1 came back sooner than chance has it."""
    alt = (
        "Types in the text's own order over the types expected in any order, with the 95 % band of shuffles."
    )
    return Panel("Its own order against any order", alt, partial(_draw_ratio, found), height)


def _draw_ratio(found: Growth, axes: Axes) -> None:
    tokens = found.tokens.astype(np.float64)
    log_axis(axes.xaxis, float(tokens[0]) / 1.3, float(tokens[-1]) * 1.5)
    axes.fill_between(
        tokens, found.low / found.types, found.high / found.types, color=BAND, linewidth=0, label=LABELS[0]
    )
    axes.axhline(1, color=BLUE)
    lowest, highest = float((found.low / found.types).min()), float((found.high / found.types).max())
    if found.observed is not None:
        axes.plot(
            tokens, found.observed / found.types, "o", color=INK, markerfacecolor=PAPER, markersize=3.8,
            markeredgewidth=0.9, label=LABELS[1],
        )  # fmt: skip
        lowest = min(lowest, float((found.observed / found.types).min()))
        highest = max(highest, float((found.observed / found.types).max()))
    room = 0.1 * (highest - lowest)
    axes.set_ylim(lowest - room, highest + room)
    axes.set_xlabel("tokens")
    axes.set_ylabel("types over\nexpected")
    axes.legend(loc="upper right", **LEGEND)
    quiet_grid(axes)


def _draw_growth(found: Growth, axes: Axes) -> None:
    tokens = found.tokens.astype(np.float64)
    seen = found.types > 0
    log_axis(axes.xaxis, float(tokens[0]) / 1.3, float(tokens[-1]) * 1.5)
    log_axis(axes.yaxis, float(found.types[seen].min()) / 1.6, float(found.types.max()) * 1.8)
    axes.fill_between(tokens, found.low, found.high, color=BAND, linewidth=0, label=LABELS[0])
    axes.plot(tokens, found.types, color=BLUE, label="types, expected in any order")
    hapaxes = np.where(found.hapaxes > 0, found.hapaxes, np.nan)
    axes.plot(tokens, hapaxes, color=VERMILLION, linestyle=(0, (5, 2)), label="of these, seen once")
    if found.observed is not None:
        axes.plot(
            tokens, found.observed, "o", color=INK, markerfacecolor=PAPER, markersize=3.8,
            markeredgewidth=0.9, label=LABELS[1], zorder=3,
        )  # fmt: skip
    axes.set_xlabel("tokens")
    axes.set_ylabel("types")
    quiet_grid(axes)
    axes.legend(loc="upper left", **LEGEND)


def _draw_slope(found: Growth, axes: Axes) -> None:
    tokens = found.tokens.astype(np.float64)
    log_axis(axes.xaxis, float(tokens[0]) / 1.3, float(tokens[-1]) * 1.5)
    axes.plot(tokens, found.local_slope, color=BLUE)
    axes.set_ylim(0, 1.05)
    axes.axhline(1, color=MUTED, linewidth=0.8, linestyle=(0, (1, 2)))
    axes.set_xlabel("tokens")
    axes.set_ylabel("d ln types /\nd ln tokens")
    quiet_grid(axes)
