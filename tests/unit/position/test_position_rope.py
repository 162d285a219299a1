"""Rotary frequencies: mean kernel, its laws, coverage, admissible bases. Constants: 30-digit sums."""

import math

import numpy as np
import pytest

from lexdecay.position import rope
from lexdecay.position.bases import admissible_bases, base_row, is_admissible, usual_rows


@pytest.mark.parametrize(
    ("base", "distance", "expected"),
    [
        (1e4, 1, 0.970213809465119),
        (1e4, 100, 0.477241479710792),
        (1e4, 4096, -0.0528533425700369),
        (5e5, 131_072, 0.047777463706347),
    ],
)
def test_the_mean_kernel_in_high_precision(base, distance, expected):
    theta = rope.frequencies(128, base)
    assert rope.mean_kernel(np.array([float(distance)]), theta)[0] == pytest.approx(expected, abs=1e-10)
    assert rope.mean_kernel_to(distance, theta)[-1] == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("last", [0, 1, 2, 99, 100, 5000])
def test_products_of_matrices_are_the_cosines(last):
    theta = rope.frequencies(64, 1e4)
    whole = rope.mean_kernel(np.arange(last + 1.0), theta)
    assert rope.mean_kernel_to(last, theta) == pytest.approx(whole, abs=1e-12)


def test_the_mean_kernel_follows_its_laws():
    theta, distance = rope.frequencies(128, 1e4), np.geomspace(4, 1000, 2000)
    g = rope.mean_kernel(distance, theta)
    assert np.sqrt(np.mean((g - rope.continuum(distance, 1e4)) ** 2)) < 0.06
    assert np.sqrt(np.mean((g - rope.logarithmic_law(distance, 1e4)) ** 2)) < 0.06
    # Many pairs: the sum is the integral, and the ripple is gone.
    many = rope.frequencies(200_000, 1e4)
    few = np.array([4.0, 40.0, 400.0])
    assert rope.mean_kernel(few, many) == pytest.approx(rope.continuum(few, 1e4), abs=1e-4)
    assert rope.continuum(few, 1e4) == pytest.approx(rope.logarithmic_law(few, 1e4), abs=0.03)


def test_a_factor_of_ln_base_makes_a_power_law_of_exponent_one():
    d = np.arange(4, 1001.0)
    kernel = 9.21 * rope.mean_kernel(d, rope.frequencies(128, 1e4))
    assert -np.polyfit(np.log(d), kernel, 1)[0] == pytest.approx(1.00, abs=0.03)


def test_the_ripple_is_that_of_random_angles():
    """Of 64 pairs with base 10^4, those with a wavelength up to 1000 have turned."""
    theta = rope.frequencies(128, 1e4)
    turned = sum(2 * math.pi * 1e4 ** (2 * j / 128) <= 1000 for j in range(64))
    assert rope.ripple(theta, 1000) == pytest.approx(math.sqrt(turned / 2) / 64)
    d = np.arange(900.0, 1100.0)
    left = rope.mean_kernel(d, theta) - rope.continuum(d, 1e4)
    assert np.std(left) == pytest.approx(rope.ripple(theta, 1000), rel=0.3)


@pytest.mark.parametrize(
    ("base", "context", "turning"), [(1e4, 4096, 46), (5e5, 8192, 35), (1e6, 32_768, 40)]
)
def test_pairs_that_turn_are_those_of_the_formula(base, context, turning):
    """ceil(D/2 ln(L / 2 pi) / ln base): the critical dimension of Liu et al. (2023) is twice that."""
    found = rope.coverage(rope.frequencies(128, base), context)
    assert found.turning == turning == math.ceil(64 * math.log(context / 2 / math.pi) / math.log(base))


def test_the_longest_wavelength_is_that_of_the_last_pair():
    """2 pi 10000^(126/128), not 2 pi 10000."""
    assert rope.coverage(rope.frequencies(128, 1e4), 1).longest == pytest.approx(54_410, abs=1)


def test_a_row_tells_how_far_the_kernel_stays_above_zero():
    """Llama 2 falls below within its own context."""
    theta = rope.frequencies(128, 1e4)
    row = base_row("", theta, 4096, 1e4)
    direct = np.array([np.cos(m * theta).mean() for m in range(4097)])
    below = np.flatnonzero(direct < 0)
    assert not row.admissible
    assert row.reaches == below[0] - 1
    assert (row.lowest, row.lowest_at) == (pytest.approx(direct.min()), int(direct.argmin()))
    assert not row.aliased
    assert base_row("", theta, 60_000, 1e4).aliased


@pytest.mark.parametrize(("dimension", "context"), [(128, 1024), (64, 300), (32, 64)])
def test_admissible_is_what_the_sum_says_at_every_distance(dimension, context):
    for base in np.geomspace(1.5 * context, 120 * context, 25):
        theta = rope.frequencies(dimension, base)
        direct = all(math.fsum(np.cos(m * theta)) >= 0 for m in range(context + 1))
        assert is_admissible(dimension, float(base), context) == direct


def test_the_first_admissible_base_and_the_gaps_above_it():
    found = admissible_bases(128, 1024, steps=350)
    assert found.first == pytest.approx(4.3e3, rel=0.05)
    assert found.all_above == pytest.approx(6.0e3, rel=0.05)
    assert 0.8 < found.share < 1


def test_fewer_pairs_need_larger_bases():
    assert admissible_bases(64, 1024).first > 1.5 * admissible_bases(128, 1024).first


def test_no_admissible_base_is_told_as_none():
    """Two pairs: cos(m) + cos(m / sqrt(base)) is negative at m = 3 for every base of the grid."""
    found = admissible_bases(4, 4096)
    assert (found.first, found.all_above, found.share) == (None, None, 0.0)


def test_ones_own_base_joins_the_usual_ones():
    assert [row.base for row in usual_rows(128, 512, 2e5)] == [1e4, 1e5, 2e5, 5e5, 1e6, 1e7]
    assert len(usual_rows(128, 512, 1e6)) == 5
