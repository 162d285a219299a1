"""The floor: what plug-in mutual information gives where nothing is left to find.

Three parts, each measured on the text itself (docs/decisions/0004-floor.md has the evidence):

* E(d), the expectation under random re-pairing with both margins fixed, computed exactly;
* delta(d), what serial dependence adds to it, from far circular shifts;
* gain(d), the share by which the difference raw - E - delta is still too small. Words that attract
  each other fill fewer cells than words that do not, so near offsets have less bias than far shifts.
  The jackknife sees that: its estimate of the bias at d, minus its estimate on far shifts, is taken
  off the difference, as a smooth relative correction that is nothing where nothing was measured.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.measure.expected import expected_informations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.measure.information import Information
    from lexdecay.records import Floats, Ints

# Offsets within a factor e^0.7 = 2 of each other share their gain, and a gain is taken to be 0 with a
# standard deviation of 0.1 before anything is measured: the largest gain seen at long offsets of
# corpora of known law is about that.
GAIN_BANDWIDTH = 0.7
GAIN_PRIOR = 0.1
# Exposures that differ by less than a twentieth say nothing about how a bias depends on them.
EXPOSURE_RANGE = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """Information of one null pairing, and at which of the curve's offsets it was drawn."""

    index: int
    information: Information


@dataclass(frozen=True, slots=True, eq=False)
class Null:
    """What the null pairings say, brought to the exposure of every offset of the curve."""

    base: Floats  # [m], E + delta, bits
    variance: Floats  # [m], of the information of one null pairing, bits^2
    jackknife_variance: Floats  # [m], what the jackknife makes of that variance
    bias: Floats  # [m], what the jackknife makes of the bias of a null pairing, bits
    bias_variance: Floats  # [m], of that bias, from draw to draw
    leave_out: Floats  # [m, B], mean deviation of the null without block b
    draws: int
    far: float | None = None  # of far shifts, as in `Curve`


def far_shift_null(tables: Sequence[Information], draws: Sequence[Draw]) -> Null:
    """Null of the *total* estimand: far shifts, drawn at some offsets, hold at all by exposure.

    E is computed at every offset; what draws add to it is carried from theirs to all (`_carried`).
    """
    expected = expected_informations([(t.left, t.right) for t in tables])
    of_draws = _expected_of_draws(draws, tables, expected)
    null = carried_null(expected, of_draws, tables, draws)
    return replace(null, far=_departure([draw.information for draw in draws], of_draws))


def _departure(tables: Sequence[Information], expected: Floats) -> float:
    """Root mean square of I - E in standard deviations of independent words.

    2 n ln 2 I is then chi-squared (Wilks 1938), so the variance of I is E / (n ln 2).
    """
    excess = np.array([table.value for table in tables]) - expected
    variance = expected / (np.array([table.pairs for table in tables]) * np.log(2))
    return root_mean_square(excess, variance)


def root_mean_square(departure: Floats, variance: Floats) -> float:
    """Root mean square of departures in standard deviations; 0 for those that cannot vary."""
    known = variance > 0
    return float(np.sqrt(np.divide(departure**2, variance, out=np.zeros_like(departure), where=known).mean()))


def carried_null(
    expected: Floats, drawn_expected: Floats, tables: Sequence[Information], draws: Sequence[Draw]
) -> Null:
    """Null whose E is ``expected``, [m], and whose delta is what the draws hold above theirs, [R]."""
    pairs = np.array([t.pairs for t in tables], float)
    drawn = np.array([d.information.pairs for d in draws], float)
    excess = np.array([d.information.value for d in draws]) - drawn_expected
    delta, variance = _carried(drawn, excess, pairs)
    bias, bias_variance = _carried(drawn, np.array([d.information.bias for d in draws]), pairs)
    deviation = _deviations([d.information for d in draws]) * drawn[:, None]
    return Null(
        base=expected + delta,
        variance=variance,
        jackknife_variance=_jackknife_variance(deviation).mean() / pairs**2,
        bias=bias,
        bias_variance=bias_variance,
        leave_out=deviation.mean(0) / pairs[:, None],
        draws=len(draws),
    )


