"""Arcs of small trees by hand, and random order by trying every order."""

import itertools

import numpy as np
import pytest

from lexdecay.measure.arcs import arcs_of, mean_length, random_order
from lexdecay.word_records import Arcs, Trees


def trees(*sentences, punctuation=()):
    """Trees from lists of heads; ``punctuation`` are places in the whole text."""
    heads = np.array([head for sentence in sentences for head in sentence], np.int64)
    marks = np.isin(np.arange(heads.size), punctuation)
    starts = np.cumsum([0, *(len(sentence) for sentence in sentences)])[:-1]
    return Trees(heads, marks, starts, 0)


def test_an_arc_runs_from_the_head_to_its_dependent():
    # "the old dog barks": the and old hang on dog, dog on barks.
    arcs = arcs_of(trees([3, 3, 4, 0], [2, 0]))
    assert arcs.length.tolist() == [-2, -1, -1, -1]
    assert arcs.sentence.tolist() == [0, 0, 0, 1]
    assert arcs.words.tolist() == [4, 2]


def test_punctuation_holds_no_position_and_what_hangs_on_it_climbs():
    # a , b . : the comma (2) stands between a and b; b hangs on the full stop, which hangs on a.
    tree = trees([0, 1, 4, 1], punctuation=(1, 3))
    arcs = arcs_of(tree)
    assert (arcs.length.tolist(), arcs.words.tolist()) == ([1], [2])
    kept = arcs_of(tree, keep_punctuation=True)
    assert (kept.length.tolist(), kept.words.tolist()) == ([1, -1, 3], [4])


def test_a_root_that_is_punctuation_leaves_its_words_without_a_head():
    arcs = arcs_of(trees([2, 0, 1], punctuation=(1,)))
    assert (arcs.length.tolist(), arcs.words.tolist()) == ([1], [2])


def test_punctuation_that_hangs_on_itself_in_a_circle_is_let_go():
    arcs = arcs_of(trees([2, 3, 2, 0], punctuation=(1, 2)))
    assert arcs.length.size == 0


def test_a_text_without_sentences_has_no_arcs():
    arcs = arcs_of(trees())
    assert arcs.length.size == 0
    assert mean_length(arcs) == (0, 0)
    assert random_order(arcs)[1] == 0


@pytest.mark.parametrize("head", [[0, 1, 1, 1, 1], [2, 3, 4, 5, 0]])
def test_random_order_is_the_mean_over_all_orders_whatever_the_tree(head):
    lengths = np.zeros(5)
    for order in itertools.permutations(range(5)):
        for dependent, of in enumerate(head):
            if of:
                lengths[abs(order[dependent] - order[of - 1])] += 1
    share, mean = random_order(arcs_of(trees(head)))
    assert share == pytest.approx(lengths[1:] / lengths.sum())
    assert mean == pytest.approx((np.arange(5) * lengths).sum() / lengths.sum()) == pytest.approx((5 + 1) / 3)


def test_sentences_of_different_length_are_weighed_by_their_arcs():
    share, mean = random_order(arcs_of(trees([0, 1], [0, 1, 1])))
    # Two words: length 1. Three: 2/3 and 1/3. One arc of the one, two of the other.
    assert share == pytest.approx([(1 + 2 * 2 / 3) / 3, 2 / 3 / 3])
    assert mean == pytest.approx((1 + 2 * 4 / 3) / 3)


def test_the_standard_error_is_that_of_independent_sentences():
    rng = np.random.default_rng(0)
    length = rng.geometric(0.4, 8000)
    arcs = Arcs(length, np.arange(8000), np.full(8000, 60))
    mean, se = mean_length(arcs)
    assert mean == pytest.approx(length.mean())
    assert se == pytest.approx(length.std() / np.sqrt(8000), rel=0.35)
