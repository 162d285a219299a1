"""The parts of the floor on tables made by hand."""

from dataclasses import replace

import numpy as np
import pytest

from lexdecay.measure.curve import information_curve, shrunk_correlation
from lexdecay.measure.expected import expected_information
from lexdecay.measure.floor import Draw, Null, far_shift_null, gain, shuffled_null
from lexdecay.measure.information import Information

MARGIN = np.array([600, 300, 100])
EXPECTED = expected_information(MARGIN, MARGIN)


def table(value, bias=0.0, pairs=1000, spread=0.0, blocks=4):
    """Information with a jackknife bias of ``bias`` and leave-outs that scatter by ``spread``."""
    scatter = np.resize([spread, -spread], blocks)
    margin = MARGIN * pairs // 1000
    return Information(value, value + bias / (blocks - 1) + scatter, pairs, margin, margin)


def null(base, bias, bias_variance=1e-12, variance=1e-8):
    base, bias = np.asarray(base, float), np.asarray(bias, float)
    ones = np.ones_like(base)
    return Null(
        base, variance * ones, variance * ones, bias, bias_variance * ones, np.zeros((base.size, 4)), 16
    )


def test_far_shifts_add_their_excess_over_the_computed_expectation():
    draws = [Draw(0, table(EXPECTED + excess)) for excess in (0.010, 0.014)]
    result = far_shift_null([table(0.5)], draws)
    assert result.base == pytest.approx([EXPECTED + 0.012])
    assert result.variance == pytest.approx([0.004**2 / 2])  # of two draws 0.004 apart


def test_far_shifts_say_how_far_they_are_from_independence():
    draws = [Draw(0, table(EXPECTED + excess)) for excess in (0.010, 0.014)]
    spread = (EXPECTED / (1000 * np.log(2))) ** 0.5
    assert far_shift_null([table(0.5)], draws).far == pytest.approx(
        (0.010**2 + 0.014**2) ** 0.5 / 2**0.5 / spread
    )
    one_word = np.array([1000])
    certain = Information(0.0, np.zeros(4), 1000, one_word, one_word)
    assert far_shift_null([certain], [Draw(0, certain)] * 2).far == 0


def test_far_shifts_of_independent_words_are_about_one_spread_from_independence():
    rng = np.random.default_rng(0)
    draws = [Draw(0, independent(rng)) for _ in range(200)]
    assert far_shift_null([draws[0].information], draws).far == pytest.approx(1, abs=0.15)


def independent(rng, symbols=6, pairs=3000):
    left, right = rng.integers(0, symbols, (2, pairs))
    joint = np.bincount(left * symbols + right, minlength=symbols**2).reshape(symbols, symbols)
    rows, columns = joint.sum(1), joint.sum(0)
    value = (joint / pairs * np.log2(joint * pairs / np.outer(rows, columns))).sum()
    return Information(value, np.full(4, value), pairs, rows, columns)


def test_the_excess_of_a_draw_with_other_margins_is_over_its_own_expectation():
    """A draw of a part of the text pairs words that are not as common there as in all of it."""
    margin = np.array([400, 400, 200])
    value = expected_information(margin, MARGIN) + 0.012
    draws = [Draw(0, replace(table(value), left=margin)), Draw(0, table(EXPECTED + 0.012))]
    result = far_shift_null([table(0.5)], draws)
    assert abs(value - EXPECTED - 0.012) > 1e-6
    assert result.base == pytest.approx([EXPECTED + 0.012], rel=1e-9)


def test_an_excess_per_pair_and_an_excess_per_document_are_both_carried_to_other_exposures():
    pairs = [1000, 500, 250]
    tables = [table(0.5, pairs=n) for n in pairs]
    expected = [expected_information(t.left, t.right) for t in tables]
    # two bits x pairs that fall as 1 / pairs, and a hundredth that does not
    draws = [Draw(i, table(expected[i] + 2 / n + 0.01, pairs=n)) for i, n in enumerate(pairs) if i != 1] * 2
    result = far_shift_null(tables, draws)
    assert result.base - expected == pytest.approx([0.012, 0.014, 0.018])
    assert result.variance == pytest.approx([0, 0, 0], abs=1e-12)


def test_shuffles_keep_the_mean_of_their_own_offset():
    draws = [[table(0.1), table(0.2)], [table(0.3), table(0.2)]]
    result = shuffled_null([table(0.5), table(0.4)], draws)
    assert result.base == pytest.approx([0.2, 0.2])
    assert result.variance == pytest.approx([0.01, 0.01])  # (0.02 + 0) / 2, pooled


def test_no_gain_where_the_jackknife_sees_the_same_bias_as_far_away():
    tables = [table(0.5, bias=0.05), table(0.2, bias=0.05)]
    assert gain(np.array([1, 2]), tables, null([0.1, 0.1], [0.05, 0.05])) == pytest.approx([0, 0])


def test_a_well_measured_gain_is_the_missing_bias_over_the_difference():
    tables = [table(0.5, bias=0.03)]
    # 0.02 of missing bias over a difference of 0.4
    assert gain(np.array([1]), tables, null([0.1], [0.05])) == pytest.approx([0.05], rel=1e-6)


def test_an_unmeasurable_gain_is_borrowed_from_near_offsets_and_is_nothing_far_away():
    tables = [table(0.5, bias=0.03), table(0.1, bias=0.05), table(0.1, bias=0.05)]
    near, next_, far = gain(np.array([1, 2, 1000]), tables, null([0.1] * 3, [0.05] * 3, bias_variance=1e-6))
    assert near == pytest.approx(next_, rel=0.01)
    assert abs(far) < 1e-12


def test_value_and_floor_add_up_to_raw_and_only_a_clear_value_is_usable():
    offsets = np.array([1, 2, 3])
    tables = [table(0.5), table(0.1005), table(0.1003)]
    curve = information_curve(offsets, tables, null([0.1] * 3, [0.0] * 3), vocabulary=2, estimand="total")
    assert curve.value + curve.floor == pytest.approx(curve.raw)
    assert curve.usable.tolist() == [True, True, False]  # noise 1.03e-4
    assert curve.usable_max_offset == 2


def test_the_jackknife_s_excess_variance_on_nulls_is_taken_off_but_not_below_their_spread():
    tables = [table(0.5, spread=0.01), table(0.1, spread=1e-6)]
    # (B - 1) / B x 4 x 1e-4 = 3e-4 at the first offset
    nulls = null([0.1, 0.1], [0.0, 0.0], variance=1e-6)
    nulls = Null(
        **{
            **{n: getattr(nulls, n) for n in Null.__dataclass_fields__},
            "jackknife_variance": np.full(2, 1e-4),
        }
    )
    curve = information_curve(np.array([1, 2]), tables, nulls, vocabulary=2, estimand="total")
    assert curve.se**2 == pytest.approx([3e-4 - (1e-4 - 1e-6) + 1e-6 / 16, 1e-6 + 1e-6 / 16], rel=1e-6)


def test_correlations_are_pulled_a_tenth_towards_nothing():
    covariance = np.array([[4.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
    assert shrunk_correlation(covariance) == pytest.approx(np.array([[1, 0.9, 0], [0.9, 1, 0], [0, 0, 1]]))
