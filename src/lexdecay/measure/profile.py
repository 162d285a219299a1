"""How a query changes the words at an offset: divergence from the background, shares, half-life.

pull(d) = KL(P(. | query, d) || P(.)) in bits, above what the same number of words taken from the
background would give. A floor is needed here as it is for mutual information: 200 words drawn at
random diverge from their own source by half a bit or more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import betainc

from lexdecay.measure.association import false_discovery
from lexdecay.measure.curve import information_curve
from lexdecay.measure.expected import expected_divergence, xlog2x
from lexdecay.measure.floor import carried_null
from lexdecay.measure.information import Information
from lexdecay.word_records import HalfLife

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.measure.floor import Draw
    from lexdecay.records import Curve, Floats, Ints

# Below this many words the jackknife's blocks hold a word or none and no interval can be trusted.
LEAST_OCCURRENCES = 50
# Words that keep their identity in the divergence, as a multiple of the sample, and its bounds. The
# error of the divergence grows with the square root of this, what can be seen with the words it names.
SMALLEST_CLASS, LARGEST_CLASS = 50, 5000
NORMAL_95 = 1.959963984540054  # of a two-sided 95 % interval
HALF_LIFE_DRAWS = 2000  # percentiles of 2.5 % from 50 draws a side


def default_class_size(occurrences: int) -> int:
    """Words that keep their identity in the divergence: one an occurrence, 50 to 5000."""
    return int(np.clip(occurrences, SMALLEST_CLASS, LARGEST_CLASS))


def divergence(counts: Ints, background: Ints) -> Information:
    """KL(sample || background) in bits, whole and without each block of the sample.

    Parameters
    ----------
    counts
        int64[B, M], the sample by block.
    background
        int64[M], the whole from which it is taken; positive where ``counts`` is.
    """
    whole = counts.sum(0)
    size = int(whole.sum())
    surprise = np.log2(background.sum()) - np.log2(np.maximum(background, 1))
    without = whole - counts
    left = without.sum(1)
    divergences = (xlog2x(without) + without * surprise).sum(1) / np.maximum(left, 1)
    value = float((xlog2x(whole) + whole * surprise).sum() / max(size, 1) - np.log2(max(size, 1)))
    leave_out = np.where(left > 0, divergences - np.log2(np.maximum(left, 1)), value)
    return Information(value, leave_out, size, np.array([size], np.int64), whole)


def pull_curve(
    distance: Ints, tables: Sequence[Information], draws: Sequence[Draw], background: Ints
) -> Curve:
    """Pull by distance, above its floor, with the errors of `information_curve`.

    Parameters
    ----------
    distance
        int64[m], word positions, ascending, on one side of the query.
    tables, draws
        `divergence` at each distance, and of neighbours shifted far along the class.
    """
    expected = np.array([expected_divergence(table.pairs, background) for table in tables])
    null = carried_null(expected, expected[[draw.index for draw in draws]], tables, draws)
    return information_curve(
        distance,
        tables,
        null,
        vocabulary=background.size - 1,
        estimand="total",
        measure="pull",
    )


def wilson_interval(count: Ints, size: int) -> tuple[Floats, Floats]:
    """95 % interval of proportions count / size: Wilson (1927), JASA 22:209."""
    z2 = NORMAL_95**2
    share = count / size
    centre = (share + z2 / (2 * size)) / (1 + z2 / size)
    half = NORMAL_95 * np.sqrt(share * (1 - share) / size + z2 / (4 * size**2)) / (1 + z2 / size)
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def chance_of_each(count: Ints, size: int, base: Floats, types: int) -> Floats:
    """q-values of words that stand more often among ``size`` words than their share of the text makes likely.

    The p of a word is that of its count or more, P(X >= count) of Binomial(size, base), a regularised
    incomplete beta function; the family of `false_discovery` is all ``types`` words of the class, since any
    of them could have stood there.

    Parameters
    ----------
    count
        int64[n], positive, of the words that were found.
    base
        [n], their shares of the class in the whole text.
    """
    p = betainc(count, size - count + 1, base)
    return false_discovery(np.append(p, np.ones(types - count.size)))[: count.size]


def half_life(curve: Curve, seed: int) -> HalfLife:
    """Distance at which the pull has fallen to half of its maximum.

    The value is read off straight lines in the logarithm of the distance, between usable offsets and
    the first that lies below half; the interval is that of curves drawn with the pull's covariance. Where
    offsets between those two were not measured, the fall may be anywhere there, and the interval holds both.
    """
    if not curve.usable.any():
        return HalfLife(None, None, None, "no offset stands out of the noise")
    found = _crossing(curve.value, curve)
    if found is None:
        return HalfLife(None, None, None, _still_above(curve))
    rng = np.random.default_rng([seed, HALF_LIFE_DRAWS])
    drawn = rng.multivariate_normal(curve.value, curve.covariance, HALF_LIFE_DRAWS, method="eigh")
    crossings = [_crossing(values, curve) or _BEYOND for values in drawn]
    low = float(np.quantile([each.low for each in crossings], 0.025, method="inverted_cdf"))
    high = float(np.quantile([each.high for each in crossings], 0.975, method="inverted_cdf"))
    if np.isinf(high):
        return HalfLife(found.at, low, None, "the upper end of the interval lies beyond the usable offsets")
    return HalfLife(found.at, low, high, None)


def _still_above(curve: Curve) -> str:
    return f"the pull is above half of its maximum up to offset {curve.usable_max_offset}, the largest usable"


class _Crossing(NamedTuple):
    """Where a curve falls to half: on the line between two offsets, and what the offsets alone say."""

    at: float
    low: float
    high: float


_BEYOND = _Crossing(np.inf, np.inf, np.inf)


def _crossing(values: Floats, curve: Curve) -> _Crossing | None:
    """First crossing of half the maximum, beyond the maximum; None when there is none in reach.

    A curve that is nowhere positive has no pull that could fall.
    """
    peak = int(np.argmax(np.where(curve.usable, values, -np.inf)))
    if values[peak] <= 0:
        return None
    below = np.flatnonzero(values[peak:] <= values[peak] / 2)
    if not below.size:
        return None
    after = peak + int(below[0])
    first, last = curve.offset[after - 1 : after + 1].tolist()
    above, under = values[after - 1], values[after]
    share = (above - values[peak] / 2) / (above - under)
    at = float(first * (last / first) ** share)
    return _Crossing(at, at, at) if last == first + 1 else _Crossing(at, first, last)
