"""Two curves on the same axes, and their difference with its interval."""

from __future__ import annotations

from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.naming import positions
from lexdecay.report.figures.decay import mark_lower
from lexdecay.report.figures.panel import LOW, Panel, Section
from lexdecay.report.figures.style import (
    BAND,
    BLUE,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    SHADE,
    VERMILLION,
    log_axis,
    quiet_grid,
)
from lexdecay.report.safe_text import safe_text
from lexdecay.report.words import MEASURES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.word_records import CompareResult, CurveDifference

LONGEST = 28  # characters of a corpus's name in the legend; of a path the end tells most


def compare_sections(result: CompareResult) -> list[Section]:
    """Panels of ``decay compare``: for each measure both curves, and first minus second."""
    first, second = result.names
    if PurePath(first).name != PurePath(second).name:
        first, second = PurePath(first).name, PurePath(second).name
    names, where = (_short(first), _short(second)), positions(result.first.settings)
    return [_section(one.curves, names, where) for one in result.comparisons]


def _short(name: str) -> str:
    shown = safe_text(name)
    return shown if len(shown) <= LONGEST else f"…{shown[1 - LONGEST :]}"


def _section(curves: CurveDifference, names: tuple[str, str], where: str) -> Section:
    what = MEASURES[curves.measure][0]
    both = Panel(
        "", f"{what} by offset of both corpora, axes logarithmic.", partial(_draw, curves, names, where)
    )
    alt = f"{what} of the first corpus minus that of the second, with 95 % intervals."
    return Section(
        what, ((both,), (Panel("First minus second", alt, partial(_draw_difference, curves, where), LOW),))
    )


def _draw(curves: CurveDifference, names: tuple[str, str], where: str, axes: Axes) -> None:
    _offsets(curves, where, axes)
    log_axis(axes.yaxis, *_limits(curves))
    looks = ((curves.first, BLUE, "o", "-"), (curves.second, VERMILLION, "^", (0, (5, 2))))
    for name, (value, color, mark, line) in zip(names, looks, strict=True):
        drawn = np.where(value > 0, value, np.nan)
        told = np.where(curves.usable, drawn, np.nan)
        axes.plot(
            curves.offset,
            told,
            marker=mark,
            color=color,
            linestyle=line,
            markersize=4,
            linewidth=1.1,
            label=name,
        )
        axes.plot(
            curves.offset[~curves.usable], drawn[~curves.usable], mark, color=color, markersize=3.5,
            markerfacecolor=PAPER, markeredgewidth=0.8,
        )  # fmt: skip
    lower = (curves.first <= axes.get_ylim()[0]) | (curves.second <= axes.get_ylim()[0])
    mark_lower(curves.offset[lower].astype(np.float64), axes)
    unit = "above chance" if curves.unit == "probability" else curves.unit
    axes.set_ylabel(f"{MEASURES[curves.measure][0].lower()}, {unit}")
    axes.legend(loc="upper right", **LEGEND)


def _limits(curves: CurveDifference) -> tuple[float, float]:
    """From the values where one curve is usable; room above for the names."""
    values = np.concatenate([curves.first[curves.usable], curves.second[curves.usable]])
    positive = values[values > 0]
    if not positive.size:
        return 1e-3, 1.0
    # Where only the other curve is usable a value may lie anywhere near zero.
    low, high = float(np.quantile(positive, 0.05)) / 3, float(positive.max()) * 1.5
    return low, high * (high / low) ** 0.2


def _offsets(curves: CurveDifference, where: str, axes: Axes) -> None:
    log_axis(axes.xaxis, float(curves.offset[0]) / 1.15, float(curves.offset[-1]) * 1.15)
    if curves.usable.any():
        axes.axvspan(0.1, float(curves.offset[curves.usable][-1]) * 1.06, color=SHADE, zorder=0, linewidth=0)
    axes.set_xlabel(f"offset, {where} (shaded: up to the last usable of either)")
    quiet_grid(axes)


def _draw_difference(curves: CurveDifference, where: str, axes: Axes) -> None:
    _offsets(curves, where, axes)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    axes.fill_between(curves.offset, curves.low, curves.high, color=BAND, linewidth=0)
    looks = ((~curves.differs, PAPER, "not told from 0"), (curves.differs, INK, "differs from 0"))
    for which, fill, label in looks:
        axes.plot(
            curves.offset[which], curves.difference[which], "o", markersize=4, markerfacecolor=fill,
            markeredgecolor=INK, markeredgewidth=0.8, label=label,
        )  # fmt: skip
    axes.set_ylabel(f"first − second,\n{curves.unit}")
    axes.legend(loc="best", **LEGEND)
