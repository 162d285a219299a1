"""Results as JSON documents: every key of the schema present, null where there is no value.

The form of each document is fixed by ``schema/*.json``, shipped with the package and printed by
``decay schema NAME``. A new key keeps the schema's number; any other change makes a new number and file.
"""

from __future__ import annotations

import base64
import os
from typing import TYPE_CHECKING, Any, Protocol

from lexdecay import __version__
from lexdecay.report.json_text import finite, finite_list

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lexdecay.records import (
        Corpus,
        Curve,
        Estimate,
        Fit,
        FitResult,
        FittedCurve,
        MeasureResult,
        Notice,
        Source,
        Verdict,
    )


class Result(Protocol):
    """What every result on a corpus has."""

    @property
    def corpus(self) -> Corpus:
        """What was measured."""

    @property
    def settings(self) -> dict[str, str | int | float | bool | None]:
        """How."""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """Doubts and hints of the measurement."""


CURVE_SCHEMA = "decay.curve/1"
FIT_SCHEMA = "decay.fit/1"


def measure_json(result: MeasureResult) -> dict[str, Any]:
    """Return the document ``decay.curve/1``, from which the result can be read back."""
    curves = [{**_curve_head(curve), **_curve_tail(curve)} for curve in result.curves]
    return {**frame_json(CURVE_SCHEMA, result), "curves": curves, "warnings": warnings_json(result)}


def fit_json(result: FitResult) -> dict[str, Any]:
    """Return the document ``decay.fit/1``."""
    curves = [fitted_json(fitted) for fitted in result.curves]
    return {**frame_json(FIT_SCHEMA, result), "curves": curves, "warnings": warnings_json(result)}


def tool() -> dict[str, str]:
    """Return the name and version of this program."""
    return {"name": "lexdecay", "version": __version__}


def source_json(source: Source) -> dict[str, Any]:
    """Return one input; a path that is not UTF-8 is also given as base64 of its bytes."""
    raw = os.fsencode(source.path)
    shown = raw.decode("utf-8", "replace")
    return {
        "path": shown,
        "path_base64": None if shown == source.path else base64.b64encode(raw).decode("ascii"),
        "bytes": source.bytes,
        "sha256": source.sha256,
        "encoding": source.encoding,
        "documents": source.documents,
        "tokens": source.tokens,
    }


def notice_json(notice: Notice) -> dict[str, Any]:
    """Return one warning."""
    return {"code": notice.code, "message": notice.message, "hint": notice.hint}


def all_notices(result: Result) -> list[Notice]:
    """Return the notices of the corpus and of the measurement, each once, in order."""
    return list(dict.fromkeys((*result.corpus.notices, *result.notices)))


def corpus_json(corpus: Corpus) -> dict[str, int]:
    """Return the counts of a corpus."""
    return {"documents": corpus.documents, "tokens": corpus.tokens, "types": corpus.types}


def frame_json(schema: str, result: Result) -> dict[str, Any]:
    """Return the keys with which every document on a corpus begins."""
    return {
        "schema": schema,
        "tool": tool(),
        "inputs": [source_json(source) for source in result.corpus.sources],
        "settings": {"corpus": dict(result.corpus.settings), "measuring": dict(result.settings)},
        "corpus": corpus_json(result.corpus),
    }


def warnings_json(result: Result) -> list[dict[str, Any]]:
    """Return the notices of a result."""
    return [notice_json(notice) for notice in all_notices(result)]


def _curve_head(curve: Curve) -> dict[str, Any]:
    return {
        "measure": curve.measure,
        "estimand": curve.estimand,
        "unit": curve.unit,
        "vocabulary": curve.vocabulary,
        "usable_max_offset": curve.usable_max_offset,
    }


def _curve_tail(curve: Curve) -> dict[str, Any]:
    halves = curve.halves and [_values(half) for half in curve.halves]
    return {**_values(curve), "far": finite(curve.far), "halves": halves}


def _values(curve: Curve) -> dict[str, Any]:
    covariance = [finite_list(row) for row in curve.covariance]
    return {"points": list(points_json(curve)), "covariance": covariance}


def points_json(curve: Curve) -> Iterable[dict[str, Any]]:
    """Return the points of a curve, one record an offset."""
    for at, offset in enumerate(curve.offset):
        yield {
            "offset": int(offset),
            "pairs": int(curve.pairs[at]),
            "raw": finite(curve.raw[at]),
            "floor": finite(curve.floor[at]),
            "value": finite(curve.value[at]),
            "se": finite(curve.se[at]),
            "noise": finite(curve.noise[at]),
            "usable": bool(curve.usable[at]),
        }


def fitted_json(fitted: FittedCurve) -> dict[str, Any]:
    """Return a curve with its fits and its verdict."""
    slopes = finite_list(fitted.local_slope)
    points = [
        {**point, "local_slope": slope}
        for point, slope in zip(points_json(fitted.curve), slopes, strict=True)
    ]
    return {
        **_curve_head(fitted.curve),
        "points": points,
        "fitted_offsets": [int(offset) for offset in fitted.offsets],
        "fits": [_fit(fit) for fit in fitted.fits],
        "verdict": _verdict(fitted.verdict),
    }


def _fit(fit: Fit) -> dict[str, Any]:
    return {
        "model": fit.model,
        "status": fit.status,
        "reason": fit.reason or None,
        "parameters": [estimate_json(estimate) for estimate in fit.parameters],
        "chi2": finite(fit.chi2),
        "dof": finite(fit.dof),
        "p": finite(fit.p),
        "bic": finite(fit.bic),
        "delta_bic": finite(fit.delta_bic),
        "weight": finite(fit.weight),
        "deviation": finite(fit.deviation),
        "held_out": finite(fit.held_out),
        "expected": finite_list(fit.expected),
    }


def estimate_json(estimate: Estimate) -> dict[str, Any]:
    """Return one fitted parameter."""
    return {
        "name": estimate.name,
        "symbol": estimate.symbol,
        "value": finite(estimate.value),
        "se": finite(estimate.se),
        "ci95": [finite(estimate.low), finite(estimate.high)],
        "unit": estimate.unit,
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "answer": verdict.answer,
        "best_model": verdict.best_model,
        "range": [verdict.low, verdict.high],
        "decades": finite(verdict.decades),
        "reason": verdict.reason,
    }
