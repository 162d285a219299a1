"""``decay cross`` as JSON and as rows, and what it found in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.screen import significant
from lexdecay.report.to_json import corpus_json, estimate_json, notice_json, points_json, source_json, tool

if TYPE_CHECKING:
    from lexdecay.position.cross_records import CrossQuery, CrossResult, CrossSide
    from lexdecay.records import Corpus, FittedCurve, Notice

CROSS_SCHEMA = "decay.cross/1"
PLAIN = ("exponential", "power_law")
NOTHING = (
    "No offset stands out of what shuffled alignments give: this does not mean that lines have nothing to do "
    "with each other, only that their words, at these offsets, do not show it."
)


def cross_json(result: CrossResult) -> dict[str, Any]:
    """Return the document ``decay.cross/1``."""
    return {
        "schema": CROSS_SCHEMA,
        "tool": tool(),
        "first": _text(result.first),
        "second": _text(result.second),
        "settings": dict(result.settings),
        "lines": result.lines,
        "aligned_lines": result.aligned,
        "peak": result.peak,
        "half_width": [finite(result.low_half), finite(result.high_half)],
        "sides": [_side(one) for one in result.sides],
        "query": _query(result.query) if result.query else None,
        "found": sentences(result),
        "warnings": [notice_json(notice) for notice in cross_notices(result)],
    }


def cross_rows(result: CrossResult) -> Rows:
    """Return one row a word and offset of the query, else one row a side and offset of the curve."""
    if result.query is not None:
        columns = (
            "offset",
            "n",
            "pull",
            "usable",
            "word",
            "count",
            "p",
            "base",
            "lift",
            "ci95_low",
            "ci95_high",
        )
        found = [
            (at.offset, at.n, at.pull, at.usable, w.word, w.count, w.p, w.base, w.lift, w.low, w.high)
            for at in result.query.offsets
            for w in at.words
        ]
        return Rows(columns, found)
    points = [(one.side, *point.values()) for one in result.sides for point in points_json(one.curve)]
    return Rows(("side", "distance", "pairs", "raw", "floor", "value", "se", "noise", "usable"), points)


def cross_notices(result: CrossResult) -> list[Notice]:
    """Return the notices of both texts and of the measurement, each once."""
    return list(dict.fromkeys((*result.first.notices, *result.second.notices, *result.notices)))


def sentences(result: CrossResult) -> list[str]:
    """Return what was found, in words."""
    if not result.sides:
        return ["There is too little aligned text to measure anything."]
    if result.peak is None:
        return [NOTHING]
    said = [_peak(result)]
    said += [_decay(one) for one in result.sides if one.fitted is not None]
    if result.query is not None and result.query.reason is not None:
        said.append(f"Of the query nothing can be said: {result.query.reason}.")
    return said


def signed(offset: int) -> str:
    """Return an offset with its sign; the diagonal has none."""
    return f"{offset:+,}" if offset else "0"


def _peak(result: CrossResult) -> str:
    peak = next(
        (float(one.curve.value[at]), float(one.curve.se[at]))
        for one in result.sides
        for at, distance in enumerate(one.curve.offset.tolist())
        if distance * (-1 if one.side == "before" else 1) == result.peak
    )
    bits = f"{significant(peak[0])} ± {significant(peak[1], 2)} bits above shuffled alignments"
    return (
        f"A word of A tells most at offset {signed(result.peak or 0)} from the diagonal of B: {bits}; "
        f"{_half(result)}."
    )


def _half(result: CrossResult) -> str:
    """Where half of the peak is left, and on which side more than half is as far as it can be seen."""
    ends = (("before", result.low_half), ("after", result.high_half))
    found = [f"{end:+.1f}" for _, end in ends if end is not None]
    beyond = [side for side, end in ends if end is None]
    said = [f"half of it is left at {' and '.join(found)}"] if found else []
    if beyond:
        said.append(f"{' and '.join(beyond)} the diagonal more than half is left as far as can be seen")
    return "; ".join(said)


def _decay(one: CrossSide) -> str:
    reach = one.curve.usable_max_offset
    fitted = one.fitted
    told = "" if fitted is None else "; ".join(_law(fitted, name) for name in PLAIN if _law(fitted, name))
    return f"{one.side.capitalize()} the diagonal it reaches offset {reach:,}" + (
        f" ({told})." if told else "."
    )


def _law(fitted: FittedCurve, name: str) -> str:
    fit = next((fit for fit in fitted.fits if fit.model == name and fit.status == "ok"), None)
    if fit is None:
        return ""
    shown = fit.parameters[-1]
    best = " best" if fitted.verdict.best_model == name else ""
    return f"{name.replace('_', ' ')}{best}, {shown.symbol} = {significant(shown.value)}"


def _text(corpus: Corpus) -> dict[str, Any]:
    return {
        "inputs": [source_json(source) for source in corpus.sources],
        "settings": dict(corpus.settings),
        "corpus": corpus_json(corpus),
    }


def _side(one: CrossSide) -> dict[str, Any]:
    points = [{"distance": p.pop("offset"), **p} for p in points_json(one.curve)]
    return {
        "side": one.side,
        "usable_max_offset": one.curve.usable_max_offset,
        "points": points,
        "fits": [] if one.fitted is None else _fits(one.fitted),
        "verdict": None if one.fitted is None else _verdict(one.fitted),
    }


def _verdict(fitted: FittedCurve) -> dict[str, Any]:
    said = fitted.verdict
    return {"answer": said.answer, "best_model": said.best_model, "reason": said.reason}


def _fits(fitted: FittedCurve) -> list[dict[str, Any]]:
    return [
        {
            "model": fit.model,
            "status": fit.status,
            "parameters": [estimate_json(estimate) for estimate in fit.parameters],
            "p": finite(fit.p),
            "delta_bic": finite(fit.delta_bic),
        }
        for fit in fitted.fits
    ]


def _query(one: CrossQuery) -> dict[str, Any]:
    return {
        "query": one.query,
        "occurrences": one.occurrences,
        "reason": one.reason,
        "offsets": [
            {
                "offset": at.offset,
                "n": at.n,
                "pull": finite(at.pull),
                "floor": finite(at.floor),
                "noise": finite(at.noise),
                "usable": at.usable,
                "words": [
                    {
                        "word": w.word,
                        "count": w.count,
                        "p": w.p,
                        "base": w.base,
                        "lift": w.lift,
                        "ci95": [w.low, w.high],
                    }
                    for w in at.words
                ],
            }
            for at in one.offsets
        ],
    }
