"""Curves as rows: one point each, with what every fitted model expects there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows

if TYPE_CHECKING:
    from lexdecay.records import Curve, FitResult, FittedCurve, MeasureResult

CURVE_COLUMNS = (
    "measure",
    "estimand",
    "unit",
    "vocabulary",
    "offset",
    "pairs",
    "raw",
    "floor",
    "value",
    "se",
    "noise",
    "usable",
)


def measure_rows(result: MeasureResult) -> Rows:
    """Return every point of every curve."""
    return Rows(CURVE_COLUMNS, [row for curve in result.curves for row in _points(curve)])


def fit_rows(result: FitResult) -> Rows:
    """Return every point with its local slope and one column ``expected_MODEL`` per fitted model."""
    models = tuple(dict.fromkeys(fit.model for fitted in result.curves for fit in fitted.fits))
    columns = (*CURVE_COLUMNS, "local_slope", *(f"expected_{model}" for model in models))
    return Rows(columns, [row for fitted in result.curves for row in _fitted_points(fitted, models)])


def _points(curve: Curve) -> list[tuple[Any, ...]]:
    head = (curve.measure, curve.estimand, curve.unit, curve.vocabulary)
    floats = (curve.raw, curve.floor, curve.value, curve.se, curve.noise)
    return [
        (
            *head,
            int(offset),
            int(curve.pairs[at]),
            *(finite(column[at]) for column in floats),
            bool(curve.usable[at]),
        )
        for at, offset in enumerate(curve.offset)
    ]


def _fitted_points(fitted: FittedCurve, models: tuple[str, ...]) -> list[tuple[Any, ...]]:
    expected = {
        fit.model: dict(zip(fitted.offsets.tolist(), fit.expected.tolist(), strict=False))
        for fit in fitted.fits
    }
    return [
        (*row, finite(slope), *(finite(expected.get(model, {}).get(int(offset))) for model in models))
        for row, slope, offset in zip(
            _points(fitted.curve), fitted.local_slope, fitted.curve.offset, strict=True
        )
    ]
