from __future__ import annotations

import numpy as np
import pytest
from scipy.special import zeta

from lexdecay.zipf.hurwitz import log_zeta, log_zeta_jet


@pytest.mark.parametrize("s", [1.05, 1.95, 3.0, 7.0, 20.0])
@pytest.mark.parametrize("q", [0.05, 1.0, 7.5, 31.0, 32.0, 40.0])
def test_log_zeta_agrees_with_scipy_where_that_does_not_underflow(s, q):
    assert log_zeta(s, q) == pytest.approx(np.log(zeta(s, q)), abs=1e-11)


def test_zeta_of_two_is_pi_squared_over_six():
    assert log_zeta(2.0, 1.0) == pytest.approx(np.log(np.pi**2 / 6), abs=1e-14)


def test_log_zeta_does_not_underflow_far_out():
    """zeta(20, 1e30) is about q^-19 / 19, 1e-571: no double holds it, its logarithm is fine."""
    assert log_zeta(20.0, 1e30) == pytest.approx(-19 * 30 * np.log(10) - np.log(19), rel=1e-12)


def test_one_term_less_is_the_next_argument():
    s, q = 1.7, np.array([1.0, 5.0, 31.5, 1000.0])
    assert np.exp(log_zeta(s, q)) - q**-s == pytest.approx(np.exp(log_zeta(s, q + 1.0)), rel=1e-11)


@pytest.mark.parametrize("q", [0.4, 1.0, 30.0, 31.9, 32.0, 5000.0])
def test_derivatives_are_those_of_the_function(q):
    s, h = np.array([1.2, 2.0, 6.0]), 1e-4
    start = np.full(3, q)
    jet = log_zeta_jet(s, start)
    up, here, down = log_zeta(s + h, start), log_zeta(s, start), log_zeta(s - h, start)
    assert jet.value == pytest.approx(here, abs=1e-12)
    assert jet.first == pytest.approx((up - down) / (2 * h), rel=1e-6)
    assert jet.second == pytest.approx((up - 2 * here + down) / h**2, rel=1e-4, abs=1e-6)
