"""The page of ``decay plan``: horizon, chunks, rotary bases, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.plan_json import found
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import line, plain_table, screen_text, significant
from lexdecay.report.to_table import corpus_header
from lexdecay.report.words import ESTIMANDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.position.bases import BaseRow, Bases
    from lexdecay.position.chunks import Chunking, ChunkRow
    from lexdecay.position.horizon import Horizon
    from lexdecay.position.planned import PlanResult

NARROW = 64  # columns below which a table gives up what a reader can spare


def plan_screen(
    result: PlanResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay plan``; what was found comes last."""
    parts: list[RenderableType] = []
    if result.corpus:
        parts += [*corpus_header(result.corpus, width), line("")]
    if result.horizon:
        parts += _horizon(result, result.horizon, ascii_only)
    if result.chunking:
        parts += _chunks(result, result.chunking, width, ascii_only)
        parts += _drawing(result.chunking, result.unit, width, ascii_only) if plot else []
    parts += [*_bases(result.bases, width, ascii_only), line("")]
    parts += [line(sentence) for sentence in found(result)]
    return screen_text(parts, width=width, color=color)


def _horizon(result: PlanResult, horizon: Horizon, ascii_only: bool) -> list[RenderableType]:
    table = plain_table(ascii_only=ascii_only)
    for name in ("share", *(f"up to {end:,}" for end in horizon.ends), "95 %"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in horizon.rows:
        interval = f"[{row.ci95[0]:,}, {row.ci95[1]:,}]"
        table.add_row(f"{100 * row.share:g} %", *(f"{d:,}" for d in row.distances), interval)
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
    table = plain_table(ascii_only=ascii_only)
    wide = width >= NARROW
    overlaps = [f"{100 * o:g} % overlap" if o else "no overlap" for o in chunking.overlaps]
    told = ("95 %, no overlap", f"bits a {result.unit.removesuffix('s')}", "doubling saves") if wide else ()
    for name in ("chunk", *overlaps, *told):
        table.add_column(name, justify="right", no_wrap=True)
    for row in chunking.rows:
        table.add_row(*_chunk(row, wide), style="dim" if row.beyond else "")
    title = f"Chunks: share of that information which a cut every so many {result.unit} takes"
    notes = []
    if any(row.beyond for row in chunking.rows):
        notes = [
            line(
                f"≥: beyond {result.last:,} {result.unit} chunks also lose what could not be measured", "dim"
            )
        ]
    return [line(title, "bold"), table, *notes, line("")]


def _chunk(row: ChunkRow, wide: bool) -> list[str]:
    sign = "≥ " if row.beyond else ""
    cells = [f"{row.size:,}", *(f"{sign}{100 * share:.1f} %" for share in row.lost)]
    if not wide:
        return cells
    low, high = (100 * end for end in row.ci95)
    return [*cells, f"[{low:.1f}, {high:.1f}]", significant(row.bits), f"{100 * row.gain:.1f} %"]


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
    yield _base_table(bases, width, ascii_only)


def _base_table(bases: Bases, width: int, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    names = ("base", "pairs turning", "longest wavelength", "lowest g (at)", "g ≥ 0 up to")
    for name in names if width >= NARROW else (names[0], names[1], names[4]):
        table.add_column(name, justify="right", no_wrap=name != "base")
    for row in bases.rows:
        cells = _base(row)
        table.add_row(*(cells if width >= NARROW else (cells[0], cells[1], cells[4])))
    return table


def _base(row: BaseRow) -> list[str]:
    reaches = "all" if row.admissible else f"{row.reaches:,}"
    return [
        row.name or f"{row.base:,.0f}",
        f"{row.turning} of {row.pairs}",
        f"{row.longest:,.0f}" + (" (turns)" if row.aliased else ""),
        f"{row.lowest:.3f} ({row.lowest_at:,})",
        reaches,
    ]
