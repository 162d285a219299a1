"""Observed against expected of tag pairs, worked by hand, and what stands out of chance."""

import numpy as np
import pytest

from lexdecay.measure.boundaries import Estimated, above_chance, across_over_within, cell_ratio
from lexdecay.measure.expected import expected_information
from lexdecay.measure.tags import (
    expected_counts,
    jackknife_error,
    leave_out,
    observed_over_expected,
    tag_matrix,
)

TABLE = np.array([[30, 10], [10, 50]])


def blocks_of(seed=0, blocks=8):
    return np.random.default_rng(seed).multinomial(400, [0.1, 0.3, 0.2, 0.4], blocks).reshape(blocks, 2, 2)


def test_expected_counts_are_products_of_the_margins():
    """Rows 40 and 60, columns 40 and 60, 100 pairs."""
    assert expected_counts(TABLE).tolist() == [[16, 24], [24, 36]]
    assert observed_over_expected(TABLE)[0, 0] == 30 / 16


def test_nothing_is_said_where_nothing_is_expected():
    assert np.isnan(observed_over_expected(np.array([[5, 0], [3, 0]]))[:, 1]).all()
    assert np.isnan(observed_over_expected(np.zeros((2, 2), np.int64))).all()


def test_the_error_is_that_of_a_walk_over_left_out_blocks():
    tables = blocks_of()
    values = []
    for b in range(8):
        rest = np.delete(tables, b, 0).sum(0)
        values.append(rest[0, 1] * rest.sum() / (rest[0].sum() * rest[:, 1].sum()))
    by_hand = np.sqrt(7 / 8 * sum((v - np.mean(values)) ** 2 for v in values))
    assert jackknife_error(leave_out(tables, observed_over_expected))[0, 1] == pytest.approx(by_hand)


def test_noise_is_the_spread_of_the_draws_brought_to_the_exposure_of_the_offset():
    """Two draws of 100 pairs, ratios 30/16 and 16/16: root mean square of 0.875 and 0 at 100 pairs."""
    draws = [TABLE, np.array([[16, 24], [24, 36]])]
    matrix = tag_matrix(("A", "B"), (1,), [np.array([TABLE, 3 * TABLE])], draws)
    assert matrix.noise[0, 0, 0] == pytest.approx(0.875 / np.sqrt(2) / np.sqrt(4))


def test_a_ratio_differs_beyond_four_deviations_and_twenty_expected_pairs():
    quiet = [np.array([[17, 23], [24, 36]]), np.array([[16, 24], [24, 36]])]
    many = tag_matrix(("A", "B"), (1,), [np.array([TABLE, TABLE])], quiet)
    few = tag_matrix(("A", "B"), (1,), [np.array([TABLE])], quiet)
    assert many.differs[0, 0, 0]
    assert few.expected[0, 0, 0] == 16
    assert not few.differs[0, 0, 0]


def test_information_above_chance_leaves_out_blocks_with_their_share_of_the_floor():
    tables = blocks_of(1)
    found = above_chance(tables)

    def plug_in(table):
        p = table / table.sum()
        return float((p * np.log2(p / np.outer(p.sum(1), p.sum(0)))).sum())

    whole = tables.sum(0)
    floor = expected_information(whole.sum(1), whole.sum(0))
    assert found.value == pytest.approx(plug_in(whole) - floor)
    rest = whole - tables[3]
    assert found.leave_out[3] == pytest.approx(plug_in(rest) - floor * whole.sum() / rest.sum())


def test_a_cell_with_few_expected_pairs_has_no_ratio():
    assert np.isnan(cell_ratio(TABLE[None], 0, 0).value)
    assert cell_ratio(np.array([TABLE, TABLE]), 0, 0).value == 30 / 16


def test_across_over_within_needs_something_within():
    rest = np.array([0.9, 1.1, 1.0])
    told = across_over_within([Estimated(2.0, 2 * rest)], [Estimated(10.0, np.full(3, 10.0))])
    assert told.ratio == 0.2
    assert told.se == pytest.approx(jackknife_error(rest / 5))
    untold = across_over_within([Estimated(2.0, 2 * rest)], [Estimated(0.1, rest)])
    assert untold.within == 0.1
    assert np.isnan(untold.ratio)
    assert np.isnan(untold.se)
