"""How far dependence reaches: the distance within which a share of all pairwise information lies.

The sum of I(d) over distances is a scale for shares, not the information of a text: pairs repeat what
other pairs say. And it is a sum up to the last usable offset, so a horizon has that end in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.kernels import KERNELS, Exponent, exponent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Curve, Floats

DRAWS = 400  # of the curve with its covariance: the 95 % ends are known to a tenth of their width
TAIL = 10.0  # the tail is the last decade of usable offsets
# While the end grows from 1000 to 100,000, the distance that holds 90 % grows 13-fold at d^-1.2, and by 40 %
# at d^-1.5. Below, a horizon tells where the measurement ends.
INTRINSIC = 1.2


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """I(1), ..., I(D) in bits, and as many curves drawn with its errors, D being the last usable offset."""

    value: Floats  # [D]
    drawn: Floats  # [DRAWS, D]

    @property
    def last(self) -> int:
        """The last usable offset."""
        return int(self.value.size)


@dataclass(frozen=True, slots=True)
class HorizonRow:
    """Where a share of the information up to each end lies; the interval is that at the last end."""

    share: float
    distances: tuple[int, ...]  # one for each end
    ci95: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Horizon:
    """Horizons for several ends of the sum, and what the tail says about them."""

    ends: tuple[int, ...]
    rows: tuple[HorizonRow, ...]
    tail: Exponent | None
    answer: str  # intrinsic, not_intrinsic or cannot_tell
    bits: float  # sum of I(d) up to the last end


def reach(curve: Curve, seed: int) -> Reach | None:
    """Return I at every distance up to the last usable offset, None when there are not two of them.

    Between usable offsets ln I is straight in ln d. Curves are drawn with the covariance of the usable
    values; a draw that is not positive there is cut at a hundredth of the value, so that it has a logarithm.
    """
    usable = curve.usable & (curve.value > 0)
    if usable.sum() < 2:
        return None
    offset, value = curve.offset[usable], curve.value[usable]
    covariance = curve.covariance[np.ix_(usable, usable)]
    rng = np.random.default_rng([seed, DRAWS])
    drawn = rng.multivariate_normal(value, covariance, DRAWS, method="eigh")
    places = np.log(np.arange(1, int(offset[-1]) + 1))
    curves = np.maximum(np.vstack([value, drawn]), value / 100)
    filled = np.array([np.exp(np.interp(places, np.log(offset), np.log(one))) for one in curves])
    return Reach(filled[0], filled[1:])


def horizon(curve: Curve, found: Reach, shares: Sequence[float]) -> Horizon:
    """Return the distances that hold each share of the information up to D/4, D/2 and D."""
    ends = tuple(sorted({max(1, found.last // 4), max(1, found.last // 2), found.last}))
    rows = tuple(_row(found, share, ends) for share in shares)
    tail = tail_exponent(curve)
    return Horizon(ends, rows, tail, _answer(tail), float(found.value.sum()))


def tail_exponent(curve: Curve) -> Exponent | None:
    """Return the exponent of I(d) over the last decade of usable offsets, None for fewer than four."""
    kernel = KERNELS["mi"].build(curve, "words")
    return exponent(kernel, kernel.high / TAIL, kernel.high)


def holding(value: Floats, share: float) -> int:
    """Return the smallest distance D with sum_{d <= D} I >= share of the whole sum."""
    total = np.cumsum(value)
    return int(np.searchsorted(total, share * total[-1] * (1 - 1e-12)) + 1)


def _row(found: Reach, share: float, ends: tuple[int, ...]) -> HorizonRow:
    drawn = [holding(curve, share) for curve in found.drawn]
    low, high = np.percentile(drawn, [2.5, 97.5])
    return HorizonRow(
        share, tuple(holding(found.value[:end], share) for end in ends), (round(low), round(high))
    )


def _answer(tail: Exponent | None) -> str:
    if tail is None:
        return "cannot_tell"
    low, high = tail.value - 1.96 * tail.se, tail.value + 1.96 * tail.se
    if low > INTRINSIC:
        return "intrinsic"
    return "not_intrinsic" if high <= INTRINSIC else "cannot_tell"
