"""``decay attn`` as JSON and as rows, and what it found in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.screen import significant
from lexdecay.report.to_json import estimate_json, notice_json, source_json, tool

if TYPE_CHECKING:
    from lexdecay.position.attention_records import AttnResult, CurveMatch, HeadFound, Perturbed
    from lexdecay.records import Estimate

ATTN_SCHEMA = "decay.attn/1"
KINDS = {
    "sink": "sink",
    "previous_token": "previous token",
    "local": "local",
    "rising": "rising",
    "flat": "flat",
    "undecided": "undecided",
}
NO_CAUSE = "Two curves that fall with distance go together whatever made them: this is no evidence of cause."


def attn_json(result: AttnResult) -> dict[str, Any]:
    """Return the document ``decay.attn/1``."""
    profile = result.profile
    reach = [int(profile.offset[0]), int(profile.offset[-1])] if profile.offset.size else [None, None]
    return {
        "schema": ATTN_SCHEMA,
        "tool": tool(),
        "inputs": [source_json(source) for source in result.corpus.sources],
        "settings": dict(result.settings),
        "maps": {
            "queries": profile.queries,
            "keys": profile.keys,
            "heads": int(profile.head.size),
            "rows": int(profile.rows[:, 0].sum()) if profile.rows.size else 0,
            "masked_rows": profile.masked_rows,
            "offsets": reach,
        },
        "heads": [_head(one) for one in result.heads],
        "mixture": [_head(one) for one in result.mixture],
        "perturbation": _perturbed(result.perturbed) if result.perturbed else None,
        "found": sentences(result),
        "warnings": [notice_json(notice) for notice in result.notices],
    }


def attn_rows(result: AttnResult) -> Rows:
    """Return one row a head, side and distance; the mean of all heads has neither layer nor head."""
    columns = ("layer", "head", "side", "kind", "distance", "weight", "uniform", "logit", "se", "usable")
    found = [
        (one.layer, one.head, one.side, one.kind, *point.values())
        for one in (*result.heads, *result.mixture)
        for point in _points(one)
    ]
    return Rows(columns, found)


def sentences(result: AttnResult) -> list[str]:
    """Return what was found, in words."""
    if not result.heads:
        return ["These maps are too small for a slope over distance."]
    kinds: Counter[str] = Counter(one.kind for one in result.heads)
    said = [", ".join(f"{kinds[kind]} {name}" for kind, name in KINDS.items() if kinds[kind])]
    said = [f"Heads: {said[0]}."]
    for one in result.mixture:
        said += _mixture(one, sided=len(result.mixture) > 1)
    if result.perturbed is not None:
        said.append(_disagreement(result.perturbed))
    return said


def interval(estimate: Estimate | None) -> str:
    """Return a value with its 95 % interval, a dash for none."""
    if estimate is None:
        return "-"
    value = _two(estimate.value)
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} [{_two(estimate.low)}, {_two(estimate.high)}]"


def _two(number: float) -> str:
    return f"{round(number, 2) + 0.0:.2f}"  # + 0.0 takes the sign off a zero


def _mixture(one: HeadFound, *, sided: bool) -> list[str]:
    place = {"before": " before the query", "after": " after it"}[one.side] if sided else ""
    if one.exponent is None:
        return [f"The mean of all heads{place} has too few usable distances or rows for a slope."]
    low, high = int(one.distance[one.usable][0]), int(one.distance[one.usable][-1])
    law = {
        "power": "A power law lies nearer than an exponential",
        "exponential": "An exponential lies nearer than a power law",
        "undecided": "A power law and an exponential cannot be told apart",
    }[one.shape]
    errors = f"{significant(one.rms_power, 2)} and {significant(one.rms_exponential, 2)} nats"
    slope = f"γ = {interval(one.exponent)} in distance^-γ over {low:,} to {high:,}; uniform attention has 0"
    said = [f"The mean of all heads{place} has {slope}. {law} (rms {errors})."]
    if one.plain_slope is not None and one.plain_null is not None:
        said.append(
            f"Averaged over all rows, as is often done, the slope is {one.plain_slope:.2f}, of which uniform "
            f"attention alone gives {one.plain_null:.2f}."
        )
    return [*said, *([_match(one.match)] if one.match else [])]


def _match(match: CurveMatch) -> str:
    return (
        f"Beside the corpus kernel at {match.distance.size} distances, {int(match.distance[0]):,} to "
        f"{int(match.distance[-1]):,}: slope ratio {interval(match.ratio)} (1 is the same shape), "
        f"{significant(match.rms, 2)} nats apart. {NO_CAUSE}"
    )


def _disagreement(one: Perturbed) -> str:
    tau = "-" if one.tau is None else f"{one.tau:.2f}"
    judged = "much alike" if one.agrees else "not at the same distances"
    moved = f"{100 * one.apart:.0f} % of the weight would have to move"
    places = f"in {one.low.size} stretches of distance"
    return f"Weight and what context is worth, {places}: {judged} (Kendall's tau {tau}; {moved})."


def _head(one: HeadFound) -> dict[str, Any]:
    return {
        "layer": one.layer,
        "head": one.head,
        "side": one.side,
        "kind": one.kind,
        "sink_mass": one.sink_mass,
        "nearest_mass": one.nearest_mass,
        "entropy": one.entropy,
        "uniform_entropy": one.visible,
        "exponent": estimate_json(one.exponent) if one.exponent else None,
        "rate": estimate_json(one.rate) if one.rate else None,
        "rms_power": finite(one.rms_power),
        "rms_exponential": finite(one.rms_exponential),
        "shape": one.shape,
        "p": finite(one.p),
        "q": finite(one.q),
        "plain_slope": finite(one.plain_slope),
        "plain_null": finite(one.plain_null),
        "match": _match_json(one.match) if one.match else None,
        "points": _points(one),
    }


def _points(one: HeadFound) -> list[dict[str, Any]]:
    return [
        {
            "distance": int(distance),
            "weight": finite(one.mass[at]),
            "uniform": finite(one.plain_uniform[at]),
            "logit": finite(one.logit[at]),
            "se": finite(one.se[at]),
            "usable": bool(one.usable[at]),
        }
        for at, distance in enumerate(one.distance)
    ]


def _match_json(match: CurveMatch) -> dict[str, Any]:
    return {
        "distances": [int(match.distance[0]), int(match.distance[-1])],
        "points": int(match.distance.size),
        "rms": match.rms,
        "ratio": estimate_json(match.ratio),
        "rank_correlation": finite(match.rank_correlation),
    }


def _perturbed(one: Perturbed) -> dict[str, Any]:
    columns = zip(one.low, one.high, one.gain, one.se, one.gain_share, one.mass_share, strict=True)
    return {
        "tokens": one.tokens,
        "stretches": [
            {
                "low": int(low),
                "high": int(high),
                "gain": finite(gain),
                "se": finite(se),
                "gain_share": finite(gain_share),
                "weight_share": finite(weight_share),
            }
            for low, high, gain, se, gain_share, weight_share in columns
        ],
        "tau": finite(one.tau),
        "apart": one.apart,
        "agrees": one.agrees,
    }
