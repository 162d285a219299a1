"""Plug-in information, whole and without each block, against the definition."""

import numpy as np
import pytest

from lexdecay.measure.information import information, information_of_cells, information_of_pairs
from lexdecay.records import BlockedCells, BlockedPairs


def plug_in(table):
    p = table / table.sum()
    expected = np.outer(p.sum(1), p.sum(0))
    seen = p > 0
    return float((p[seen] * np.log2(p[seen] / expected[seen])).sum())


def blocked(tables):
    """BlockedPairs of one table a block."""
    size = tables.shape[1]
    cells = [
        (a * size + b, g, tables[g, a, b])
        for a in range(size)
        for b in range(size)
        for g in range(len(tables))
        if tables[g, a, b]
    ]
    pair, block, count = (np.array(column) for column in zip(*cells, strict=True))
    return BlockedPairs(size, len(tables), pair, block.astype(np.uint8), count)


def test_the_whole_and_every_leave_out_follow_the_definition():
    tables = np.random.default_rng(0).poisson(2.0, (5, 4, 4))
    result = information([blocked(tables)], 4, 5, int(tables.sum()))
    assert result.value == pytest.approx(plug_in(tables.sum(0)))
    for g in range(5):
        assert result.leave_out[g] == pytest.approx(plug_in(np.delete(tables, g, axis=0).sum(0)))


def test_chunks_add_up_to_the_whole():
    tables = np.random.default_rng(1).poisson(1.0, (3, 5, 5))
    whole = blocked(tables)
    cut = int(np.searchsorted(whole.pair, 12))
    parts = [
        BlockedPairs(5, 3, whole.pair[part], whole.block[part], whole.count[part])
        for part in (slice(None, cut), slice(cut, None))
    ]
    one, two = (information(chunks, 5, 3, int(tables.sum())) for chunks in ([whole], parts))
    assert two.value == one.value
    assert (two.leave_out == one.leave_out).all()


def test_two_words_that_always_follow_each_other_carry_one_bit():
    # ordered pairs (0, 1) and (1, 0), half each: H(X) = 1, H(Y | X) = 0
    tables = np.array([[[0, 10], [10, 0]], [[0, 10], [10, 0]]])
    result = information([blocked(tables)], 2, 2, 40)
    assert result.value == pytest.approx(1.0)
    assert result.bias == pytest.approx(0.0)


def test_the_public_example_of_ordered_pairs():
    # Documents "a b", "a b", "b a": (a, b) twice, (b, a) once; I = log2 3 - 2/3 = 0.9183 bits.
    found = information([blocked(np.array([[[0, 2], [1, 0]]]))], 2, 1, 3)
    assert found.value == pytest.approx(0.9183, abs=5e-5)


def test_no_pairs_are_no_information():
    result = information([], 3, 4, 0)
    assert result.value == 0.0
    assert result.pairs == 0
    assert (result.leave_out == 0).all()


def test_the_jackknife_bias_is_that_of_quenouille():
    tables = np.random.default_rng(2).poisson(3.0, (6, 3, 3))
    result = information([blocked(tables)], 3, 6, int(tables.sum()))
    assert result.bias == pytest.approx(5 * (result.leave_out.mean() - result.value))


def in_cells(tables):
    """BlockedCells of one table a block."""
    held = [np.flatnonzero(table) for table in tables]
    counts = [table.ravel()[cells].astype(np.int32) for table, cells in zip(tables, held, strict=True)]
    return BlockedCells(tables.shape[1], tuple(held), tuple(counts), tables.sum(2), tables.sum(1))


def test_cells_and_sorted_pairs_give_the_same_bytes():
    # Counts on both sides of those that are looked up.
    tables = np.random.default_rng(3).integers(0, 40_000, (6, 5, 5)) * (np.arange(5) > 1)
    spans = [(0, 6), (0, 3), (3, 6)]
    pairs = information_of_pairs([blocked(tables)], 5, 6, int(tables.sum()), spans)
    for one, two in zip(pairs, information_of_cells(in_cells(tables), spans), strict=True):
        assert one.value == two.value
        assert (one.leave_out == two.leave_out).all()
        assert (one.left == two.left).all()
        assert (one.right == two.right).all()


def test_a_span_is_the_information_of_its_blocks_alone():
    tables = np.random.default_rng(4).poisson(2.0, (6, 4, 4))
    spans = [(0, 6), (1, 3), (3, 6)]
    whole, *parts = information_of_pairs([blocked(tables)], 4, 6, int(tables.sum()), spans)
    assert whole.value == pytest.approx(plug_in(tables.sum(0)))
    for (start, stop), part in zip(spans[1:], parts, strict=True):
        alone = information([blocked(tables[start:stop])], 4, stop - start, int(tables[start:stop].sum()))
        assert part.value == pytest.approx(alone.value, abs=1e-13)
        assert part.leave_out == pytest.approx(alone.leave_out, abs=1e-13)
        assert part.pairs == tables[start:stop].sum()
