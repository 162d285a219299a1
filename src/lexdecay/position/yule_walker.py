"""The direct kernel: recurrence with the chains of shorter links taken out (Yule-Walker).

If a word repeats the one D positions earlier with probability a_D, two words d apart share an origin with
probability rho(d) = sum_D a_D rho(|d - D|), rho(0) = 1: recurrence counts every chain of links, a_D only the
direct one. Solving for a_D is Yule (1927) and Walker (1931); Levinson's recursion does it in m^2 steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.kernels import Kernel, make_kernel

if TYPE_CHECKING:
    from lexdecay.records import Curve, Flags, Floats

USABLE_SIGMAS = 4.0  # as for every curve: see measure/curve.py
# Up to this distance each stands alone; beyond, means over log-spaced bins bring the noise down.
ALONE_UNTIL = 16
BIN_RATIO = 10 ** (1 / 8)  # of the distances of one bin: that of the offsets of every other curve


@dataclass(frozen=True, slots=True, eq=False)
class DirectLinks:
    """a_1..a_M with the covariance of its errors, and the spread it has where there is nothing to find."""

    value: Floats  # [M], probability
    covariance: Floats  # [M, M]
    noise: Floats  # [M, M], covariance of pure noise


def direct_kernel(curve: Curve, unit: str) -> Kernel:
    """Return the kernel of direct links of a recurrence curve, over its unbroken run of offsets from 1.

    A log-spaced curve has such a run up to 16 only. Distances whose link does not stand four standard
    deviations above noise are left out; negative ones (words avoid repeating) have no logarithm. Noise is
    known offset by offset only, and neighbours move together, so a bin must stand out of its own error too.
    """
    links = direct_links(curve)
    distance, mean = bins(links.value.size)
    value = mean @ links.value
    covariance = mean @ links.covariance @ mean.T
    spread = np.maximum(np.diag(mean @ links.noise @ mean.T), np.diag(covariance))
    noise = np.sqrt(np.maximum(spread, 0))
    kept: Flags = value > USABLE_SIGMAS * noise
    relative = covariance[np.ix_(kept, kept)] / np.outer(value[kept], value[kept])
    return make_kernel("direct", distance[kept], np.log(value[kept]), relative, unit)


def direct_links(curve: Curve) -> DirectLinks:
    """Solve rho(d) = sum_D a_D rho(|d - D|) for a_1..a_M, errors to first order in those of rho.

    With T_ij = rho(|i - j|), T a = rho; a change of rho changes T as well, so
    da = T^-1 (I - S) drho with S_ik = a_(i-k) + a_(i+k), where an index outside 1..M gives 0.
    """
    from scipy.linalg import solve_toeplitz

    size = unbroken(curve)
    if size == 0:
        return DirectLinks(np.empty(0), np.empty((0, 0)), np.empty((0, 0)))
    rho = curve.value[:size]
    column = np.concatenate(([1.0], rho[:-1]))
    value = solve_toeplitz(column, rho)
    change = solve_toeplitz(column, np.eye(size) - _own_change(value))
    covariance = change @ curve.covariance[:size, :size] @ change.T
    return DirectLinks(value, covariance, (change * curve.noise[:size] ** 2) @ change.T)


def unbroken(curve: Curve) -> int:
    """Return M, how many offsets 1, 2, ..., M a curve has without a gap."""
    steps = np.arange(1, curve.offset.size + 1)
    return int(np.cumprod(curve.offset == steps).sum())


def bins(size: int) -> tuple[Floats, Floats]:
    """Return the centres [b] of the bins of distances 1..size and the matrix [b, size] that takes means.

    The centre is the geometric mean of a bin's distances: the mean of a power law over the bin then lies
    within 0.4 % of its value there, and what is left is the same factor in every bin.
    """
    starts = [float(d) for d in range(1, min(size, ALONE_UNTIL + 1) + 1)]
    while starts and starts[-1] * BIN_RATIO < size:
        starts.append(np.ceil(starts[-1] * BIN_RATIO))
    edges = np.append(np.array(starts), size + 1.0)
    distances = np.arange(1, size + 1)
    inside = (distances >= edges[:-1, None]) & (distances < edges[1:, None])
    mean = inside / np.maximum(inside.sum(1, keepdims=True), 1)
    return np.round(np.exp(mean @ np.log(distances)), 9), mean  # 16, not 15.999999999999998


def _own_change(value: Floats) -> Floats:
    size = value.size
    padded = np.zeros(3 * size + 1)
    padded[size : 2 * size] = value  # entry size - 1 + D holds a_D
    row, column = np.arange(1, size + 1)[:, None], np.arange(1, size + 1)
    before = np.where(row > column, padded[np.maximum(size - 1 + row - column, 0)], 0.0)
    return np.asarray(before + padded[size - 1 + row + column])
