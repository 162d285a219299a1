from __future__ import annotations

import numpy as np
import pytest

from lexdecay.fit.slope import local_slope


def test_a_power_law_has_its_exponent_everywhere_but_at_the_ends(offsets):
    slope = local_slope(offsets, 0.3 * offsets**-0.7)
    assert np.isnan(slope[[0, -1]]).all()
    np.testing.assert_allclose(slope[1:-1], -0.7)


def test_an_exponential_steepens_in_proportion_to_the_offset():
    offset = np.array([99, 100, 101])
    assert local_slope(offset, np.exp(-offset / 50))[1] == pytest.approx(-2.0, rel=1e-4)


def test_the_slope_is_undefined_beside_a_value_that_is_not_positive():
    slope = local_slope(np.arange(1, 8), np.array([1.0, 0.5, 0.3, -0.1, 0.2, 0.15, 0.1]))
    np.testing.assert_array_equal(np.isnan(slope), [True, False, True, True, True, False, True])


@pytest.mark.parametrize("size", [0, 1, 2])
def test_fewer_than_three_offsets_have_no_slope(size):
    assert np.isnan(local_slope(np.arange(1, size + 1), np.ones(size))).all()
