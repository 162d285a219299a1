"""Which offsets of a curve are fitted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Curve, Flags

# Measures that may rise before they fall.
RISING = frozenset({"recurrence", "attraction", "avoidance"})


def fitted_offsets(curve: Curve, first: int | None = None, last: int | None = None) -> Flags:
    """Mark the offsets [m] to fit: all from the first to the largest usable one, usable or not.

    Leaving out unusable offsets between usable ones would keep upward noise and drop downward noise.
    Recurrence starts at its maximum, because words avoid repeating themselves at once; so does what two
    classes of words do to each other. ``first`` and ``last`` narrow the range; nothing widens it beyond the
    largest usable offset.
    """
    none = np.zeros(curve.offset.shape, dtype=bool)
    end = curve.usable_max_offset
    if end is None:
        return none
    begin = first if first is not None else _begin(curve)
    return (curve.offset >= begin) & (curve.offset <= (end if last is None else min(end, last)))


def _begin(curve: Curve) -> int:
    if curve.measure not in RISING:
        return int(curve.offset[0])
    return int(curve.offset[np.argmax(np.where(curve.usable, curve.value, -np.inf))])
