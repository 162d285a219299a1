"""The page of ``decay plan``: horizon, chunks, rotary bases, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.column_choice import fitting, table_of
from lexdecay.report.plan_json import found
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import line, screen_text, significant
from lexdecay.report.to_table import corpus_header
from lexdecay.report.words import ESTIMANDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from lexdecay.position.bases import Bases
    from lexdecay.position.chunks import Chunking, ChunkRow
    from lexdecay.position.horizon import Horizon
    from lexdecay.position.planned import PlanResult


def plan_screen(
    result: PlanResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay plan``; what was found comes last."""
    parts: list[RenderableType] = []
    if result.corpus:
        parts += [*corpus_header(result.corpus, width), line("")]
    if result.horizon:
        parts += _horizon(result, result.horizon, width, ascii_only)
    if result.chunking:
        parts += _chunks(result, result.chunking, width, ascii_only)
        parts += _drawing(result.chunking, result.unit, width, ascii_only) if plot else []
    parts += [*_bases(result.bases, width, ascii_only), line("")]
    parts += [line(sentence) for sentence in found(result)]
    return screen_text(parts, width=width, color=color)


def _horizon(result: PlanResult, horizon: Horizon, width: int, ascii_only: bool) -> list[RenderableType]:
    columns = {"share": [f"{100 * row.share:g} %" for row in horizon.rows]}
    for at, end in enumerate(horizon.ends):
        columns[f"up to {end:,}"] = [f"{row.distances[at]:,}" for row in horizon.rows]
    columns["95 %"] = [f"[{row.ci95[0]:,}, {row.ci95[1]:,}]" for row in horizon.rows]
    spare = list(columns)[1:-2]
    table = table_of(fitting(columns, spare, width), ascii_only=ascii_only)
    title = f"Horizon: how many {result.unit} hold a share of the pairwise information"
    return [line(title, "bold"), line(_told(result)), table, line("")]


def _told(result: PlanResult) -> str:
    bits = significant(result.horizon.bits if result.horizon else None)
    estimand = ESTIMANDS[result.estimand or "total"]
    return (
        f"mutual information ({estimand}), K = {result.vocabulary:,}; {bits} bits up to {result.last:,}, "
        "the last usable offset: a scale for shares, since pairs repeat each other"
    )


def _chunks(result: PlanResult, chunking: Chunking, width: int, ascii_only: bool) -> list[RenderableType]:
    rows, bits = chunking.rows, f"bits a {result.unit.removesuffix('s')}"
    columns = {"chunk": [f"{row.size:,}" for row in rows]}
    for at, overlap in enumerate(chunking.overlaps):
        name = f"{100 * overlap:g} % overlap" if overlap else "no overlap"
        columns[name] = [f"{'≥ ' if row.beyond else ''}{100 * row.lost[at]:.1f} %" for row in rows]
    columns["95 %, no overlap"] = [_interval(row) for row in rows]
    columns[bits] = [significant(row.bits) for row in rows]
    columns["doubling saves"] = [f"{100 * row.gain:.1f} %" for row in rows]
    spare = (bits, "95 %, no overlap", "doubling saves", *reversed(list(columns)[2:]))
    beyond = [at for at, row in enumerate(rows) if row.beyond]
    table = table_of(fitting(columns, spare, width), ascii_only=ascii_only, dim=beyond)
    title = f"Chunks: share of that information which a cut every so many {result.unit} takes"
    last = f"{result.last:,} {result.unit}"
    notes = [line(f"≥: beyond {last} chunks also lose what could not be measured", "dim")] if beyond else []
    return [line(title, "bold"), table, *notes, line("")]


def _interval(row: ChunkRow) -> str:
    low, high = (100 * end for end in row.ci95)
    return f"[{low:.1f}, {high:.1f}]"


def _drawing(chunking: Chunking, unit: str, width: int, ascii_only: bool) -> list[RenderableType]:
    sizes = np.array([row.size for row in chunking.rows], dtype=np.float64)
    if sizes.size < 2:
        return []
    lost = np.array([row.lost[0] for row in chunking.rows])
    legend = [f"share lost against chunk size in {unit}", f"overlap {chunking.overlaps[0]:g}"]
    return [*map(line, plot_series((sizes, lost), [], legend, width, ascii_only=ascii_only)), line("")]


def _bases(bases: Bases, width: int, ascii_only: bool) -> Iterable[RenderableType]:
    yield line(
        f"Rotary bases for {bases.context:,} tokens and {bases.dimension} dimensions a head: arithmetic, the "
        "text has no say",
        "bold",
    )
    rows = bases.rows
    columns = {
        "base": [row.name or f"{row.base:,.0f}" for row in rows],
        "pairs turning": [f"{row.turning} of {row.pairs}" for row in rows],
        "longest wavelength": [f"{row.longest:,.0f}{' (turns)' if row.aliased else ''}" for row in rows],
        "lowest g (at)": [f"{row.lowest:.3f} ({row.lowest_at:,})" for row in rows],
        "g ≥ 0 up to": ["all" if row.admissible else f"{row.reaches:,}" for row in rows],
    }
    spare = ("longest wavelength", "lowest g (at)", "pairs turning")
    yield table_of(fitting(columns, spare, width), ascii_only=ascii_only)
