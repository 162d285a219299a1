"""``decay plan`` as JSON and as rows, and what it found in words."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.map_json import config_json, exponent_json
from lexdecay.report.rows import Rows
from lexdecay.report.screen import significant
from lexdecay.report.to_json import corpus_json, notice_json, source_json, tool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.position.bases import Bases
    from lexdecay.position.chunks import Chunking
    from lexdecay.position.horizon import Horizon
    from lexdecay.position.planned import PlanResult
    from lexdecay.records import Notice

PLAN_SCHEMA = "decay.plan/1"
SHALLOW = "1.2"  # the exponent of `horizon.INTRINSIC` as it is told


def plan_json(result: PlanResult) -> dict[str, Any]:
    """Return the document ``decay.plan/1``."""
    corpus = result.corpus
    return {
        "schema": PLAN_SCHEMA,
        "tool": tool(),
        "inputs": [source_json(source) for source in corpus.sources] if corpus else [],
        "settings": {
            "corpus": dict(corpus.settings) if corpus else {},
            "measuring": dict(result.settings),
        },
        "corpus": corpus_json(corpus) if corpus else None,
        "config": config_json(result.config),
        "unit": result.unit,
        "estimand": result.estimand,
        "vocabulary": result.vocabulary,
        "usable_max_offset": result.last,
        "horizon": _horizon(result.horizon) if result.horizon else None,
        "chunks": _chunks(result.chunking) if result.chunking else None,
        "bases": _bases(result.bases),
        "found": found(result),
        "warnings": [notice_json(notice) for notice in plan_notices(result)],
    }


def plan_rows(result: PlanResult) -> Rows:
    """Return the three tables as rows of one form: kind, key, quantity, value."""
    return Rows(("table", "key", "quantity", "value"), [*_rows(result)])


def plan_notices(result: PlanResult) -> list[Notice]:
    """Return the notices of the corpus and of the plan, each once."""
    corpus = result.corpus.notices if result.corpus else ()
    return list(dict.fromkeys((*corpus, *result.notices)))


def found(result: PlanResult) -> list[str]:
    """Return what the plan says, and what it does not say, in sentences."""
    said = [_tail(result.horizon, result.unit)] if result.horizon else []
    if result.chunking and result.last:
        said.append(_knee(result.chunking, result.last, result.unit))
    return [
        *said,
        _admissible(result.bases),
        "None of these tables names a best value: what a larger chunk or base costs is not in the text.",
    ]


def _horizon(horizon: Horizon) -> dict[str, Any]:
    return {
        "ends": list(horizon.ends),
        "bits": finite(horizon.bits),
        "rows": [
            {"share": row.share, "distances": list(row.distances), "ci95": list(row.ci95)}
            for row in horizon.rows
        ],
        "tail": exponent_json(horizon.tail) if horizon.tail else None,
        "answer": horizon.answer,
    }


def _chunks(chunking: Chunking) -> dict[str, Any]:
    rows = [
        {
            "size": row.size,
            "lost": [finite(share) for share in row.lost],
            "ci95": [finite(end) for end in row.ci95],
            "bits": finite(row.bits),
            "gain_of_doubling": finite(row.gain),
            "beyond_measured": row.beyond,
        }
        for row in chunking.rows
    ]
    return {"overlaps": list(chunking.overlaps), "rows": rows, "knee": chunking.knee}


def _bases(bases: Bases) -> dict[str, Any]:
    return {
        "context": bases.context,
        "head_dimension": bases.dimension,
        "rows": [asdict(row) for row in bases.rows],
        "admissible": asdict(bases.admissible),
    }


def _rows(result: PlanResult) -> Iterator[tuple[str, str, str, Any]]:
    for row in result.horizon.rows if result.horizon else ():
        ends = result.horizon.ends if result.horizon else ()
        for end, distance in zip(ends, row.distances, strict=True):
            yield ("horizon", f"{row.share:g}", f"distance up to {end}", distance)
    for chunk in result.chunking.rows if result.chunking else ():
        overlaps = result.chunking.overlaps if result.chunking else ()
        for overlap, lost in zip(overlaps, chunk.lost, strict=True):
            yield ("chunks", str(chunk.size), f"share lost at overlap {overlap:g}", lost)
    for base in result.bases.rows:
        for name in ("turning", "longest", "lowest", "lowest_at", "reaches"):
            yield ("bases", base.name or f"{base.base:g}", name, float(getattr(base, name)))


def _tail(horizon: Horizon, unit: str) -> str:
    if horizon.tail is None:
        return "The horizon may move with D: too few usable offsets tell how the tail falls."
    tail = horizon.tail
    told = (
        f"over the last decade ({tail.low:,.0f} to {tail.high:,.0f} {unit}) I(d) falls as "
        f"d^-{significant(tail.value, 2)} ± {significant(tail.se, 2)}"
    )
    return {
        "intrinsic": f"The horizon is a property of the text: {told}, steeper than d^-{SHALLOW}.",
        "not_intrinsic": f"The horizon is not intrinsic, it grows with the measurement: {told}, no steeper "
        f"than d^-{SHALLOW}.",
        "cannot_tell": f"Whether the horizon is intrinsic cannot be told: {told}, on both sides of "
        f"d^-{SHALLOW}.",
    }[horizon.answer]


def _knee(chunking: Chunking, last: int, unit: str) -> str:
    if chunking.knee is None:
        return (
            f"Chunks have no knee up to {last:,} {unit}, where the measurement ends: doubling them goes on "
            "to save 5 % or more of the pairwise information."
        )
    from_there = f"From {chunking.knee:,} {unit} on"
    return f"{from_there}, doubling a chunk saves less than 5 % of the pairwise information."


def _admissible(bases: Bases) -> str:
    found = bases.admissible
    tried = f"{found.steps} bases tried, {found.low:,.0f} to {found.high:,.0f}"
    head = f"For {bases.context:,} tokens and {bases.dimension} dimensions"
    if found.first is None:
        return f"{head}, none of {tried}, keeps g at or above zero."
    above = f"; from {found.all_above:,.0f} on all do" if found.all_above else ""
    return (
        f"{head}, the smallest of {tried}, that keeps g at or above zero is {found.first:,.0f}{above}. "
        "Models that break this are in use: it is a mark of quality, not a limit."
    )
