"""Two curves of the same measure: their difference at each common offset, with its error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri

from lexdecay.word_records import CurveDifference

if TYPE_CHECKING:
    from lexdecay.records import Curve

LEVEL = 0.05  # two-sided


def curve_difference(first: Curve, second: Curve) -> CurveDifference:
    """First minus second at the offsets that both have.

    The errors of two corpora are independent, so their variances add. ``differs`` holds for all m offsets
    together: each is tested at 5 % / m (Bonferroni).

    Raises ValueError for curves of different measures, estimands or vocabularies.
    """
    if _kind(first) != _kind(second):
        raise ValueError(f"curves of different kinds have no difference: {_kind(first)}, {_kind(second)}")
    offset, a, b = np.intersect1d(first.offset, second.offset, assume_unique=True, return_indices=True)
    difference = first.value[a] - second.value[b]
    se = np.hypot(first.se[a], second.se[b])
    each, together = (-ndtri(LEVEL / 2 / tests) for tests in (1, max(offset.size, 1)))
    return CurveDifference(
        measure=first.measure,
        estimand=first.estimand,
        unit=first.unit,
        vocabulary=first.vocabulary,
        offset=offset,
        first=first.value[a],
        second=second.value[b],
        difference=difference,
        se=se,
        low=difference - each * se,
        high=difference + each * se,
        usable=first.usable[a] | second.usable[b],
        differs=np.abs(difference) > together * se,
    )


def _kind(curve: Curve) -> tuple[str, ...]:
    # Recurrence takes every type, so the number of types is no choice that could differ.
    size = "" if curve.measure == "recurrence" else str(curve.vocabulary)
    return (curve.measure, curve.estimand, size)
