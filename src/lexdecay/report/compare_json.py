"""``decay compare`` as JSON and as rows, and what it found in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.screen import significant
from lexdecay.report.to_json import corpus_json, notice_json, source_json, tool
from lexdecay.report.words import ESTIMANDS, MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Corpus, Notice
    from lexdecay.word_records import ComparedCurves, CompareResult, CurveDifference, ParameterDifference

COMPARE_SCHEMA = "decay.compare/1"
# The one parameter of each of the two plain laws that says how fast they decay.
TOLD = {
    ("power_law", "exponent"): "exponent of the power law",
    ("exponential", "length"): "exponential length",
}


def compare_json(result: CompareResult) -> dict[str, Any]:
    """Return the document ``decay.compare/1``."""
    return {
        "schema": COMPARE_SCHEMA,
        "tool": tool(),
        "first": _side(result.names[0], result.first),
        "second": _side(result.names[1], result.second),
        "settings": {"corpus": dict(result.first.settings), "measuring": dict(result.settings)},
        "comparisons": [_comparison(compared, result) for compared in result.comparisons],
        "warnings": [notice_json(notice) for notice in compare_notices(result)],
    }


def compare_rows(result: CompareResult) -> Rows:
    """Return every common offset of every comparison."""
    columns = ("measure", "estimand", "unit", "vocabulary", "offset", "first", "second", "difference", "se",
               "ci95_low", "ci95_high", "usable", "differs")  # fmt: skip
    heads = [
        (c.measure, c.estimand, c.unit, c.vocabulary) for c in (one.curves for one in result.comparisons)
    ]
    return Rows(
        columns,
        [
            (*head, *flat)
            for head, one in zip(heads, result.comparisons, strict=True)
            for flat in _flat_points(one.curves)
        ],
    )


def compare_notices(result: CompareResult) -> list[Notice]:
    """Return the notices of both corpora and of the measurement, each once."""
    return list(dict.fromkeys((*result.first.notices, *result.second.notices, *result.notices)))


def sentences(compared: ComparedCurves, names: tuple[str, str]) -> list[str]:
    """Return what a comparison found: where the curves differ, and how fast they decay."""
    of = compared.curves
    above, below = (_places(of, sign) for sign in (1, -1))
    title = f"{MEASURES[of.measure][0]} ({ESTIMANDS[of.estimand]})"
    if not (above or below):
        return [
            f"{title}: the two cannot be told apart at any of {of.offset.size} offsets.",
            *_decays(compared),
        ]
    said = [
        f"{names[0]} lies {how} {names[1]} at {where}"
        for how, where in (("above", above), ("below", below))
        if where
    ]
    rest = "" if of.differs.all() else "; elsewhere they cannot be told apart"
    return [f"{title}: {' and '.join(said)}{rest}.", *_decays(compared)]


def corrected(of: CurveDifference) -> str | None:
    """Say why an offset does not differ whose own interval leaves 0 out, None where there is none."""
    alone = ~of.differs & ((of.low > 0) | (of.high < 0))
    if not alone.any():
        return None
    return f"Differ: at 5 % for all {of.offset.size:,} offsets together; 95 %: of each by itself."


def _places(of: CurveDifference, sign: int) -> str:
    found = of.offset[of.differs & (of.difference * sign > 0)].tolist()
    if not found:
        return ""
    span = f"{found[0]:,}" if len(found) == 1 else f"{found[0]:,} to {found[-1]:,}"
    return f"{len(found)} of {of.offset.size} offsets ({span})"


def _decays(compared: ComparedCurves) -> Iterator[str]:
    for one in compared.parameters:
        name = TOLD.get((one.model, one.name))
        if name is None or compared.range is None:
            continue
        low, high = compared.range
        answer = {True: "they differ", False: "they cannot be told apart", None: "no interval, cannot tell"}
        interval = f"[{_end(one.low)}, {_end(one.high)}]"
        yield (
            f"The {name} over offsets {low:,} to {high:,}: {significant(one.first)} against "
            f"{significant(one.second)}, difference {significant(one.difference)} {interval}: "
            f"{answer[one.differs]}."
        )


def _end(value: float | None) -> str:
    return "open" if value is None else significant(value)


def _side(name: str, corpus: Corpus) -> dict[str, Any]:
    return {
        "name": name,
        "inputs": [source_json(source) for source in corpus.sources],
        "corpus": corpus_json(corpus),
    }


def _comparison(compared: ComparedCurves, result: CompareResult) -> dict[str, Any]:
    of = compared.curves
    return {
        "measure": of.measure,
        "estimand": of.estimand,
        "unit": of.unit,
        "vocabulary": of.vocabulary,
        "points": [_point(row) for row in _flat_points(of)],
        "fitted_range": list(compared.range) if compared.range else None,
        "parameters": [_parameter(parameter) for parameter in compared.parameters],
        "found": sentences(compared, result.names),
    }


def _flat_points(of: CurveDifference) -> Iterator[tuple[Any, ...]]:
    columns = (of.first, of.second, of.difference, of.se, of.low, of.high)
    for at, offset in enumerate(of.offset.tolist()):
        numbers = (finite(column[at]) for column in columns)
        yield (offset, *numbers, bool(of.usable[at]), bool(of.differs[at]))


def _point(row: tuple[Any, ...]) -> dict[str, Any]:
    offset, first, second, difference, se, low, high, usable, differs = row
    return {
        "offset": offset,
        "first": first,
        "second": second,
        "difference": difference,
        "se": se,
        "ci95": [low, high],
        "usable": usable,
        "differs": differs,
    }


def _parameter(one: ParameterDifference) -> dict[str, Any]:
    return {
        "model": one.model,
        "name": one.name,
        "symbol": one.symbol,
        "unit": one.unit,
        "first": finite(one.first),
        "second": finite(one.second),
        "difference": finite(one.difference),
        "ci95": [finite(one.low), finite(one.high)],
        "differs": one.differs,
    }
