import numpy as np
import pytest

from lexdecay.measure.offsets import default_vocabulary, exposed_offsets, exposures, offset_grid


def test_every_offset_to_16_then_about_eight_a_decade():
    grid = offset_grid(1000)
    assert grid[:16].tolist() == list(range(1, 17))
    assert grid[-1] == 1000
    assert grid.size == 31
    assert (np.diff(grid) > 0).all()


@pytest.mark.parametrize("largest", [1, 2, 15, 16, 17, 20])
def test_small_grids_end_at_the_largest_offset(largest):
    assert offset_grid(largest)[-1] == largest


def test_exposure_is_what_documents_leave():
    # Documents of 3, 0 and 5 tokens: at offset 2 they hold 1, 0 and 3 pairs.
    assert exposures(np.array([0, 3, 3]), 8, np.array([1, 2, 3, 4, 9])).tolist() == [6, 4, 2, 1, 0]


def test_offsets_with_less_than_a_tenth_of_the_exposure_are_left_out():
    assert exposed_offsets(np.array([1, 2, 3]), np.array([100, 10, 9])).tolist() == [1, 2]


def test_without_exposure_nothing_is_measured():
    assert exposed_offsets(np.array([1, 2]), np.array([0, 0])).size == 0


def test_the_default_vocabulary_grows_with_the_root_of_the_corpus():
    assert [default_vocabulary(n) for n in (100, 250_000, 10**6, 10**9)] == [50, 158, 316, 5000]
