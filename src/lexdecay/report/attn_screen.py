"""The page of ``decay attn``: a grid of head profiles, the mean of all beside its null, what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.attn_json import KINDS, interval, sentences
from lexdecay.report.column_choice import fits, fitting, table_of
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import (
    counted,
    cut_left,
    fixed,
    line,
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
SPARE = ("near", "even", "bits", "nats", "sink", "ratio", "profile")  # of a head, given up in this order


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
        parts += [_mixture(one, width, ascii_only), *(_drawing(one, width, ascii_only) if plot else [])]
    if result.perturbed is not None:
        parts += [line(""), line("What context is worth beside where weight lies", "bold")]
        parts += [_perturbed(result.perturbed, width, ascii_only)]
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
    exponent = "g" if ascii_only else "γ"
    said = {f"{exponent} [95 %]": [interval(one.exponent) for one in heads]}
    brief = {exponent: ["-" if one.exponent is None else fixed(one.exponent.value, 2) for one in heads]}
    chosen: dict[str, list[str]] = {}
    for exponents in (said, brief):
        chosen = fitting(_grid_columns(heads, exponents, ascii_only), SPARE, width)
        if fits(chosen, width):
            break
    return table_of(chosen, ascii_only=ascii_only, left=("head", "side", "profile", "kind"))


def _grid_columns(
    heads: tuple[HeadFound, ...], exponents: dict[str, list[str]], ascii_only: bool
) -> dict[str, list[str]]:
    sided = any(one.side == "after" for one in heads)
    matched = any(one.match for one in heads)
    match = zip(*map(_match_cells, heads), strict=True)
    return {
        "head": [f"{one.layer}.{one.head}" for one in heads],
        **({"side": [one.side for one in heads]} if sided else {}),
        "profile": [profile_of(one, ascii_only) for one in heads],
        "kind": [KINDS[one.kind] for one in heads],
        **exponents,
        "sink": [_percent(one.sink_mass) for one in heads],
        "near": [_percent(one.nearest_mass) for one in heads],
        "bits": [fixed(one.entropy, 2) for one in heads],
        "even": [fixed(one.visible, 2) for one in heads],
        **(
            {name: list(cells) for name, cells in zip(("ratio", "nats"), match, strict=True)}
            if matched
            else {}
        ),
    }


def profile_of(one: HeadFound, ascii_only: bool) -> str:
    """Return a head's logit over log-spaced distances as a sparkline of a nat or more."""
    values = log_spaced(np.where(one.usable, one.logit, np.nan), CELLS)
    known = values[np.isfinite(values)]
    span = max(LEAST_SPAN, float(np.ptp(known))) if known.size else LEAST_SPAN
    return spark(values, span, ascii_only=ascii_only)


def _match_cells(one: HeadFound) -> list[str]:
    return ["-", "-"] if one.match is None else [fixed(one.match.ratio.value, 2), fixed(one.match.rms, 2)]


def _mixture(one: HeadFound, width: int, ascii_only: bool) -> Table:
    shown = [at for at, distance in enumerate(one.distance.tolist()) if distance in SHOWN_DISTANCES]
    columns = {
        "distance": [f"{int(one.distance[at]):,}" for at in shown],
        "weight": [significant(float(one.mass[at])) for at in shown],
        "all rows": [significant(float(one.plain[at])) for at in shown],
        "uniform": [significant(float(one.plain_uniform[at])) for at in shown],
        "logit": [fixed(float(one.logit[at]), 2) for at in shown],
        "± se": [fixed(float(one.se[at]), 3) for at in shown],
    }
    dim = [row for row, at in enumerate(shown) if not one.usable[at]]
    return table_of(fitting(columns, ("all rows", "uniform"), width), ascii_only=ascii_only, dim=dim)


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


def _perturbed(one: Perturbed, width: int, ascii_only: bool) -> Table:
    spans = zip(one.low.tolist(), one.high.tolist(), strict=True)
    columns = {
        "distances": [f"{low:,}-{high:,}" if high > low else f"{low:,}" for low, high in spans],
        "gain, nats": [fixed(float(value), 4) for value in one.gain],
        "± se": [fixed(float(value), 4) for value in one.se],
        "of all gain": [_percent(float(value)) for value in one.gain_share],
        "of the weight": [_percent(float(value)) for value in one.mass_share],
    }
    return table_of(fitting(columns, ("± se", "gain, nats"), width), ascii_only=ascii_only)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.0995 else f"{100 * share:.1f} %"
