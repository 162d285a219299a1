"""The same models fitted to two curves over the same offsets: how their parameters differ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lexdecay.fit.curve import fit_curve
from lexdecay.fit.span import fitted_offsets
from lexdecay.word_records import ParameterDifference

if TYPE_CHECKING:
    from lexdecay.records import Curve, Estimate, Fit


def parameter_differences(
    first: Curve, second: Curve
) -> tuple[tuple[int, int] | None, tuple[ParameterDifference, ...]]:
    """Fit every model to both curves over their common range of offsets.

    Returns
    -------
    The range, None when there is none, and the parameters of the models whose fits are ``ok`` in both.
    """
    spans = [curve.offset[fitted_offsets(curve)] for curve in (first, second)]
    if not all(span.size for span in spans):
        return None, ()
    low, high = max(int(span[0]) for span in spans), min(int(span[-1]) for span in spans)
    if low > high:
        return None, ()
    fits = [fit_curve(curve, first=low, last=high).fits for curve in (first, second)]
    second_fits = {fit.model: fit for fit in fits[1] if fit.status == "ok"}
    return (low, high), tuple(
        parameter
        for fit in fits[0]
        if fit.status == "ok" and fit.model in second_fits
        for parameter in _parameters(fit, second_fits[fit.model])
    )


def _parameters(first: Fit, second: Fit) -> list[ParameterDifference]:
    return [_difference(first.model, a, b) for a, b in zip(first.parameters, second.parameters, strict=True)]


def _difference(model: str, a: Estimate, b: Estimate) -> ParameterDifference:
    """Interval of a difference from those of its two parts, which need not be symmetric.

    L = a - b - sqrt((a - l_a)^2 + (u_b - b)^2) and U alike: Zou & Donner (2008), Stat. Med. 27:1693.
    """
    difference = a.value - b.value
    low, high = _reach(a.value, a.low, b.value, b.high), _reach(a.value, a.high, b.value, b.low)
    low = None if low is None else difference - low
    high = None if high is None else difference + high
    differs = None if low is None or high is None else not low <= 0 <= high
    return ParameterDifference(
        model, a.name, a.symbol, a.unit, a.value, b.value, difference, low, high, differs
    )


def _reach(a: float, end_of_a: float | None, b: float, end_of_b: float | None) -> float | None:
    if end_of_a is None or end_of_b is None:
        return None
    return math.hypot(end_of_a - a, end_of_b - b)
