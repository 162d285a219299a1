"""The page of ``decay arcs``: lengths beside random order, by sentence, the laws, what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.arcs_json import NAMES, LengthRow, head_after, length_rows, sentences, words_rows
from lexdecay.report.bars import bar
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import fixed, line, plain_table, screen_text, significant
from lexdecay.report.to_table import corpus_header

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.word_records import ArcFit, ArcsResult

NARROW = 64  # columns below which a table has no bars
BAR_WIDTH = 24
SHOWN_LENGTHS = (*range(1, 11), 12, 15, 20, 30, 50)  # words; the other forms have every length


def arcs_screen(
    result: ArcsResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,
) -> str:
    """Return the page of ``decay arcs``; what was found comes last."""
    parts: list[RenderableType] = [*corpus_header(result.corpus, width), line(_head(result), "bold")]
    if result.arcs.length.size:
        parts += [
            line(""),
            line("Words between a dependent and its head"),
            _lengths(result, width, ascii_only),
        ]
        parts += _drawing(result, width, ascii_only) if plot else []
        parts += [line(""), line("By the words of the sentence"), _by_words(result, ascii_only)]
    if result.fits:
        parts += [line(""), line("Laws, each arc cut off where its sentence ends, best first")]
        parts += [_fits(result.fits, ascii_only)]
    parts += [line(""), *(line(sentence) for sentence in sentences(result))]
    return screen_text(parts, width=width, color=color)


def _head(result: ArcsResult) -> str:
    after = head_after(result)
    head = "" if after is None else f"; {100 * after:.0f} % of heads stand after their dependent"
    words = result.arcs.words
    return f"{words.size:,} sentences, {words.sum():,} words in them, {result.arcs.length.size:,} arcs{head}"


def _lengths(result: ArcsResult, width: int, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("length", "arcs", "share", "random", "ratio"):
        table.add_column(name, justify="right", no_wrap=True)
    if width >= NARROW:
        table.add_column("", no_wrap=True, min_width=BAR_WIDTH)
    rows = [row for row in length_rows(result) if row.length in SHOWN_LENGTHS]
    largest = max(row.share for row in rows)
    for row in rows:
        drawn = [bar(row.share / largest, BAR_WIDTH, ascii_only=ascii_only)] if width >= NARROW else []
        table.add_row(*_length_cells(row), *drawn)
    return table


def _drawing(result: ArcsResult, width: int, ascii_only: bool) -> list[RenderableType]:
    rows = [row for row in length_rows(result) if row.arcs]
    random = [row for row in rows if row.random_share > 0]
    points = np.array([(row.length, row.share) for row in rows]).T
    by_chance = np.array([(row.length, row.random_share) for row in random]).reshape(-1, 2).T
    legend = ["share of arcs against length in words:", "this text", "r random order"]
    lines = [("r", by_chance[0], by_chance[1])]
    drawn = plot_series((points[0], points[1]), lines, legend, width, ascii_only=ascii_only)
    return [line(""), *map(line, drawn)]


def _length_cells(row: LengthRow) -> list[str]:
    shares = [f"{100 * share:.2f} %" for share in (row.share, row.random_share)]
    return [f"{row.length:,}", f"{row.arcs:,}", *shares, significant(row.ratio)]


def _by_words(result: ArcsResult, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("words", "sentences", "arcs", "mean", "random"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in words_rows(result):
        span = f"{row.low}+" if row.high is None else f"{row.low}-{row.high}"
        table.add_row(
            span, f"{row.sentences:,}", f"{row.arcs:,}", fixed(row.mean, 2), fixed(row.random_mean, 2)
        )
    return table


def _fits(fits: tuple[ArcFit, ...], ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    table.add_column("law")
    table.add_column("parameters [95 %]")
    table.add_column("ΔBIC" if not ascii_only else "dBIC", justify="right", no_wrap=True)
    for fit in fits:
        table.add_row(NAMES[fit.model], line(_parameters(fit)), f"{fit.delta_bic:,.1f}")
    return table


def _parameters(fit: ArcFit) -> str:
    return ", ".join(
        f"{p.symbol} = {significant(p.value)}"
        + ("" if p.low is None or p.high is None else f" [{significant(p.low)}, {significant(p.high)}]")
        for p in fit.parameters
    )
