"""Chapters of encodings, plans, attention maps, dilution and aligned texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.attn_json import attn_json, attn_rows, interval
from lexdecay.report.attn_json import sentences as attn_sentences
from lexdecay.report.cross_json import cross_json, cross_notices, cross_rows, signed
from lexdecay.report.cross_json import sentences as cross_sentences
from lexdecay.report.dilute_json import dilute_json, dilute_rows, title
from lexdecay.report.dilute_json import sentences as dilute_sentences
from lexdecay.report.figures.kinds import sections_of
from lexdecay.report.html.chapter import Chapter, answers, paragraphs, rows_table, table
from lexdecay.report.map_json import found as map_found
from lexdecay.report.map_json import map_json, map_notices, map_rows
from lexdecay.report.plan_json import found as plan_found
from lexdecay.report.plan_json import plan_json, plan_notices, plan_rows
from lexdecay.report.screen import counted, fixed, significant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.position.attention_records import AttnResult, DiluteResult, Dilution
    from lexdecay.position.cross_records import CrossQuery, CrossResult
    from lexdecay.position.mapped import Mapped, MapResult
    from lexdecay.position.planned import PlanResult
    from lexdecay.report.html.chapter import Table

SHUFFLED = "The floor is the same with lines set against others of their length."


def map_chapter(result: MapResult) -> Chapter:
    """The chapter of ``decay map``."""
    kind, said = result.kind, map_found(result)
    about = [f"The kernel '{kind.name}' is {kind.formula}: {kind.meaning}; exact where {kind.exact_when}."]
    tables = [_encodings(result.mapped)] if result.mapped else []
    told = (f"{one.title}: {text}" for one in result.mapped for text in one.told)
    return Chapter(
        "decay.map",
        "Which position encodings come close",
        answers([(said[0], " ".join(said[1:]))]),
        paragraphs([*about, *told]),
        tuple(sections_of(result)),
        (*tables, rows_table("Kernel and encodings by distance", map_rows(result))),
        ("kernel", "position encoding", "mean kernel", "usable"),
        (result.corpus,),
        result.settings,
        tuple(map_notices(result)),
        map_json(result),
        map_rows(result),
    )


def _encodings(mapped: tuple[Mapped, ...]) -> Table:
    columns = {
        "encoding": [one.title for one in mapped],
        "formula": [one.formula for one in mapped],
        "free": [f"{one.free}" for one in mapped],
        "rms, nats": [fixed(one.rms, 2) for one in mapped],
        "largest error": [fixed(one.max_error, 2) for one in mapped],
        "at": [significant(one.max_at) for one in mapped],
        "follows from the text": [one.implied for one in mapped],
        "parameters": ["; ".join(_parameters(one)) or "-" for one in mapped],
    }
    return table("Encodings at their closest, errors in nats", columns)


def _parameters(one: Mapped) -> Iterator[str]:
    for parameter in one.parameters:
        if parameter.value is not None:
            se = f" ± {significant(parameter.se, 2)}" if parameter.se else ""
            unit = "" if parameter.unit in {"1", "relative"} else f" {parameter.unit}"
            limit = " (limit)" if parameter.at_bound else ""
            yield f"{parameter.symbol} = {significant(parameter.value)}{se}{unit}{limit}"


def plan_chapter(result: PlanResult) -> Chapter:
    """The chapter of ``decay plan``."""
    said = plan_found(result)
    return Chapter(
        "decay.plan",
        "Horizon, chunks and rotary bases",
        answers([(said[0], " ".join(said[1:]))]),
        (),
        tuple(sections_of(result)),
        tuple(_plan_tables(result)),
        ("horizon", "chunk loss", "rotary base", "usable"),
        () if result.corpus is None else (result.corpus,),
        result.settings,
        tuple(plan_notices(result)),
        plan_json(result),
        plan_rows(result),
    )


def _plan_tables(result: PlanResult) -> Iterator[Table]:
    if (horizon := result.horizon) is not None:
        columns = {"share": [f"{100 * row.share:g} %" for row in horizon.rows]}
        for at, end in enumerate(horizon.ends):
            columns[f"up to {end:,}"] = [f"{row.distances[at]:,}" for row in horizon.rows]
        columns["95 % from"] = [f"{row.ci95[0]:,}" for row in horizon.rows]
        columns["to"] = [f"{row.ci95[1]:,}" for row in horizon.rows]
        yield table(f"How many {result.unit} hold a share of the pairwise information", columns)
    if (chunking := result.chunking) is not None:
        columns = {"chunk": [f"{row.size:,}" for row in chunking.rows]}
        for at, overlap in enumerate(chunking.overlaps):
            name = f"{100 * overlap:g} % overlap" if overlap else "no overlap"
            columns[name] = [
                f"{'≥ ' if row.beyond else ''}{100 * row.lost[at]:.1f} %" for row in chunking.rows
            ]
        columns["doubling saves"] = [f"{100 * row.gain:.1f} %" for row in chunking.rows]
        yield table(f"Share of that information which a cut every so many {result.unit} takes", columns)
    bases = result.bases
    yield table(
        f"Rotary bases for {bases.context:,} tokens, {bases.dimension} dimensions a head (arithmetic)",
        {
            "base": [row.name or f"{row.base:,.0f}" for row in bases.rows],
            "pairs turning": [f"{row.turning} of {row.pairs}" for row in bases.rows],
            "longest wavelength": [f"{row.longest:,.0f}" for row in bases.rows],
            "lowest g": [fixed(row.lowest, 3) for row in bases.rows],
            "at": [f"{row.lowest_at:,}" for row in bases.rows],
            "g ≥ 0 up to": ["all" if row.admissible else f"{row.reaches:,}" for row in bases.rows],
        },
    )


def attn_chapter(result: AttnResult) -> Chapter:
    """The chapter of ``decay attn``."""
    said = attn_sentences(result)
    return Chapter(
        "decay.attn",
        "What attention heads do with distance",
        answers([(said[0], " ".join(said[1:]))]),
        paragraphs(
            ["Weights are not P(word | query, offset): values, later layers and the network have their say."]
        ),
        tuple(sections_of(result)),
        (_heads(result), rows_table("Weight by head and distance", attn_rows(result))),
        ("attention logit", "uniform attention", "head kind", "sink"),
        (result.corpus,),
        result.settings,
        result.notices,
        attn_json(result),
        attn_rows(result),
    )


def _heads(result: AttnResult) -> Table:
    heads = result.heads
    columns: dict[str, list[str]] = {
        "layer": [f"{one.layer}" for one in heads],
        "head": [f"{one.head}" for one in heads],
        "side": [one.side for one in heads],
        "kind": [one.kind.replace("_", " ") for one in heads],
        "γ [95 %]": [interval(one.exponent) for one in heads],
        "q": [significant(one.q, 2) for one in heads],
        "on sinks": [f"{100 * one.sink_mass:.1f} %" for one in heads],
        "on the nearest": [f"{100 * one.nearest_mass:.1f} %" for one in heads],
        "entropy, bits": [fixed(one.entropy, 2) for one in heads],
        "spread evenly": [fixed(one.visible, 2) for one in heads],
    }
    return table("Heads; γ is that of distance^-γ", columns)


def dilute_chapter(result: DiluteResult) -> Chapter:
    """The chapter of ``decay dilute``."""
    said = (one.partition(": ") for one in dilute_sentences(result))
    return Chapter(
        "decay.dilute",
        "How attention thins out as keys are added",
        answers((f"{name}.", f"{rest[:1].upper()}{rest[1:]}") for name, _, rest in said),
        (),
        tuple(sections_of(result)),
        tuple(_dilution(one, result.settings["nearest"]) for one in result.dilutions),
        ("dilution", "sink"),
        (result.corpus,),
        result.settings,
        result.notices,
        dilute_json(result),
        dilute_rows(result),
    )


def _dilution(one: Dilution, nearest: object) -> Table:
    rows = one.rows
    near = any(row.nearest is not None for row in rows)
    columns = {
        "keys": [f"{row.keys:,}" for row in rows],
        "entropy, bits": [fixed(row.entropy, 2) for row in rows],
        "effective keys": [significant(row.effective_keys) for row in rows],
        "needle" if one.source == "gap" else "largest weight": [significant(row.top) for row in rows],
        **({f"on the nearest {nearest}": [significant(row.nearest) for row in rows]} if near else {}),
        "scale": [fixed(row.scale, 3) for row in rows],
    }
    return table(f"{title(one)}; scale under the assumption: {one.assumption}", columns)


def cross_chapter(result: CrossResult) -> Chapter:
    """The chapter of ``decay cross``."""
    said = cross_sentences(result)
    told = f"{counted(result.lines, 'line')}, {result.aligned:,} with words on both sides."
    queried = [_query(result.query)] if result.query is not None and result.query.offsets else []
    return Chapter(
        "decay.cross",
        "What a word of A tells of the line beside it",
        answers([(said[0], " ".join(said[1:]))]),
        paragraphs([told, SHUFFLED]),
        tuple(sections_of(result)),
        (*queried, *([_offsets(result)] if result.sides else [])),
        ("diagonal", "mutual information", "floor", "usable"),
        (result.first, result.second),
        result.settings,
        tuple(cross_notices(result)),
        cross_json(result),
        cross_rows(result),
    )


def _offsets(result: CrossResult) -> Table:
    before, after = (one.curve for one in result.sides)
    places = [(before, at, -1) for at in reversed(range(before.offset.size))]
    places += [(after, at, 1) for at in range(after.offset.size)]
    columns = {
        "offset": [signed(sign * int(curve.offset[at])) for curve, at, sign in places],
        "pairs": [f"{curve.pairs[at]:,}" for curve, at, _ in places],
        "bits": [fixed(float(curve.value[at]), 4) for curve, at, _ in places],
        "± se": [fixed(float(curve.se[at]), 4) for curve, at, _ in places],
        "floor": [fixed(float(curve.floor[at]), 4) for curve, at, _ in places],
        "usable": ["yes" if curve.usable[at] else "no" for curve, at, _ in places],
    }
    return table("Information between A and B by offset from the diagonal", columns)


def _query(query: CrossQuery) -> Table:
    found = [(at, word) for at in query.offsets for word in at.words]
    columns = {
        "offset": [signed(at.offset) for at, _ in found],
        "told from noise": ["yes" if at.usable else "no" for at, _ in found],
        "word": [word.word for _, word in found],
        "count": [f"{word.count:,}" for _, word in found],
        "share": [significant(word.p) for _, word in found],
        "95 % from": [significant(word.low) for _, word in found],
        "to": [significant(word.high) for _, word in found],
        "in B": [significant(word.base) for _, word in found],
        "lift": [significant(word.lift) for _, word in found],
    }
    return table(f"Words of B around '{query.query}', {counted(query.occurrences, 'occurrence')}", columns)
