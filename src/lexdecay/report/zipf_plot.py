"""Drawings for the terminal: frequency against held-out rank, and vocabulary growth, axes logarithmic."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.plot import ASCII, HEIGHT, TICK_WIDTH, UNICODE, Frame, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Floats
    from lexdecay.zipf.records import Growth, Mandelbrot

_EXPECTED = "·"


def plot_ranks(found: Mandelbrot, width: int, *, ascii_only: bool = False) -> list[str]:
    """Frequency against rank, ranks from one half of the tokens and frequencies from the other."""
    law = (found.rank, found.expected)
    legend = "occurrences against held-out rank"
    return _drawn(law, (found.rank, found.observed), legend, "Zipf-Mandelbrot", width, ascii_only=ascii_only)


def plot_growth(found: Growth, width: int, *, ascii_only: bool = False) -> list[str]:
    """Types against tokens: the expectation over all orders, and the text's own order where known."""
    tokens = found.tokens.astype(np.float64)
    seen = np.full(tokens.size, np.nan) if found.observed is None else found.observed.astype(np.float64)
    legend = "types against tokens"
    return _drawn((tokens, found.types), (tokens, seen), legend, "any order", width, ascii_only=ascii_only)


def _drawn(
    law: tuple[Floats, Floats],
    points: tuple[Floats, Floats],
    legend: str,
    law_name: str,
    width: int,
    *,
    ascii_only: bool,
) -> list[str]:
    marks = ASCII if ascii_only else UNICODE
    values = np.concatenate([law[1], points[1]])
    positive = values[np.isfinite(values) & (values > 0)]
    if positive.size == 0:
        return ["nothing to draw: no value lies above zero"]
    frame = Frame(
        float(law[0][0]),
        float(law[0][-1]),
        float(positive.min()),
        float(positive.max()),
        max(width - TICK_WIDTH, 8),
        HEIGHT,
        marks,
    )
    grid = [[" "] * frame.columns for _ in range(frame.rows)]
    dot = "." if ascii_only else _EXPECTED
    _put_line(grid, frame, law, dot)
    _put(grid, frame, points, marks["value"])
    key = wrapped([legend, f"{marks['value']} observed", f"{dot} {law_name}"], width)
    return [*_lines(grid, frame), _axis(frame), _labels(frame), *key]


def _put(grid: list[list[str]], frame: Frame, series: tuple[Floats, Floats], mark: str) -> None:
    at, value = series
    shown = np.isfinite(value) & (value > 0)
    for column, row in zip(frame.column(at[shown]), frame.row(value[shown]), strict=True):
        grid[int(row)][int(column)] = mark


def _put_line(grid: list[list[str]], frame: Frame, series: tuple[Floats, Floats], mark: str) -> None:
    """One mark in each column, straight between the points on logarithmic axes."""
    columns = np.arange(frame.columns)
    heights = np.exp(np.interp(columns, frame.column(series[0]), np.log(series[1])))
    for column, row in zip(columns, frame.row(heights), strict=True):
        grid[int(np.clip(row, 0, frame.rows - 1))][int(column)] = mark


def _lines(grid: Sequence[Sequence[str]], frame: Frame) -> list[str]:
    ticks = {int(frame.row(np.array([t]))[0]): f"{t:,.0f}" for t in _tens(frame.bottom, frame.top)}
    return [
        f"{ticks.get(row, ''):>{TICK_WIDTH - 2}} {frame.marks['left']}{''.join(grid[row]).rstrip()}"
        for row in reversed(range(frame.rows))
    ]


def _axis(frame: Frame) -> str:
    cells = [frame.marks["bottom"]] * frame.columns
    for tick in _tens(frame.left, frame.right):
        cells[int(frame.column(np.array([tick]))[0])] = frame.marks["tick"]
    return f"{' ' * (TICK_WIDTH - 1)}{frame.marks['corner']}{''.join(cells)}"


def _labels(frame: Frame) -> str:
    cells = [" "] * frame.columns
    for tick in _tens(frame.left, frame.right):
        text = f"{tick:,.0f}"
        begin = min(int(frame.column(np.array([tick]))[0]), frame.columns - len(text))
        cells[begin : begin + len(text)] = text
    return f"{' ' * TICK_WIDTH}{''.join(cells)}".rstrip()


def _tens(low: float, high: float) -> list[float]:
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    return [10.0**power for power in range(max(first, 0), last + 1)]
