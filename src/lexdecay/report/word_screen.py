"""The page of ``decay word``: words near and far side by side, the pull by offset, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.bars import bar
from lexdecay.report.plot import plot_fitted
from lexdecay.report.screen import (
    counted,
    cut,
    decimals_for,
    fixed,
    line,
    plain_table,
    screen_text,
    significant,
)
from lexdecay.report.to_table import corpus_header
from lexdecay.report.word_json import reach
from lexdecay.report.words import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.records import Curve, FittedCurve
    from lexdecay.word_records import WordProfile, WordResult, WordShare

LIST_WIDTH = 46  # columns of one list of words with its bars
WORD_WIDTH = 14
BAR_WIDTH = 12
NARROW = 64  # columns below which lists stand one below the other
MOST_TYPES = 6  # of a query, named; the rest are counted
SHOWN_OFFSETS = (1, 2, 3, 4, 6, 8, 12, 16, 67, 285, 1000)  # of the pull, besides those asked for
STRENGTH = {
    "bits": "most divergent first",
    "p": "commonest first",
    "lift": "largest lift first",
}


def word_screen(
    result: WordResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay word``."""
    parts: list[RenderableType] = [*corpus_header(result.corpus, width), line(_query(result), "bold")]
    shown = _side_by_side(result.profiles, width)
    if shown:
        order = STRENGTH[str(result.settings["by"])]
        parts += [
            line(""),
            line(
                f"Share of {_class(result)} by offset (bar: at least, 95 %) and times base rate; {order}"
            ),
        ]
        parts += _lists(shown, width, ascii_only)
    for side, fitted in _sides(result):
        parts += [line(""), line(_title(fitted.curve, side), "bold")]
        parts += [_pull_table(result, fitted.curve, width, ascii_only)]
        parts += [line(row) for row in plot_fitted(fitted, width, ascii_only=ascii_only)] if plot else []
    parts += [line(""), line(sentence(result)), *(line(law) for law in _laws(result))]
    return screen_text(parts, width=width, color=color)


def _sides(result: WordResult) -> list[tuple[str, FittedCurve]]:
    both = (("right", result.right), ("left", result.left))
    return [(side, fitted) for side, fitted in both if fitted is not None]


def _laws(result: WordResult) -> Iterator[str]:
    """What the fits say of each side on which something was found."""
    for side, fitted in _sides(result):
        verdict = fitted.verdict
        if verdict.answer != "no_dependence":
            reason = verdict.reason[:1].upper() + verdict.reason[1:]
            yield f"How it falls to the {side}: {ANSWERS[verdict.answer]}. {reason}"


def sentence(result: WordResult) -> str:
    """Return what was found, in words."""
    if not result.profiles:
        return f"'{result.query}' is too rare here: nothing can be said about its pull."
    far = reach(result)
    if far is None:
        return f"The pull of '{result.query}' does not stand out of the noise at any offset: cannot tell."
    half = result.half_life
    if half.offset is None:
        fallen = f"No half-life: {half.reason}"
    else:
        high = "open" if half.high is None else significant(half.high, 2)
        low = significant(half.low, 2)
        fallen = (
            f"The pull of '{result.query}' has fallen to half after {significant(half.offset, 2)} words "
            f"[{low}, {high}]"
        )
    return (
        f"{fallen}. It stands out of the noise up to offset {far:,}; beyond, this text cannot tell it from "
        "the plain frequencies."
    )


def _query(result: WordResult) -> str:
    named = ", ".join(f"'{word}'" for word in result.types[:MOST_TYPES]) or f"'{result.query}'"
    more = f" and {len(result.types) - MOST_TYPES:,} more" if len(result.types) > MOST_TYPES else ""
    return f"{named}{more}: {counted(result.occurrences, 'occurrence')}"


def _class(result: WordResult) -> str:
    return f"each {result.tag}" if result.tag else "each word"


def _title(curve: Curve, side: str) -> str:
    return f"Pull to the {side}, bits above its floor; K = {curve.vocabulary:,} words keep their identity"


