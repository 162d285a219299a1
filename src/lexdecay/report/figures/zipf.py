"""Word frequencies: held-out ranks, the spectrum's distribution function with its laws, growth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.figures.growth import growth_panel, growth_ratio_panel
from lexdecay.report.figures.panel import TALL, Panel, Section
from lexdecay.report.figures.style import (
    BLUE,
    GREEN,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    SHADE,
    SIZE,
    VERMILLION,
    log_axis,
    quiet_grid,
)
from lexdecay.report.screen import significant
from lexdecay.report.zipf_words import LAWS, answer_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.zipf.records import FamilyFit, Mandelbrot, Spectrum, TailFit, ZipfAnalysis
    from lexdecay.zipf.results import ZipfResult

DRAWN = {"f1": (BLUE, "-"), "f2": (VERMILLION, (0, (5, 2)))}


def zipf_sections(result: ZipfResult) -> list[Section]:
    """Panels of ``zipf report``: ranks and spectrum side by side, then growth."""
    found = result.analysis
    first = [_ranks(found.mandelbrot)] if found.mandelbrot is not None else []
    if found.full_range is not None:
        first.append(_survival(found))
    rows = [tuple(first)] if first else []
    if found.growth is not None:
        rows.append((growth_panel(found.growth), growth_ratio_panel(found.growth, TALL)))
    return [Section(f"Zipf's law: {answer_text(found.verdict)}", tuple(rows))] if rows else []


def _ranks(found: Mandelbrot) -> Panel:
    alt = "Occurrences against rank, ranks from one half of the tokens and occurrences from the other."
    return Panel("Frequency against held-out rank", alt, partial(_draw_ranks, found))


def _draw_ranks(found: Mandelbrot, axes: Axes) -> None:
    seen = found.observed > 0
    low, high = float(found.observed[seen].min()) / 2, float(found.observed.max()) * 3
    log_axis(axes.xaxis, float(found.rank[0]) / 1.3, float(found.rank[-1]) * 1.6)
    log_axis(axes.yaxis, low, high)
    law = found.held_out
    label = "Zipf–Mandelbrot" if law.a is None or law.q is None else _mandelbrot(law.a.value, law.q.value)
    axes.plot(found.rank, found.expected, color=BLUE, label=label)
    axes.plot(
        found.rank[seen], found.observed[seen], "o", color=INK, markerfacecolor=PAPER, markersize=3.8,
        markeredgewidth=0.9, label="observed", zorder=3,
    )  # fmt: skip
    axes.set_xlabel("rank in one half of the tokens")
    axes.set_ylabel("occurrences, by the other half")
    _finish(axes)


def _mandelbrot(a: float, q: float) -> str:
    return f"Zipf–Mandelbrot: a = {significant(a)}, q = {significant(q)}"


def _survival(found: ZipfAnalysis) -> Panel:
    alt = "Share of types that occur at least k times, against k, with the laws f1 and f2 and the tail."
    return Panel("Types that occur at least k times", alt, partial(_draw_survival, found))


def _draw_survival(found: ZipfAnalysis, axes: Axes) -> None:
    spectrum, fits = found.spectrum, found.full_range.fits if found.full_range is not None else ()
    share = np.cumsum(spectrum.types[::-1])[::-1] / spectrum.n_types
    k = spectrum.frequency.astype(np.float64)
    log_axis(axes.xaxis, 0.8, float(k[-1]) * 1.5)
    log_axis(axes.yaxis, float(share[-1]) / 2, 4.0)
    _draw_tail(found.tail, spectrum, axes)
    for fit in fits:
        if fit.family in DRAWN and fit.parameters:
            _draw_law(fit, k, axes)
    axes.plot(
        k, share, "o", color=INK, markerfacecolor=PAPER, markersize=3, markeredgewidth=0.7, zorder=3,
        label="observed",
    )  # fmt: skip
    axes.set_xlabel("occurrences k")
    axes.set_ylabel("share of types with k or more")
    _finish(axes)


def _draw_law(fit: FamilyFit, k: np.ndarray[tuple[int], np.dtype[np.float64]], axes: Axes) -> None:
    from scipy.special import zeta

    color, line = DRAWN[fit.family]
    exponent = fit.parameters[0].value
    # P(K >= k): the Hurwitz zeta for f1, and by definition a power for f2.
    share = zeta(exponent, k) / zeta(exponent, 1) if fit.family == "f1" else k ** (1 - exponent)
    label = f"{LAWS[fit.family]}: {fit.parameters[0].symbol} = {significant(exponent)}"
    axes.plot(k, share, linestyle=line, color=color, label=label)


def _draw_tail(tail: TailFit, spectrum: Spectrum, axes: Axes) -> None:
    from scipy.special import zeta

    if tail.alpha is None or tail.x_min is None:
        return
    k = spectrum.frequency[spectrum.frequency >= tail.x_min].astype(np.float64)
    start = float(spectrum.types[spectrum.frequency >= tail.x_min].sum()) / spectrum.n_types
    axes.axvspan(tail.x_min, axes.get_xlim()[1], color=SHADE, zorder=0, linewidth=0)
    axes.annotate(
        f"tail from {tail.x_min:,}", (tail.x_min, 0), xycoords=("data", "axes fraction"), xytext=(3, 4),
        textcoords="offset points", color=MUTED, fontsize=SIZE - 1,
    )  # fmt: skip
    share = start * zeta(tail.alpha, k) / zeta(tail.alpha, tail.x_min)
    label = f"tail: α = {significant(tail.alpha)}"
    axes.plot(k, share, linestyle=(0, (7, 2, 1.5, 2)), color=GREEN, label=label, zorder=4)


def _finish(axes: Axes) -> None:
    quiet_grid(axes)
    axes.legend(loc="upper right", **LEGEND)
