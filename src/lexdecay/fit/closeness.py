"""How far a fitted law stays from a curve, as a share of the value: the size of a misfit, not its proof."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Curve, Fit, Flags, Floats


def with_deviation(fit: Fit, curve: Curve, fitted: Flags) -> Fit:
    """Fill in ``deviation`` over the usable of the fitted offsets, where there is a value to compare with."""
    usable = curve.usable[fitted] & (curve.value[fitted] != 0.0)
    if fit.expected.size == 0 or not usable.any():
        return fit
    value, se = curve.value[fitted][usable], curve.se[fitted][usable]
    return replace(fit, deviation=deviation(value, se, fit.expected[usable]))


def deviation(value: Floats, se: Floats, expected: Floats) -> float:
    """Return the root mean square of (value - expected) / value, less what errors of size ``se`` explain."""
    square = ((value - expected) / value) ** 2 - (se / value) ** 2
    return float(np.sqrt(max(float(np.mean(square)), 0.0)))
