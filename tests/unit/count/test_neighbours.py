"""Words around a query, against a loop over the text."""

import itertools

import numpy as np
import pytest

from lexdecay.count.neighbours import counts_by_block, neighbours, occurrences, word_class
from lexdecay.records import TokenStream, Vocabulary


def corpus(seed=0, tokens=400, types=9):
    ids = np.random.default_rng(seed).integers(0, types, tokens).astype(np.uint32)
    counts = np.bincount(ids, minlength=types)
    starts = np.array([0, 0, 30, 31, 200, 200, 390])
    return TokenStream(ids, starts, Vocabulary(tuple("abcdefghi"), counts))


def around(stream, types, offset, member):
    """Each (occurrence, word) by a walk through the documents, empty ones included."""
    bounds = [*stream.starts.tolist(), len(stream)]
    found, seen = [], 0
    for first, last in itertools.pairwise(bounds):
        for t in range(first, last):
            if stream.ids[t] not in types:
                continue
            if first <= t + offset < last and (member is None or member[t + offset]):
                found.append((seen, int(stream.ids[t + offset])))
            seen += 1
    return found


@pytest.mark.parametrize("offset", [1, 2, 29, 169, 500, -1, -5, -189])
@pytest.mark.parametrize("tagged", [False, True])
def test_neighbours_are_those_of_a_walk_through_each_document(offset, tagged):
    stream = corpus()
    member = np.random.default_rng(1).random(len(stream)) < 0.4 if tagged else None
    kept = word_class(stream, member)
    which, place = neighbours(stream, kept, occurrences(stream, np.array([2, 5])), offset)
    expected = around(stream, {2, 5}, offset, member)
    assert list(zip(which.tolist(), kept.words[place].tolist(), strict=True)) == expected


def test_a_class_counts_its_own_tokens_only():
    stream = corpus()
    member = np.arange(len(stream)) % 3 == 0
    assert word_class(stream, member).counts.tolist() == np.bincount(stream.ids[::3], minlength=9).tolist()
    assert word_class(stream).counts.tolist() == stream.vocabulary.counts.tolist()


def test_counts_stay_in_their_block():
    table = counts_by_block(np.array([0, 2, 2, 1]), np.array([0, 0, 1, 1]), 3, 4)
    assert table.tolist() == [[1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0]]
