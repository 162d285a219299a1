"""x log2 x in whole units: what it stands for, that it never overflows, and sums by block."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdecay.measure.entropy import TABLED, bits, sum_by_block, unit_digits, xlog2x_units


@given(st.integers(1, 10**12))
def test_the_entropy_of_a_table_fits_in_sixty_two_binary_digits(pairs):
    digits = unit_digits(pairs)
    assert digits >= 15  # a rounding of 2^-16 bits in each cell of a million million pairs
    assert int(xlog2x_units(np.array([pairs]), digits)[0]) < 2**62


@pytest.mark.parametrize("count", [0, 1, 2, 3, 1000, TABLED - 1, TABLED, 10 * TABLED])
def test_units_are_bits_to_the_last_digit_kept(count):
    digits = unit_digits(10**6)
    expected = count * np.log2(count) if count else 0.0
    assert bits(int(xlog2x_units(np.array([count]), digits)[0]), digits) == pytest.approx(
        expected, abs=2.0**-digits, rel=1e-15
    )


def test_any_shape_and_any_integers_will_do():
    small = np.array([[0, 5], [7, TABLED + 1]], np.int32)
    digits = unit_digits(10**6)
    assert (xlog2x_units(small, digits) == xlog2x_units(small.astype(np.int64), digits)).all()


@given(st.lists(st.tuples(st.integers(-(2**50), 2**50), st.integers(0, 3)), max_size=60))
def test_sums_by_block_are_exact(rows):
    units, block = (np.array([row[i] for row in rows], np.int64) for i in (0, 1))
    expected = [sum(unit for unit, at in rows if at == b) for b in range(4)]
    assert sum_by_block(units, block.astype(np.uint8), 4).tolist() == expected
