"""Rows of little bars: how the share of each word goes from offset to offset, and the pull with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.screen import cut
from lexdecay.report.word_lists import offset_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lexdecay.word_records import WordProfile, WordResult

LEVELS, ASCII_LEVELS = "▁▂▃▄▅▆▇█", "_.-:=+*#"
UNTOLD, ASCII_UNTOLD = "·", "?"
MOST_WORDS = 12
NAME_WIDTH = 14  # terminal cells


def sparkline(values: Sequence[float | None], *, ascii_only: bool = False) -> str:
    """Return one character a value, as high as its part of the largest; a dot where there is none."""
    levels = ASCII_LEVELS if ascii_only else LEVELS
    largest = max((value for value in values if value is not None), default=0.0)
    return "".join(_bar(value, largest, levels, ASCII_UNTOLD if ascii_only else UNTOLD) for value in values)


def word_sparklines(result: WordResult, width: int, *, ascii_only: bool = False) -> list[str]:
    """Return a row a word over the offsets asked for, strongest words first; nothing for a single offset."""
    told = sorted((profile for profile in result.profiles if profile.words), key=lambda one: one.offset)
    told = told[-max(width - NAME_WIDTH - 2, 2) :]
    if len(told) < 2:
        return []
    names = _strongest(told)
    shares = [_shares(told, name) for name in names]
    rows = [("pull", [profile.pull for profile in told]), *zip(names, shares, strict=True)]
    before = sum(profile.offset < 0 for profile in told)
    return [
        *_heading(told, ascii_only),
        *(_row(name, sparkline(values, ascii_only=ascii_only), before, ascii_only) for name, values in rows),
    ]


def _row(name: str, bars: str, before: int, ascii_only: bool) -> str:
    """The bars of a name with the place of the query among them, where both sides are shown."""
    query = ("|" if ascii_only else "│") if 0 < before < len(bars) else ""
    return f"{_padded(name)} {bars[:before]}{query}{bars[before:]}"


def _bar(value: float | None, largest: float, levels: str, untold: str) -> str:
    if value is None:
        return untold
    part = max(value, 0.0) / largest if largest > 0 else 0.0
    return levels[min(int(part * len(levels)), len(levels) - 1)]


def _strongest(profiles: Sequence[WordProfile]) -> list[str]:
    strength: dict[str, float] = {}
    for profile in profiles:
        for word in profile.words:
            strength[word.word] = max(strength.get(word.word, 0.0), word.bits)
    return sorted(strength, key=lambda word: -strength[word])[:MOST_WORDS]


def _shares(profiles: Sequence[WordProfile], name: str) -> list[float | None]:
    listed = ({word.word: word.p for word in profile.words} for profile in profiles)
    return [shares.get(name) for shares in listed]


def _heading(profiles: Sequence[WordProfile], ascii_only: bool) -> Iterator[str]:
    dot = ASCII_UNTOLD if ascii_only else UNTOLD
    offsets = offset_ranges([profile.offset for profile in profiles])
    yield (
        f"Share of each word at offsets {offsets}; each row is drawn to its own largest, "
        f"{dot} is not listed there"
    )


def _padded(name: str) -> str:
    from rich.cells import set_cell_size

    return set_cell_size(cut(name, NAME_WIDTH), NAME_WIDTH)
