"""Dependency lengths: how often each occurs, against the same sentences with their words in random order."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.figures.panel import Panel, Section
from lexdecay.report.figures.style import BLUE, INK, LEGEND, PAPER, VERMILLION, log_axis, quiet_grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.word_records import ArcsResult

LEAST_ARCS = 5  # behind a point: a share of fewer is hardly known


def arcs_sections(result: ArcsResult) -> list[Section]:
    """The one panel of ``decay arcs``."""
    if not result.arcs.length.size:
        return []
    alt = (
        "Share of arcs by length, both axes logarithmic: "
        f"mean {result.mean:.2f} words, {result.random_mean:.2f} in random order."
    )
    return [Section("Dependency length", ((Panel("", alt, partial(_draw, result)),),))]


def _draw(result: ArcsResult, axes: Axes) -> None:
    counts = np.bincount(np.abs(result.arcs.length))[1:]
    length = np.arange(1, counts.size + 1)
    share = counts / counts.sum()
    told = counts >= LEAST_ARCS
    last = float(length[told][-1]) if told.any() else float(length[-1])
    log_axis(axes.xaxis, 0.9, last * 1.3)
    log_axis(axes.yaxis, LEAST_ARCS / 2 / float(counts.sum()), 1.5)
    random = np.arange(1, result.random_share.size + 1)
    axes.plot(
        random, np.where(result.random_share > 0, result.random_share, np.nan), color=VERMILLION,
        linestyle=(0, (5, 2)), label=f"words in random order, mean {result.random_mean:.2f}",
    )  # fmt: skip
    axes.plot(length[told], share[told], color=BLUE, linewidth=0.9)
    axes.plot(
        length[told], share[told], "o", color=INK, markerfacecolor=PAPER, markersize=4, markeredgewidth=0.9,
        label=f"this text, mean {result.mean:.2f} ± {result.mean_se:.2f}",
    )  # fmt: skip
    axes.set_xlabel("distance of a word from its head, words")
    axes.set_ylabel("share of arcs")
    quiet_grid(axes)
    axes.legend(loc="lower left", **LEGEND)
