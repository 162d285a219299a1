"""Dense tables by block against sorted keys, cell by cell."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.count import blocks
from lexdecay.count.cells import blocked_cells, suits_cells
from lexdecay.records import TokenStream, Vocabulary

SIZE = 7


def stream(ids, starts=(0,)):
    words = Vocabulary(tuple("abcdefg"), np.bincount(ids, minlength=SIZE))
    return TokenStream(np.array(ids, np.uint32), np.array(starts), words)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=120),
    st.lists(st.integers(0, 120), max_size=4),
    st.integers(1, 9),
    st.integers(1, 6),
    st.sampled_from([0.0, 0.3, 0.7]),
)
def test_cells_hold_the_counts_of_sorted_keys(ids, starts, offset, cap, far):
    corpus = stream(ids, [0, *sorted(start for start in starts if start <= len(ids))])
    edges = blocks.block_edges(corpus, 3)
    symbols = blocks.cap_vocabulary(corpus, cap)
    table = blocked_cells(symbols, corpus, offset, edges, cap, far)
    key = blocks.sorted_keys(symbols, corpus, offset, edges, cap, far)
    expected = np.zeros((3, cap + 1, cap + 1), np.int64)
    for chunk in blocks.blocked_pairs(key, cap + 1, 3):
        expected[chunk.block, chunk.pair // (cap + 1), chunk.pair % (cap + 1)] = chunk.count
    found = np.zeros((3, (cap + 1) ** 2), np.int64)
    for block, (cells, counts) in enumerate(zip(table.cells, table.counts, strict=True)):
        found[block, cells] = counts
    assert (found.reshape(expected.shape) == expected).all()
    assert (table.left == expected.sum(2)).all()
    assert (table.right == expected.sum(1)).all()


@pytest.mark.parametrize(
    ("pairs", "cap", "suits"),
    [(1_000_000, 316, True), (1_000_000, 600, False), (10**9, 1499, True), (10**9, 1500, False)],
)
def test_a_table_must_be_small_beside_the_pairs_of_a_block_and_fit_a_cache(pairs, cap, suits):
    assert suits_cells(pairs, 40, cap) is suits
