"""Exact discrete power-law fit at every candidate x_min at once, and the x_min of the smallest distance.

Clauset, Shalizi & Newman (2009), section 3, without their approximations: the exponent is the exact
maximum-likelihood one, the Kolmogorov-Smirnov distance compares both sides of every jump. All candidates'
exponents are found together by Newton's method. Distances are bounded from below at a few frequencies
first, and computed in full only while the bound leaves room: pruning cannot change the minimum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.zipf.hurwitz import EXPONENT_MAX, log_zeta, log_zeta_jet
from lexdecay.zipf.records import Scan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Floats, Ints
    from lexdecay.zipf.records import Spectrum

EXPONENT_MIN = 1.0 + 1e-6
_STEP_ENOUGH = 1e-5  # Newton converges quadratically: the error after such a step is about 1e-10
_MAX_STEPS = 60
# Frequencies looked at for the lower bound of a distance: denser near x_min, where most types are.
_COARSE, _FINE = 12, 64


class Tails(NamedTuple):
    """Suffix sums of a spectrum: everything a power-law fit at candidate j needs."""

    frequency: Floats  # [m]
    at_or_above: Floats  # [m], types with at least this frequency
    log_sum: Floats  # [m], their summed log frequency

    @property
    def candidates(self) -> Ints:
        """Every frequency but the last may be x_min (one point fits any law)."""
        return np.arange(self.frequency.size - 1)


def tails(spectrum: Spectrum) -> Tails:
    """Suffix sums of a spectrum."""
    k, v = spectrum.frequency.astype(float), spectrum.types.astype(float)
    return Tails(k, v[::-1].cumsum()[::-1], (v * np.log(k))[::-1].cumsum()[::-1])


def exponents(x_min: Floats, n_tail: Floats, log_sum: Floats) -> tuple[Floats, Floats]:
    """Maximum-likelihood exponents and their standard errors, all tails together.

    Solves d log zeta(a, x_min) / da = - mean log frequency. The left side increases and is concave in a:
    Newton's method never passes the root from below; from above it may, and then the bracket is halved.
    An exponent at ``EXPONENT_MAX`` is at its bound.
    """
    mean_log = log_sum / n_tail
    low, high = np.full_like(x_min, EXPONENT_MIN), np.full_like(x_min, EXPONENT_MAX)
    alpha = np.clip(1.0 + 1.0 / (mean_log - np.log(x_min - 0.5)), 1.05, EXPONENT_MAX)  # their eq. 3.7
    for _ in range(_MAX_STEPS):
        jet = log_zeta_jet(alpha, x_min)
        score = mean_log + jet.first
        high = np.where(score > 0, alpha, high)
        low = np.where(score > 0, low, alpha)
        step = alpha - score / jet.second
        step = np.where(step < low, 0.5 * (low + high), np.minimum(step, high))
        moved = np.abs(step - alpha).max()
        alpha = step
        if moved < _STEP_ENOUGH:
            break
    return alpha, 1.0 / np.sqrt(n_tail * jet.second)


def on_grid(alpha: Floats, x_min: Floats, n_tail: Floats, log_sum: Floats, grid: float) -> Floats:
    """Exponents of the grid 1.50, 1.50 + grid, ..., 3.50 with the highest likelihood (the 2009 code).

    The log-likelihood is concave, so the best grid point is one of the two that enclose the optimum.
    """
    last = round(2.0 / grid)
    below = np.clip(np.floor((alpha - 1.5) / grid), 0, last)
    points = 1.5 + grid * np.stack([below, np.minimum(below + 1, last)])
    likelihood = -points * log_sum - n_tail * log_zeta(points, x_min)
    return np.asarray(np.take_along_axis(points, likelihood.argmax(axis=0)[None], axis=0)[0])


def ks_distance(t: Tails, candidate: int, alpha: float) -> float:
    """Largest distance of empirical and fitted distribution over all integers from x_min on.

    In the gap between two occurring frequencies the fitted one grows and the empirical one stands
    still, so the ends of the gap suffice.
    """
    k = t.frequency[candidate:]
    above = np.append(t.at_or_above[candidate + 1 :], 0.0) / t.at_or_above[candidate]
    at = np.exp(log_zeta(alpha, np.concatenate([k + 1.0, k])) - log_zeta(alpha, k[:1]))
    after_jump = np.abs(at[: k.size] - above).max()
    before_next = np.abs(at[k.size + 1 :] - above[:-1]).max(initial=0.0)
    return float(max(after_jump, before_next))


def lower_bounds(t: Tails, candidates: Ints, alpha: Floats, points: int) -> Floats:
    """Distances at a few frequencies only: never more than the true distance."""
    spread = np.linspace(0.0, 1.0, points) ** 2
    index = candidates[:, None] + ((t.frequency.size - 1 - candidates)[:, None] * spread).astype(np.int64)
    above = np.append(t.at_or_above[1:], 0.0)[index] / t.at_or_above[candidates][:, None]
    start = log_zeta(alpha, t.frequency[candidates])
    fitted = np.exp(log_zeta(alpha[:, None], t.frequency[index] + 1.0) - start[:, None])
    return np.asarray(np.abs(fitted - above).max(axis=1))


def distances(t: Tails, candidates: Ints, alpha: Floats, limit: float) -> Iterator[tuple[int, float]]:
    """Yield (position among candidates, exact distance), most promising first.

    Candidates whose distance cannot be below ``limit``, or below the best so far, are never computed;
    without a limit the candidate with the lowest coarse bound sets one.
    """
    coarse = lower_bounds(t, candidates, alpha, _COARSE)
    if limit == np.inf:
        first = int(coarse.argmin())
        limit = _distance(t, candidates, alpha, first)
        yield first, limit
        coarse[first] = np.inf
    hopeful = np.flatnonzero(coarse < limit)
    if hopeful.size == 0:
        return
    fine = np.maximum(lower_bounds(t, candidates[hopeful], alpha[hopeful], _FINE), coarse[hopeful])
    best = limit
    for i in np.argsort(fine, kind="stable"):
        if fine[i] >= best:
            return
        position = int(hopeful[i])
        distance = _distance(t, candidates, alpha, position)
        best = min(best, distance)
        yield position, distance


def _distance(t: Tails, candidates: Ints, alpha: Floats, position: int) -> float:
    return ks_distance(t, int(candidates[position]), float(alpha[position]))


def scan(
    spectrum: Spectrum, *, grid: float | None = None, full: bool = False, only: Ints | None = None
) -> Scan:
    """Fit every candidate x_min; the best one has the smallest distance.

    Parameters
    ----------
    grid
        Step of the 2009 code's grid of exponents (0.01); None is the exact optimum.
    full
        Compute every distance, for a plot; otherwise those that cannot be the smallest stay infinite.
    only
        Positions of the frequencies that may be x_min, all distances computed; None is every one.
    """
    t = tails(spectrum)
    j = t.candidates if only is None else only
    x_min, n, log_sum = t.frequency[j], t.at_or_above[j], t.log_sum[j]
    alpha, se = exponents(x_min, n, log_sum)
    if grid is not None:
        alpha = on_grid(alpha, x_min, n, log_sum, grid)
    ks = np.full(j.size, np.inf)
    if full or only is not None:
        ks[:] = [ks_distance(t, int(i), float(a)) for i, a in zip(j, alpha, strict=True)]
    else:
        for position, distance in distances(t, j, alpha, np.inf):
            ks[position] = distance
    return Scan(x_min.astype(np.int64), alpha, se, n.astype(np.int64), ks)


def fits_better_than(spectrum: Spectrum, limit: float, *, grid: float | None = None) -> bool:
    """Whether any x_min gives a distance below ``limit``; stops at the first."""
    t = tails(spectrum)
    j = t.candidates
    if j.size == 0:
        return False
    x_min, n, log_sum = t.frequency[j], t.at_or_above[j], t.log_sum[j]
    alpha, _ = exponents(x_min, n, log_sum)
    if grid is not None:
        alpha = on_grid(alpha, x_min, n, log_sum, grid)
    return any(distance < limit for _, distance in distances(t, j, alpha, limit))
