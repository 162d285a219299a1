"""Maximum likelihood of any registered law on a spectrum, and its distance from the data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.records import Estimate
from lexdecay.zipf.hurwitz import EXPONENT_MAX, log_zeta
from lexdecay.zipf.scan import exponents
from lexdecay.zipf.series import rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Floats
    from lexdecay.zipf.models import Family, Parameter, Penalty
    from lexdecay.zipf.records import Spectrum

_MAX_STEPS = 100
_DIFFERENCE = 1e-4  # step of numerical derivatives in unbounded coordinates of order one
_LONGEST_STEP = 1.5  # in those coordinates: far starts must not jump over the optimum
_GAIN_ENOUGH = 1e-9  # nats; far below anything a test could see
_Z95 = 1.959963984540054


class Optimum(NamedTuple):
    """Parameters of the highest likelihood, their covariance, and how the search ended."""

    theta: Floats
    covariance: Floats | None
    log_likelihood: float
    converged: bool
    at_bound: bool


def maximise(spectrum: Spectrum, family: Family, x_min: int | None = None) -> Optimum:
    """Fit ``family`` to a spectrum whose types all occur at least ``x_min`` times (default: its first)."""
    start = int(spectrum.frequency[0]) if x_min is None else x_min
    if family.name == "f1":
        return zeta_optimum(spectrum, start)
    if family.penalty is not None:
        return _penalised_optimum(spectrum, family, family.penalty, float(start))
    return _closed_optimum(spectrum, family, float(start))


def zeta_optimum(spectrum: Spectrum, x_min: int) -> Optimum:
    """Return the exact zeta fit."""
    n, log_sum = _sums(spectrum)
    alpha, se = exponents(np.array([float(x_min)]), np.array([n]), np.array([log_sum]))
    likelihood = -alpha[0] * log_sum - n * float(log_zeta(alpha[0], float(x_min)))
    steep = bool(alpha[0] > EXPONENT_MAX - 1e-3)
    return Optimum(alpha, np.array([[se[0] ** 2]]), likelihood, converged=True, at_bound=steep)


def _sums(spectrum: Spectrum) -> tuple[float, float]:
    return float(spectrum.types.sum()), float((spectrum.types * np.log(spectrum.frequency)).sum())


# ---- laws in closed form: Newton's method in unbounded coordinates


def _to_line(value: float, low: float, high: float) -> float:
    return float(np.log(value - low) - (np.log(high - value) if np.isfinite(high) else 0.0))


def _from_line(t: float, low: float, high: float) -> tuple[float, float]:
    """Return the parameter at coordinate t and its derivative there."""
    if not np.isfinite(high):
        grown = float(np.exp(t))
        return low + grown, grown
    share = float(1.0 / (1.0 + np.exp(-t)))
    return low + (high - low) * share, (high - low) * share * (1.0 - share)


def _closed_optimum(spectrum: Spectrum, family: Family, x_min: float) -> Optimum:
    k, types = spectrum.frequency.astype(float), spectrum.types.astype(float)
    bounds = [p.bounds(x_min) for p in family.parameters]

    def log_likelihood(t: Floats) -> float:
        theta = np.array([_from_line(x, *b)[0] for x, b in zip(t, bounds, strict=True)])
        return float((types * family.log_pmf(k, x_min, theta)).sum())

    begin = np.array([_to_line(s, *b) for s, b in zip(family.start, bounds, strict=True)])
    t, best, hessian, converged = newton(log_likelihood, begin)
    pairs = [_from_line(x, *b) for x, b in zip(t, bounds, strict=True)]
    jacobian = np.array([slope for _, slope in pairs])
    theta = np.array([value for value, _ in pairs])
    covariance = inverse(-hessian)
    if covariance is not None:
        covariance = covariance * np.outer(jacobian, jacobian)
    return Optimum(theta, covariance, best, converged, bool((np.abs(t) > 12.0).any()))


def newton(function: Callable[[Floats], float], start: Floats) -> tuple[Floats, float, Floats, bool]:
    """Maximise a smooth function of one or two unbounded coordinates; numerical derivatives, damped steps.

    Returns the place, the value, the Hessian and whether it converged.
    """
    t, value = start, function(start)
    for _ in range(_MAX_STEPS):
        gradient, hessian = _derivatives(function, t, value)
        step = _ascent(gradient, hessian)
        new, new_value = _backtrack(function, t, value, step)
        gain, t, value = new_value - value, new, new_value
        if gain < _GAIN_ENOUGH:
            return t, value, hessian, bool(np.abs(step).max() < 0.1)
    return t, value, hessian, False


def _derivatives(function: Callable[[Floats], float], t: Floats, value: float) -> tuple[Floats, Floats]:
    size, h = t.size, _DIFFERENCE
    unit = np.eye(size) * h
    up = [function(t + e) for e in unit]
    down = [function(t - e) for e in unit]
    gradient = (np.array(up) - np.array(down)) / (2 * h)
    hessian = np.diag((np.array(up) + np.array(down) - 2 * value) / h**2)
    if size == 2:
        mixed = (function(t + unit[0] + unit[1]) - up[0] - up[1] + value) - (
            down[0] + down[1] - value - function(t - unit[0] - unit[1])
        )
        hessian[0, 1] = hessian[1, 0] = mixed / (2 * h**2)
    return gradient, hessian


def _ascent(gradient: Floats, hessian: Floats) -> Floats:
    """Newton's step where the function is concave, a scaled gradient elsewhere; never too long."""
    curvature, axes = np.linalg.eigh(-hessian)
    curvature = np.maximum(np.abs(curvature), 1e-8)
    step = axes @ ((axes.T @ gradient) / curvature)
    return np.asarray(step * min(1.0, _LONGEST_STEP / max(float(np.abs(step).max()), 1e-300)))


