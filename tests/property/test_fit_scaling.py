from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.fit import MODELS
from lexdecay.fit.estimate import estimate
from lexdecay.fit.problem import observe, state
from lexdecay.fit.slope import local_slope

OFFSET = np.unique(np.round(np.geomspace(1, 300, 18))).astype(np.int64)
# Amplitudes scale with the unit of the values, every other parameter does not.
LAWS = {"power_law": (0.4, 0.8), "exponential": (0.7, 30.0), "cutoff_power_law": (0.4, 0.5, 60.0)}


def observed(name, seed):
    value = MODELS[name].function(np.array(LAWS[name]), OFFSET.astype(float))
    se = 0.03 * value + 1e-4
    apart = np.abs(np.subtract.outer(np.log(OFFSET), np.log(OFFSET)))
    covariance = np.outer(se, se) * (0.9 * np.exp(-apart / 4) + 0.1 * np.eye(OFFSET.size))
    return np.random.default_rng(seed).multivariate_normal(value, covariance), covariance


def fitted(name, value, covariance):
    return estimate(state(MODELS[name], observe(OFFSET, value, covariance)), "bits")


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(sorted(LAWS)), st.integers(0, 10**6), st.floats(1e-9, 1e9))
def test_a_change_of_unit_changes_amplitudes_and_nothing_else(name, seed, unit):
    value, covariance = observed(name, seed)
    before, after = fitted(name, value, covariance), fitted(name, unit * value, unit**2 * covariance)
    assert after.status == before.status
    assert after.chi2 == pytest.approx(before.chi2, rel=1e-6)
    assert after.bic == pytest.approx(before.bic, rel=1e-6)
    for p, q in zip(before.parameters, after.parameters, strict=True):
        factor = unit if p.unit == "bits" else 1.0
        assert q.value == pytest.approx(factor * p.value, rel=1e-4)
        assert (q.low is None, q.high is None) == (p.low is None, p.high is None)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(-40, 40))
def test_a_change_of_unit_by_a_power_of_two_changes_no_digit(seed, power):
    value, covariance = observed("power_law", seed)
    unit = 2.0**power
    before, after = (
        fitted("power_law", value, covariance),
        fitted("power_law", unit * value, unit**2 * covariance),
    )
    assert after.chi2 == before.chi2
    assert after.parameters[1] == before.parameters[1]
    assert after.parameters[0].value == unit * before.parameters[0].value


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_a_model_with_one_more_parameter_never_fits_worse(seed):
    value, covariance = observed("power_law", seed)
    plain = fitted("power_law", value, covariance)
    wider = fitted("shifted_power_law", value, covariance)
    assert wider.chi2 <= plain.chi2 * (1 + 1e-6)


@given(st.floats(1e-6, 1e6), st.floats(0.0, 3.0), st.floats(0.1, 10.0))
def test_the_local_slope_does_not_depend_on_the_unit(unit, exponent, amplitude):
    value = amplitude * OFFSET.astype(float) ** -exponent
    np.testing.assert_allclose(local_slope(OFFSET, unit * value)[1:-1], -exponent, atol=1e-7)
