"""One model on one curve as a least-squares problem: coordinates, bounds, residuals, starting points."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from lexdecay.fit.weights import JACKKNIFE_40, Sampling, weigh

if TYPE_CHECKING:
    from lexdecay.fit.models import DecayModel, Parameter
    from lexdecay.fit.weights import Weights
    from lexdecay.records import Flags, Floats, Ints

# Amplitudes are fitted in units of the largest value. On a log scale they stop at a billionth of it
# (nothing is left) and at e^300, near the largest number there is.
LOG_AMPLITUDE: Final = (np.log(1e-9), 300.0)
# Starting points that are refined; the best of a grid of 7 to 441.
REFINED: Final = 6


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """Values at offsets and the weights of their misfit, in units of ``scale``.

    The unit is the largest value, so that bits and billionths of bits are the same problem.
    """

    offset: Floats  # [m]
    value: Floats  # [m], in units of scale
    weights: Weights  # of values in units of scale
    scale: float


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """A model and the values it must meet."""

    model: DecayModel
    observed: Observed
    logarithmic: Flags  # [k], which coordinates are logarithms

    def natural(self, x: Floats) -> Floats:
        """Return parameters [..., k] from the solver's coordinates."""
        return np.where(self.logarithmic, np.exp(np.where(self.logarithmic, x, 0.0)), x)

    @property
    def amplitudes(self) -> Flags:
        """Which parameters have the unit of the curve."""
        return np.array([p.unit == "value" for p in self.model.parameters])

    def expected(self, x: Floats) -> Floats:
        """Return the law at coordinates [..., k]: [..., m], in units of scale."""
        return self.model.function(self.natural(x), self.observed.offset)

    def residual(self, x: Floats) -> Floats:
        """Return whitened misfits at coordinates [..., k]: [..., m]."""
        return (self.expected(x) - self.observed.value) @ self.observed.weights.transform.T

    def bounds(self) -> tuple[Floats, Floats]:
        """Return lower and upper bounds of the coordinates, [k] each."""
        limits = np.array([self._limits(p) for p in self.model.parameters])
        return limits[:, 0], limits[:, 1]

    def _limits(self, parameter: Parameter) -> tuple[float, float]:
        if parameter.unit == "value" and parameter.coordinate == "log":
            return LOG_AMPLITUDE
        low, high = parameter.low, parameter.high
        if parameter.inside:
            low, high = max(low, self.observed.offset[1]), min(high, self.observed.offset[-2])
        return (float(np.log(low)), float(np.log(high))) if parameter.coordinate == "log" else (low, high)

    def starts(self) -> Floats:
        """Return the most promising starting points, coordinates [g, k], amplitudes solved for."""
        grids = [p.starts or (1.0,) for p in self.model.parameters]
        theta = np.array(list(product(*grids)), dtype=np.float64)
        theta[:, self.amplitudes] = self._best_amplitudes(theta)
        log = self.logarithmic
        tiny = np.exp(LOG_AMPLITUDE[0])
        x = np.where(log, np.log(np.where(log, np.maximum(theta, tiny), 1.0)), theta)
        x = np.clip(x, *self.bounds())
        chi2 = np.sum(self.residual(x) ** 2, axis=1)
        return x[np.argsort(chi2, kind="stable")[:REFINED]]

    def _best_amplitudes(self, theta: Floats) -> Floats:
        """Solve for the amplitudes at given shapes (Golub & Pereyra 1973): [G, k] to [G, amplitudes]."""
        which = np.flatnonzero(self.amplitudes)
        parts = []
        for i in which:
            alone = theta.copy()
            alone[:, which] = 0.0
            alone[:, i] = 1.0
            parts.append(self.model.function(alone, self.observed.offset) @ self.observed.weights.transform.T)
        basis = np.stack(parts, axis=-1)
        normal = np.einsum("gmk,gml->gkl", basis, basis)
        # Two equal parts have no separate amplitudes; a trace of ridge shares the value between them.
        ridge = 1e-9 * np.einsum("gii->g", normal) + 1e-300
        normal = normal + ridge[:, None, None] * np.eye(len(which))
        target = np.einsum("gmk,m->gk", basis, self.observed.weights.transform @ self.observed.value)
        solved: Floats = np.linalg.solve(normal, target[..., None])[..., 0]
        return solved


def observe(offset: Ints, value: Floats, covariance: Floats, sampling: Sampling = JACKKNIFE_40) -> Observed:
    """Take values [m] with covariance [m, m] as observations of a law."""
    scale = float(np.max(np.abs(value), initial=0.0)) or 1.0
    weights = weigh(covariance / scale / scale, float(np.any(value)), sampling)
    return Observed(offset.astype(np.float64), value / scale, weights, scale)


def state(model: DecayModel, observed: Observed) -> Problem:
    """State the least-squares problem of a model on observations."""
    return Problem(model, observed, np.array([p.coordinate == "log" for p in model.parameters]))
