"""Plug-in information, whole and without each block, against the definition."""

import numpy as np
import pytest

from lexdecay.measure.information import information
from lexdecay.records import BlockedPairs


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
    result = information([blocked(tables)], 4, 5)
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
    one, two = information([whole], 5, 3), information(parts, 5, 3)
    assert two.value == pytest.approx(one.value, abs=1e-14)
    assert two.leave_out == pytest.approx(one.leave_out, abs=1e-14)


def test_two_words_that_always_follow_each_other_carry_one_bit():
    # ordered pairs (0, 1) and (1, 0), half each: H(X) = 1, H(Y | X) = 0
    tables = np.array([[[0, 10], [10, 0]], [[0, 10], [10, 0]]])
    result = information([blocked(tables)], 2, 2)
    assert result.value == pytest.approx(1.0)
    assert result.bias == pytest.approx(0.0)


def test_the_public_example_of_ordered_pairs():
    # Documents "a b", "a b", "b a": (a, b) twice, (b, a) once; I = log2 3 - 2/3 = 0.9183 bits.
    assert information([blocked(np.array([[[0, 2], [1, 0]]]))], 2, 1).value == pytest.approx(0.9183, abs=5e-5)


def test_no_pairs_are_no_information():
    result = information([], 3, 4)
    assert result.value == 0.0
    assert result.pairs == 0
    assert (result.leave_out == 0).all()


def test_the_jackknife_bias_is_that_of_quenouille():
    tables = np.random.default_rng(2).poisson(3.0, (6, 3, 3))
    result = information([blocked(tables)], 3, 6)
    assert result.bias == pytest.approx(5 * (result.leave_out.mean() - result.value))
