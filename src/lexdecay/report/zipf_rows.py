"""Results of `zipf` as rows: one table for each verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lexdecay.records import Estimate
    from lexdecay.zipf.lnre import Population
    from lexdecay.zipf.models import Family
    from lexdecay.zipf.records import TailFit, ZipfAnalysis
    from lexdecay.zipf.results import (
        CompareResult,
        CountResult,
        EachResult,
        GrowthResult,
        SensitivityResult,
        Survey,
        ZipfResult,
    )

_REPORT = (
    "part",
    "model",
    "status",
    "parameter",
    "value",
    "se",
    "low",
    "high",
    "log_likelihood",
    "delta_aic",
    "statistic",
    "p",
)
_SURVEY = (
    "name",
    "tokens",
    "types",
    "hapaxes",
    "answer",
    "form",
    "f1_exponent",
    "f1_p",
    "f2_exponent",
    "f2_p",
    "f3_exponent",
    "f3_p",
    "best",
    "tail_alpha",
    "tail_x_min",
    "tail_n",
    "tail_p",
)


def report_rows(result: ZipfResult) -> Rows:
    """Return one row per parameter of every fitted law; ``statistic`` is D, the ratio or the chi-square."""
    found = result.analysis
    return Rows(_REPORT, [*_full_rows(found), *_tail_rows(found.tail), *_other_rows(found)])


def _full_rows(found: ZipfAnalysis) -> Iterator[tuple[Any, ...]]:
    for fit in found.full_range.fits if found.full_range else ():
        tests = (fit.log_likelihood, fit.delta_aic, fit.ks, fit.p)
        yield from _parameters(("full_range", fit.family, fit.status), fit.parameters, tests)


def _tail_rows(tail: TailFit) -> Iterator[tuple[Any, ...]]:
    low, high = tail.ci95 or (None, None)
    head = ("tail", "f1", tail.status)
    yield (*head, "exponent", tail.alpha, tail.se, low, high, tail.log_likelihood, None, tail.ks, tail.p)
    low, high = tail.x_min_ci95 or (None, None)
    x_min = None if tail.x_min is None else float(tail.x_min)
    yield (*head, "x_min", x_min, None, low, high, tail.log_likelihood, None, tail.ks, tail.p)


def _other_rows(found: ZipfAnalysis) -> Iterator[tuple[Any, ...]]:
    for other in found.alternatives:
        tests = (other.log_likelihood, None, other.llr, other.p)
        yield from _parameters(("alternative", other.model, other.status), other.parameters, tests)
    for model in found.lnre:
        tests = (None, None, model.x2, model.p)
        yield from _parameters(("population", model.model, model.status), model.parameters, tests)


def _parameters(
    head: tuple[str, str, str], parameters: Sequence[Estimate], tests: tuple[float | None, ...]
) -> Iterator[tuple[Any, ...]]:
    shown = tuple(finite(value) for value in tests)
    if not parameters:
        yield (*head, None, None, None, None, None, *shown)
    for p in parameters:
        yield (*head, p.symbol, finite(p.value), finite(p.se), finite(p.low), finite(p.high), *shown)


def each_rows(result: EachResult) -> Rows:
    """Return one row per book."""
    return Rows(_SURVEY, [_survey_row(book) for book in result.books])


def sensitivity_rows(result: SensitivityResult) -> Rows:
    """Return one row per token rule."""
    return Rows(_SURVEY, [_survey_row(rule) for rule in result.rules])


def _survey_row(found: Survey) -> tuple[Any, ...]:
    laws: list[float | None] = []
    for name in ("f1", "f2", "f3"):
        fit = found.fit_of(name)
        laws += [None, None] if fit is None or not fit.parameters else [fit.parameters[0].value, fit.p]
    best = found.fits[0].family if found.fits else None
    tail, size = found.tail, found.summary
    head = (found.name, size.tokens, size.types, size.hapaxes, found.verdict.answer, found.verdict.form)
    return (*head, *laws, best, tail.alpha, tail.x_min, tail.n_tail, tail.p)


def count_rows(result: CountResult) -> Rows:
    """Return words and counts."""
    return Rows(("word", "count"), list(zip(result.words, result.counts.tolist(), strict=True)))


def growth_rows(result: GrowthResult) -> Rows:
    """Return the points of the growth curve."""
    columns = ("tokens", "types", "lo", "hi", "hapaxes", "local_slope", "observed")
    curve = result.growth
    if curve is None:
        return Rows(columns, [])
    seen = [None] * curve.tokens.size if curve.observed is None else curve.observed.tolist()
    arrays = (curve.tokens, curve.types, curve.low, curve.high, curve.hapaxes, curve.local_slope)
    return Rows(columns, list(zip(*(array.tolist() for array in arrays), seen, strict=True)))


def compare_rows(result: CompareResult) -> Rows:
    """Return one row per compared parameter."""
    columns = ("parameter", "first", "second", "difference", "se", "z", "p")
    rows = [(p.name, p.first, p.second, p.difference, p.se, p.z, p.p) for p in result.comparison.parameters]
    return Rows(columns, rows)


def models_rows(models: Sequence[Family | Population]) -> Rows:
    """Return one row per parameter of every law."""
    from lexdecay.report.zipf_json import models_json

    columns = ("model", "kind", "formula", "parameter", "symbol", "meaning", "source")
    rows = [
        (m["name"], m["kind"], m["formula"], p["name"], p["symbol"], p["meaning"], m["source"])
        for m in models_json(models)["models"]
        for p in m["parameters"]
    ]
    return Rows(columns, rows)
