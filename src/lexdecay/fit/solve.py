"""Bounded least squares for many starting points at once (damped Newton steps with an active set).

A curve has some thirty offsets and a model at most four parameters: almost all the time of a general
solver would be its own bookkeeping. Working on a stack of problems makes multi-start and profile
likelihood cost little more than one fit. Full second derivatives, because a law that fits badly has
large residuals, on which Gauss-Newton steps creep.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Flags, Floats

MOST_STEPS: Final = 200
# Step of finite differences: errors of a first derivative h^2, of a second 1e-16/h^2, both about 1e-8.
DIFFERENCE: Final = 1e-4
# Gain in chi2, in units of 1 + chi2, below which no estimate moves by a thousandth of its error.
TOLERANCE: Final = 1e-9
# A search that ran out of steps on a ridge along which chi2 changes by less than this a step, in the
# same units, has an answer: its place on the ridge is what the intervals show to be undetermined.
NEGLIGIBLE: Final = 1e-4
# Curvature of chi2 below which a coordinate counts as without effect, and the least relative curvature
# of a direction that is not flat to rounding.
SMALLEST_CURVATURE: Final = 1e-200
SMALLEST_EIGENVALUE: Final = 1e-14
# No step of this damping moves anything any more.
MOST_DAMPING: Final = 1e12
# Longest move of a coordinate in one step, in units of its size or 1, the order of logarithms and exponents.
LONGEST_STEP: Final = 3.0


def derivatives(residual: Callable[[Floats], Floats], x: Floats, misfit: Floats) -> tuple[Floats, Floats]:
    """Differentiate ``residual`` ([G, k] to [G, m]) at x, where it is ``misfit``.

    Returns the Jacobian [G, m, k] and the curvature [G, k, k], second derivatives weighted by the misfit.
    """
    starts, k = x.shape
    moves, (i, j) = _moves(k)
    steps = DIFFERENCE * np.maximum(1.0, np.abs(x))
    moved = x + moves[:, None] * steps
    values = residual(moved.reshape(-1, k)).reshape(len(moves), starts, -1)
    up, down, corner = values[:k], values[k : 2 * k], values[2 * k :]
    bends = np.concatenate([up - 2 * misfit + down, corner - up[i] - up[j] + misfit])
    weighted = np.einsum("gm,vgm->gv", misfit, bends)
    curvature = np.empty((starts, k, k))
    curvature.reshape(starts, -1)[:, :: k + 1] = weighted[:, :k] / steps**2
    curvature[:, i, j] = curvature[:, j, i] = weighted[:, k:] / (steps[:, i] * steps[:, j])
    slopes = (up - down) / (2 * steps.T[:, :, None])
    return slopes.transpose(1, 2, 0), curvature


@cache
def _moves(k: int) -> tuple[Floats, tuple[list[int], list[int]]]:
    """All moves of k coordinates, for one call: each up, each down, then two at a time; and these pairs."""
    unit, pairs = np.eye(k), list(combinations(range(k), 2))
    i, j = [i for i, _ in pairs], [j for _, j in pairs]
    return np.concatenate([unit, -unit, unit[i] + unit[j]]), (i, j)


def _step(gradient: Floats, hessian: Floats, normal: Floats, damping: Floats, held: Flags) -> Floats:
    """Take the Newton step with every curvature made positive, so that saddles are left downhill.

    Nocedal & Wright 2006, section 3.4. Coordinates are scaled by their own curvature, so that units do
    not matter; one without any effect stays in place.
    """
    diagonal = np.einsum("gii->gi", normal)
    size = np.where(held | (diagonal <= SMALLEST_CURVATURE), np.inf, np.sqrt(np.maximum(diagonal, 0.0)))
    scaled = hessian / size[:, :, None] / size[:, None, :]
    if not np.isfinite(scaled).all():
        scaled = np.nan_to_num(scaled)
    values, vectors = np.linalg.eigh(scaled)
    along = np.einsum("gik,gi->gk", vectors, gradient / size)
    along /= np.maximum(np.abs(values), SMALLEST_EIGENVALUE) + damping[:, None]
    step: Floats = -np.einsum("gik,gk->gi", vectors, along) / size
    return step


def _next_damping(damping: Floats, gain: Floats, foretold: Floats) -> Floats:
    """Trust the quadratic model as far as it foretold the last gain (Nielsen 1999, IMM-REP-1999-05)."""
    # Not np.clip, which takes twice as long on arrays of this size: here and in every step of a search.
    ratio = np.minimum(np.maximum(gain / np.where(foretold > 0, foretold, np.inf), 0.0), 2.0)
    kept = np.minimum(np.maximum(1.0 - (2.0 * ratio - 1.0) ** 3, 0.1), 2.0)
    return np.maximum(damping * np.where(gain > 0, kept, 4.0), 1e-12)


def minimise(
    residual: Callable[[Floats], Floats],
    start: Floats,
    low: Floats,
    high: Floats,
    held: Flags | None = None,
    tolerance: float = TOLERANCE,
) -> tuple[Floats, Floats, Flags]:
    """Minimise the sum of squares of ``residual`` within bounds, from G starts at once.

    Parameters
    ----------
    residual
        From coordinates [G, k] to whitened residuals [G, m].
    start, low, high
        Coordinates [G, k] and their bounds [k].
    held
        [G, k], coordinates that keep their starting value.
    tolerance
        Gain in chi2, in units of 1 + chi2, that is not worth another step.

    Returns
    -------
    tuple
        Coordinates [G, k], chi2 [G], and whether each of them settled [G].
    """
    fixed = np.zeros(start.shape, dtype=bool) if held is None else held
    x = np.where(fixed, start, np.clip(start, low, high))
    misfit = residual(x)
    chi2 = np.sum(misfit**2, axis=1)
    damping, settled = np.full(len(x), 1e-3), np.zeros(len(x), dtype=bool)
    for _ in range(MOST_STEPS):
        slopes, curvature = derivatives(residual, x, misfit)
        gradient = np.einsum("gmk,gm->gk", slopes, misfit)
        normal = np.einsum("gmk,gml->gkl", slopes, slopes)
        outward = ((x <= low) & (gradient > 0)) | ((x >= high) & (gradient < 0))
        longest = LONGEST_STEP * np.maximum(1.0, np.abs(x))
        step = _step(gradient, normal + curvature, normal, damping, fixed | outward)
        moved = x + np.minimum(np.maximum(step, -longest), longest)
        trial = np.where(fixed, x, np.minimum(np.maximum(moved, low), high))
        trial_misfit = residual(trial)
        trial_chi2 = np.sum(trial_misfit**2, axis=1)
        foretold = -np.einsum("gk,gk->g", trial - x, 2 * gradient)
        foretold -= np.einsum("gk,gkl,gl->g", trial - x, normal + curvature, trial - x)
        gain = chi2 - trial_chi2
        better = (gain > 0) & ~settled
        # A strongly damped step foretells little wherever it stands; only a free one can say "flat".
        flat = (foretold >= 0) & (foretold <= tolerance * (1.0 + chi2)) & (damping < 1.0)
        settled |= flat | (damping > MOST_DAMPING)
        x, misfit = np.where(better[:, None], trial, x), np.where(better[:, None], trial_misfit, misfit)
        chi2 = np.where(better, trial_chi2, chi2)
        damping = _next_damping(damping, gain, foretold)
        if settled.all():
            break
    return x, chi2, settled | ((gain >= 0) & (gain <= NEGLIGIBLE * (1.0 + chi2)))
