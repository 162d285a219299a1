"""The strongest pairs of each offset, by how often they stand together and how often chance would have it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.figures.panel import Panel, Section
from lexdecay.report.figures.style import BAND, BLUE, SIZE, VERMILLION, log_axis, quiet_grid
from lexdecay.report.safe_text import safe_text
from lexdecay.report.screen import counted
from lexdecay.report.word_lists import offset_ranges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from lexdecay.word_records import PairsAt, PairsResult, WordPair

LEAST = 1e-3  # expected occurrences on the axis
MOST_PAIRS = 10  # of an offset
MOST_LETTERS = 13  # of a word at the axis
MOST_LISTS, BESIDE, LIST_HEIGHT = 6, 2, 0.8  # lists in all, side by side, and how high each


def pairs_sections(result: PairsResult) -> list[Section]:
    """Panels of ``decay pairs``: a list for each offset, on one axis of counts."""
    told = [at for at in result.offsets if at.listed]
    shown, left_out = told[:MOST_LISTS], told[MOST_LISTS:]
    if not shown:
        return []
    limits = _limits([pair for at in shown for pair in at.listed[:MOST_PAIRS]])
    panels = [Panel(_title(at), _alt(at), partial(_draw, at, limits), LIST_HEIGHT) for at in shown]
    rows = tuple(tuple(panels[i : i + BESIDE]) for i in range(0, len(panels), BESIDE))
    more = f"; {offset_ranges([at.offsets[0] for at in left_out])} left out" if left_out else ""
    return [Section(f"Pairs of words by offset{more}", rows)]


def _limits(pairs: Sequence[WordPair]) -> tuple[float, float]:
    low = min(number for pair in pairs for number in (pair.count, pair.expected) if number > 0)
    return max(low, LEAST) / 1.6, max(max(pair.count, pair.expected) for pair in pairs) * 1.6


def _title(at: PairsAt) -> str:
    return f"{counted(at.offsets[0], 'word')} apart"


def _alt(at: PairsAt) -> str:
    named = ", ".join(f"{_name(pair)} {pair.count:,}" for pair in at.listed[:3])
    return f"Pairs {_title(at)}, with the count that chance would give: {named}."


def _name(pair: WordPair) -> str:
    return " → ".join(
        word if len(word) <= MOST_LETTERS else f"{word[: MOST_LETTERS - 1]}…"
        for word in (safe_text(pair.left), safe_text(pair.right))
    )


def _draw(at: PairsAt, limits: tuple[float, float], axes: Axes) -> None:
    pairs = at.listed[:MOST_PAIRS]
    rows = np.arange(len(pairs), 0, -1)
    counts = np.array([max(pair.count, limits[0]) for pair in pairs])
    never = np.array([pair.count == 0 for pair in pairs])
    expected = np.array([max(pair.expected, limits[0]) for pair in pairs])
    log_axis(axes.xaxis, *limits)
    axes.hlines(rows, expected, counts, color=BAND, linewidth=3, zorder=1)
    axes.plot(expected, rows, "|", color=VERMILLION, markersize=9, markeredgewidth=1.8, label="by chance")
    axes.plot(counts[~never], rows[~never], "o", color=BLUE, markersize=4.5, label="in this text")
    if never.any():  # a logarithmic axis has no place for them but its edge
        axes.plot(counts[never], rows[never], "<", color=BLUE, markersize=5, clip_on=False, label="never")
    axes.set_yticks(rows, [_name(pair) for pair in pairs])
    axes.set_ylim(-0.9, len(pairs) + 0.7)  # the last row is for the legend
    axes.set_xlabel("occurrences of the pair")
    axes.tick_params(axis="y", length=0, pad=7 if never.any() else 3.5)
    quiet_grid(axes, "x")
    axes.legend(
        loc="lower right", fontsize=SIZE - 1, frameon=False, ncols=3, borderaxespad=0, handlelength=1,
        handletextpad=0.3, columnspacing=1.2,
    )  # fmt: skip
