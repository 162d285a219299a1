"""Every bias against its definition, computed in another way, at distances 0 to 4096.

Constants with many digits come from sums in 30-digit arithmetic.
"""

import math

import numpy as np
import pytest

from lexdecay.position import biases
from lexdecay.position.rope import frequencies

DISTANCES = np.arange(4097)


@pytest.mark.parametrize("heads", [1, 2, 8, 16, 32])
def test_slopes_of_a_power_of_two_are_geometric(heads):
    assert biases.alibi_slopes(heads) == pytest.approx([2 ** (-8 * h / heads) for h in range(1, heads + 1)])


def test_slopes_of_twelve_heads_fill_in_from_sixteen():
    """The paper's rule: those of 8 heads, then 2^-0.5, 2^-1.5, 2^-2.5, 2^-3.5 of 16."""
    expected = sorted([2.0**-h for h in range(1, 9)] + [2**-0.5, 2**-1.5, 2**-2.5, 2**-3.5], reverse=True)
    assert biases.alibi_slopes(12) == pytest.approx(expected)


@pytest.mark.parametrize("heads", [3, 5, 6, 7, 9, 20, 40, 71, 112])
def test_slopes_of_any_number_follow_the_recursive_rule(heads):
    assert biases.alibi_slopes(heads) == pytest.approx(sorted(_slopes(heads), reverse=True))


def _slopes(n):
    if n & (n - 1) == 0:
        start = 2 ** (-(2 ** -(math.log2(n) - 3)))
        return [start * start**i for i in range(n)]
    below = 2 ** math.floor(math.log2(n))
    return _slopes(below) + _slopes(2 * below)[0::2][: n - below]


def test_alibi_and_both_kerples_by_their_formulas():
    d = DISTANCES.astype(float)
    assert biases.alibi(d, 0.25)[[0, 1, 4096]].tolist() == [0, -0.25, -1024]
    assert biases.kerple_log(d, 1.5, 0.3) == pytest.approx([-1.5 * math.log(1 + 0.3 * x) for x in d])
    assert biases.kerple_power(d, 0.4, 0.7) == pytest.approx([-0.4 * x**0.7 for x in d])
    assert biases.kerple_power(d, 0.4, 1.0) == pytest.approx(biases.alibi(d, 0.4))


@pytest.mark.parametrize(("buckets", "longest"), [(32, 128), (32, 2048), (16, 64)])
def test_t5_buckets_by_whole_numbers(buckets, longest):
    """Bucket E + j begins where (d/E)^(B-E) >= (longest/E)^j, an inequality between whole numbers."""
    exact = buckets // 2

    def bucket(d):
        if d < exact:
            return d
        j = 0
        while j + 1 < buckets - exact and d ** (buckets - exact) >= exact ** (
            buckets - exact - j - 1
        ) * longest ** (j + 1):
            j += 1
        return exact + j

    assert biases.t5_bucket(DISTANCES, buckets, longest).tolist() == [bucket(int(d)) for d in DISTANCES]


def test_t5_is_constant_beyond_its_last_bucket():
    assert set(biases.t5_bucket(np.arange(128, 5000), 32, 128).tolist()) == {31}


def test_fire_with_a_linear_map_shrinks_with_the_position_beyond_its_threshold():
    d = np.array([0.0, 10.0])
    near, same, far = (biases.fire(d, 2.0, 0.1, i, 512)[1] for i in (100, 512, 4096))
    assert near == same == pytest.approx(-2 * math.log(2) / math.log(1 + 51.2))
    assert far == pytest.approx(-2 * math.log(2) / math.log(1 + 409.6))


@pytest.mark.parametrize(
    ("distance", "head", "expected"),
    [
        (0, 1, 0.0),
        (1, 1, -1.44661850510052),
        (100, 8, -4.16486427129754),
        (4096, 1, -67.2693243447943),
    ],
)
def test_sandwich_with_128_dimensions_and_8_heads(distance, head, expected):
    assert biases.sandwich(np.array([float(distance)]), head, 8, 128)[0] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("distance", "expected"),
    [
        (1, 0.969287526290846),
        (16, 0.61549255286091),
        (128, 0.334307203050101),
        (512, 0.220691712057305),
        (1024, 0.168967752275445),
        (2048, 0.0980345463881455),
        (4096, 0.0418655032202324),
    ],
)
def test_xpos_with_128_dimensions(distance, expected):
    theta = frequencies(128, 1e4)
    assert biases.xpos_kernel(np.array([float(distance)]), theta)[0] == pytest.approx(expected, rel=1e-10)


def test_buckets_fall_on_the_side_of_an_edge_that_single_precision_says():
    """The last edge of 32 buckets up to 939 lies at 728.00004: the reference counts 728 as beyond it."""
    assert biases.t5_bucket(np.array([727, 728, 729]), 32, 939).tolist() == [30, 31, 31]
