"""Blocked pair counts against a count written out in plain Python."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from lexdecay.count import blocks
from lexdecay.records import TokenStream, Vocabulary


def stream(ids, starts=(0,)):
    ids = np.asarray(ids, np.uint32)
    counts = np.bincount(ids) if ids.size else np.zeros(0, np.int64)
    words = tuple(f"w{i}" for i in range(counts.size))
    return TokenStream(ids, np.asarray(starts, np.int64), Vocabulary(words, counts))


def random_stream(seed, tokens=600, types=12, documents=7):
    rng = np.random.default_rng(seed)
    ids = rng.zipf(1.4, tokens) % types
    starts = np.concatenate([[0], np.sort(rng.integers(0, tokens, documents - 1))])
    return stream(ids, starts)


def brute_force(corpus, offset, edges, cap):
    """Counter of (left symbol, right symbol, block of the left token)."""
    document = np.searchsorted(corpus.starts, np.arange(len(corpus)), side="right")
    found = Counter()
    for t in range(len(corpus) - offset):
        if document[t] == document[t + offset]:
            block = int(np.searchsorted(edges, t, side="right")) - 1
            pair = tuple(min(int(corpus.ids[i]), cap) for i in (t, t + offset))
            found[(*pair, block)] += 1
    return found


@pytest.mark.parametrize("offset", [1, 2, 7, 50])
@pytest.mark.parametrize("chunk", [1, 13, 10_000])
def test_pairs_by_block_equal_a_plain_count(offset, chunk):
    corpus, cap = random_stream(offset), 5
    edges = blocks.block_edges(corpus, 6)
    key = blocks.sorted_keys(blocks.cap_vocabulary(corpus, cap), corpus, offset, edges, cap)
    found = Counter()
    for part in blocks.blocked_pairs(key, cap + 1, 6, chunk):
        for pair, block, count in zip(part.pair, part.block, part.count, strict=True):
            found[(int(pair) // (cap + 1), int(pair) % (cap + 1), int(block))] += int(count)
    assert found == brute_force(corpus, offset, edges, cap)


def test_a_chunk_never_cuts_a_pair():
    corpus = random_stream(3)
    edges = blocks.block_edges(corpus, 6)
    key = blocks.sorted_keys(blocks.cap_vocabulary(corpus, 3), corpus, 1, edges, 3)
    parts = list(blocks.blocked_pairs(key, 4, 6, chunk=5))
    assert len(parts) > 3
    assert all(a.pair[-1] < b.pair[0] for a, b in pairwise(parts))


def test_keys_that_need_64_bits_are_counted_like_any_others():
    # 60,001 symbols x 60,001 x 2 blocks exceed 2^32.
    corpus = stream([20_000, 0, 20_000, 0, 20_000])
    edges = np.array([0, 2, 5], np.int64)
    key = blocks.sorted_keys(blocks.cap_vocabulary(corpus, 60_000), corpus, 1, edges, 60_000)
    assert key.dtype == np.uint64
    (part,) = blocks.blocked_pairs(key, 60_001, 2)
    assert part.pair.tolist() == [20_000, 20_000, 20_000 * 60_001, 20_000 * 60_001]
    assert part.block.tolist() == [0, 1, 0, 1]
    assert part.count.tolist() == [1, 1, 1, 1]


def test_the_largest_keys_of_32_bits_are_counted():
    # 2^15 symbols squared x 4 blocks = 2^32: the last symbol with itself in the last block is 2^32 - 1.
    symbols, edges = 2**15, np.array([0, 1, 2, 3, 10])
    corpus = stream(np.full(10, symbols - 1))
    key = blocks.sorted_keys(blocks.cap_vocabulary(corpus, symbols - 1), corpus, 1, edges, symbols - 1)
    assert key.dtype == np.uint32
    assert key[-1] == 2**32 - 1
    (part,) = blocks.blocked_pairs(key, symbols, 4, chunk=1)
    assert part.count.tolist() == [1, 1, 1, 6]


def test_a_document_shorter_than_the_offset_holds_no_pair():
    corpus = stream([0, 1, 2, 0, 1], starts=[0, 2, 2, 4])
    key = blocks.sorted_keys(blocks.cap_vocabulary(corpus, 9), corpus, 3, np.array([0, 5]), 9)
    assert key.size == 0
    assert list(blocks.blocked_pairs(key, 10, 1)) == []


def test_the_rest_of_the_vocabulary_becomes_one_symbol_and_keeps_its_positions():
    assert blocks.cap_vocabulary(stream([0, 5, 1, 2, 9]), 2).tolist() == [0, 2, 1, 2, 2]


def test_symbols_are_two_bytes_until_they_no_longer_fit():
    assert blocks.cap_vocabulary(stream([0]), 65_535).dtype == np.uint16
    assert blocks.cap_vocabulary(stream([0]), 65_536).dtype == np.uint32


def test_block_edges_move_to_document_starts_that_are_near():
    corpus = stream(np.zeros(100, int), starts=[0, 24, 52, 90])
    assert blocks.block_edges(corpus, 4).tolist() == [0, 24, 52, 75, 100]


def test_a_far_pairing_is_the_right_symbols_rolled():
    corpus, cap, offset = random_stream(5), 5, 2
    edges = blocks.block_edges(corpus, 4)
    symbols = blocks.cap_vocabulary(corpus, cap).astype(int)
    document = np.searchsorted(corpus.starts, np.arange(len(corpus)), side="right")
    left = np.flatnonzero(document[:-offset] == document[offset:])
    block = np.searchsorted(edges, left, side="right") - 1
    right = np.roll(symbols[left + offset], -int(0.3 * left.size))
    expected = np.sort(((symbols[left] * (cap + 1)) + right) * 4 + block)
    key = blocks.sorted_keys(symbols.astype(np.uint16), corpus, offset, edges, cap, far=0.3)
    assert key.tolist() == expected.tolist()


def test_matches_are_the_diagonal_of_the_pair_counts():
    corpus = random_stream(8)
    edges = blocks.block_edges(corpus, 5)
    same, pairs = blocks.matches(corpus, 2, edges)
    counted = brute_force(corpus, 2, edges, cap=10**6)
    for block in range(5):
        assert same[block] == sum(n for (a, b, g), n in counted.items() if g == block and a == b)
        assert pairs[block] == sum(n for (_, _, g), n in counted.items() if g == block)


def test_far_matches_wrap_round():
    assert blocks.far_matches(stream([0, 1, 0, 1, 0]), 2) == 3  # (0,0) (1,1) (0,0) (1,0) (0,1)


def test_block_counts_add_up_to_the_vocabulary():
    corpus = random_stream(1)
    counts = blocks.block_counts(corpus, blocks.block_edges(corpus, 3))
    assert (np.sum(counts, axis=0) == corpus.vocabulary.counts).all()
