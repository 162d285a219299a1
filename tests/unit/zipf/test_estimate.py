from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from lexdecay.zipf.estimate import distance, estimates, fisher_at_edge, maximise, newton
from lexdecay.zipf.models import FAMILIES, LOGNORMAL, ZETA
from lexdecay.zipf.sampling import draw_spectrum, sampler
from lexdecay.zipf.spectrum import expand, from_counts

COUNTS = [1] * 60 + [2] * 20 + [3] * 9 + [4] * 6 + [7] * 4 + [12, 15, 40, 90, 300]


def spectrum_of(name, theta, n=2000, seed=3, x_min=1):
    law = sampler(FAMILIES[name], np.array(theta), x_min)
    return draw_spectrum(law, n, np.random.default_rng(seed))


@pytest.mark.parametrize("name", list(FAMILIES))
def test_no_optimiser_of_scipy_finds_a_higher_likelihood(name):
    spectrum, family = from_counts(COUNTS), FAMILIES[name]
    k, types = spectrum.frequency.astype(float), spectrum.types
    found = maximise(spectrum, family)

    def loss(theta):
        lows = [p.bounds(1.0)[0] for p in family.parameters]
        highs = [p.bounds(1.0)[1] for p in family.parameters]
        if (theta <= lows).any() or (theta >= highs).any():
            return 1e10
        with np.errstate(all="ignore"):
            value = -(types * family.log_pmf(k, 1.0, theta)).sum()
        return value if np.isfinite(value) else 1e10

    starts = [[1.7], [2.2]] if len(family.parameters) == 1 else [[1.7, 0.1], [2.2, 0.5]]
    best = min(minimize(loss, start, method="Nelder-Mead", options={"xatol": 1e-7}).fun for start in starts)
    assert -found.log_likelihood <= best + 1e-5


def test_a_penalty_that_does_not_help_is_exactly_zero():
    """A mixture of two zeta laws bends the other way: the lognormal can only be the zeta law."""
    counts = np.concatenate([expand(spectrum_of("f1", [3.0], 900)), expand(spectrum_of("f1", [1.4], 300))])
    found, edge = maximise(from_counts(counts), LOGNORMAL), maximise(from_counts(counts), ZETA)
    assert found.at_bound
    assert found.theta[1] == 0.0
    assert found.log_likelihood == edge.log_likelihood


def test_a_parameter_at_its_bound_has_no_interval():
    counts = np.concatenate([expand(spectrum_of("f1", [3.0], 900)), expand(spectrum_of("f1", [1.4], 300))])
    penalty = estimates(LOGNORMAL.parameters, maximise(from_counts(counts), LOGNORMAL))[1]
    assert (penalty.value, penalty.se, penalty.low) == (0.0, None, None)


def test_the_distance_looks_at_every_integer():
    spectrum = from_counts([1, 1, 1, 2, 9])
    theta = np.array([2.0])
    k = np.arange(1.0, 12.0)
    fitted = np.exp(ZETA.log_survival(k, 1.0, theta))
    empirical = np.array([(np.array([1, 1, 1, 2, 9]) >= x).mean() for x in k])
    assert distance(spectrum, ZETA, theta, 1) == pytest.approx(np.abs(fitted - empirical).max(), abs=1e-12)


def test_the_distance_sees_a_gap_before_the_first_frequency():
    spectrum = from_counts([5, 6, 9])
    survives = float(np.exp(ZETA.log_survival(np.array([5.0]), 1.0, np.array([2.0])))[0])
    assert distance(spectrum, ZETA, np.array([2.0]), 1) == pytest.approx(1.0 - survives)


def test_newton_finds_the_top_of_a_crooked_hill():
    place, value, hessian, converged = newton(
        lambda t: -((t[0] - 1.0) ** 2) - 5 * (t[1] + t[0] ** 2) ** 2, np.array([-1.0, 2.0])
    )
    assert converged
    assert place == pytest.approx([1.0, -1.0], abs=1e-5)
    assert value == pytest.approx(0.0, abs=1e-9)
    assert (np.linalg.eigvalsh(hessian) < 0).all()


def test_more_types_tell_more_of_a_penalty():
    small, large = (fisher_at_edge(spectrum_of("f1", [2.0], n), LOGNORMAL, 1) for n in (500, 5000))
    assert large < small
    assert fisher_at_edge(spectrum_of("f1", [2.0], 500), ZETA, 1) is None


def test_a_spectrum_that_falls_off_a_cliff_stays_within_the_exponents_that_can_be_summed():
    """5000 hapaxes and four other words: the shifted zeta law would be ever steeper."""
    spectrum = from_counts([1] * 5000 + [2, 3, 4, 5])
    found = maximise(spectrum, FAMILIES["shifted_zeta"])
    assert np.isfinite(found.log_likelihood)
    assert 1 < found.theta[0] <= 20
