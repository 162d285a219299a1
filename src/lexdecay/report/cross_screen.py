"""The page of ``decay cross``: information by offset, the query's words, what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.bars import bar
from lexdecay.report.column_choice import fitting, table_of
from lexdecay.report.cross_json import sentences, signed
from lexdecay.report.screen import (
    counted,
    cut,
    cut_left,
    decimals_for,
    fixed,
    line,
    screen_text,
    significant,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.position.cross_records import CrossQuery, CrossResult
    from lexdecay.records import Corpus

BARS = ""  # the title of their column
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
        parts += [line(""), line(_title(result.query), "bold"), _words(result.query, width, ascii_only)]
    parts += [line(""), *(line(sentence) for sentence in sentences(result))]
    return screen_text(parts, width=width, color=color)


def _text(letter: str, corpus: Corpus, width: int) -> str:
    facts = f": {counted(corpus.tokens, 'token')}, {counted(corpus.types, 'type')}"
    names = ", ".join(source.path for source in corpus.sources)
    return f"{letter} = {cut_left(names, max(8, width - len(facts) - 4))}{facts}"


def _curve(result: CrossResult, width: int, ascii_only: bool) -> Table:
    before, after = (one.curve for one in result.sides)
    places = [(before, at, -1) for at in reversed(range(before.offset.size))]
    places += [(after, at, 1) for at in range(after.offset.size)]
    top = max(float(curve.value[at]) for curve, at, _ in places)
    decimals = decimals_for([float(curve.se[at]) for curve, at, _ in places])
    shares = [float(curve.value[at]) / top if top > 0 else 0.0 for curve, at, _ in places]
    columns = {
        "offset": [signed(sign * int(curve.offset[at])) for curve, at, sign in places],
        "pairs": [f"{curve.pairs[at]:,}" for curve, at, _ in places],
        "raw": [fixed(float(curve.raw[at]), decimals) for curve, at, _ in places],
        "floor": [fixed(float(curve.floor[at]), decimals) for curve, at, _ in places],
        "bits": [fixed(float(curve.value[at]), decimals) for curve, at, _ in places],
        "± se": [fixed(float(curve.se[at]), decimals) for curve, at, _ in places],
        BARS: [bar(share, BAR_WIDTH, ascii_only=ascii_only) for share in shares],
    }
    dim = [row for row, (curve, at, _) in enumerate(places) if not curve.usable[at]]
    shown = fitting(columns, (BARS, "raw", "floor", "pairs"), width)
    return table_of(shown, ascii_only=ascii_only, left=(BARS,), dim=dim)


def _title(query: CrossQuery) -> str:
    return f"Words of B around '{query.query}' in A, {counted(query.occurrences, 'occurrence')}"


def _words(query: CrossQuery, width: int, ascii_only: bool) -> Table:
    listed = [
        (at, word, rank == 0)
        for at in query.offsets
        for rank, word in enumerate(at.words if at.usable else at.words[:1])
    ]
    words = [word for _, word, _ in listed]
    columns = {
        "offset": [signed(at.offset) if first else "" for at, _, first in listed],
        "n": [f"{at.n:,}" if first else "" for at, _, first in listed],
        "pull": [fixed(at.pull, 2) if first else "" for at, _, first in listed],
        "word": [cut(word.word, WORD_WIDTH) for word in words],
        "P": [significant(word.p) for word in words],
        "95 %": [f"[{significant(word.low, 2)}, {significant(word.high, 2)}]" for word in words],
        "base": [significant(word.base) for word in words],
        "lift": [significant(word.lift) for word in words],
    }
    dim = [row for row, (at, _, _) in enumerate(listed) if not at.usable]
    shown = fitting(columns, ("base", "95 %", "n", "pull"), width)
    return table_of(shown, ascii_only=ascii_only, left=("word",), dim=dim)
