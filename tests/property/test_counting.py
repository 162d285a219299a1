"""Pair counting against a counter that anybody can check, whatever the pieces, merges and spills."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.count import count_pairs, count_words, exposure, merge_pair_counts, write_pair_counts
from lexdecay.records import TokenStream, Vocabulary

TYPES = 6
documents = st.lists(st.lists(st.integers(0, TYPES - 1), max_size=12), max_size=6)
largest = st.integers(1, 9)


def stream_of(texts, types=TYPES):
    ids = np.array([word for text in texts for word in text], dtype=np.uint32)
    starts = np.concatenate(([0], np.cumsum([len(text) for text in texts])))[:-1].astype(np.int64)
    counts = np.bincount(ids, minlength=types).astype(np.int64)
    return TokenStream(ids, starts, Vocabulary(tuple(f"w{i}" for i in range(types)), counts))


def brute_force(texts, max_offset):
    pairs, exposed = Counter(), Counter()
    for text in texts:
        for position, left in enumerate(text):
            exposed[0] += 1
            for offset in range(1, max_offset + 1):
                if position + offset < len(text):
                    pairs[offset, left, text[position + offset]] += 1
                    exposed[offset] += 1
    return dict(pairs), [exposed[offset] for offset in range(max_offset + 1)]


def as_dict(counts):
    rows = zip(
        counts.offset.tolist(),
        counts.left.tolist(),
        counts.right.tolist(),
        counts.count.tolist(),
        strict=True,
    )
    return {(offset, left, right): count for offset, left, right, count in rows}


def same(a, b):
    fields = ("left", "right", "offset", "count", "exposure")
    return all(np.array_equal(getattr(a, field), getattr(b, field)) for field in fields)


@given(documents, largest)
def test_counts_and_exposure_are_those_of_brute_force(texts, max_offset):
    pairs, exposed = brute_force(texts, max_offset)
    counts = count_pairs(stream_of(texts), max_offset)
    assert as_dict(counts) == pairs
    assert counts.exposure.tolist() == exposed
    rows = list(as_dict(counts))
    assert rows == sorted(rows)


@given(documents, st.sets(st.integers(1, 9), min_size=1))
def test_offsets_may_be_listed(texts, offsets):
    pairs, _ = brute_force(texts, 9)
    counts = count_pairs(stream_of(texts), offsets)
    assert as_dict(counts) == {key: count for key, count in pairs.items() if key[0] in offsets}


@given(documents, largest, st.lists(st.integers(0, 72), max_size=5), st.randoms())
def test_pieces_of_a_text_add_up_to_the_whole_in_any_order(texts, max_offset, cuts, random):
    stream = stream_of(texts)
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    parts = [count_pairs(stream, max_offset, first, last) for first, last in pairwise(edges)]
    while len(parts) > 1:
        random.shuffle(parts)
        parts.append(merge_pair_counts(parts.pop(), parts.pop()))
    assert same(parts[0], count_pairs(stream, max_offset))


@given(documents, documents, largest)
def test_counts_of_two_corpora_add_up_to_those_of_both(first, second, max_offset):
    together = merge_pair_counts(
        count_pairs(stream_of(first), max_offset), count_pairs(stream_of(second), max_offset)
    )
    assert same(together, count_pairs(stream_of(first + second), max_offset))


@given(documents, largest)
def test_counts_at_each_offset_sum_to_its_exposure(texts, max_offset):
    counts = count_pairs(stream_of(texts), max_offset)
    summed = np.bincount(counts.offset, counts.count, minlength=max_offset + 1)
    assert summed[1:].tolist() == counts.exposure[1:].tolist()


@given(documents, largest)
def test_reversing_the_text_swaps_left_and_right(texts, max_offset):
    backwards = [text[::-1] for text in reversed(texts)]
    forward = as_dict(count_pairs(stream_of(texts), max_offset))
    reverse = as_dict(count_pairs(stream_of(backwards), max_offset))
    assert reverse == {(offset, right, left): count for (offset, left, right), count in forward.items()}


@given(documents)
def test_word_counts_are_those_of_brute_force(texts):
    counted = count_words(stream_of(texts))
    assert counted.tolist() == [sum(text.count(word) for text in texts) for word in range(TYPES)]


@given(documents, largest, st.integers(0, 72), st.integers(0, 72))
def test_exposure_of_a_piece_counts_its_left_tokens(texts, max_offset, one, other):
    stream = stream_of(texts)
    first, last = sorted((min(one, len(stream)), min(other, len(stream))))
    counts = count_pairs(stream, max_offset, first, last)
    summed = np.bincount(counts.offset, counts.count, minlength=max_offset + 1)
    assert exposure(stream, max_offset, first, last)[1:].tolist() == summed[1:].tolist()


@settings(max_examples=25, deadline=None)  # files and polars: slow at first
@given(
    documents,
    largest,
    st.integers(1, 3),
    st.sampled_from([100, 1000, 5000, 10**6]),
    st.sampled_from([5, 14_000]),
)
def test_files_hold_what_memory_holds_spilled_or_not(texts, max_offset, min_count, memory, spread):
    # Ids far apart need 64-bit keys; ids below 2**16 fit 32 bits.
    texts = [[word * spread for word in text] for text in texts]
    stream = stream_of(texts, (TYPES - 1) * spread + 1)
    pairs, exposed = brute_force(texts, max_offset)
    expected = [
        (f"w{left}", f"w{right}", offset, count)
        for (offset, left, right), count in sorted(pairs.items())
        if count >= min_count
    ]
    with TemporaryDirectory() as name:
        target, spill = Path(name) / "pairs", Path(name) / "spill"
        spill.mkdir()
        table = write_pair_counts(
            stream, target, offsets=max_offset, min_count=min_count, memory_bytes=memory, temp_dir=spill
        )
        frame = pl.read_parquet(target / "*.parquet")
        assert list(spill.iterdir()) == []
    assert frame.rows() == expected
    assert table.exposure.tolist() == exposed
    assert (table.rows, table.pairs) == (len(expected), sum(row[3] for row in expected))
