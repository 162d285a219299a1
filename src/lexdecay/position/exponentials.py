"""Decays as sums of exponentials: what ALiBi's heads can be together.

A head with slope m has the kernel e^(-m d), and an average over heads is a sum of exponentials. Any
completely monotone decay is one, and slopes in geometric progression do for a power law:
d^-a = 1/Gamma(a) int e^(a u) exp(-d e^u) du, and the trapezoid rule with step h = ln r has a relative
error that does not depend on d (Beylkin & Monzon 2010; McLean 2018).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.biases import alibi_slopes

if TYPE_CHECKING:
    from lexdecay.position.kernels import Kernel
    from lexdecay.records import Floats

HARMONICS = 6  # of the ripple; the second is below 1e-4 of the first for any ratio below 100
RIDGE = 1e-7  # on weights of unit columns: it decides between columns that float64 cannot tell apart
STEPS = 60  # Gauss-Newton steps of the best weights
# A slope of 3/d is over at distance d and one of 1/(3 D) flat up to D: between them lie all that matter.
STEEPEST, FLATTEST = 3.0, 3.0


def ripple(exponent: float, ratio: float) -> float:
    """Return the largest relative error of d^-a by slopes a factor ``ratio`` apart, unlimited in number.

    (2 / Gamma(a)) sum_k |Gamma(a + 2 pi i k / ln r)|, by Poisson summation.
    """
    from scipy.special import gamma

    waves = exponent + 2j * np.pi * np.arange(1, HARMONICS + 1) / math.log(ratio)
    return float(2 * np.abs(gamma(waves)).sum() / gamma(exponent))


def spread_slopes(heads: int, nearest: float, farthest: float) -> Floats:
    """Return geometric slopes from 3 / ``nearest`` to 1 / (3 ``farthest``), which reach all between."""
    steepest, flattest = STEEPEST / nearest, 1 / (FLATTEST * farthest)
    return (
        np.geomspace(steepest, flattest, heads) if heads > 1 else np.array([math.sqrt(steepest * flattest)])
    )


def log_mixture(distance: Floats, slopes: Floats, weights: Floats) -> Floats:
    """Return ln sum_h w_h e^(-m_h d), exactly where every term underflows too."""
    from scipy.special import logsumexp

    return np.asarray(logsumexp(-np.outer(distance, slopes), axis=1, b=weights))


def best_weights(kernel: Kernel, slopes: Floats) -> Floats:
    """Return the weights >= 0 whose mixture lies closest to the kernel, in rms nats over ln d.

    Gauss-Newton on the logarithm: each step is a non-negative least-squares problem, halved until it
    helps. Mixtures are linear in the weights, so the weights fix the free constant too.
    """
    target, root = kernel.log_value - kernel.log_value.max(), np.sqrt(kernel.weight)
    single = -np.outer(kernel.seen, slopes)
    weights = _nonnegative(root[:, None] * np.exp(single - target[:, None]), root)
    for _ in range(STEPS):
        now = log_mixture(kernel.seen, slopes, weights)
        step = _nonnegative(root[:, None] * np.exp(single - now[:, None]), root * (1 + target - now))
        better = _shortened(kernel, slopes, weights, step)
        if better is None:
            break
        weights = better
    return weights


def _nonnegative(matrix: Floats, target: Floats) -> Floats:
    """Least squares with coefficients >= 0 for columns that are nearly alike.

    Neighbouring exponentials differ in the fifth digit, on which an active set can go in circles; a bounded
    interior method takes longer and cannot.
    """
    from scipy.optimize import lsq_linear, nnls

    size = np.maximum(np.linalg.norm(matrix, axis=0), np.finfo(np.float64).tiny)
    scaled = np.vstack([matrix / size, RIDGE * np.eye(size.size)])
    padded = np.concatenate([target, np.zeros(size.size)])
    try:
        found, _ = nnls(scaled, padded, maxiter=100 * size.size)
    except RuntimeError:
        found = np.maximum(lsq_linear(scaled, padded, bounds=(0, np.inf)).x, 0)
    return np.asarray(found / size)


def _shortened(kernel: Kernel, slopes: Floats, weights: Floats, step: Floats) -> Floats | None:
    now = _misfit(kernel, slopes, weights)
    for share in (1.0, 0.5, 0.25, 0.125):
        tried = weights + share * (step - weights)
        if _misfit(kernel, slopes, tried) < now * (1 - 1e-9):
            return tried
    return None


def _misfit(kernel: Kernel, slopes: Floats, weights: Floats) -> float:
    if not weights.any():
        return math.inf
    target = kernel.log_value - kernel.log_value.max()
    return float(kernel.weight @ (log_mixture(kernel.seen, slopes, weights) - target) ** 2)


def head_shares(slopes: Floats, weights: Floats, nearest: float, farthest: float) -> Floats:
    """Return the share of each head in what the mixture gives to distances ``nearest`` to ``farthest``.

    The sum of w_h e^(-m_h d) over them; it is the share of head h in an average of heads that are each a
    softmax over these distances alone.
    """
    span = farthest - nearest + 1
    with np.errstate(divide="ignore"):
        logs = np.log(weights * np.expm1(-slopes * span) / np.expm1(-slopes)) - slopes * nearest
    sums = np.exp(logs - logs.max())
    return np.asarray(sums / sums.sum())


def average_of_heads(heads: int, length: int) -> Floats:
    """Return the mean attention of ALiBi's default heads at distances 0..length-1, content left out.

    Each head is a softmax of its own; over ln m evenly, sum_h e^(-m_h d) m_h -> int e^(-m d) dm = 1/d.
    """
    kernels = np.exp(-np.outer(np.arange(length), alibi_slopes(heads)))
    return np.asarray((kernels / kernels.sum(0)).mean(1))
