"""How parameters are found: least squares in nats over ln d, the free constant taken out first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.mapped import Mapped, Parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.position.kernels import Kernel
    from lexdecay.records import Floats

GRID = 120  # places where a search over one parameter begins; the curve of misfit has few turns
STEP = 1e-5  # relative step of the numerical derivative, near the cube root of float64's rounding


def centred(kernel: Kernel, values: Floats) -> Floats:
    """Return values minus their mean over ln d."""
    return np.asarray(values - kernel.weight @ values)


def best_scale(kernel: Kernel, shape: Floats) -> float:
    """Return the factor >= 0 with which ``shape`` lies closest to ln K, a constant being free."""
    around, target = centred(kernel, shape), centred(kernel, kernel.log_value)
    size = float(kernel.weight @ around**2)
    return max(0.0, float(kernel.weight @ (around * target)) / size) if size > 0 else 0.0


def misfit(kernel: Kernel, bias: Floats) -> float:
    """Return the mean squared error in nats^2 of a bias, a constant being free."""
    return float(kernel.weight @ centred(kernel, bias - kernel.log_value) ** 2)


def best_shape(
    kernel: Kernel, shape: Callable[[float], Floats], low: float, high: float
) -> tuple[float, float]:
    """Return (scale, parameter) that fit best, the parameter between ``low`` and ``high`` on a log scale.

    For each parameter the scale is a linear least-squares problem, so the search is along one line: a grid,
    then the golden section around its best point.
    """
    from scipy.optimize import minimize_scalar

    def lost(log_parameter: float) -> float:
        around = shape(math.exp(log_parameter))
        return misfit(kernel, best_scale(kernel, around) * around)

    grid = np.linspace(math.log(low), math.log(high), GRID)
    at = int(np.argmin([lost(float(place)) for place in grid]))
    ends = grid[max(at - 1, 0)], grid[min(at + 1, GRID - 1)]
    found = minimize_scalar(lost, bounds=ends, method="bounded", options={"xatol": 1e-10})
    best = float(grid[at]) if lost(float(grid[at])) <= found.fun else float(found.x)
    return best_scale(kernel, shape(math.exp(best))), math.exp(best)


def errors(kernel: Kernel, bias: Callable[[Floats], Floats], at: Floats) -> list[float | None]:
    """Return the standard error of each parameter, to first order in the errors of ln K.

    p = (J' W J)^-1 J' W y with J the centred derivatives and W the weights, so its covariance is that of y
    between. None where the parameters cannot be told apart.
    """
    jacobian = np.stack([_derivative(kernel, bias, at, i) for i in range(at.size)], axis=1)
    normal = jacobian.T @ (kernel.weight[:, None] * jacobian)
    if np.linalg.cond(normal) > 1e12:  # beyond, rounding alone moves the errors by a percent or more
        return [None] * at.size
    linear = np.linalg.solve(normal, jacobian.T * kernel.weight)
    return [math.sqrt(max(0.0, float(row @ kernel.covariance @ row))) for row in linear]


def _derivative(kernel: Kernel, bias: Callable[[Floats], Floats], at: Floats, index: int) -> Floats:
    step = np.zeros(at.size)
    step[index] = STEP * max(abs(at[index]), STEP)
    return centred(kernel, (bias(at + step) - bias(at - step)) / (2 * step[index]))


def mapped(
    kernel: Kernel,
    names: tuple[str, str, str],
    parameters: Sequence[Parameter],
    bias: Floats,
    *,
    free: int,
    implied: str = "yes",
    heads: tuple[tuple[float, float], ...] = (),
    told: tuple[str, ...] = (),
) -> Mapped:
    """Return the record of an encoding (name, title, formula) with its errors against the kernel."""
    shifted = bias + kernel.weight @ (kernel.log_value - bias)
    error = np.abs(shifted - kernel.log_value)
    at = int(np.argmax(error))
    return Mapped(
        *names,
        tuple(parameters),
        shifted,
        math.sqrt(float(kernel.weight @ error**2)),
        float(error[at]),
        float(kernel.distance[at]),
        free,
        implied,
        heads,
        told,
    )
