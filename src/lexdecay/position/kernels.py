"""A curve of dependence as a kernel: how much weight a distance deserves, up to a constant factor.

An attention head that adds the bias b(d) to its logits weighs distance d by K(d) = exp(b(d)), so the
target of every encoding is ln K(d) in nats, and only its shape counts: the softmax removes a constant.
No measure of a text is K. Which one stands in for it is a choice, and it is named in every output.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from lexdecay.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Curve, Floats

# I = chi2 / 2 + O(chi2^1.5) takes dependence as weak. Where all of it sits in one canonical pair (two
# Gaussians, rho = sqrt(1 - exp(-2 I)), Linfoot 1957), sqrt(2 I) lies 5 % above rho at I = 0.1 nats.
WEAK = 0.1
LEAST_POINTS = 4  # offsets below which no exponent is told: a line, its error, and one to spare


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """ln K(d) at the usable distances, with the covariance of its errors.

    ``distance`` is that of two words. A model that predicts the next token sits one token before it, so an
    encoding sees ``distance - shift`` with a shift of one. ``weight`` sums to 1 and makes a mean over
    distances one over ln d: every doubling counts the same.
    """

    name: str
    distance: Floats  # [m], ascending, in ``unit``
    log_value: Floats  # [m], nats
    covariance: Floats  # [m, m], nats^2
    weight: Floats  # [m]
    unit: str  # what a distance counts: words, characters, tokens
    shift: float = 0.0  # in the same unit

    @property
    def seen(self) -> Floats:
        """Distance between query and key [m]: what an encoding takes."""
        return self.distance - self.shift

    @property
    def se(self) -> Floats:
        """Standard errors of ``log_value`` [m]."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def low(self) -> float:
        """Smallest usable distance."""
        return float(self.distance[0])

    @property
    def high(self) -> float:
        """Largest usable distance: nothing is said beyond it."""
        return float(self.distance[-1])

    @property
    def noise(self) -> float:
        """Rms error in nats that sampling alone leaves, the constant taken out: no fit should be closer."""
        centred = np.eye(self.weight.size) - self.weight
        return math.sqrt(max(0.0, float(self.weight @ np.diag(centred @ self.covariance @ centred.T))))


@dataclass(frozen=True, slots=True)
class KernelKind:
    """One way from a measure to a kernel.

    ``power`` of the measure in nats or probability is K; ``exact_when`` says where it is more than a habit.
    """

    name: str
    measure: str
    formula: str
    power: float
    meaning: str
    exact_when: str
    source: str
    build: Callable[[Curve, str], Kernel]


@dataclass(frozen=True, slots=True)
class Exponent:
    """-d ln K / d ln d over a range, with its standard error."""

    low: float
    high: float
    value: float
    se: float


def log_kernel(curve: Curve, power: float, name: str, unit: str) -> Kernel:
    """Return ln of ``power`` of a curve's usable values (bits become nats), errors to first order."""
    usable = curve.usable & (curve.value > 0)
    value = curve.value[usable] * (math.log(2) if curve.unit == "bits" else 1.0)
    relative = curve.covariance[np.ix_(usable, usable)] / np.outer(curve.value[usable], curve.value[usable])
    factor = 2.0 if name == "corr" else 1.0
    return make_kernel(
        name,
        curve.offset[usable].astype(np.float64),
        power * np.log(factor * value),
        power**2 * relative,
        unit,
    )


def make_kernel(name: str, distance: Floats, log_value: Floats, covariance: Floats, unit: str) -> Kernel:
    """Return a kernel with the weights of its distances."""
    return Kernel(name, distance, log_value, covariance, log_weights(distance), unit)


def log_weights(distance: Floats) -> Floats:
    """Return weights [m] that sum to 1: half the stretch of ln d between a distance's neighbours."""
    if distance.size < 2:
        return np.ones(distance.size)
    logs = np.log(distance)
    edges = np.concatenate(([logs[0]], (logs[1:] + logs[:-1]) / 2, [logs[-1]]))
    return np.diff(edges) / (logs[-1] - logs[0])


def in_tokens(kernel: Kernel, tokens_per_unit: float) -> Kernel:
    """Return the kernel over a model's tokens, ``tokens_per_unit`` of them for each measured unit."""
    return make_kernel(
        kernel.name, kernel.distance * tokens_per_unit, kernel.log_value, kernel.covariance, "tokens"
    )


def exponent(kernel: Kernel, low: float, high: float) -> Exponent | None:
    """Return the exponent over distances ``low`` to ``high``, None for fewer than four of them.

    Least squares weighted by the stretch of ln d, its error from the whole covariance (not from the
    scatter: neighbouring distances move together).
    """
    chosen = (kernel.distance >= low) & (kernel.distance <= high)
    if chosen.sum() < LEAST_POINTS:
        return None
    logs, weight = np.log(kernel.distance[chosen]), log_weights(kernel.distance[chosen])
    centred = weight * (logs - weight @ logs)
    linear = -centred / (centred @ logs)
    error = linear @ kernel.covariance[np.ix_(chosen, chosen)] @ linear
    ends = kernel.distance[chosen]
    return Exponent(
        float(ends[0]), float(ends[-1]), float(linear @ kernel.log_value[chosen]), math.sqrt(error)
    )


def strong_until(curve: Curve) -> int | None:
    """Return the last usable offset at which dependence is not weak (I above 0.1 nats), None for none."""
    strong = curve.usable & (curve.value * math.log(2) > WEAK)
    return int(curve.offset[strong][-1]) if strong.any() else None


def _correlation(curve: Curve, unit: str) -> Kernel:
    return log_kernel(curve, 0.5, "corr", unit)


def _information(curve: Curve, unit: str) -> Kernel:
    return log_kernel(curve, 1.0, "mi", unit)


def _direct(curve: Curve, unit: str) -> Kernel:
    from lexdecay.position.yule_walker import direct_kernel

    return direct_kernel(curve, unit)


KERNELS: Final[Registry[KernelKind]] = Registry("kernel")
KERNELS.add(
    "corr",
    KernelKind(
        "corr",
        "mutual_information",
        "K(d) = sqrt(2 I(d)), I in nats",
        0.5,
        "size of the correlation behind the mutual information",
        "dependence is weak: I = chi2 / 2 + O(chi2^1.5), and chi2 goes as the square of a correlation",
        "Lin & Tegmark 2017, Entropy 19:299",
        _correlation,
    ),
)
KERNELS.add(
    "direct",
    KernelKind(
        "direct",
        "recurrence",
        "K(d) = a_d, rho(d) = sum_D a_D rho(d - D)",
        1.0,
        "what is left of recurrence when chains of shorter links are taken out",
        "words are copied from earlier ones: then the best attention to the past is proportional to a_d",
        "Yule 1927; Walker 1931; docs/positions.md",
        _direct,
    ),
)
KERNELS.add(
    "mi",
    KernelKind(
        "mi",
        "mutual_information",
        "K(d) = I(d)",
        1.0,
        "mutual information itself: an upper bound on how local attention should be",
        "dependence is sparse: a few pairs in exact repetition, I = rho ln(1/p)",
        "docs/positions.md",
        _information,
    ),
)
