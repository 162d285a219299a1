from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from lexdecay.zipf.growth import first_types, rarefaction, vocabulary_growth
from lexdecay.zipf.spectrum import from_counts


def every_subset(tokens, size):
    """Types and hapaxes of every subset of that size: the whole sample space."""
    return [
        (len(set(held)), sum(held.count(t) == 1 for t in set(held))) for held in combinations(tokens, size)
    ]


@pytest.mark.parametrize("size", [1, 2, 4, 7, 8])
def test_expectation_and_hapaxes_are_those_of_all_subsets(size):
    tokens = "aaaabbcd"
    types, _, hapaxes = rarefaction(from_counts([4, 2, 1, 1]), np.array([size]))
    outcomes = np.array(every_subset(tokens, size))
    assert types[0] == pytest.approx(outcomes[:, 0].mean(), abs=1e-9)
    assert hapaxes[0] == pytest.approx(outcomes[:, 1].mean(), abs=1e-9)


def test_the_band_is_as_wide_as_shuffles_are():
    rng = np.random.default_rng(4)
    ids = np.repeat(np.arange(60), np.maximum(1, 300 // np.arange(1, 61) ** 2))
    sizes = np.array([1, 5, 40, 150, 400])
    seen = np.array([first_types(rng.permutation(ids).astype(np.uint32), sizes) for _ in range(4000)])
    types, spread, _ = rarefaction(from_counts(np.bincount(ids)), sizes)
    assert seen.mean(axis=0) == pytest.approx(types, abs=0.15)
    assert spread[0] == 0.0
    assert seen.std(axis=0)[1:] == pytest.approx(spread[1:], rel=0.1)


def test_the_curve_ends_where_the_text_does():
    counts = [9, 4, 2, 1, 1, 1]
    curve = vocabulary_growth(from_counts(counts), points=8)
    assert curve.tokens[-1] == 18
    assert (curve.types[-1], curve.low[-1], curve.high[-1]) == pytest.approx((6, 6, 6))
    assert curve.local_slope[-1] == pytest.approx(3 / 6)
    assert curve.observed is None


def test_the_first_token_is_a_type_of_its_own():
    curve = vocabulary_growth(from_counts([9, 4, 2, 1, 1, 1]))
    assert (curve.types[0], curve.local_slope[0]) == pytest.approx((1.0, 1.0))


def test_types_in_the_order_of_the_text_by_hand():
    ids = np.array([2, 2, 0, 2, 1, 0, 3], dtype=np.uint32)
    assert first_types(ids, np.array([1, 2, 3, 4, 5, 7])).tolist() == [1, 1, 2, 2, 3, 4]


def test_no_token_has_no_growth():
    assert vocabulary_growth(from_counts([])) is None


def test_words_that_occur_once_each_grow_with_slope_one():
    curve = vocabulary_growth(from_counts(np.ones(10_000)))
    assert curve.types == pytest.approx(curve.tokens.astype(float), rel=1e-6)
    assert curve.local_slope == pytest.approx(np.ones(curve.tokens.size), rel=1e-6)