def _expected_of_draws(draws: Sequence[Draw], tables: Sequence[Information], expected: Floats) -> Floats:
    """E of null pairings: that of their offset where they have the same margins, as in all of a text."""
    found = expected[[draw.index for draw in draws]]
    differ = [not _same_margins(draw.information, tables[draw.index]) for draw in draws]
    others = (draw.information for draw in compress(draws, differ))
    found[differ] = expected_informations([(table.left, table.right) for table in others])
    return found


def _same_margins(one: Information, other: Information) -> bool:
    return np.array_equal(one.left, other.left) and np.array_equal(one.right, other.right)


def _carried(drawn: Floats, values: Floats, pairs: Floats) -> tuple[Floats, Floats]:
    """Values of draws with ``drawn`` pairs brought to ``pairs``: mean [m] and variance of a draw [m].

    Bias between independent words falls as 1 / pairs; bias between whole documents does not, since
    there are as many of them at every offset. So values x pairs is a line in pairs, its intercept
    alone where exposures differ too little to tell.
    """
    total = values * drawn
    slopes = np.ptp(drawn) > EXPOSURE_RANGE * drawn.max()
    design = np.column_stack([np.ones_like(drawn), drawn])[:, : 1 + slopes]
    coefficients, *_ = np.linalg.lstsq(design, total, rcond=None)
    residual = total - design @ coefficients
    variance = float(residual @ residual) / (drawn.size - design.shape[1])
    at = np.column_stack([np.ones_like(pairs), pairs])[:, : 1 + slopes]
    return at @ coefficients / pairs, variance / pairs**2


def shuffled_null(tables: Sequence[Information], draws: Sequence[Sequence[Information]]) -> Null:
    """Null of the *within-document* estimand: ``draws[r][i]`` is shuffle r at the curve's offset i.

    What documents share with themselves does not fall as 1 / pairs, so each offset keeps its own
    mean; the spread is pooled over offsets.
    """
    value = np.array([[t.value for t in draw] for draw in draws])
    bias = np.array([[t.bias for t in draw] for draw in draws])
    deviation = np.array([_deviations(draw) for draw in draws])  # [R, m, B]
    pairs = np.array([t.pairs for t in tables], float)

    def pooled(spread: Floats) -> Floats:
        return (spread * pairs**2).mean() / pairs**2

    return Null(
        base=value.mean(0),
        variance=pooled(value.var(0, ddof=1)),
        jackknife_variance=pooled(_jackknife_variance(deviation).mean(0)),
        bias=bias.mean(0),
        bias_variance=pooled(bias.var(0, ddof=1)),
        leave_out=deviation.mean(0),
        draws=len(draws),
    )


def gain(offsets: Ints, tables: Sequence[Information], null: Null) -> Floats:
    """Relative correction of raw - base, [m], smooth in the logarithm of the offset.

    At one offset it is (null jackknife bias - own jackknife bias) / (raw - base), known to
    sigma / (raw - base); neighbours are averaged by precision and shrunk to 0 by a prior.
    """
    difference = np.array([t.value for t in tables]) - null.base
    correction = null.bias - np.array([t.bias for t in tables])
    precision = difference**2 / np.maximum(null.bias_variance * (1 + 1 / null.draws), np.finfo(float).tiny)
    # precision x own gain, written so that a difference of 0 needs no division
    signal = (
        precision
        * correction
        * np.divide(1, difference, out=np.zeros_like(difference), where=difference != 0)
    )
    logs = np.log(offsets)
    kernel = np.exp(-0.5 * ((logs[:, None] - logs) / GAIN_BANDWIDTH) ** 2)
    return (kernel @ signal) / (kernel @ precision + GAIN_PRIOR**-2)


def _deviations(tables: Sequence[Information]) -> Floats:
    """Leave-out values minus the whole, [R, B]."""
    return np.array([t.leave_out - t.value for t in tables])


def _jackknife_variance(deviation: Floats) -> Floats:
    blocks = deviation.shape[-1]
    return (blocks - 1) * deviation.var(-1)
