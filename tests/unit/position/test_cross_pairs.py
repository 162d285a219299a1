"""Pairs of aligned lines by hand."""

import numpy as np
import pytest

from lexdecay.position.cross import BLOCKS, aligned, pair_keys, pairs, shuffled_lines
from lexdecay.position.cross_query import divergence
from lexdecay.records import TokenStream, Vocabulary


def stream(*lines):
    lengths = [len(line) for line in lines]
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)
    ids = np.array([word for line in lines for word in line], np.uint32)
    words = Vocabulary(tuple("abcdef"), np.arange(6, 0, -1))
    return TokenStream(ids, starts, words)


FIRST = stream([0, 1], [2], [], [3, 4, 5])
SECOND = stream([1, 2, 3, 4], [5], [0], [])


def met(of, offset, partner=None):
    at, right = pairs(of, offset, partner)
    return list(zip(of.left[at].tolist(), right.tolist(), strict=True))


def test_the_diagonal_runs_from_corner_to_corner():
    """Words 0 and 1 of two meet words floor(0.5 x 2) = 1 and floor(1.5 x 2) = 3 of four."""
    of = aligned(FIRST, SECOND, 6, scaled=True)
    assert met(of, 0) == [(0, 2), (1, 4), (2, 5)]
    assert met(of, -1) == [(0, 1), (1, 3)]
    assert met(of, 1) == [(0, 3)]


def test_a_plain_diagonal_counts_words():
    of = aligned(FIRST, SECOND, 6, scaled=False)
    assert met(of, 0) == [(0, 1), (1, 2), (2, 5)]
    assert met(of, 2) == [(0, 3), (1, 4)]


def test_rarer_words_are_other_and_keep_their_place():
    of = aligned(FIRST, SECOND, 2, scaled=False)
    assert met(of, 0) == [(0, 1), (1, 2), (2, 2)]
    assert of.symbols == 3


def test_a_partner_sets_lines_against_others():
    of = aligned(FIRST, SECOND, 6, scaled=False)
    assert met(of, 0, np.array([1, 0, 2, 2])) == [(0, 5), (2, 1), (3, 0)]


def test_keys_hold_pair_and_block():
    of = aligned(FIRST, SECOND, 6, scaled=False)
    keys = pair_keys(of, 0)
    assert (keys // BLOCKS).tolist() == [0 * 7 + 1, 1 * 7 + 2, 2 * 7 + 5]
    assert (keys % BLOCKS).tolist() == [0, 0, 10]  # line 1 of 4 is in block 40 / 4


def test_shuffled_lines_are_a_permutation_of_similar_lines_without_fixed_points():
    rng = np.random.default_rng(0)
    lengths = rng.integers(1, 60, 500)
    one = stream(*([0] * n for n in lengths))
    of = aligned(one, one, 6, scaled=True)
    partner = shuffled_lines(of, rng)
    assert np.array_equal(np.sort(partner), np.arange(500))
    assert not (partner == np.arange(500)).any()
    assert (
        np.abs(lengths[partner] - lengths).max() <= 6
    )  # groups of about 32 out of 500 lines of 1 to 59 words


def test_divergence_is_the_sum_worked_by_hand():
    """3/4 log2 (3/4 : 1/2) + 1/4 log2 (1/4 : 1/4)."""
    assert divergence(np.array([3, 1, 0]), np.array([2, 1, 1])) == pytest.approx(0.75 * np.log2(1.5))
    assert divergence(np.zeros(3, int), np.ones(3, int)) == 0