def _side_by_side(profiles: Sequence[WordProfile], width: int) -> list[WordProfile]:
    """Nearest and farthest that have words, and between them what the width holds."""
    told = [profile for profile in profiles if profile.words]
    ordered = sorted(told, key=lambda profile: (abs(profile.offset), -profile.offset))
    room = max(1, width // LIST_WIDTH) if width >= NARROW else 2
    if len(ordered) <= room:
        return ordered
    if room == 1:
        return [ordered[0], ordered[-1]]
    return [ordered[round(i * (len(ordered) - 1) / (room - 1))] for i in range(room)]


def _lists(profiles: Sequence[WordProfile], width: int, ascii_only: bool) -> list[RenderableType]:
    # A share of two words in seven is no large share: the bar is what the interval grants at least.
    largest = max(word.low for profile in profiles for word in profile.words)
    columns = [_cells(profile, largest, ascii_only) for profile in profiles]
    if width < NARROW:
        return [
            _list_table([profile], [cells], ascii_only)
            for profile, cells in zip(profiles, columns, strict=True)
        ]
    return [_list_table(profiles, columns, ascii_only)]


def _list_table(
    profiles: Sequence[WordProfile], columns: Sequence[list[tuple[str, ...]]], ascii_only: bool
) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for profile in profiles:
        table.add_column(f"offset {profile.offset}, n {profile.n:,}", no_wrap=True, min_width=WORD_WIDTH)
        table.add_column("share", justify="right", no_wrap=True)
        table.add_column("", no_wrap=True, min_width=BAR_WIDTH)
        table.add_column("lift", justify="right", no_wrap=True)
    for row in range(max(len(cells) for cells in columns)):
        table.add_row(
            *[cell for cells in columns for cell in (cells[row] if row < len(cells) else ("",) * 4)]
        )
    return table


def _cells(profile: WordProfile, largest: float, ascii_only: bool) -> list[tuple[str, ...]]:
    return [_word_cells(word, largest, ascii_only) for word in profile.words] or [
        ("(too few words)", "", "", "")
    ]


def _word_cells(word: WordShare, largest: float, ascii_only: bool) -> tuple[str, ...]:
    drawn = bar(word.low / largest, BAR_WIDTH, ascii_only=ascii_only)
    sign = "x" if ascii_only else "×"
    return (cut(word.word, WORD_WIDTH), f"{100 * word.p:.1f} %", drawn, f"{sign}{_short(word.lift)}")


def _short(lift: float) -> str:
    return f"{lift:,.0f}" if lift >= 10 else f"{lift:.1f}"


def _pull_table(result: WordResult, curve: Curve, width: int, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("offset", "n", "pull", "± se", "floor", "usable"):
        table.add_column(name, justify="right", no_wrap=True)
    if width >= NARROW:
        table.add_column("", no_wrap=True, min_width=BAR_WIDTH)
    for cells, usable in _pull_rows(result, curve, ascii_only):
        table.add_row(*cells[: len(table.columns)], style="" if usable else "dim")
    return table


def _pull_rows(result: WordResult, curve: Curve, ascii_only: bool) -> Iterator[tuple[list[str], bool]]:
    asked = {abs(profile.offset) for profile in result.profiles}
    decimals = min(decimals_for(curve.se.tolist()), 4)
    largest = float(curve.value.max())
    side = "-" if result.left is not None and curve is result.left.curve else ""
    for at in np.flatnonzero(np.isin(curve.offset, [*asked, *SHOWN_OFFSETS])):
        value, usable = float(curve.value[at]), bool(curve.usable[at])
        numbers = [fixed(float(column[at]), decimals) for column in (curve.value, curve.se, curve.floor)]
        drawn = bar(value / largest, 2 * BAR_WIDTH, ascii_only=ascii_only) if largest > 0 else ""
        yield (
            [
                f"{side}{curve.offset[at]:,}",
                f"{curve.pairs[at]:,}",
                *numbers,
                "yes" if usable else "no",
                drawn,
            ],
            usable,
        )
