"""A curve on a terminal: value, floor and fits against the offset, both axes logarithmic.

Plain characters, one mark per cell. A fit is drawn with the first letter of its model, so that the
picture can be read without colour and aloud.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from lexdecay.naming import KINDS, positions
from lexdecay.report.words import MEASURES, TWO_CLASSES, draws_floor

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lexdecay.records import Curve, Fit, FittedCurve, Floats

Series: TypeAlias = "tuple[str, Floats, Floats]"  # mark, offsets, values

FEWEST_LEVELS, FEWEST_OFFSETS = 2, 3  # tens on an axis; with fewer it shows 2 and 5 too
HEIGHT = 16  # rows of the drawing
TICK_WIDTH = 9  # columns of the labels on the left and the axis
TALLEST = 8.0  # decades on the value axis; what is lower is noise that would flatten the rest
UNICODE = {
    "value": "●",
    "unusable": "○",
    "floor": "·",
    "left": "│",
    "corner": "└",
    "bottom": "─",
    "tick": "┴",
}
ASCII = {"value": "#", "unusable": "o", "floor": ".", "left": "|", "corner": "+", "bottom": "-", "tick": "+"}
# Letters of the models that may be drawn together; two of them never share one.
LETTERS = {
    "power_law": "p",
    "exponential": "e",
    "stretched_exponential": "s",
    "cutoff_power_law": "c",
    "shifted_power_law": "h",
    "two_exponentials": "t",
    "exponential_plus_power_law": "m",
    "broken_power_law": "b",
    "constant": "k",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """The window: offsets from ``left`` to ``right`` and values from ``bottom`` to ``top``, in cells."""

    left: float
    right: float
    bottom: float
    top: float
    columns: int
    rows: int
    marks: dict[str, str] = field(repr=False)

    def column(self, offset: Floats) -> Floats:
        """Return the column of each offset, rounded."""
        span = math.log(self.right / self.left) or 1.0
        return np.asarray(np.rint(np.log(offset / self.left) / span * (self.columns - 1)))

    def row(self, value: Floats) -> Floats:
        """Return the row of each value, counted from the bottom, rounded; it may lie outside."""
        span = math.log(self.top / self.bottom) or 1.0
        with np.errstate(divide="ignore", over="ignore"):
            height = np.log(np.maximum(value, 1e-300) / self.bottom) / span
        return np.asarray(np.rint(height * (self.rows - 1)))


def plot_fitted(
    fitted: FittedCurve, corpus: Mapping[str, object], width: int, *, ascii_only: bool = False
) -> list[str]:
    """Return the lines of a drawing of a curve, its floor and its power law, exponential and best fit.

    ``corpus`` are its settings, whose ``unit`` the key names.
    """
    names = ("power_law", "exponential", fitted.verdict.best_model)
    shown = [fit for fit in fitted.fits if fit.model in names and fit.expected.size]
    offsets = fitted.offsets.astype(np.float64)
    lines = [(LETTERS.get(fit.model, fit.model[:1]), offsets, fit.expected) for fit in shown]
    key = _axes(fitted.curve, corpus)
    return _plot(fitted.curve, lines, shown, key, width, ASCII if ascii_only else UNICODE)


def plot_curve(
    curve: Curve, corpus: Mapping[str, object], width: int, *, ascii_only: bool = False
) -> list[str]:
    """Return the lines of a drawing of a curve and its floor; ``corpus`` as in `plot_fitted`."""
    return _plot(curve, [], [], _axes(curve, corpus), width, ASCII if ascii_only else UNICODE)


def plot_series(
    points: tuple[Floats, Floats],
    lines: Sequence[Series],
    legend: Sequence[str],
    width: int,
    *,
    ascii_only: bool = False,
) -> list[str]:
    """Return the lines of a drawing of points (offsets, positive values) and of named lines beside them."""
    marks = ASCII if ascii_only else UNICODE
    offset, value = points
    columns = max(width - TICK_WIDTH, 8)
    ends = _ends(np.concatenate([value, *(values for _, _, values in lines)]))
    offsets = np.concatenate([offset, *(of_line for _, of_line, _ in lines)])
    frame = Frame(float(offsets.min()), float(offsets.max()), *ends, columns, HEIGHT, marks)
    grid = [[" "] * frame.columns for _ in range(frame.rows)]
    for series in lines:
        _draw_line(grid, frame, series)
    _draw_points(grid, frame, (marks["value"], offset, value))
    said = [legend[0], f"{marks['value']} {legend[1]}", *legend[2:]]
    return [*_rows(grid, frame), *_offset_axis(frame), *wrapped(said, width)]


def _plot(
    curve: Curve, fits: Sequence[Series], shown: Sequence[Fit], axes: str, width: int, marks: dict[str, str]
) -> list[str]:
    frame = _window(curve, max(width - TICK_WIDTH, 8), marks)
    if frame is None:
        return ["nothing to draw: no value lies above zero"]
    grid = [[" "] * frame.columns for _ in range(frame.rows)]
    offset = curve.offset.astype(np.float64)
    if draws_floor(curve):
        _draw_line(grid, frame, (marks["floor"], offset, curve.floor))
    for series in fits:
        _draw_line(grid, frame, series)
    _draw_points(grid, frame, (marks["unusable"], offset[~curve.usable], curve.value[~curve.usable]))
    _draw_points(grid, frame, (marks["value"], offset[curve.usable], curve.value[curve.usable]))
    legend = _legend(curve, shown, marks, floor=draws_floor(curve) and _inside(curve.floor, frame))
    return [*_rows(grid, frame), *_offset_axis(frame), *wrapped([axes, *legend], width)]


def _window(curve: Curve, columns: int, marks: dict[str, str]) -> Frame | None:
    positive = curve.value[np.isfinite(curve.value) & (curve.value > 0)]
    if not positive.size:
        return None
    ends = _ends(positive)
    return Frame(float(curve.offset[0]), float(curve.offset[-1]), *ends, columns, HEIGHT, marks)


def _ends(values: Floats) -> tuple[float, float]:
    """Bottom and top of the drawing, of the values that a logarithmic axis has a place for."""
    positive = values[np.isfinite(values) & (values > 0)]
    top = float(positive.max())
    bottom = max(float(positive.min()), top / 10**TALLEST)
    return (bottom / 3, top * 3) if bottom == top else (bottom, top)


def _draw_points(grid: list[list[str]], frame: Frame, series: Series) -> None:
    mark, offset, value = series
    drawn = np.isfinite(value) & (value > 0)
    for column, row in zip(frame.column(offset[drawn]), frame.row(value[drawn]), strict=True):
        if 0 <= row < frame.rows:
            grid[int(row)][int(column)] = mark


def _draw_line(grid: list[list[str]], frame: Frame, series: Series) -> None:
    # Straight between the offsets on logarithmic axes, one mark in each column.
    mark, offset, value = series
    drawn = np.isfinite(value) & (value > 0)
    if not drawn.any():
        return
    at = frame.column(offset[drawn])
    columns = np.arange(at[0], at[-1] + 1)
    heights = np.exp(np.interp(columns, at, np.log(np.maximum(value[drawn], 1e-300))))
    for column, row in zip(columns, frame.row(heights), strict=True):
        if 0 <= row < frame.rows:
            grid[int(row)][int(column)] = mark


def _rows(grid: list[list[str]], frame: Frame) -> Iterable[str]:
    labels = _value_labels(frame)
    for row in reversed(range(frame.rows)):
        cells = "".join(grid[row]).rstrip()
        yield f"{labels.get(row, ''):>{TICK_WIDTH - 2}} {frame.marks['left']}{cells}"


def _value_labels(frame: Frame) -> dict[int, str]:
    ticks = _ticks(frame.bottom, frame.top, FEWEST_LEVELS)
    return {int(frame.row(np.array([tick]))[0]): _short(tick) for tick in ticks}


def _short(tick: float) -> str:
    return f"{tick:.0e}".replace("e-0", "e-") if tick < 1e-4 else f"{tick:,.6f}".rstrip("0").rstrip(".")


def _ticks(low: float, high: float, fewest: int) -> list[float]:
    """The tens between two ends; 2 and 5 between them where fewer than ``fewest`` tens lie there."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = [(digit, digit * 10.0**power) for power in decades for digit in (1, 2, 5)]
    inside = [(digit, step) for digit, step in steps if low * (1 - 1e-9) <= step <= high * (1 + 1e-9)]
    tens = [step for digit, step in inside if digit == 1]
    chosen = tens if len(tens) >= fewest else [step for _, step in inside]
    return chosen if len(chosen) > 1 else [float(f"{end:.2g}") for end in (low, high)]


