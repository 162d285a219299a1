"""Sums of exponentials: the ripple formula against the sum itself, ALiBi's average, best weights."""

import numpy as np
import pytest

from lexdecay.position.biases import alibi_slopes
from lexdecay.position.exponentials import (
    average_of_heads,
    best_weights,
    head_shares,
    log_mixture,
    ripple,
    spread_slopes,
)
from lexdecay.position.kernels import make_kernel


def kernel(distance, log_value):
    return make_kernel("mi", distance, log_value, np.eye(distance.size) * 1e-6, "words")


def slope(values, low, high):
    d = np.arange(low, high + 1)
    return -np.polyfit(np.log(d), np.log(values[d]), 1)[0]


@pytest.mark.parametrize(
    ("exponent", "ratio", "expected"),
    [  # sums of Gamma functions in 30-digit arithmetic
        (1.0, 2, 9.88445050556e-6),
        (1.0, 4, 0.00864682889265),
        (0.5, 8, 0.0247771411694),
        (1.5, 16, 0.395243962461),
    ],
)
def test_the_ripple_in_high_precision(exponent, ratio, expected):
    assert ripple(exponent, ratio) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(("exponent", "ratio"), [(1.0, 4), (0.5, 4), (1.0, 8), (1.5, 8)])
def test_the_ripple_is_what_the_sum_of_exponentials_shows(exponent, ratio):
    """d^-a against h sum exp(a u - d e^u) / Gamma(a), the trapezoid rule itself."""
    from math import gamma, log

    d, h = np.geomspace(1, 2048, 4000), log(ratio)
    u = np.arange(-80, 20, h)
    total = h * (np.exp(exponent * u) * np.exp(-np.outer(d, np.exp(u)))).sum(1) / gamma(exponent)
    assert np.abs(total * d**exponent - 1).max() == pytest.approx(ripple(exponent, ratio), rel=0.02)


def test_a_ratio_of_four_costs_a_power_law_under_one_percent():
    assert 100 * ripple(1.0, 4) == pytest.approx(0.86, abs=0.05)


def test_the_average_of_default_heads_is_near_one_over_d_and_then_falls_off():
    average = average_of_heads(8, 2048)
    assert slope(average, 4, 128) == pytest.approx(1.09, abs=0.02)
    assert slope(average, 512, 2047) > 4
    assert average.sum() == pytest.approx(1)


@pytest.mark.parametrize(("exponent", "most"), [(0.5, 0.003), (1.0, 0.011)])
def test_eight_spread_heads_carry_a_power_law_over_three_decades(exponent, most):
    """Research of this project found 0.3 % and 1.1 % at most with slopes from 3 to 1 / (3 2048)."""
    d = np.unique(np.rint(np.geomspace(1, 2048, 120)))
    slopes = spread_slopes(8, 1, 2048)
    target = kernel(d, -exponent * np.log(d))
    error = log_mixture(d, slopes, best_weights(target, slopes)) + exponent * np.log(d)
    error -= target.weight @ error
    assert np.abs(error).max() < 2.5 * most
    assert np.sqrt(target.weight @ error**2) < most


def test_default_heads_do_not_reach_beyond_their_flattest():
    d = np.unique(np.rint(np.geomspace(1, 2048, 120)))
    errors = {}
    for last in (256, 2048):
        near = d[d <= last]
        target = kernel(near, -np.log(near))
        fitted = log_mixture(near, alibi_slopes(8), best_weights(target, alibi_slopes(8)))
        errors[last] = np.abs(fitted - target.log_value - target.weight @ (fitted - target.log_value)).max()
    assert errors[256] < 0.35
    assert errors[2048] > 1.0


def test_weights_of_a_mixture_are_found_again():
    d, slopes = np.arange(1.0, 200.0), alibi_slopes(4)
    true = np.array([0.5, 0.0, 0.3, 0.2])
    found = best_weights(kernel(d, log_mixture(d, slopes, true)), slopes)
    assert found / found.sum() == pytest.approx(true, abs=1e-6)


def test_shares_count_what_a_head_gives_to_the_measured_distances():
    """Weights 1 of bare exponentials: the flatter head has more mass, sum of e^(-m d) over 3..50."""
    slopes = np.array([1.0, 0.1])
    sums = np.array([np.exp(-m * np.arange(3, 51)).sum() for m in slopes])
    assert head_shares(slopes, np.ones(2), 3, 50) == pytest.approx(sums / sums.sum())


@pytest.mark.parametrize("heads", [1, 12, 32, 64, 128])
@pytest.mark.parametrize("which", ["default", "spread"])
def test_any_number_of_nearly_equal_slopes_has_weights(heads, which):
    d = np.unique(np.rint(np.geomspace(1, 1000, 30)))
    slopes = alibi_slopes(heads) if which == "default" else spread_slopes(heads, 1, 1000)
    target = kernel(d, -0.5 * np.log(d) + np.random.default_rng(heads).normal(0, 0.05, d.size))
    weights = best_weights(target, slopes)
    assert (weights >= 0).all()
    assert np.isfinite(log_mixture(d, slopes, weights)).all()
