from __future__ import annotations

import numpy as np

from lexdecay.fit.span import fitted_offsets

TEN = np.arange(1, 11)


def test_the_range_runs_from_the_first_to_the_largest_usable_offset(curve_of):
    curve = curve_of(np.ones(10), offset=TEN, usable=[0, 1, 1, 0, 1, 1, 0, 1, 0, 0])
    np.testing.assert_array_equal(TEN[fitted_offsets(curve)], np.arange(1, 9))


def test_recurrence_starts_at_its_maximum(curve_of):
    value = np.array([-0.3, 0.1, 0.6, 0.9, 0.8, 0.5, 0.4, 0.3, 0.2, 0.1])
    curve = curve_of(value, offset=TEN, measure="recurrence")
    assert TEN[fitted_offsets(curve)][0] == 4


def test_a_curve_without_a_usable_offset_has_no_range(curve_of):
    assert not fitted_offsets(curve_of(np.zeros(10), offset=TEN)).any()


def test_the_range_can_be_narrowed_but_not_widened_beyond_the_largest_usable_offset(curve_of):
    curve = curve_of(np.ones(10), offset=TEN, usable=TEN <= 8)
    np.testing.assert_array_equal(TEN[fitted_offsets(curve, first=3, last=6)], [3, 4, 5, 6])
    np.testing.assert_array_equal(TEN[fitted_offsets(curve, last=10)], np.arange(1, 9))
