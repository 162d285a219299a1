from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import gammaln, kv

from lexdecay.zipf import lnre
from lexdecay.zipf.spectrum import from_counts

THETA = {
    "zm": np.array([0.5, 0.0, 0.01]),
    "fzm": np.array([0.6, 1e-6, 0.02]),
    "gigp": np.array([-0.5, 0.05, 0.003]),
}
N = 20_000.0


def density(name, p):
    if name == "gigp":
        g, b, c = THETA[name]
        scale = (2 / (b * c)) ** (g + 1) / (2 * kv(g + 1, b))
        return scale * p ** (g - 1) * np.exp(-p / c - b**2 * c / (4 * p))
    a, low, high = THETA[name]
    constant = (1 - a) / (high ** (1 - a) - low ** (1 - a))
    return constant * p ** (-a - 1) * (p > low) * (p <= high)


def integral(name, function):
    """Over probabilities, in log p: the densities are smooth there."""
    high = np.log(THETA[name][2]) if name != "gigp" else np.log(0.5)
    low = np.log(THETA[name][1]) if name == "fzm" else -40.0
    edges = np.linspace(low, high, 12)
    return sum(
        quad(lambda u: function(np.exp(u)) * density(name, np.exp(u)) * np.exp(u), a, b)[0]
        for a, b in pairwise(edges)
    )


@pytest.mark.parametrize("name", list(THETA))
def test_probabilities_of_a_population_sum_to_one(name):
    assert integral(name, lambda p: p) == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize("name", list(THETA))
@pytest.mark.parametrize("m", [1, 2, 7])
def test_expected_spectrum_elements_are_poisson_integrals(name, m):
    found = lnre.POPULATIONS[name].elements(THETA[name], np.array([m]), N)[0]
    expected = integral(name, lambda p: np.exp(m * np.log(N * p) - N * p - gammaln(m + 1)))
    assert found == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("name", list(THETA))
def test_expected_types_are_those_that_occur_at_all(name):
    found = lnre.POPULATIONS[name].types(THETA[name], N)
    assert found == pytest.approx(integral(name, lambda p: -np.expm1(-N * p)), rel=1e-5)


@pytest.mark.parametrize("name", ["fzm", "gigp"])
def test_a_finite_population_has_that_many_types_in_the_long_run(name):
    population = lnre.POPULATIONS[name]
    assert population.size(THETA[name]) == pytest.approx(integral(name, lambda _: 1.0), rel=1e-4)
    assert population.types(THETA[name], 1e14) == pytest.approx(population.size(THETA[name]), rel=1e-3)


def sample(name, seed=1):
    """A Poisson sample of a population whose types lie at the quantiles of the density."""
    u = np.linspace(np.log(1e-9), np.log(0.5), 400_001)
    middle = np.exp((u[1:] + u[:-1]) / 2)
    types = (density(name, middle) * middle * np.diff(u))[::-1].cumsum()
    probability = middle[::-1][np.searchsorted(types, np.arange(0.5, types[-1]))]
    return from_counts(np.random.default_rng(seed).poisson(N * probability))


@pytest.mark.parametrize("name", ["zm", "fzm"])
def test_the_parameters_of_a_population_come_back_from_its_sample(name):
    counts = sample(name)
    fit = lnre.fit_population(counts, name, lnre.half_of(counts, 1))
    found = {e.symbol: e.value for e in fit.parameters}
    assert found["a"] == pytest.approx(THETA[name][0], abs=0.05)
    assert found["B"] == pytest.approx(THETA[name][-1], rel=0.25)
    assert fit.p > 0.001
    assert fit.held_out_error == pytest.approx(0.0, abs=0.05)


def test_extrapolation_predicts_a_larger_sample_of_the_same_population():
    fit = lnre.fit_population(sample("fzm"), "fzm")
    at_twice = next(e for e in fit.extrapolation if e.tokens > 1.9 * N and e.tokens < 2.1 * N)
    assert at_twice.types == pytest.approx(lnre.FZM.types(THETA["fzm"], at_twice.tokens), rel=0.05)


def test_too_few_types_have_no_population():
    fit = lnre.fit_population(from_counts([3, 2, 1, 1]), "zm")
    assert (fit.status, fit.parameters) == ("too_few_types", ())
    assert fit.reason == "4 types; at least 50 are needed"


def test_a_table_without_its_rarest_words_has_no_population():
    counts = sample("zm")
    fit = lnre.fit_population(
        from_counts(np.repeat(counts.frequency, counts.types)[counts.types[0] :]), "zm", 1
    )
    assert fit.status == "not_run"
    assert "no word that occurs once" in fit.reason
