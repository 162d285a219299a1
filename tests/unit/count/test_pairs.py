"""Pair counts in memory: edges, key widths, errors."""

import numpy as np
import pytest

from lexdecay.count import count_pairs, count_words, exposure, merge_pair_counts, resolve_offsets
from lexdecay.count.runs import count_pairs_of, key_bits, unpack
from lexdecay.errors import UsageError
from lexdecay.records import TokenStream, Vocabulary


def stream_of(ids, starts, types):
    ids = np.array(ids, dtype=np.uint32)
    words = tuple(f"w{i}" for i in range(types))
    return TokenStream(
        ids, np.array(starts, dtype=np.int64), Vocabulary(words, np.bincount(ids, minlength=types))
    )


def test_a_sentence_counted_by_hand():
    counts = count_pairs(stream_of([0, 1, 0, 1, 2], [0], 3), 2)
    rows = list(zip(counts.offset, counts.left, counts.right, counts.count, strict=True))
    assert rows == [(1, 0, 1, 2), (1, 1, 0, 1), (1, 1, 2, 1), (2, 0, 0, 1), (2, 0, 2, 1), (2, 1, 1, 1)]
    assert counts.exposure.tolist() == [5, 4, 3]
    assert (counts.left.dtype, counts.offset.dtype, counts.count.dtype) == (np.uint32, np.int64, np.int64)


def test_an_empty_corpus_has_no_pairs_and_no_exposure():
    counts = count_pairs(stream_of([], [], 0), 3)
    assert counts.left.size == 0
    assert counts.exposure.tolist() == [0, 0, 0, 0]


def test_offsets_beyond_every_document_count_nothing():
    counts = count_pairs(stream_of([0, 1, 1], [0, 0, 2], 2), [2, 50])
    assert counts.count.size == 0
    assert counts.exposure[[0, 1, 2, 50]].tolist() == [3, 1, 0, 0]


@pytest.mark.parametrize("types", [2, 65_536, 65_537, 3_000_000, 2**32 - 1])
def test_keys_of_every_width_keep_both_words(types):
    bits = key_bits(types)
    left = np.array([types - 1, 0, 0, types - 1, 1, 1], dtype=np.uint32)
    right = np.array([0, types - 1, types - 1, types - 1, 0, 1], dtype=np.uint32)
    run = count_pairs_of(left, right, bits)
    assert np.all(run.keys[1:] > run.keys[:-1])
    words = [ids.tolist() for ids in unpack(run.keys, bits)]
    found = dict(zip(zip(*words, strict=True), run.counts.tolist(), strict=True))
    by_hand = {}
    for pair in zip(left.tolist(), right.tolist(), strict=True):
        by_hand[pair] = by_hand.get(pair, 0) + 1
    assert found == by_hand


def test_a_memory_map_is_counted_like_an_array(tmp_path):
    ids = np.array([0, 1, 1, 0, 1], dtype=np.uint32)
    ids.tofile(tmp_path / "ids")
    mapped = np.memmap(tmp_path / "ids", dtype=np.uint32, mode="r")
    vocabulary = Vocabulary(("a", "b"), np.array([2, 3]))
    counts = count_pairs(TokenStream(mapped, np.array([0, 3]), vocabulary), 2)
    assert counts.count.tolist() == [2, 1, 1]
    assert count_words(TokenStream(mapped, np.array([0, 3]), vocabulary)).tolist() == [2, 3]


def test_exposure_of_documents_of_three_one_and_no_tokens():
    assert exposure(stream_of([0, 0, 0, 0], [0, 3, 3], 1), 3).tolist() == [4, 2, 1, 0]


def test_an_offset_below_one_is_refused():
    for offsets in (0, [3, -1], -2):
        with pytest.raises(UsageError, match=r"pairs at offset .* were asked for") as caught:
            count_pairs(stream_of([0], [0], 1), offsets)
        assert "--max-offset" in caught.value.hint


def test_offsets_are_resolved_ascending_and_distinct():
    assert resolve_offsets(3) == [1, 2, 3]
    assert resolve_offsets([5, 1, 5]) == [1, 5]
    assert resolve_offsets([]) == []


def test_counts_to_different_offsets_are_not_added():
    stream = stream_of([0, 1, 0], [0], 2)
    with pytest.raises(UsageError, match="up to offset 1 cannot be added to counts up to offset 2") as caught:
        merge_pair_counts(count_pairs(stream, 1), count_pairs(stream, 2))
    assert "--max-offset" in caught.value.hint
