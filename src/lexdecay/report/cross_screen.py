"""The page of ``decay cross``: information by offset, the query's words, what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.bars import bar
from lexdecay.report.cross_json import sentences, signed
from lexdecay.report.screen import (
    counted,
    cut,
    cut_left,
    decimals_for,
    fixed,
    line,
    plain_table,
    screen_text,
    significant,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.position.cross_records import CrossQuery, CrossResult
    from lexdecay.records import Corpus

NARROW = 64  # columns below which a table has no bars
BAR_WIDTH = 24
WORD_WIDTH = 24


def cross_screen(
    result: CrossResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001  every page takes the same settings
) -> str:
    """Return the page of ``decay cross``; what was found comes last."""
    parts: list[RenderableType] = [line(_text(letter, corpus, width)) for letter, corpus in
                                   (("A", result.first), ("B", result.second))]  # fmt: skip
    parts.append(line(f"{counted(result.lines, 'line')}, {result.aligned:,} with words on both sides"))
    if result.sides:
        size = int(result.settings["vocabulary"] or 0)
        head = f"Information between A and B by offset from the diagonal, bits; K = {size:,}"
        parts += [line(""), line(head, "bold"), _curve(result, width, ascii_only)]
    if result.query is not None and result.query.offsets:
        parts += [line(""), line(_title(result.query), "bold"), _words(result.query, ascii_only)]
    parts += [line(""), *(line(sentence) for sentence in sentences(result))]
    return screen_text(parts, width=width, color=color)


def _text(letter: str, corpus: Corpus, width: int) -> str:
    facts = f": {counted(corpus.tokens, 'token')}, {counted(corpus.types, 'type')}"
    names = ", ".join(source.path for source in corpus.sources)
    return f"{letter} = {cut_left(names, max(8, width - len(facts) - 4))}{facts}"


def _curve(result: CrossResult, width: int, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("offset", "pairs", "raw", "floor", "bits", "± se"):
        table.add_column(name, justify="right", no_wrap=True)
    if width >= NARROW:
        table.add_column("", no_wrap=True, min_width=BAR_WIDTH)
    before, after = (one.curve for one in result.sides)
    places = [(before, at, -1) for at in reversed(range(before.offset.size))]
    places += [(after, at, 1) for at in range(after.offset.size)]
    top = max(float(curve.value[at]) for curve, at, _ in places)
    decimals = decimals_for([float(curve.se[at]) for curve, at, _ in places])
    for curve, at, sign in places:
        numbers = (curve.raw[at], curve.floor[at], curve.value[at], curve.se[at])
        drawn = bar(float(curve.value[at]) / top, BAR_WIDTH, ascii_only=ascii_only) if top > 0 else ""
        told = [fixed(float(n), decimals) for n in numbers]
        cells = [signed(sign * int(curve.offset[at])), f"{curve.pairs[at]:,}", *told]
        table.add_row(*cells, *([drawn] if width >= NARROW else []), style="" if curve.usable[at] else "dim")
    return table


def _title(query: CrossQuery) -> str:
    return f"Words of B around '{query.query}' in A, {counted(query.occurrences, 'occurrence')}"


def _words(query: CrossQuery, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("offset", "n", "pull"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("word", no_wrap=True)
    for name in ("P", "95 %", "base", "lift"):
        table.add_column(name, justify="right", no_wrap=True)
    for at in query.offsets:
        for rank, word in enumerate(at.words if at.usable else at.words[:1]):
            first = [signed(at.offset), f"{at.n:,}", fixed(at.pull, 2)] if rank == 0 else ["", "", ""]
            span = f"[{significant(word.low, 2)}, {significant(word.high, 2)}]"
            told = [significant(word.p), span, significant(word.base), significant(word.lift)]
            style = "" if at.usable else "dim"
            table.add_row(*first, cut(word.word, WORD_WIDTH), *told, style=style)
    return table
