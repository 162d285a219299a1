from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import curve_fit

from lexdecay.fit import MODELS, solve
from lexdecay.fit.estimate import estimate
from lexdecay.fit.problem import observe, state
from lexdecay.fit.weights import KNOWN

TRUE = {
    "exponential": (0.8, 25.0),
    "power_law": (0.6, 0.7),
    "stretched_exponential": (1.5, 9.0, 0.6),
    "cutoff_power_law": (0.5, 0.5, 90.0),
    "shifted_power_law": (9.0, 1.4, 8.0),
    "two_exponentials": (1.0, 3.0, 0.2, 60.0),
    "exponential_plus_power_law": (1.0, 2.5, 0.2, 0.4),
    "broken_power_law": (0.6, 0.3, 1.2, 25.0),
    "constant": (0.05,),
}


def law(name, offset):
    return MODELS[name].function(np.array(TRUE[name]), offset.astype(float))


def fitted(name, offset, value, covariance, sampling=KNOWN):
    return estimate(state(MODELS[name], observe(offset, value, covariance, sampling)), "bits")


def values(fit):
    return [p.value for p in fit.parameters]


@pytest.mark.parametrize("name", list(MODELS))
def test_exact_values_with_tiny_errors_give_back_the_parameters(name, offsets, covariance_of):
    value = law(name, offsets)
    fit = fitted(name, offsets, value, covariance_of(offsets, 1e-7 * value))
    assert fit.status == "ok"
    assert fit.reason == ""
    np.testing.assert_allclose(values(fit), TRUE[name], rtol=1e-5)
    np.testing.assert_allclose(fit.expected, value, rtol=1e-6)
    assert fit.chi2 < 1e-3
    assert fit.p > 0.999


@pytest.mark.parametrize("name", ["exponential", "power_law", "stretched_exponential", "cutoff_power_law"])
def test_estimates_and_errors_agree_with_an_independent_solver(name, offsets, covariance_of):
    rng = np.random.default_rng(2)
    value = law(name, offsets)
    covariance = covariance_of(offsets, 0.02 * value + 1e-4)
    value = rng.multivariate_normal(value, covariance)

    def function(d, *theta):
        return MODELS[name].function(np.array(theta), d)

    best, errors = curve_fit(
        function, offsets.astype(float), value, p0=TRUE[name], sigma=covariance, absolute_sigma=True
    )
    fit = fitted(name, offsets, value, covariance)
    np.testing.assert_allclose(values(fit), best, rtol=1e-3)
    np.testing.assert_allclose([p.se for p in fit.parameters], np.sqrt(np.diag(errors)), rtol=5e-3)


def test_the_profile_interval_ends_where_chi2_has_risen_by_the_quantile(offsets, covariance_of):
    rng = np.random.default_rng(3)
    covariance = covariance_of(offsets, 0.05 * law("power_law", offsets) + 1e-3)
    value = rng.multivariate_normal(law("power_law", offsets), covariance)
    precision = np.linalg.inv(covariance)
    exponents = np.linspace(0.5, 0.9, 4001)
    shapes = offsets.astype(float) ** -exponents[:, None]
    amplitude = (shapes @ precision @ value) / np.einsum("gi,ij,gj->g", shapes, precision, shapes)
    misfit = value - amplitude[:, None] * shapes
    chi2 = np.einsum("gi,ij,gj->g", misfit, precision, misfit)
    inside = exponents[chi2 <= chi2.min() + 3.8415]
    exponent = fitted("power_law", offsets, value, covariance).parameters[1]
    assert exponent.value == pytest.approx(exponents[chi2.argmin()], abs=2e-4)
    assert exponent.low == pytest.approx(inside[0], abs=4e-4)
    assert exponent.high == pytest.approx(inside[-1], abs=4e-4)


def test_forty_blocks_give_wider_intervals_than_a_known_covariance(offsets, covariance_of):
    value = law("power_law", offsets)
    covariance = covariance_of(offsets, 0.02 * value)
    known = fitted("power_law", offsets, value, covariance).parameters[1]
    problem = state(MODELS["power_law"], observe(offsets, value, covariance))
    estimated = estimate(problem, "bits").parameters[1]
    assert estimated.high - estimated.low > known.high - known.low
    assert estimated.value == pytest.approx(known.value)


