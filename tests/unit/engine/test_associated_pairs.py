"""Pairs by offset, against counters over the text."""

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import false_discovery_control

from lexdecay.engine.pairs import PairQuery, associated_pairs, concordance
from lexdecay.measure.association import association
from lexdecay.records import TokenStream, Vocabulary

STARTS = np.array([0, 0, 100, 101, 900])


def corpus(seed=0, tokens=1500, types=12):
    rng = np.random.default_rng(seed)
    ids = np.minimum(rng.geometric(0.25, tokens) - 1, types - 1).astype(np.uint32)
    counts = np.bincount(ids, minlength=types)
    return TokenStream(ids, STARTS, Vocabulary(tuple("abcdefghijkl"), counts))


def walked(stream, offset, left=None, right=None):
    """Ordered pairs by a walk through each document."""
    bounds = [*stream.starts.tolist(), len(stream)]
    return Counter(
        (int(stream.ids[t]), int(stream.ids[t + offset]))
        for first, last in itertools.pairwise(bounds)
        for t in range(first, last - offset)
        if (left is None or left[t]) and (right is None or right[t + offset])
    )


def listed(found):
    return dict(
        zip(zip(found.left.tolist(), found.right.tolist(), strict=True), found.count.tolist(), strict=True)
    )


def checked_against(found, pairs):
    """Compare counts, margins and information with those of a counter of pairs."""
    total = sum(pairs.values())
    row, column = Counter(), Counter()
    for (a, b), n in pairs.items():
        row[a] += n
        column[b] += n
    assert found.pairs == total
    terms = [n / total * np.log2(n * total / (row[a] * column[b])) for (a, b), n in pairs.items()]
    assert found.information == pytest.approx(sum(terms))
    for i, (a, b) in enumerate(zip(found.left.tolist(), found.right.tolist(), strict=True)):
        table = (np.array([x]) for x in (pairs[a, b], row[a], column[b]))
        exact = association(*table, total)
        assert [part[i] for part in found.of] == pytest.approx([part[0] for part in exact])


def test_pairs_are_those_of_a_walk_and_the_rare_are_left_out():
    stream = corpus()
    each, together = associated_pairs(stream, [1, 3, 99], PairQuery(4), 1)
    for offset, found in zip((1, 3, 99), each, strict=True):
        pairs = walked(stream, offset)
        assert listed(found) == {pair: n for pair, n in pairs.items() if n >= 4}
        checked_against(found, pairs)
    whole = walked(stream, 1) + walked(stream, 3) + walked(stream, 99)
    assert listed(together) == {pair: n for pair, n in whole.items() if n >= 4}
    assert together.offset == 0


def test_the_order_is_that_of_g2():
    each, _ = associated_pairs(corpus(), [1], PairQuery(2), 1)
    assert (np.diff(each[0].of.g2) <= 0).all()


def test_q_values_are_those_of_all_offsets_together():
    each, together = associated_pairs(corpus(), [1, 2], PairQuery(3), 1)
    theirs = false_discovery_control(np.concatenate([found.of.p for found in each]))
    assert np.concatenate([found.q for found in each]) == pytest.approx(theirs)
    assert together.q == pytest.approx(false_discovery_control(together.of.p))


def test_a_word_filter_keeps_the_margins_of_the_whole():
    stream = corpus()
    (found,), _ = associated_pairs(stream, [2], PairQuery(1, words=np.array([3])), 1)
    pairs = walked(stream, 2)
    assert listed(found) == {pair: n for pair, n in pairs.items() if 3 in pair}
    checked_against(found, pairs)


def test_classes_of_tokens_are_a_table_of_their_own():
    stream = corpus()
    left, right = (np.random.default_rng(seed).random(len(stream)) < 0.5 for seed in (1, 2))
    (found,), _ = associated_pairs(stream, [2], PairQuery(1, left=left, right=right), 1)
    pairs = walked(stream, 2, left, right)
    assert listed(found) == dict(pairs)
    checked_against(found, pairs)


def test_shares_of_all_pairs_sum_to_the_information_over_what_is_above_chance():
    (found,), _ = associated_pairs(corpus(), [1], PairQuery(1), 1)
    above = found.information - found.floor
    share = found.count * found.of.pmi / found.pairs
    assert share.sum() == pytest.approx(found.information)
    if above > 0:
        assert found.share.sum() == pytest.approx(found.information / above)
    else:
        assert np.isnan(found.share).all()


def test_an_offset_longer_than_every_document_has_no_pair():
    each, together = associated_pairs(corpus(), [5000], PairQuery(1), 1)
    assert (each[0].pairs, each[0].information, each[0].count.size, together.pairs) == (0, 0, 0, 0)


def test_the_number_of_threads_does_not_matter():
    one, two = (associated_pairs(corpus(), [1, 2, 3], PairQuery(1), jobs)[0] for jobs in (1, 2))
    assert [found.q.tobytes() for found in one] == [found.q.tobytes() for found in two]


def test_a_line_of_concordance_ends_where_its_document_does():
    words = Vocabulary(tuple("abcde"), np.array([1, 1, 1, 1, 1]))
    stream = TokenStream(np.array([0, 1, 2, 1, 3, 1, 2, 4], np.uint32), np.array([0, 4]), words)
    # b and c stand side by side at 1 and at 5; never across the cut at 4.
    found = concordance(stream, 1, 2, 1, 5, 2)
    assert [(ids.tolist(), at) for ids, at in found] == [([0, 1, 2, 1], 1), ([3, 1, 2, 4], 1)]
    assert concordance(stream, 1, 3, 1, 5, 2) == []


def test_lines_are_spread_over_the_text():
    ids = np.tile(np.array([0, 1], np.uint32), 50)
    stream = TokenStream(ids, np.array([0]), Vocabulary(("a", "b"), np.array([50, 50])))
    places = concordance(stream, 0, 1, 1, 3, 200)
    assert [at for _, at in places] == [0, 48, 98]


def test_pairs_that_are_due_are_tested_though_the_text_does_not_hold_them():
    stream = corpus()
    stream = replace(stream, ids=np.where(np.arange(1500) % 2, stream.ids, 0).astype(np.uint32))
    (found,), _ = associated_pairs(stream, [1], PairQuery(6, due=True), 1)
    pairs = walked(stream, 1)
    total = sum(pairs.values())
    row, column = Counter(), Counter()
    for (a, b), n in pairs.items():
        row[a] += n
        column[b] += n
    due = {(a, b): pairs[a, b] for a in row for b in column if row[a] * column[b] >= 6 * total}
    assert listed(found) == due
    missing = found.count == 0
    assert missing.any()
    assert np.isneginf(found.of.pmi[missing]).all()
    assert (found.share[missing] == 0).all()
    assert (found.of.expected >= 6).all()


def test_an_offset_without_pairs_has_none_that_are_due():
    (found,), _ = associated_pairs(corpus(), [5000], PairQuery(1, due=True), 1)
    assert found.count.size == 0
