"""Profile-likelihood intervals: how far a parameter can move while the others make the best of it.

Venzon & Moolgavkar 1988, Applied Statistics 37:87. The limit is where the profiled chi2 has risen by a
threshold; its square root is nearly straight in the parameter, so a secant on it needs few steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lexdecay.fit.solve import minimise

if TYPE_CHECKING:
    from lexdecay.fit.problem import Problem
    from lexdecay.records import Floats

MOST_STEPS: Final = 15
# A limit is printed with three digits; its distance from the estimate is found to half a per cent.
PRECISION: Final = 5e-3
# Of chi2 along the profile; its rise to the limit is about 4, so the limit moves by a hundred-thousandth.
TOLERANCE: Final = 1e-5


def profile_limits(problem: Problem, x: Floats, chi2: float, threshold: float, covariance: Floats) -> Floats:
    """Return lower and upper limits [2, k] in coordinates; a limit at a bound means it was not reached.

    Parameters
    ----------
    problem, x, chi2
        The fit and its minimum: coordinates [k] and misfit.
    threshold
        Rise of chi2 that marks the limit.
    covariance
        Of the coordinates [k, k]: how far a limit is at first guess, and how the others go along.
    """
    k = len(x)
    side = np.repeat([-1.0, 1.0], k)
    which = np.tile(np.arange(k), 2)
    low, high = (b[which] for b in problem.bounds())
    held = np.arange(k) == which[:, None]
    goal = np.sqrt(threshold)
    inner, inner_rise = x[which], np.zeros(2 * k)
    outer, outer_rise = np.where(side < 0, low, high), np.full(2 * k, np.inf)
    variance = np.diag(covariance)
    along = (covariance / variance).T[which]  # where the others go while one moves by 1
    place = np.clip(inner + side * goal * np.sqrt(variance)[which], low, high)
    for _ in range(MOST_STEPS):
        moved = place - x[which]
        start = np.where(held, place[:, None], np.clip(x + along * moved[:, None], *problem.bounds()))
        others, misfit, _ = minimise(problem.residual, start, *problem.bounds(), held, TOLERANCE)
        rise = np.sqrt(np.maximum(misfit - chi2, 0.0))
        short = rise < goal
        inner, inner_rise = np.where(short, place, inner), np.where(short, rise, inner_rise)
        outer, outer_rise = np.where(short, outer, place), np.where(short, outer_rise, rise)
        done = (np.abs(rise - goal) < PRECISION * goal) | (short & ((place <= low) | (place >= high)))
        if done.all():
            break
        along = np.where(
            moved[:, None] == 0.0, along, (others - x) / np.where(moved == 0.0, 1.0, moved)[:, None]
        )
        place = np.where(done, place, _next(x[which], inner, inner_rise, outer, outer_rise, goal))
    return place.reshape(2, k)


def _next(
    best: Floats, inner: Floats, inner_rise: Floats, outer: Floats, outer_rise: Floats, goal: float
) -> Floats:
    """Interpolate where the rise is bracketed, else reach out at most fourfold."""
    bracketed = np.isfinite(outer_rise)
    span = np.where(bracketed, outer_rise - inner_rise, 1.0)
    share = np.clip((goal - inner_rise) / span, 0.02, 0.98)
    between = inner + share * np.where(bracketed, outer - inner, 0.0)
    reach = np.clip(goal / np.maximum(inner_rise, 1e-12), 1.05, 4.0)
    beyond = best + (inner - best) * reach
    limit = np.where(outer > best, np.minimum(beyond, outer), np.maximum(beyond, outer))
    place: Floats = np.where(bracketed, between, limit)
    return place