def _offset_axis(frame: Frame) -> list[str]:
    ticks = _ticks(frame.left, frame.right, FEWEST_OFFSETS)
    axis = [frame.marks["bottom"]] * frame.columns
    labels = [" "] * (frame.columns + TICK_WIDTH)
    free = 0
    for tick in ticks:
        column = min(max(int(frame.column(np.array([tick]))[0]), 0), frame.columns - 1)
        text = f"{tick:,.0f}"
        begin = min(column, len(labels) - len(text) - TICK_WIDTH)
        if begin >= free:  # a label that would touch the one before it is left out with its tick
            axis[column] = frame.marks["tick"]
            labels[begin : begin + len(text)] = text
            free = begin + len(text) + 1
    margin = " " * (TICK_WIDTH - 1)
    return [f"{margin}{frame.marks['corner']}{''.join(axis)}", f"{margin} {''.join(labels).rstrip()}"]


def _inside(values: Floats, frame: Frame) -> bool:
    return bool(((values >= frame.bottom) & (values <= frame.top)).any())


def _axes(curve: Curve, corpus: Mapping[str, object]) -> str:
    where, kind = positions(corpus), KINDS.get(str(corpus.get("unit")), "words")
    if curve.measure in TWO_CLASSES:
        return f"{MEASURES[curve.measure][1]} against offset in {where}"
    return f"{curve.unit}{'' if kind == where else f' of {kind}'} against offset in {where}"


def _legend(curve: Curve, fits: Sequence[Fit], marks: dict[str, str], *, floor: bool) -> list[str]:
    entries = [f"{marks['value']} value, usable"]
    entries += [f"{marks['unusable']} not usable", *([f"{marks['floor']} floor"] if floor else [])]
    entries += [f"{LETTERS.get(fit.model, fit.model[:1])} {fit.model.replace('_', ' ')}" for fit in fits]
    hidden = int((~(curve.value > 0)).sum())
    entries += [f"{hidden} of {curve.value.size} values at or below zero are not drawn"] if hidden else []
    return entries


def wrapped(entries: Sequence[str], width: int) -> list[str]:
    """Return entries of a key side by side, on as many lines as the width asks for."""
    lines = [entries[0]]
    for entry in entries[1:]:
        joined = f"{lines[-1]}   {entry}"
        lines[-1:] = [joined] if len(joined) <= width else [lines[-1], entry]
    return lines
