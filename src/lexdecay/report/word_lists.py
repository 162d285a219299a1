"""The lists of ``decay word``: words by offset, as many side by side as the width holds uncut."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from lexdecay.report.bars import bar
from lexdecay.report.column_widths import GAP, columns_width, widest
from lexdecay.report.screen import cut, line, plain_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.word_records import WordProfile, WordShare

WORD_WIDTH = 14
BAR_WIDTH = 12
INTERVAL = "95 %"
LEAST_BAR = 6  # cells in which a long bar and a short one still differ
MOST_LISTS = 6  # of a page; of more offsets the nearest and the farthest say most
NEAR_AND_FAR = 2  # lists of either end: both sides of the query where both were asked for


@dataclass(frozen=True, slots=True)
class _List:
    """What is printed of one offset, a text a cell; ``middle`` holds the intervals, or nothing for bars."""

    head: str
    words: tuple[str, ...]
    shares: tuple[str, ...]
    middle: tuple[str, ...]
    lifts: tuple[str, ...]
    filled: tuple[float, ...]  # of the bars, 0 to 1


@dataclass(frozen=True, slots=True)
class _Layout:
    """Widths that all lists of a page share, so that they stand in line."""

    word: int
    share: int
    middle: int  # 0: neither bars nor intervals
    lift: int
    beside: int  # lists side by side


def word_lists(
    profiles: Sequence[WordProfile], width: int, *, intervals: bool, ascii_only: bool
) -> list[RenderableType]:
    """Return the lists of ``profiles``, all of whose numbers are whole; intervals or bars."""
    largest = max(word.low for profile in profiles for word in profile.words)
    lists = [_list(profile, largest, intervals, ascii_only) for profile in profiles]
    layout = _layout(lists, width, intervals=intervals)
    if layout is None:
        return [line(text) for profile in profiles for text in _in_words(profile, ascii_only)]
    starts = range(0, len(lists), layout.beside)
    tables = [_table(lists[i : i + layout.beside], layout, ascii_only) for i in starts]
    parts: list[RenderableType] = [part for table in tables for part in (table, line(""))]
    return parts[:-1]


def shown_profiles(profiles: Sequence[WordProfile]) -> tuple[list[WordProfile], list[WordProfile]]:
    """Return the offsets to list, nearest first, and those that are left out because they are too many."""
    told = [profile for profile in profiles if profile.words]
    ordered = sorted(told, key=lambda profile: (abs(profile.offset), -profile.offset))
    if len(ordered) <= MOST_LISTS:
        return ordered, []
    return ordered[:NEAR_AND_FAR] + ordered[-NEAR_AND_FAR:], ordered[NEAR_AND_FAR:-NEAR_AND_FAR]


def offset_ranges(offsets: Sequence[int]) -> str:
    """Return offsets as ``--offset`` takes them: ``-3..-1,1,4..9``."""
    runs = groupby(enumerate(sorted(offsets)), key=lambda at: at[1] - at[0])
    ends = [[offset for _, offset in run] for _, run in runs]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in ends)


def _list(profile: WordProfile, largest: float, intervals: bool, ascii_only: bool) -> _List:
    words = profile.words
    return _List(
        f"offset {profile.offset}, n {profile.n:,}",
        tuple(cut(word.word, WORD_WIDTH) for word in words),
        tuple(_percent(word.p) for word in words),
        tuple(_interval(word, ascii_only) for word in words) if intervals else (),
        tuple(_lift(word.lift, ascii_only) for word in words),
        # A share of two words in seven is no large share: the bar is what the interval grants at least.
        tuple(word.low / largest if largest > 0 else 0 for word in words),
    )


def _layout(lists: Sequence[_List], width: int, *, intervals: bool) -> _Layout | None:
    """Bars shrink first, then lists stand one below the other, then bars go; None where that is too wide."""
    word = max(widest([each.head, *each.words]) for each in lists)
    share = max(widest(["share", *each.shares]) for each in lists)
    middle = max(widest([INTERVAL, *each.middle]) for each in lists) if intervals else 0
    lift = max(widest(["lift", *each.lifts]) for each in lists)
    least = columns_width([word, share, middle or LEAST_BAR, lift])
    beside = min((width + GAP) // (least + GAP), len(lists))
    if beside:
        spare = (width + GAP) // beside - GAP - least
        return _Layout(word, share, middle or min(LEAST_BAR + spare, BAR_WIDTH), lift, beside)
    if intervals or columns_width([word, share, lift]) > width:
        return None
    return _Layout(word, share, 0, lift, 1)


def _table(lists: Sequence[_List], layout: _Layout, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for each in lists:
        table.add_column(each.head, no_wrap=True, min_width=layout.word)
        table.add_column("share", justify="right", no_wrap=True, min_width=layout.share)
        if layout.middle:
            table.add_column(INTERVAL if each.middle else "", no_wrap=True, min_width=layout.middle)
        table.add_column("lift", justify="right", no_wrap=True, min_width=layout.lift)
    columns = [column for each in lists for column in _columns(each, layout, ascii_only)]
    for row in range(max(map(len, columns))):
        table.add_row(*(column[row] if row < len(column) else "" for column in columns))
    return table


def _columns(each: _List, layout: _Layout, ascii_only: bool) -> list[tuple[str, ...]]:
    bars = tuple(bar(share, layout.middle, ascii_only=ascii_only) for share in each.filled)
    middle = [each.middle or bars] if layout.middle else []
    return [each.words, each.shares, *middle, each.lifts]


def _in_words(profile: WordProfile, ascii_only: bool) -> Iterator[str]:
    """One line a word, which may wrap between its numbers."""
    yield f"offset {profile.offset}, n {profile.n:,}:"
    for word in profile.words:
        lift = _lift(word.lift, ascii_only)
        yield f"{word.word} {_percent(word.p)} [{_interval(word, ascii_only)}] {lift}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(word: WordShare, ascii_only: bool) -> str:
    return f"{100 * word.low:.1f}{'-' if ascii_only else '–'}{100 * word.high:.1f}"


def _lift(lift: float, ascii_only: bool) -> str:
    return f"{'x' if ascii_only else '×'}{_times(lift)}"


def _times(lift: float) -> str:
    """Two significant digits, or all before the point."""
    if lift >= 9.95:  # what 9.95 is rounded to has two digits before the point
        return f"{lift:,.0f}"
    return f"{lift:.{max(1, 1 - math.floor(math.log10(lift)))}f}" if lift > 0 else "0"
