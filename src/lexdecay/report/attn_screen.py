"""The page of ``decay attn``: a grid of head profiles, the mean of all beside its null, what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.attn_json import KINDS, interval, sentences
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import (
    counted,
    cut_left,
    fixed,
    line,
    plain_table,
    screen_text,
    significant,
    size_in_words,
)
from lexdecay.report.sparks import log_spaced, spark

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.position.attention_records import AttnResult, HeadFound, Perturbed

CELLS = 16  # of a head's profile
LEAST_SPAN = 1.0  # nats from top to bottom of a profile, so that a flat head looks flat
SHOWN_HEADS = 64
SHOWN_DISTANCES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256, 512, 1024)
LEAST_POINTS = 2  # of a drawing
NARROW = 72  # columns below which a table gives up what a reader can spare


def attn_screen(
    result: AttnResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,
) -> str:
    """Return the page of ``decay attn``; what was found comes last."""
    parts: list[RenderableType] = [*_header(result, width)]
    if result.heads:
        parts += [
            line(""),
            line("Heads: logit by distance, near to far, logarithmic; γ of distance^-γ", "bold"),
        ]
        parts += [_grid(result.heads[:SHOWN_HEADS], width, ascii_only)]
        hidden = len(result.heads) - SHOWN_HEADS
        parts += [line(f"and {hidden:,} more: --json has all")] if hidden > 0 else []
    for one in result.mixture:
        side = f", {one.side} the query" if len(result.mixture) > 1 else ""
        parts += [line(""), line(f"Mean of all heads beside uniform attention{side}", "bold")]
        parts += [_mixture(one, ascii_only), *(_drawing(one, width, ascii_only) if plot else [])]
    if result.perturbed is not None:
        parts += [line(""), line("What context is worth beside where weight lies", "bold")]
        parts += [_perturbed(result.perturbed, ascii_only)]
    parts += [line(""), *(line(sentence) for sentence in sentences(result))]
    return screen_text(parts, width=width, color=color)


def _header(result: AttnResult, width: int) -> list[RenderableType]:
    profile = result.profile
    lines: list[RenderableType] = []
    for source in result.corpus.sources:
        facts = f" ({size_in_words(source.bytes)})"
        lines.append(line(cut_left(source.path, max(width - len(facts), 8)) + facts))
    rows = int(profile.rows[:, 0].sum()) if profile.rows.size else 0
    heads = counted(int(profile.head.size), "head")
    size = f"{profile.queries:,} queries on {profile.keys:,} keys"
    said = f"{profile.geometry} attention, {heads}, {size}; {rows:,} rows in which every distance exists"
    return [*lines, line(said)]


def _grid(heads: tuple[HeadFound, ...], width: int, ascii_only: bool) -> Table:
    wide = width >= NARROW
    sided = any(one.side == "after" for one in heads)
    matched = any(one.match for one in heads)
    table = plain_table(ascii_only=ascii_only)
    for name in ("head", *(("side",) if sided else ()), "profile", "kind"):
        table.add_column(name, no_wrap=True)
    numbers = (
        "γ [95 %]" if not ascii_only else "g [95 %]",
        "sink",
        *(("near", "bits", "even") if wide else ()),
    )
    for name in (*numbers, *(("ratio", "nats") if matched else ())):
        table.add_column(name, justify="right", no_wrap=True)
    for one in heads:
        cells = [
            f"{one.layer}.{one.head}",
            *([one.side] if sided else []),
            profile_of(one, ascii_only),
            KINDS[one.kind],
        ]
        cells += [interval(one.exponent), _percent(one.sink_mass)]
        cells += [_percent(one.nearest_mass), fixed(one.entropy, 2), fixed(one.visible, 2)] if wide else []
        table.add_row(*cells, *(_match_cells(one) if matched else []))
    return table


def profile_of(one: HeadFound, ascii_only: bool) -> str:
    """Return a head's logit over log-spaced distances as a sparkline of a nat or more."""
    values = log_spaced(np.where(one.usable, one.logit, np.nan), CELLS)
    known = values[np.isfinite(values)]
    span = max(LEAST_SPAN, float(np.ptp(known))) if known.size else LEAST_SPAN
    return spark(values, span, ascii_only=ascii_only)


def _match_cells(one: HeadFound) -> list[str]:
    return ["-", "-"] if one.match is None else [fixed(one.match.ratio.value, 2), fixed(one.match.rms, 2)]


def _mixture(one: HeadFound, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("distance", "weight", "all rows", "uniform", "logit", "± se"):
        table.add_column(name, justify="right", no_wrap=True)
    for at, distance in enumerate(one.distance.tolist()):
        if distance in SHOWN_DISTANCES:
            weights = (one.mass[at], one.plain[at], one.plain_uniform[at])
            cells = [significant(float(value)) for value in weights]
            told = [fixed(float(one.logit[at]), 2), fixed(float(one.se[at]), 3)]
            table.add_row(f"{distance:,}", *cells, *told, style="" if one.usable[at] else "dim")
    return table


def _drawing(one: HeadFound, width: int, ascii_only: bool) -> list[RenderableType]:
    """Draw the mean weight by distance over the mean that uniform attention would have over all rows."""
    seen = one.usable & (one.mass > 0)
    if seen.sum() < LEAST_POINTS:
        return []
    distance = one.distance[seen].astype(np.float64)
    uniform = ("u", distance, one.plain_uniform[seen])
    legend = ("weight by distance:", "mean of all heads, common rows", "u uniform, all rows")
    drawn = plot_series((distance, one.mass[seen]), [uniform], legend, width, ascii_only=ascii_only)
    return [line(""), *map(line, drawn)]


def _perturbed(one: Perturbed, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("distances", "gain, nats", "± se", "of all gain", "of the weight"):
        table.add_column(name, justify="right", no_wrap=True)
    for at in range(one.low.size):
        span = f"{one.low[at]:,}-{one.high[at]:,}" if one.high[at] > one.low[at] else f"{one.low[at]:,}"
        shares = [_percent(float(values[at])) for values in (one.gain_share, one.mass_share)]
        table.add_row(span, fixed(float(one.gain[at]), 4), fixed(float(one.se[at]), 4), *shares)
    return table


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.0995 else f"{100 * share:.1f} %"