def _backtrack(
    function: Callable[[Floats], float], t: Floats, value: float, step: Floats
) -> tuple[Floats, float]:
    for _ in range(30):
        new_value = function(t + step)
        if new_value >= value:
            return t + step, new_value
        step = step / 2.0
    return t, value


def inverse(information: Floats) -> Floats | None:
    """Covariance of an information matrix; None when it is not positive."""
    try:
        covariance = np.asarray(np.linalg.inv(information), np.float64)
    except np.linalg.LinAlgError:
        return None
    return covariance if (np.diag(covariance) > 0).all() else None


# ---- penalties on k^-a: Fisher scoring with the moments of the summation rule


def _penalised_optimum(spectrum: Spectrum, family: Family, penalty: Penalty, x_min: float) -> Optimum:
    """Best penalty, exactly 0 when the likelihood falls from there.

    With the cut-off and the lognormal the log-likelihood is concave, so a falling start settles it; the
    stretched exponential is tried from an inner start as well.
    """
    edge = zeta_optimum(spectrum, int(x_min))
    model = _Penalised(spectrum, family, penalty, x_min)
    inner = [model.climb(np.array([edge.theta[0], start])) for start in model.starts(float(edge.theta[0]))]
    best = max(inner, key=lambda o: o.log_likelihood, default=edge)
    if best.log_likelihood > edge.log_likelihood + _GAIN_ENOUGH:
        return best
    at_zero = np.array([edge.theta[0], 0.0])
    return Optimum(at_zero, None, edge.log_likelihood, converged=True, at_bound=True)


