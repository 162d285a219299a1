"""One model fitted to one curve: estimates, errors, misfit, status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lexdecay.fit.interval import profile_limits
from lexdecay.fit.solve import derivatives, minimise
from lexdecay.fit.weights import deviance, goodness_of_fit, inflation, quantile_squared
from lexdecay.records import Estimate, Fit

if TYPE_CHECKING:
    from lexdecay.fit.models import Parameter
    from lexdecay.fit.problem import Problem
    from lexdecay.records import Flags, Floats

# Offsets a model needs beyond its parameters before its misfit says anything.
SPARE_OFFSETS: Final = 2
# A coordinate this near its bound is at it.
AT_BOUND: Final = 1e-4
# Two parts whose lengths or exponents differ by less than this (a share, a difference) are one.
SAME: Final = 1e-3
# Effective offsets beyond the parameters that a misfit is referred to, when the errors move together so
# closely that fewer are left: a single one, the least for which chi2 has a law.
LEAST_DOF: Final = 1.0


def solve(problem: Problem) -> tuple[Floats, float, bool]:
    """Return the best coordinates [k], their chi2, and whether the search settled."""
    x, chi2, settled = minimise(problem.residual, problem.starts(), *problem.bounds())
    best = int(np.argmin(chi2))
    return _shorter_first(problem, x[best]), float(chi2[best]), bool(settled[best])


def _shorter_first(problem: Problem, x: Floats) -> Floats:
    half = len(x) // 2
    return np.roll(x, half) if problem.model.twins and x[half - 1] > x[-1] else x


def estimate(problem: Problem, unit: str) -> Fit:
    """Fit the model: a status and a reason when it fails, never an exception.

    Parameters
    ----------
    problem
        From ``state``.
    unit
        Unit of the values, which the amplitudes share.
    """
    name, needed = problem.model.name, len(problem.model.parameters) + SPARE_OFFSETS
    if problem.observed.offset.size < needed:
        return Fit(
            name, "too_few_points", f"needs {needed} offsets, the range holds {problem.observed.offset.size}"
        )
    x, chi2, settled = solve(problem)
    if not settled or not np.isfinite(chi2):
        return Fit(name, "no_convergence", "the search found no minimum")
    sampling = problem.observed.weights.sampling
    dof = max(problem.observed.weights.effective - len(x), LEAST_DOF)
    bound = _at_bound(problem, x)
    reason = _reason(problem, x, bound)
    return Fit(
        name,
        "at_bound" if reason else "ok",
        reason,
        _estimates(problem, x, chi2, dof, bound, unit),
        problem.expected(x) * problem.observed.scale,
        chi2,
        dof,
        goodness_of_fit(chi2, dof, sampling),
        deviance(chi2, sampling) + len(x) * float(np.log(max(problem.observed.weights.effective, 1.0))),
    )


def _at_bound(problem: Problem, x: Floats) -> Flags:
    low, high = problem.bounds()
    return (x <= low + AT_BOUND) | (x >= high - AT_BOUND)


def _reason(problem: Problem, x: Floats, bound: Flags) -> str:
    said = [
        f"{p.name.replace('_', ' ')} {p.symbol}, {p.meaning}, ends at its bound {_number(p, v)}"
        for p, v, at in zip(problem.model.parameters, problem.natural(x), bound, strict=True)
        if at
    ]
    if problem.model.alike is not None:
        first, second = problem.model.alike
        if abs(x[first] - x[second]) < SAME:
            said.append(f"both parts have the same {problem.model.parameters[first].name}")
    return "; ".join(said)


def _number(parameter: Parameter, value: float) -> str:
    return "0" if parameter.unit == "value" else f"{value:.4g}"


def _estimates(
    problem: Problem, x: Floats, chi2: float, dof: float, bound: Flags, unit: str
) -> tuple[Estimate, ...]:
    sampling = problem.observed.weights.sampling
    factor = inflation(chi2, dof, sampling)
    covariance = _coordinate_covariance(problem, x, bound)
    se = np.sqrt(np.diag(covariance))
    limits = profile_limits(problem, x, chi2, factor * quantile_squared(dof, sampling), covariance)
    unreached = _at_bound(problem, limits)
    natural, ends = problem.natural(x), problem.natural(limits)
    slope = np.where(problem.logarithmic, natural, 1.0)
    return tuple(
        Estimate(
            p.name,
            p.symbol,
            unit if p.unit == "value" else p.unit,
            float(natural[i]) * (size := problem.observed.scale if p.unit == "value" else 1.0),
            None if bound[i] else float(se[i] * slope[i] * np.sqrt(factor) * size),
            # A lower bound of zero is a limit of the parameter itself, not of the search.
            None if unreached[0, i] and p.low != 0.0 else float(ends[0, i]) * size * (not unreached[0, i]),
            None if unreached[1, i] else float(ends[1, i]) * size,
        )
        for i, p in enumerate(problem.model.parameters)
    )


def _coordinate_covariance(problem: Problem, x: Floats, bound: Flags) -> Floats:
    """Return the covariance [k, k] of the coordinates; those at a bound get a nominal variance."""
    slopes = derivatives(problem.residual, x[None], problem.residual(x[None]))[0][0][:, ~bound]
    normal = slopes.T @ slopes
    size = np.sqrt(np.maximum(np.diag(normal), 1e-12))
    covariance = 0.01 * np.eye(len(x))
    inverse = np.linalg.pinv(normal / np.outer(size, size), hermitian=True)
    covariance[np.ix_(~bound, ~bound)] = inverse / np.outer(size, size)
    # A parameter without any effect has no error to speak of; its limits are its bounds.
    np.fill_diagonal(covariance, np.maximum(np.diag(covariance), 1e-24))
    return covariance
