from __future__ import annotations

import numpy as np
import pytest

from lexdecay.errors import UnknownNameError
from lexdecay.fit import MODELS, fit_curve
from lexdecay.fit.closeness import deviation
from lexdecay.fit.estimate import estimate
from lexdecay.fit.held_out import score
from lexdecay.fit.problem import observe, state


def noisy(truth, covariance, seed):
    return np.random.default_rng(seed).multivariate_normal(truth, covariance)


@pytest.fixture(scope="module")
def power(offsets, covariance_of, curve_of):
    truth = 0.5 * offsets**-0.6
    covariance = covariance_of(offsets, 0.02 * truth + 1e-4)
    return curve_of(noisy(truth, covariance, 7), covariance=covariance)


@pytest.fixture(scope="module")
def result(power):
    return fit_curve(power)


def test_every_model_is_fitted_to_the_same_offsets(power, result):
    assert [f.model for f in result.fits] == list(MODELS)
    assert all(f.expected.size == result.offsets.size for f in result.fits)
    assert result.curve is power
    assert result.local_slope.shape == power.offset.shape


def test_the_best_fit_is_the_reference_and_the_weights_sum_to_one(result):
    fits = result.fits
    assert min(f.delta_bic for f in fits) == 0.0
    assert sum(f.weight for f in fits) == pytest.approx(1.0)
    two = [f for f in fits if f.model in {"power_law", "exponential"}]
    assert two[0].weight < 1e-6 < two[1].weight


def test_the_same_curve_gives_the_same_numbers(power, result):
    again = fit_curve(power)
    assert [f.parameters for f in again.fits] == [f.parameters for f in result.fits]
    assert again.verdict == result.verdict


def test_models_and_range_can_be_chosen(power):
    result = fit_curve(power, models=["power_law"], first=2, last=20)
    assert [f.model for f in result.fits] == ["power_law"]
    assert (result.offsets[0], result.offsets[-1]) == (2, 20)
    assert (result.verdict.low, result.verdict.high) == (2, 20)


def test_an_unknown_model_name_lists_the_known_ones(power):
    with pytest.raises(UnknownNameError, match="no decay model is named 'exponentiel'") as error:
        fit_curve(power, models=["exponentiel"])
    assert "did you mean 'exponential'?" in error.value.hint


def test_a_curve_of_noise_has_no_fit_and_no_dependence(offsets, curve_of):
    result = fit_curve(curve_of(np.zeros(offsets.size)))
    assert result.offsets.size == 0
    assert {f.status for f in result.fits} == {"too_few_points"}
    assert result.verdict.answer == "no_dependence"


@pytest.mark.parametrize("size", [1, 2, 3])
def test_fewer_than_four_usable_offsets_leave_it_undecided(size, curve_of):
    offset = np.arange(1, size + 1)
    result = fit_curve(curve_of(1.0 / offset, offset=offset))
    assert result.verdict.answer == "undecided"
    assert "are needed" in result.verdict.reason


def test_halves_of_the_text_give_every_fit_a_held_out_error(power, offsets, covariance_of, curve_of):
    truth = 0.5 * offsets**-0.6
    covariance = covariance_of(offsets, 0.03 * truth + 1e-4)
    halves = tuple(curve_of(noisy(truth, covariance, s), covariance=covariance) for s in (1, 2))
    fits = {f.model: f for f in fit_curve(power, halves=halves).fits}
    assert all(f.held_out is not None for f in fits.values())
    # Both halves err: the expected square is about 2 for the true law.
    assert 0.3 < fits["power_law"].held_out < 6
    assert fits["exponential"].held_out > 10 * fits["power_law"].held_out


@pytest.mark.parametrize("name", list(MODELS))
def test_a_held_out_error_is_that_of_halves_fitted_one_by_one(name, offsets, covariance_of):
    """Chi2 of each, by the inverse of its own covariance, under the law of the other, of another size."""
    model, halves, errors = MODELS[name], [], []
    for seed, size, share in ((1, 0.5, 0.02), (2, 0.8, 0.05)):
        truth = size * offsets**-0.6
        covariance = covariance_of(offsets, share * truth + 1e-4)
        halves.append((noisy(truth, covariance, seed), covariance))
    observed = tuple(observe(offsets, value, covariance) for value, covariance in halves)
    first, second = (estimate(state(model, half), "bits") for half in observed)
    for seen, unseen in ((first, 1), (second, 0)):
        value, covariance = halves[unseen]
        misfit = value - seen.expected
        chi2 = misfit @ np.linalg.solve(covariance, misfit)
        errors.append(chi2 / observed[unseen].weights.effective)
    assert score(first, model, observed).held_out == pytest.approx(np.mean(errors), rel=1e-6)


def test_halves_too_short_for_the_range_are_left_out(power, offsets, curve_of):
    short = curve_of(0.5 * offsets[:9] ** -0.6, offset=offsets[:9])
    assert {f.held_out for f in fit_curve(power, models=["power_law"], halves=(short, power)).fits} == {None}


def test_without_halves_nothing_is_held_out(result):
    assert {f.held_out for f in result.fits} == {None}


def test_deviation_is_a_share_of_the_value_without_the_part_noise_explains():
    value, expected = np.array([1.0, 2.0]), np.array([1.1, 1.8])
    assert deviation(value, np.zeros(2), expected) == pytest.approx(0.1)
    assert deviation(value, 0.06 * value, expected) == pytest.approx(0.08)
    assert deviation(value, 0.2 * value, expected) == 0.0
