"""Power: which deviation from a power law these types could have shown, had it been there.

A law that is not rejected is not thereby proved. The smallest change of the local exponent between the ends
of the range that the boundary test finds with probability 0.8 follows from the Fisher information at penalty
0; with replicates, samples with a change of 0.5 are simulated and the share caught is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.zipf.estimate import fisher_at_edge, maximise, zeta_optimum
from lexdecay.zipf.models import LOGNORMAL, ZETA
from lexdecay.zipf.records import Power
from lexdecay.zipf.replicates import Mapper, shares
from lexdecay.zipf.sampling import Sampler, draw_spectrum, sampler
from lexdecay.zipf.spectrum import tail_of

if TYPE_CHECKING:
    from lexdecay.zipf.records import Spectrum
    from lexdecay.zipf.replicates import Share

_LEVEL_Z, _POWER_Z = 1.6449, 0.8416  # one-sided 5 % level, power 0.8
_CRITICAL = 2.7055  # 95 % point of half a chi-square with one degree of freedom
BEND = 0.5  # exponents 1.75 and 2.25 at the two ends are told apart by eye, and are not one law
SUFFICIENT = 0.8  # share of such bends a test must find for its silence to count (Cohen 1988)


class _Experiment(NamedTuple):
    source: Sampler
    n_tail: int


def detectable(spectrum: Spectrum, x_min: int, replicates: int, seed: int, *, mapper: Mapper = map) -> Power:
    """Smallest bend found in the types from ``x_min`` on; share of simulated bends of 0.5 that is caught."""
    tail = tail_of(spectrum, x_min)
    span = float(np.log(tail.frequency[-1] / x_min)) if tail.frequency.size else 0.0
    # The lognormal's local exponent is a + 2 g ln(k / x_min): a bend of 2 g span over the range.
    error = fisher_at_edge(tail, LOGNORMAL, x_min) if span > 0 else None
    if error is None:
        return Power("lognormal", x_min, None)
    bend = (_LEVEL_Z + _POWER_Z) * error * 2.0 * span
    if not replicates:
        return Power("lognormal", x_min, bend)
    fake = _bent(tail, x_min, span)
    caught = sum(mapper(_caught, [(fake, share) for share in shares(seed, replicates)]))
    return Power("lognormal", x_min, bend, float(caught) / replicates, replicates)


def _bent(tail: Spectrum, x_min: int, span: float) -> _Experiment:
    """Bend the fitted law about the mean of its log frequencies, so that its mean exponent stays."""
    curvature = BEND / (2.0 * span)
    alpha = float(zeta_optimum(tail, x_min).theta[0])
    mean_log = float((tail.types * np.log(tail.frequency / x_min)).sum() / tail.n_types)
    theta = np.array([alpha - 2.0 * curvature * mean_log, curvature])
    return _Experiment(sampler(LOGNORMAL, theta, x_min), tail.n_types)


def _caught(work: tuple[_Experiment, Share]) -> int:
    test, share = work
    return sum(_is_caught(test, rng) for rng in share.generators())


def _is_caught(test: _Experiment, rng: np.random.Generator) -> bool:
    family, x_min = test.source.family, test.source.x_min
    fake = draw_spectrum(test.source, test.n_tail, rng)
    gain = maximise(fake, family, x_min).log_likelihood - maximise(fake, ZETA, x_min).log_likelihood
    return 2.0 * gain > _CRITICAL
