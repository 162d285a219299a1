"""Tables by offset -> Curve: value, floor, covariance, noise and which offsets are usable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.measure.floor import GAIN_BANDWIDTH, Null, gain
from lexdecay.records import Curve, Estimand, Flags, Floats, Ints

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.measure.information import Information

SHRINKAGE = 0.1  # of correlations to 0: 40 blocks do not determine a 30 x 30 matrix
USABLE_SIGMAS = 4.0  # one-sided P = 3e-5 an offset, 1e-3 a curve of 30
# Half of the gain stays uncertain: with a third, 72 % of the values of pooled trees lay within 1.96
# standard errors of the exact ones, with a half 92 % (0004-floor.md).
GAIN_UNCERTAINTY = 1 / 2


def information_curve(
    offsets: Ints,
    tables: Sequence[Information],
    null: Null,
    *,
    vocabulary: int,
    estimand: Estimand,
    measure: str = "mutual_information",
) -> Curve:
    """Information by offset, in bits, above its floor.

    Parameters
    ----------
    offsets
        int64[m], ascending.
    tables
        One a offset: plug-in information, whole and without each block.
    null
        The same of null pairings (`far_shift_null`, `shuffled_null`).
    measure
        What the information is of: pairs of words, or the words around a query (`pull_curve`).
    """
    raw = np.array([t.value for t in tables])
    correction = gain(offsets, tables, null)
    difference = raw - null.base
    value = difference * (1 + correction)
    noise = np.sqrt(null.variance * (1 + 1 / null.draws)) * (1 + correction)
    covariance = _information_covariance(offsets, tables, null, correction, difference)
    return Curve(
        measure=measure,
        estimand=estimand,
        unit="bits",
        vocabulary=vocabulary,
        offset=offsets,
        pairs=np.array([t.pairs for t in tables], np.int64),
        raw=raw,
        floor=raw - value,
        value=value,
        se=np.sqrt(np.diag(covariance)),
        noise=noise,
        usable=usable_offsets(value, noise),
        covariance=covariance,
        far=null.far,
    )


def usable_offsets(value: Floats, noise: Floats) -> Flags:
    """Offsets whose value stands more than four noise standard deviations above nothing."""
    return (value > USABLE_SIGMAS * noise) & (noise > 0)


def jackknife_covariance(leave_out: Floats) -> Floats:
    """Covariance of m estimates from their values without each of B blocks, [m, B] -> [m, m].

    (B - 1) / B sum_b (v_b - mean)(v_b - mean)': Tukey (1958), Efron (1982).
    """
    blocks = leave_out.shape[1]
    deviation = leave_out - leave_out.mean(1, keepdims=True)
    return (blocks - 1) / blocks * deviation @ deviation.T


def shrunk_correlation(covariance: Floats) -> Floats:
    """Correlations pulled 10 % towards 0; offsets without spread correlate with none."""
    se = np.sqrt(np.diag(covariance))
    scale = np.divide(1, se, out=np.zeros_like(se), where=se > 0)
    correlation = (1 - SHRINKAGE) * covariance * np.outer(scale, scale)
    np.fill_diagonal(correlation, 1)
    return correlation


def _information_covariance(
    offsets: Ints, tables: Sequence[Information], null: Null, correction: Floats, difference: Floats
) -> Floats:
    """Sampling error between blocks + error of the floor + what the gain leaves uncertain.

    The jackknife overstates the variance of a bias: on null pairings it is compared with their true
    spread, and the excess is taken off, never below that spread.
    """
    deviation = np.array([t.leave_out - t.value for t in tables]) - null.leave_out
    jackknife = jackknife_covariance(deviation)
    excess = np.maximum(null.jackknife_variance - null.variance, 0)
    se = np.sqrt(np.maximum(np.diag(jackknife) - excess, null.variance)) * (1 + correction)
    sampling = shrunk_correlation(jackknife) * np.outer(se, se)
    level = np.sqrt(null.variance / null.draws)
    logs = np.log(offsets)
    smooth = np.exp(-0.5 * ((logs[:, None] - logs) / GAIN_BANDWIDTH) ** 2)
    left_over = GAIN_UNCERTAINTY * correction * difference
    return sampling + np.outer(level, level) + smooth * np.outer(left_over, left_over)
