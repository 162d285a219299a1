"""Public trouble reports about co-occurrence counters, as tests; the numbers are worked by hand."""

import numpy as np
import pytest

from lexdecay.count import count_pairs
from lexdecay.records import TokenStream, Vocabulary


def stream_of(*texts):
    tokens = [text.split() for text in texts]
    words = tuple(sorted({word for text in tokens for word in text}))
    ids = np.array([words.index(word) for text in tokens for word in text], dtype=np.uint32)
    starts = np.cumsum([0, *(len(text) for text in tokens)])[:-1]
    return TokenStream(ids, starts, Vocabulary(words, np.bincount(ids, minlength=len(words))))


def by_words(stream, max_offset):
    counts = count_pairs(stream, max_offset)
    words = stream.vocabulary.words
    rows = zip(counts.left, counts.right, counts.offset, counts.count, strict=True)
    return {(words[left], words[right], int(offset)): int(count) for left, right, offset, count in rows}


def test_repeated_words_lose_no_pairs():
    """nltk/nltk#403: repeated words cut the window short."""
    stream = stream_of("xx this xx is xx a xx test xx")
    pairs = by_words(stream, 3)
    assert sum(count for (left, right, _), count in pairs.items() if (left, right) == ("xx", "is")) == 2
    assert {key: count for key, count in pairs.items() if key[:2] == ("xx", "xx")} == {("xx", "xx", 2): 4}
    assert count_pairs(stream, 3).exposure.tolist() == [9, 8, 7, 6]


def test_a_word_with_itself_is_counted_in_full():
    """dselivanov/text2vec#313: pairs of a word with itself counted half."""
    pairs = by_words(stream_of("A D A C E A D F E B A C E D"), 3)
    assert [pairs.get(("A", "A", offset), 0) for offset in (1, 2, 3)] == [0, 1, 1]
    weighted = sum(
        2 * count / offset for (left, right, offset), count in pairs.items() if left == right == "A"
    )
    assert weighted == pytest.approx(1.6667, abs=5e-5)


def test_order_is_kept():
    """quanteda/quanteda#2458: ordered co-occurrence came back symmetric."""
    pairs = by_words(stream_of("a b", "a b", "b a"), 1)
    assert pairs == {("a", "b", 1): 2, ("b", "a", 1): 1}
    table = np.array([[0, 2], [1, 0]]) / 3
    independent = np.outer(table.sum(axis=1), table.sum(axis=0))
    bits = np.sum(table[table > 0] * np.log2(table[table > 0] / independent[table > 0]))
    assert bits == pytest.approx(0.9183, abs=5e-5)


def test_pairs_never_cross_documents_unless_these_are_one():
    """quanteda/quanteda#220: collocations formed across documents."""
    apart = stream_of("this is a test", "this is also a test")
    assert ("test", "this", 1) not in by_words(apart, 1)
    assert count_pairs(apart, 1).exposure.tolist() == [9, 7]
    joined = stream_of("this is a test this is also a test")
    assert by_words(joined, 1)["test", "this", 1] == 1
