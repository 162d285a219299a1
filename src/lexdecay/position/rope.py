"""Rotary and sinusoidal encodings: frequencies, mean kernel, its logarithmic law, what fits into a context.

Pair j of a head of dimension D turns by theta_j = base^(-2j/D) a token. Queries and keys that share a
mean direction see the mean kernel g(m) = (2/D) sum_j cos(m theta_j); nothing in a text sets its factor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Floats

CHUNK = 4096  # distances at once when a mean kernel is taken at arbitrary ones: 4 MB for 128 dimensions


@dataclass(frozen=True, slots=True)
class Coverage:
    """How the wavelengths of a head lie to a range of distances."""

    pairs: int
    turning: int  # pairs that complete a turn within the range
    shortest: float  # wavelength, tokens
    longest: float


def frequencies(dimension: int, base: float) -> Floats:
    """Return theta_j = base^(-2j/D), j = 0..D/2-1, radians a token (Su et al. 2021, section 3.2.2)."""
    return np.asarray(base ** (-np.arange(0, dimension, 2) / dimension), dtype=np.float64)


def wavelengths(theta: Floats) -> Floats:
    """Return 2 pi / theta_j, tokens a turn."""
    return 2 * np.pi / theta


def mean_kernel(distance: Floats, theta: Floats) -> Floats:
    """Return g(m) = mean_j cos(m theta_j) at any distances."""
    parts = [distance[i : i + CHUNK] for i in range(0, distance.size, CHUNK)]
    return np.concatenate([np.cos(np.outer(part, theta)).mean(1) for part in parts] or [np.empty(0)])


def mean_kernel_to(last: int, theta: Floats) -> Floats:
    """Return g(0), ..., g(last).

    cos((a + b) theta) = cos cos - sin sin over a grid of about sqrt(last) times sqrt(last): one product of
    matrices in place of ``last`` times D/2 cosines, equal to them within 1e-12.
    """
    side = math.isqrt(last) + 1
    coarse, fine = np.arange(0, last + 1, side)[:, None] * theta, np.arange(side)[:, None] * theta
    table = np.hstack([np.cos(coarse), -np.sin(coarse)]) @ np.hstack([np.cos(fine), np.sin(fine)]).T
    return np.asarray(table.ravel()[: last + 1] / theta.size)


def logarithmic_law(distance: Floats, base: float) -> Floats:
    """Return 1 - (ln m + gamma) / ln base, what g(m) follows on average for 1 << m << base.

    Many pairs make the mean an integral over ln theta, [Ci(m) - Ci(m / base)] / ln base, and
    Ci(x) = gamma + ln x + O(x^2) for small x while Ci vanishes for large x.
    """
    return np.asarray(1 - (np.log(distance) + np.euler_gamma) / math.log(base))


def continuum(distance: Floats, base: float) -> Floats:
    """Return [Ci(m) - Ci(m / base)] / ln base, g(m) for infinitely many pairs."""
    from scipy.special import sici

    return np.asarray((sici(distance)[1] - sici(distance / base)[1]) / math.log(base))


def ripple(theta: Floats, distance: float) -> float:
    """Return the rms of g about its trend at a distance: sqrt(n / 2) / pairs, n the pairs that have turned.

    Pairs that have completed a turn stand at angles that are as good as random; each adds a cosine of
    variance 1/2.
    """
    turned = int((wavelengths(theta) <= distance).sum())
    return math.sqrt(turned / 2) / theta.size


def coverage(theta: Floats, distance: float) -> Coverage:
    """Return how many pairs complete a turn within ``distance``, and the range of wavelengths."""
    turns = wavelengths(theta)
    return Coverage(theta.size, int((turns <= distance).sum()), float(turns.min()), float(turns.max()))