class _Penalised:
    """One penalised law on one spectrum: the rule of its sums is built once."""

    def __init__(self, spectrum: Spectrum, family: Family, penalty: Penalty, x_min: float) -> None:
        self.k, self.types = spectrum.frequency.astype(float), spectrum.types.astype(float)
        self.u, self.n, self.x_min = np.log(self.k / x_min), float(self.types.sum()), x_min
        self.family, self.penalty, self.rule = family, penalty, rule(x_min)

    def starts(self, alpha: float) -> list[float]:
        """Penalties to begin with; none when the likelihood falls from penalty 0 and is concave."""
        rises = self.score(np.array([alpha, 0.0]))[0][1] > 0
        if self.family.name == "cutoff":
            return [1.0 / self.k[-1]] if rises else []
        first = [0.5 / max(self.u[-1], 1.0) ** 2] if rises else []
        return [*first, 0.3] if self.family.name == "stretched_exponential" else first

    def score(self, theta: Floats) -> tuple[Floats, Floats, float]:
        """Return gradient of the log-likelihood, Fisher information and log-likelihood."""
        kernel, gradient = self.penalty
        mass = self.rule.weight * np.exp(kernel(self.rule.node, self.rule.log_ratio, self.x_min, theta))
        total = mass.sum()
        slopes = np.stack(gradient(self.rule.node, self.rule.log_ratio, self.x_min, theta))
        mean = (slopes * mass).sum(axis=1) / total
        centred = slopes - mean[:, None]
        information = (centred * mass) @ centred.T / total
        data = np.stack(gradient(self.k, self.u, self.x_min, theta)) @ self.types
        likelihood = (self.types * kernel(self.k, self.u, self.x_min, theta)).sum() - self.n * np.log(total)
        return data - self.n * mean, self.n * information, float(likelihood)

    def climb(self, theta: Floats) -> Optimum:
        """Fisher scoring in (exponent, log penalty)."""
        gradient, information, value = self.score(theta)
        for _ in range(_MAX_STEPS):
            scale = np.array([1.0, theta[1]])
            step = _ascent(gradient * scale, -information * np.outer(scale, scale))
            moved = self._advance(theta, step, value)
            if moved is None:
                break
            gain = moved[1][2] - value
            theta, (gradient, information, value) = moved
            if gain < _GAIN_ENOUGH:
                break
        return Optimum(theta, inverse(information), value, converged=True, at_bound=False)

    def _advance(
        self, theta: Floats, step: Floats, value: float
    ) -> tuple[Floats, tuple[Floats, Floats, float]] | None:
        for _ in range(30):
            new = np.array([theta[0] + step[0], theta[1] * np.exp(step[1])])
            if self._allowed(new):
                scored = self.score(new)
                if scored[2] >= value:
                    return new, scored
            step = step / 2.0
        return None

    def _allowed(self, theta: Floats) -> bool:
        return all(
            low < t < high
            for t, (low, high) in zip(
                theta, (p.bounds(self.x_min) for p in self.family.parameters), strict=True
            )
        ) and bool(theta[1] < 3.0)


# ---- from an optimum to what is reported


def estimates(parameters: tuple[Parameter, ...], optimum: Optimum) -> tuple[Estimate, ...]:
    """Parameters with Wald intervals; a parameter at its bound has none."""
    variance = None if optimum.covariance is None else np.diag(optimum.covariance)
    return tuple(
        _estimate(p, float(optimum.theta[i]), None if variance is None else float(variance[i]) ** 0.5)
        for i, p in enumerate(parameters)
    )


def _estimate(p: Parameter, value: float, se: float | None) -> Estimate:
    low, high = (None, None) if se is None else (value - _Z95 * se, value + _Z95 * se)
    return Estimate(p.name, p.symbol, "", value, se, low, high)


def distance(spectrum: Spectrum, family: Family, theta: Floats, x_min: int) -> float:
    """Kolmogorov-Smirnov distance over all integers from ``x_min`` on, both sides of each jump."""
    k, types = spectrum.frequency.astype(float), spectrum.types
    above = np.append(types[::-1].cumsum()[::-1], 0) / types.sum()
    fitted = np.exp(family.log_survival(np.concatenate([k, k + 1.0]), float(x_min), theta))
    before_jump = np.abs(fitted[: k.size] - above[:-1]).max()
    after_jump = np.abs(fitted[k.size :] - above[1:]).max()
    return float(max(before_jump, after_jump))


def fisher_at_edge(spectrum: Spectrum, family: Family, x_min: int) -> float | None:
    """Standard error of a penalty at 0, the exponent being fitted: what the tail can tell of it."""
    if family.penalty is None:
        return None
    edge = zeta_optimum(spectrum, x_min)
    model = _Penalised(spectrum, family, family.penalty, float(x_min))
    covariance = inverse(model.score(np.array([edge.theta[0], 0.0]))[1])
    return None if covariance is None else float(covariance[1, 1]) ** 0.5
