"""The page of ``decay pairs``: one table an offset, one for all together, concordance below each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.pairs_json import tested
from lexdecay.report.screen import cut, cut_left, line, plain_table, probability, screen_text, significant
from lexdecay.report.to_table import corpus_header

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from lexdecay.word_records import PairLine, PairsAt, PairsResult, WordPair

WORD_WIDTH = 20
NARROW = 72  # columns below which a table gives up what a reader can spare


def pairs_screen(
    result: PairsResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001  every page takes the same settings
) -> str:
    """Return the page of ``decay pairs``."""
    parts: list[RenderableType] = [*corpus_header(result.corpus, width)]
    for at in result.offsets:
        parts += [line(""), line(_title(at), "bold"), *_listed(at, width, ascii_only)]
    if len(result.offsets) > 1:
        parts += [line(""), line(_title(result.together), "bold")]
        parts += _listed(result.together, width, ascii_only)
    parts += [line(""), line(_meaning(result, ascii_only))]
    return screen_text(parts, width=width, color=color)


def _title(at: PairsAt) -> str:
    where = f"Offset {at.offsets[0]:,}" if len(at.offsets) == 1 else f"{len(at.offsets)} offsets together"
    return (
        f"{where}: {at.pairs:,} pairs, {at.tested:,} different ones tested; "
        f"I = {at.information:.3f} bits, {at.floor:.3f} by chance"
    )


def _meaning(result: PairsResult, ascii_only: bool) -> str:
    least = result.settings["min_count"]
    return (
        f"{_g2(ascii_only)} is negative where a pair is rarer than chance makes it. q is the false discovery "
        f"rate among the {tested(result):,} pairs that occur {least} times or more. Share is of the "
        "information above chance; pairs that avoid each other take from it."
    )


def _g2(ascii_only: bool) -> str:
    return "G2" if ascii_only else "G²"


def _listed(at: PairsAt, width: int, ascii_only: bool) -> list[RenderableType]:
    if not at.listed:
        return [line("no pair is common enough")]
    if not any(pair.lines for pair in at.listed):
        return [_table(at.listed, width, ascii_only)]
    parts: list[RenderableType] = []
    for pair in at.listed:
        parts += [
            _table((pair,), width, ascii_only),
            *(_concordance(row, width) for row in pair.lines),
            line(""),
        ]
    return parts[:-1]


def _table(pairs: tuple[WordPair, ...], width: int, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    table.add_column("left", no_wrap=True)
    table.add_column("right", no_wrap=True)
    numbers = ("count", "expected", _g2(ascii_only), "PMI", "q", "share")
    kept = numbers if width >= NARROW else (numbers[0], *numbers[2:5])
    for name in kept:
        table.add_column(name, justify="right", no_wrap=True)
    for pair in pairs:
        cells = dict(zip(numbers, _numbers(pair), strict=True))
        words = (cut(pair.left, WORD_WIDTH), cut(pair.right, WORD_WIDTH))
        table.add_row(*words, *(cells[name] for name in kept))
    return table


def _numbers(pair: WordPair) -> tuple[str, ...]:
    share = "-" if pair.share is None else f"{100 * pair.share:.2f} %"
    return (
        f"{pair.count:,}",
        significant(pair.expected),
        significant(pair.g2),
        f"{pair.pmi:.2f}",
        probability(pair.q),
        share,
    )


def _concordance(row: PairLine, width: int) -> Text:
    """One line, the pair in the middle: what stands before is cut at its beginning, after at its end."""
    from rich.cells import cell_len
    from rich.text import Text

    pair = cut(" ".join(part for part in (row.left, row.between, row.right) if part), max(8, width // 2))
    side = max(0, (width - cell_len(pair) - 2) // 2)
    before, after = cut_left(row.before, side), cut(row.after, side)
    shown = Text(" " * (side - cell_len(before)) + before + " ", no_wrap=True)
    shown.append(pair, style="bold")
    return shown.append(f" {after}")
