"""Two aligned texts: what a word of one tells of the other, by signed offset from the diagonal."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.figures.panel import Panel, Section
from lexdecay.report.figures.style import BAND, BLUE, INK, LEGEND, MUTED, PAPER, quiet_grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.position.cross_records import CrossResult

CHANCE = "lines shuffled (taken off)"


def cross_sections(result: CrossResult) -> list[Section]:
    """The one panel of ``decay cross``."""
    if not result.sides:
        return []
    peak = "told from noise nowhere" if result.peak is None else f"largest at offset {result.peak:+d}"
    alt = f"Information between aligned lines by offset from the diagonal, with 95 % intervals: {peak}."
    return [Section("What a word of A tells of B", ((Panel("", alt, partial(_draw, result)),),))]


def _draw(result: CrossResult, axes: Axes) -> None:
    offset, value, se, floor, usable = _signed(result)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    axes.fill_between(offset, value - 1.96 * se, value + 1.96 * se, color=BAND, linewidth=0)
    axes.plot(offset, floor, color=MUTED, linestyle=(0, (1, 2)), linewidth=1.3, label=CHANCE)
    axes.plot(offset, value, color=BLUE, linewidth=1)
    for which, fill, label in (
        (usable, INK, "more than that, 95 %"),
        (~usable, PAPER, "not told from noise"),
    ):
        axes.plot(
            offset[which], value[which], "o", color=INK, markersize=4, markerfacecolor=fill,
            markeredgewidth=0.8, label=label, zorder=3,
        )  # fmt: skip
    told = value[usable] if usable.any() else value
    top, low = float(max(told.max(), floor.max())) * 1.4, min(0.0, float(told.min()))
    axes.set_ylim(low - 0.12 * top, top)
    axes.set_xlabel("offset from the diagonal, words of B (before −, after +)")
    axes.set_ylabel("mutual information of A and B, bits")
    quiet_grid(axes)
    axes.legend(loc="upper right", **LEGEND)


def _signed(result: CrossResult) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Both sides as one row, from the far left over the diagonal to the far right."""
    curves = [(-1 if one.side == "before" else 1, one.curve) for one in result.sides]
    offset = np.concatenate([sign * curve.offset for sign, curve in curves])
    order = np.argsort(offset)
    rest = (
        np.concatenate([getattr(curve, name) for _, curve in curves])[order]
        for name in ("value", "se", "floor", "usable")
    )
    value, se, floor, usable = rest
    return offset[order], value, se, floor, usable
