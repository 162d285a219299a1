"""The page of ``decay word``: words near and far side by side, the pull by offset, and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.bars import bar
from lexdecay.report.column_widths import GAP, columns_width, widest
from lexdecay.report.plot import plot_fitted
from lexdecay.report.screen import (
    counted,
    decimals_for,
    fixed,
    line,
    plain_table,
    screen_text,
    significant,
)
from lexdecay.report.sparklines import word_sparklines
from lexdecay.report.to_table import corpus_header
from lexdecay.report.word_json import reach
from lexdecay.report.word_lists import offset_ranges, shown_profiles, word_lists
from lexdecay.report.words import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.records import Curve, FittedCurve
    from lexdecay.word_records import WordProfile, WordResult

PULL_BAR = 24
LEAST_BAR = 6  # cells in which a long bar and a short one still differ
MOST_TYPES = 6  # of a query, named; the rest are counted
SHOWN_OFFSETS = (1, 2, 3, 4, 6, 8, 12, 16, 67, 285, 1000)  # of the pull, besides those asked for
STRENGTH = {
    "bits": "most divergent first",
    "p": "commonest first",
    "lift": "largest lift first",
}
PULL_COLUMNS = ("offset", "n", "pull", "± se", "floor", "usable")
MOST_NAMED = 12  # words that stand out, in one sentence
STANDS_OUT = 0.05  # of q, as on the pages of pairs
# Columns by their number, best first: what a narrow page can spare goes before a digit does.
PULL_KEPT = ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 5), (0, 2, 3, 5), (0, 2, 3), (0, 2))


@dataclass(frozen=True, slots=True)
class _PullRow:
    """One offset of the pull as it is printed, and how far its bar is filled, 0 to 1."""

    cells: tuple[str, ...]  # as PULL_COLUMNS
    filled: float
    usable: bool


def word_screen(
    result: WordResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay word``."""
    parts: list[RenderableType] = [*corpus_header(result.corpus, width), line(_query(result), "bold")]
    parts += _lists(result, width, ascii_only)
    if plot and (drawn := word_sparklines(result, width, ascii_only=ascii_only)):
        parts += [line(""), *map(line, drawn)]
    for side, fitted in _sides(result):
        parts += [line(""), line(_title(fitted.curve, side), "bold")]
        parts += [_pull_table(result, fitted.curve, width, ascii_only)]
        if plot:
            parts += map(line, plot_fitted(fitted, result.corpus.settings, width, ascii_only=ascii_only))
    parts += [line(""), line(sentence(result)), *(line(law) for law in law_sentences(result))]
    return screen_text(parts, width=width, color=color)


def _lists(result: WordResult, width: int, ascii_only: bool) -> Iterator[RenderableType]:
    shown, left_out = shown_profiles(result.profiles)
    if shown:
        alone = not _sides(result)  # without a pull the intervals are all that says how much shares tell
        bars = ", its 95 % interval" if alone else " (bar: at least, 95 %)"
        order = STRENGTH[str(result.settings["by"])]
        yield line("")
        yield line(f"Share of {_class(result)} by offset{bars} and times base rate; {order}")
        yield from word_lists(shown, width, intervals=alone, ascii_only=ascii_only)
        yield from map(line, chance_sentences(result, shown))
    if left_out:
        offsets = offset_ranges([profile.offset for profile in left_out])
        yield line(f"Not shown: offsets {offsets}. --json and --format csv hold all that were asked for.")
    for profile in result.profiles:
        if not profile.words:
            yield line(f"No word to list at offset {profile.offset}: {profile.reason}.")


def chance_sentences(result: WordResult, shown: Sequence[WordProfile]) -> Iterator[str]:
    """Say of lists without a pull which of their words stand above chance by themselves, if any do."""
    lost = [profile for profile in shown if profile.words and not profile.usable]
    standing = [(profile, _standing(profile)) for profile in lost]
    if told := [profile.offset for profile in lost if profile.pull is not None]:
        yield (
            f"At offset{'s' if len(told) > 1 else ''} {offset_ranges(told)} the pull as a whole is not above "
            "chance: so many words taken from anywhere in the text diverge as far."
        )
    for profile, names in standing:
        if names:
            yield (
                f"Above chance by themselves at offset {profile.offset}, of the words listed: "
                f"{', '.join(names)} (q < 5 % over all words of the {'class' if result.tag else 'text'})."
            )
    if none := [profile.offset for profile, names in standing if not names]:
        yield f"No word listed at offset{'s' if len(none) > 1 else ''} {offset_ranges(none)} is above chance."


def _standing(profile: WordProfile) -> list[str]:
    names = [word.word for word in profile.words if word.q < STANDS_OUT]
    more = [f"{len(names) - MOST_NAMED:,} more"] if len(names) > MOST_NAMED else []
    return names[:MOST_NAMED] + more


def _sides(result: WordResult) -> list[tuple[str, FittedCurve]]:
    both = (("right", result.right), ("left", result.left))
    return [(side, fitted) for side, fitted in both if fitted is not None]


