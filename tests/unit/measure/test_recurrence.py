from itertools import permutations

import numpy as np
import pytest

from lexdecay.measure.recurrence import Matches, recurrence_curve, unigrams


def test_the_chance_of_a_match_and_of_every_leave_out():
    blocks = [np.array([3, 1, 0]), np.array([1, 1, 2])]
    chance = unigrams(blocks)
    assert chance.chance == pytest.approx((16 + 4 + 4) / 64)
    assert chance.leave_out == pytest.approx([(1 + 1 + 4) / 16, (9 + 1) / 16])


def test_recurrence_is_the_excess_over_chance_as_a_share_of_what_could_be():
    chance = unigrams([np.array([5, 5]), np.array([5, 5])])  # 1/2
    matches = [Matches(np.array([6, 9]), np.array([10, 10]))]
    far = [Matches(np.array([n]), np.array([20])) for n in (9, 11)]
    curve = recurrence_curve(np.array([1]), matches, chance, far, vocabulary=2)
    assert curve.value == pytest.approx([(0.75 - 0.5) / 0.5])
    assert curve.raw == pytest.approx([0.75])
    # far shifts: recurrence -0.1 and 0.1, sd 0.1414, at the same number of pairs
    assert curve.noise == pytest.approx([0.1 * np.sqrt(2)])
    assert curve.unit == "probability"


def test_far_matches_are_set_against_the_variance_of_random_pairing():
    words = np.repeat(np.arange(3), [3, 2, 1])
    chance = unigrams([np.bincount(words)])
    matched = [(words == words[list(order)]).sum() for order in permutations(range(6))]
    # Over all permutations the variance has 1 / (n - 1) where random pairing of a long text has 1 / n.
    assert chance.variance == pytest.approx(np.var(matched) * 5 / 36)
    far = [Matches(np.array([n]), np.array([6])) for n in (1, 5)]
    curve = recurrence_curve(np.array([1]), far[:1], chance, far, vocabulary=3)
    excess = np.array([1, 5]) / 6 - 14 / 36
    assert curve.far == pytest.approx(np.sqrt((excess**2).mean() / (np.var(matched) * 5 / 36 / 6)))


def test_one_word_only_recurs_no_more_than_chance():
    chance = unigrams([np.array([10]), np.array([10])])
    far = [Matches(np.array([20]), np.array([20]))] * 2
    curve = recurrence_curve(
        np.array([1, 2]), [Matches(np.array([9, 9]), np.array([9, 9]))] * 2, chance, far, vocabulary=1
    )
    assert curve.value.tolist() == [0, 0]
    assert not curve.usable.any()
