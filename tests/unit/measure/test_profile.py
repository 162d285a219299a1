"""Divergence, intervals and half-life: worked by hand, or by scipy and brute force."""

import numpy as np
import pytest
from scipy.stats import binomtest, multivariate_hypergeom

from lexdecay.measure.expected import expected_divergence
from lexdecay.measure.profile import default_class_size, divergence, half_life, wilson_interval
from lexdecay.records import Curve


def test_the_divergence_of_a_sample_worked_by_hand():
    # P = (3/4, 1/4) against (1/2, 1/2): 3/4 log2 3/2 + 1/4 log2 1/2 = 0.1887 bits.
    found = divergence(np.array([[2, 0], [1, 1]]), np.array([50, 50]))
    assert found.value == pytest.approx(0.75 * np.log2(1.5) - 0.25)
    assert found.pairs == 4
    # Without the first block (1, 1): 0 bits; without the second (2, 0): 1 bit.
    assert found.leave_out.tolist() == [0.0, 1.0]


def test_a_block_that_holds_all_leaves_the_whole():
    found = divergence(np.array([[3, 1], [0, 0]]), np.array([50, 50]))
    assert found.leave_out.tolist() == [found.value, found.value]


def test_the_expected_divergence_is_the_mean_over_all_samples():
    background, sample = np.array([4, 3, 2]), 5
    law = multivariate_hypergeom(background, sample)
    total = 0.0
    for a in range(5):
        for b in range(4):
            counts = np.array([a, b, sample - a - b])
            if 0 <= counts[2] <= 2:
                total += law.pmf(counts) * divergence(counts[None, :], background).value
    assert expected_divergence(sample, background) == pytest.approx(total, rel=1e-12)


def test_a_sample_of_everything_does_not_diverge_and_an_empty_one_neither():
    background = np.array([400, 30, 2, 1])
    assert expected_divergence(433, background) == pytest.approx(0, abs=1e-9)
    assert expected_divergence(0, background) == 0
    assert expected_divergence(3, np.array([0, 0])) == 0


def test_the_expected_divergence_equals_the_mean_of_random_samples():
    rng = np.random.default_rng(0)
    background = np.maximum(1, (20_000 / np.arange(1, 301)).astype(int))
    draws = rng.multivariate_hypergeometric(background, 200, size=400)
    values = [divergence(draw[None, :], background).value for draw in draws]
    assert expected_divergence(200, background) == pytest.approx(
        np.mean(values), abs=4 * np.std(values) / np.sqrt(400)
    )


@pytest.mark.parametrize(("count", "size"), [(0, 60), (1, 60), (30, 60), (60, 60), (7, 1000)])
def test_the_interval_is_scipys(count, size):
    low, high = wilson_interval(np.array([count]), size)
    theirs = binomtest(count, size).proportion_ci(method="wilson")
    assert (low[0], high[0]) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_the_class_grows_with_the_occurrences_between_its_bounds():
    assert [default_class_size(n) for n in (3, 700, 10**6)] == [50, 700, 5000]


def curve(value, offset=(1, 2, 4, 8), noise=0.01, spread=1e-6):
    value = np.array(value, float)
    size = value.size
    return Curve(
        measure="pull",
        estimand="total",
        unit="bits",
        vocabulary=50,
        offset=np.array(offset[:size]),
        pairs=np.full(size, 100),
        raw=value,
        floor=np.zeros(size),
        value=value,
        se=np.full(size, np.sqrt(spread)),
        noise=np.full(size, noise),
        usable=value > 4 * noise,
        covariance=spread * np.eye(size),
    )


def test_the_half_life_is_read_between_two_offsets_on_a_logarithmic_scale():
    # Half of 1 lies in the middle between 0.8 at 2 and 0.2 at 4: sqrt(8).
    found = half_life(curve([1.0, 0.8, 0.2, 0.1]), 0)
    assert found.offset == pytest.approx(np.sqrt(8))
    assert found.reason is None


def test_the_interval_of_a_half_life_between_neighbours_is_as_narrow_as_the_values_are_known():
    found = half_life(curve([1.0, 0.2, 0.1, 0.1]), 0)
    assert found.offset == pytest.approx(2 ** (0.5 / 0.8))
    assert found.low < found.offset < found.high
    assert found.high - found.low < 0.05


def test_the_interval_of_a_half_life_holds_what_was_not_measured():
    # Nothing says where between 2 and 4 the values fall.
    found = half_life(curve([1.0, 0.8, 0.2, 0.1]), 0)
    assert (found.low, found.high) == (2, 4)


def test_the_half_life_counts_from_the_maximum():
    # 0.3 at 1 is below half of the maximum but before it.
    assert half_life(curve([0.3, 1.0, 0.4, 0.0]), 0).offset == pytest.approx(2 * 2 ** (0.5 / 0.6))


def test_an_uncertain_end_of_the_half_life_is_left_open():
    found = half_life(curve([1.0, 0.9, 0.7, 0.45], spread=0.01), 0)
    assert found.offset is not None
    assert (found.high, found.reason) == (
        None,
        "the upper end of the interval lies beyond the usable offsets",
    )


def test_a_pull_that_may_be_nothing_has_an_open_interval():
    # One usable offset, two standard errors above 0: some drawn curves have no pull at all.
    found = half_life(curve([0.2, 0.0, 0.0, 0.0], spread=0.01), 0)
    assert found.offset == pytest.approx(np.sqrt(2))
    assert found.high is None


def test_without_a_fall_to_half_there_is_a_reason():
    found = half_life(curve([1.0, 0.9, 0.8]), 0)
    assert found.offset is None
    assert found.reason == "the pull is above half of its maximum up to offset 4, the largest usable"


def test_without_a_usable_offset_there_is_a_reason():
    assert half_life(curve([0.01, 0.02]), 0).reason == "no offset stands out of the noise"