def test_amplitudes_carry_the_unit_of_the_curve_and_shapes_their_own(offsets, covariance_of):
    value = law("cutoff_power_law", offsets)
    fit = fitted("cutoff_power_law", offsets, value, covariance_of(offsets, 0.01 * value))
    assert [(p.symbol, p.unit) for p in fit.parameters] == [("A", "bits"), ("α", "1"), ("ξ", "words")]


def test_negative_estimates_stay_in_the_fit(offsets):
    # Around a level of zero a fit that dropped negative values would find a positive one.
    value = np.where(np.arange(offsets.size) % 2 == 0, 1.0, -1.0)
    fit = fitted("constant", offsets, value, np.eye(offsets.size))
    assert fit.parameters[0].value == pytest.approx(0.0, abs=1e-9)
    assert fit.chi2 == pytest.approx(offsets.size)


def test_a_cut_off_that_is_not_there_is_at_its_bound(offsets, covariance_of):
    value = law("power_law", offsets)
    fit = fitted("cutoff_power_law", offsets, value, covariance_of(offsets, 1e-6 * value))
    assert fit.status == "at_bound"
    assert fit.reason == "cutoff ξ, offset of the cut-off, ends at its bound 1e+05"
    assert fit.parameters[2].se is None
    assert fit.parameters[2].high is None


@pytest.mark.parametrize("name", ["two_exponentials", "exponential_plus_power_law"])
def test_a_second_part_that_vanishes_is_at_its_bound(name, offsets, covariance_of):
    value = law("exponential", offsets)
    covariance = covariance_of(offsets, 1e-3 * value + 1e-6)
    steeper = value - 1e-4 * offsets**-0.1  # asks for a negative second part
    fit = fitted(name, offsets, steeper, covariance)
    assert fit.status == "at_bound"
    assert "ends at its bound" in fit.reason or fit.reason == "both parts have the same length"


def test_the_shorter_of_two_exponentials_comes_first(offsets, covariance_of):
    value = law("two_exponentials", offsets)
    fit = fitted("two_exponentials", offsets, value, covariance_of(offsets, 0.01 * value))
    assert fit.parameters[1].value < fit.parameters[3].value


@pytest.mark.parametrize("name", list(MODELS))
def test_a_model_needs_two_offsets_more_than_parameters(name, covariance_of):
    needed = len(MODELS[name].parameters) + 2
    offset = np.arange(1, needed)
    fit = fitted(name, offset, 1.0 / offset, covariance_of(offset, 0.1 / offset))
    assert fit.status == "too_few_points"
    assert fit.reason == f"needs {needed} offsets, the range holds {needed - 1}"
    assert fit.chi2 is None
    offset = np.arange(1, needed + 1)
    assert fitted(name, offset, 1.0 / offset, covariance_of(offset, 0.1 / offset)).chi2 is not None


def test_a_search_that_is_cut_short_says_so(offsets, covariance_of, monkeypatch):
    monkeypatch.setattr(solve, "MOST_STEPS", 1)
    value = law("two_exponentials", offsets)
    fit = fitted("two_exponentials", offsets, value, covariance_of(offsets, 0.01 * value))
    assert fit.status == "no_convergence"
    assert fit.reason == "the search found no minimum"


@pytest.mark.parametrize("name", list(MODELS))
def test_values_of_zero_are_fitted_without_an_exception(name, offsets, covariance_of):
    fit = fitted(name, offsets, np.zeros(offsets.size), covariance_of(offsets, np.ones(offsets.size)))
    assert fit.status in {"ok", "at_bound"}
    np.testing.assert_allclose(fit.expected, 0.0, atol=1e-6)


@pytest.mark.parametrize("name", list(MODELS))
@pytest.mark.parametrize("covariance", ["zeros", "ones", "billionths"])
def test_singular_and_badly_scaled_covariances_give_finite_results(name, covariance, offsets):
    m = offsets.size
    matrix = {"zeros": np.zeros((m, m)), "ones": np.ones((m, m)), "billionths": 1e-24 * np.eye(m)}[covariance]
    fit = fitted(name, offsets, 1e-9 * law("power_law", offsets), matrix)
    assert np.isfinite(fit.expected).all()
    numbers = [x for p in fit.parameters for x in (p.value, p.se, p.low, p.high) if x is not None]
    assert np.isfinite(numbers).all()
    assert fit.chi2 is None or np.isfinite([fit.chi2, fit.p, fit.bic]).all()