def law_sentences(result: WordResult) -> Iterator[str]:
    """What the fits say of each side on which something was found."""
    for side, fitted in _sides(result):
        verdict = fitted.verdict
        if verdict.answer != "no_dependence":
            reason = verdict.reason[:1].upper() + verdict.reason[1:]
            yield f"How it falls to the {side}: {ANSWERS[verdict.answer]}. {reason}"


def sentence(result: WordResult) -> str:
    """Return what was found, in words."""
    if not result.occurrences:
        return f"'{result.query}' does not occur here."
    if not result.profiles:
        return f"'{result.query}' is too rare here: nothing can be said about its pull."
    if not _sides(result):
        return (
            f"How the pull of '{result.query}' decays cannot be told: {result.half_life.reason}. "
            "The intervals say how little the shares tell."
        )
    far = reach(result)
    if far is None:
        return _nowhere(result)
    half = result.half_life
    if half.offset is None:
        fallen = f"No half-life: {half.reason}"
    else:
        high = "open" if half.high is None else significant(half.high, 2)
        low = significant(half.low, 2)
        fallen = (
            f"The pull of '{result.query}'{_towards(result)} has fallen to half after "
            f"{significant(half.offset, 2)} words [{low}, {high}]"
        )
    return (
        f"{fallen}. It stands out of the noise up to offset {far:,}; beyond, this text cannot tell it from "
        "the plain frequencies."
    )


def _nowhere(result: WordResult) -> str:
    """No reach on the side of the half-life: what the other side says, where it was asked for."""
    lost, other = ("left", None) if result.right is None else ("right", result.left)
    reached = other.curve.usable_max_offset if other else None
    where = f"to the {lost}" if other is None or reached else "on either side"
    text = f"The pull of '{result.query}' does not stand out of the noise at any offset {where}: cannot tell."
    return text + (f" To the left it stands out up to offset -{reached:,}." if reached else "")


def _towards(result: WordResult) -> str:
    """The side of the half-life, where it might be another than the right."""
    if result.left is None:
        return ""
    return " to the left" if result.right is None else " to the right"


def _query(result: WordResult) -> str:
    named = ", ".join(f"'{word}'" for word in result.types[:MOST_TYPES]) or f"'{result.query}'"
    more = f" and {len(result.types) - MOST_TYPES:,} more" if len(result.types) > MOST_TYPES else ""
    return f"{named}{more}: {counted(result.occurrences, 'occurrence')}"


def _class(result: WordResult) -> str:
    return f"each {result.tag}" if result.tag else "each word"


def _title(curve: Curve, side: str) -> str:
    return f"Pull to the {side}, bits above its floor; K = {curve.vocabulary:,} words keep their identity"


def _pull_table(result: WordResult, curve: Curve, width: int, ascii_only: bool) -> Table:
    rows = list(_pull_rows(result, curve))
    kept, bar_width = _fitting(rows, width)
    table = plain_table(ascii_only=ascii_only)
    for i in kept:
        table.add_column(PULL_COLUMNS[i], justify="right", no_wrap=True)
    if bar_width:
        table.add_column("", no_wrap=True, min_width=bar_width)
    for row in rows:
        drawn = [bar(row.filled, bar_width, ascii_only=ascii_only)] if bar_width else []
        table.add_row(*(row.cells[i] for i in kept), *drawn, style="" if row.usable else "dim")
    return table


def _fitting(rows: Sequence[_PullRow], width: int) -> tuple[Sequence[int], int]:
    """Columns that the width holds uncut and the width of the bars, 0 for none."""
    wide = [widest([name, *(row.cells[i] for row in rows)]) for i, name in enumerate(PULL_COLUMNS)]
    fits = (kept for kept in PULL_KEPT if columns_width([wide[i] for i in kept]) <= width)
    kept = next(fits, PULL_KEPT[-1])
    spare = width - columns_width([wide[i] for i in kept]) - GAP
    return kept, min(spare, PULL_BAR) if kept == PULL_KEPT[0] and spare >= LEAST_BAR else 0


def _pull_rows(result: WordResult, curve: Curve) -> Iterator[_PullRow]:
    asked = {abs(profile.offset) for profile in result.profiles}
    decimals = min(decimals_for(curve.se.tolist()), 4)
    largest = float(curve.value.max())
    side = "-" if result.left is not None and curve is result.left.curve else ""
    shown = np.flatnonzero(np.isin(curve.offset, [*asked, *SHOWN_OFFSETS]))
    # Where a class stands at few distances only, such as every fifth, those are shown.
    for at in shown if shown.size else range(min(curve.offset.size, len(SHOWN_OFFSETS))):
        value, usable = float(curve.value[at]), bool(curve.usable[at])
        numbers = [fixed(float(column[at]), decimals) for column in (curve.value, curve.se, curve.floor)]
        where = (f"{side}{curve.offset[at]:,}", f"{curve.pairs[at]:,}")
        cells = (*where, *numbers, "yes" if usable else "no")
        # What is printed as 0 is no bar, though rounding left a trace of it.
        told = largest >= 0.5 * 10.0**-decimals
        yield _PullRow(cells, value / largest if told else 0.0, usable)
