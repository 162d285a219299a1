"""A query and its neighbours: what stands at each offset, and the field of its pull on both sides."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.naming import positions
from lexdecay.report.figures.decay import drawable, fitted_section
from lexdecay.report.figures.panel import Panel, Section
from lexdecay.report.figures.style import (
    BAND,
    BLUE,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    SIZE,
    VERMILLION,
    log_axis,
    plain,
    quiet_grid,
)
from lexdecay.report.safe_text import safe_text
from lexdecay.report.word_lists import offset_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from lexdecay.records import Curve
    from lexdecay.word_records import WordProfile, WordResult

MOST_WORDS = 12  # of an offset
MOST_LETTERS = 16  # of a word at the axis
MOST_LISTS, BESIDE, LIST_HEIGHT = 8, 2, 0.85  # lists in all, side by side, and how high each
TOLD = ("told from noise, 95 %", "not told from noise")
FARTHEST, NOISE_SHOWN = 20, 5  # of the field: offsets at least, and as a multiple of the usable ones


def word_sections(result: WordResult) -> list[Section]:
    """Panels of ``decay word``: the field, words by offset, and how the pull falls on each side."""
    query = f"'{_short(result.query)}'"
    sections = [*_field(result, query), *_lists(result, query)]
    for side, fitted in (("right", result.right), ("left", result.left)):
        if fitted is not None and drawable(fitted):
            where = positions(result.corpus.settings)
            sections.append(fitted_section(fitted, f"Pull of {query} to the {side}", where=where))
    return sections


def _lists(result: WordResult, query: str) -> Iterator[Section]:
    told = sorted(
        (one for one in result.profiles if one.words), key=lambda one: (abs(one.offset), one.offset)
    )
    shown, left_out = told[:MOST_LISTS], told[MOST_LISTS:]
    if not shown:
        return
    limits = _limits(shown)
    panels = [_list(profile, limits, query) for profile in shown]
    rows = tuple(tuple(panels[i : i + BESIDE]) for i in range(0, len(panels), BESIDE))
    more = f"; offsets {offset_ranges([one.offset for one in left_out])} left out" if left_out else ""
    yield Section(f"Words around {query}: share at an offset and in the whole text{more}", rows)


def _limits(profiles: Sequence[WordProfile]) -> tuple[float, float]:
    """One axis for all offsets, so that near and far can be compared."""
    words = [word for profile in profiles for word in profile.words[:MOST_WORDS]]
    return min(min(word.base, word.p) for word in words) / 1.5, max(word.high for word in words) * 1.3


def _list(profile: WordProfile, limits: tuple[float, float], query: str) -> Panel:
    words = profile.words[:MOST_WORDS]
    told = ", ".join(f"{safe_text(word.word)} {word.p:.3g}" for word in words[:3])
    alt = (
        f"Words at offset {profile.offset} of {query}: {told}; points with 95 % intervals, base rates beside."
    )
    side = "after" if profile.offset > 0 else "before"
    title = f"{abs(profile.offset):,} word{'s' * (abs(profile.offset) != 1)} {side} (n = {profile.n:,})"
    return Panel(title, alt, partial(_draw_list, profile, limits), LIST_HEIGHT)


def _draw_list(profile: WordProfile, limits: tuple[float, float], axes: Axes) -> None:
    from matplotlib.ticker import FuncFormatter

    words = profile.words[:MOST_WORDS]
    rows = np.arange(len(words), 0, -1)
    shares, bases = (np.array([getattr(word, name) for word in words]) for name in ("p", "base"))
    log_axis(axes.xaxis, *limits)
    axes.hlines(rows, bases, shares, color=BAND, linewidth=3, zorder=1)
    axes.hlines(rows, [word.low for word in words], [word.high for word in words], color=INK, linewidth=0.9)
    axes.plot(bases, rows, "|", color=VERMILLION, markersize=9, markeredgewidth=1.8, label="whole text")
    axes.plot(shares, rows, "o", color=BLUE, markersize=4.5, label="at this distance, 95 %")
    axes.set_yticks(rows, [_short(word.word) for word in words])
    axes.set_ylim(-0.9, len(words) + 0.7)  # the last row is for the legend
    axes.set_xlabel("share of the words")
    axes.xaxis.set_major_formatter(FuncFormatter(_percent))
    axes.tick_params(axis="y", length=0)
    quiet_grid(axes, "x")
    axes.legend(
        loc="lower right", fontsize=SIZE - 1, frameon=False, ncols=2, borderaxespad=0, handlelength=1,
        handletextpad=0.3, columnspacing=1.2,
    )  # fmt: skip


def _percent(share: float, _position: object) -> str:
    return f"{plain(100 * share)} %"


def _short(word: str) -> str:
    shown = safe_text(word)
    return shown if len(shown) <= MOST_LETTERS else f"{shown[: MOST_LETTERS - 1]}…"


def _field(result: WordResult, query: str) -> Iterator[Section]:
    sides = [(sign, one.curve) for sign, one in ((-1, result.left), (1, result.right)) if one is not None]
    if not sides:
        return
    where = positions(result.corpus.settings)
    told = " and ".join(f"{'left' if sign < 0 else 'right'} {_reach(curve, where)}" for sign, curve in sides)
    alt = f"Pull of {query} in bits against signed distance, the query in the middle: {told}."
    yield Section(
        f"The field of {query}: how much it tells of the words around it",
        ((Panel("", alt, partial(_draw_field, sides, query, where)),),),
    )


def _reach(curve: Curve, where: str) -> str:
    far = curve.usable_max_offset
    return "nowhere told from noise" if far is None else f"told from noise up to {far:,} {where}"


def _draw_field(sides: Sequence[tuple[int, Curve]], query: str, where: str, axes: Axes) -> None:
    for sign, curve in sides:
        _draw_side(sign, curve, axes)
    far = max(_far(curve) for _, curve in sides)
    _signed_axis(axes, {sign for sign, _ in sides}, far)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    axes.axvline(0, color=MUTED, linewidth=0.8)
    leftward = all(sign < 0 for sign, _ in sides)
    axes.annotate(
        query, (0, 1), xycoords=("data", "axes fraction"), xytext=(-4 if leftward else 4, -4), va="top",
        textcoords="offset points", ha="right" if leftward else "left", fontweight="bold",
    )  # fmt: skip
    top = max(float((curve.value + 1.96 * curve.se).max()) for _, curve in sides)
    low = min(float((curve.value - 1.96 * curve.se)[curve.offset <= 16].min()) for _, curve in sides)
    axes.set_ylim(min(low, -0.08 * top), top * 1.1)
    axes.set_ylabel("pull above its floor, bits")
    marks = {str(line.get_label()): line for line in axes.get_lines()}  # both sides have them
    axes.legend(
        [marks[name] for name in TOLD], TOLD, loc="upper left" if sides[0][0] < 0 else "upper right", **LEGEND
    )
    axes.set_xlabel(f"distance from the query, {where} (left −, right +)")
    quiet_grid(axes)


def _far(curve: Curve) -> float:
    told = curve.usable_max_offset or 0
    return float(min(curve.offset[-1], max(FARTHEST, NOISE_SHOWN * told)))


def _draw_side(sign: int, curve: Curve, axes: Axes) -> None:
    at = sign * curve.offset
    axes.fill_between(
        at, curve.value - 1.96 * curve.se, curve.value + 1.96 * curve.se, color=BAND, alpha=0.6, linewidth=0
    )
    axes.plot(at, curve.value, color=BLUE, linewidth=1)
    for which, fill, label in ((curve.usable, INK, TOLD[0]), (~curve.usable, PAPER, TOLD[1])):
        axes.plot(
            at[which], curve.value[which], "o", markersize=4, markerfacecolor=fill, markeredgecolor=INK,
            markeredgewidth=0.8, zorder=3, label=label,
        )  # fmt: skip


def _signed_axis(axes: Axes, signs: set[int], far: float) -> None:
    """Linear up to one word, logarithmic beyond, on the sides that were measured."""
    from matplotlib.ticker import FixedLocator, FuncFormatter

    steps = [step for step in (1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000) if step <= far]
    axes.set_xscale("symlog", linthresh=1, linscale=0.35)
    axes.set_xlim(-far * 1.3 if -1 in signs else -0.2, far * 1.3 if 1 in signs else 0.2)
    axes.xaxis.set_major_locator(FixedLocator([sign * step for sign in sorted(signs) for step in steps]))
    axes.xaxis.set_minor_locator(FixedLocator([]))
    axes.xaxis.set_major_formatter(FuncFormatter(plain))
