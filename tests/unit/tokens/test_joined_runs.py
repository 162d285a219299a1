"""Runs of chunks are found again whatever their size, and by another run of the program too."""

import numpy as np
import pytest

from lexdecay.tokens.cache import MOST_ROWS
from lexdecay.tokens.joined_runs import JoinedRuns

PAIRS = np.array([[1, 2], [2, 1], [1, 1]])
TRIPLES = np.array([[1, 2, 1], [1, 1, 2]])


def known():
    runs = JoinedRuns()
    runs.add(PAIRS, np.array([0, 7, 8]))
    runs.add(TRIPLES, np.array([9, 0]))
    return runs


def test_each_run_is_found_and_no_other():
    runs = known()
    assert runs.find(PAIRS[::-1]).tolist() == [8, 7, 0]
    assert runs.find(TRIPLES).tolist() == [9, 0]
    assert runs.find(np.array([[2, 2], [1, 2]])).tolist() == [-1, 0]
    assert runs.find(np.array([[1, 2, 1, 2]])).tolist() == [-1]


def test_distinct_runs_come_in_the_order_in_which_they_are_met():
    assert JoinedRuns().distinct(PAIRS[[1, 0, 1, 2, 0]]).tolist() == [[2, 1], [1, 2], [1, 1]]


def test_what_is_kept_is_restored():
    again = JoinedRuns.restore(known().state(), 10)
    assert again.find(PAIRS).tolist() == [0, 7, 8]
    assert again.find(TRIPLES).tolist() == [9, 0]
    assert JoinedRuns.restore(JoinedRuns().state(), 1).find(PAIRS).tolist() == [-1, -1, -1]


def test_runs_of_rows_that_the_cache_does_not_keep_are_not_kept():
    runs = known()
    runs.add(np.array([[3, MOST_ROWS], [4, 5]]), np.array([0, MOST_ROWS]))
    assert runs.state()["joined_rows"].tolist() == [0, 7, 8, 9, 0]


@pytest.mark.parametrize("rows", [2, 9])
def test_runs_of_rows_that_do_not_exist_are_refused(rows):
    with pytest.raises(ValueError, match="do not belong to its chunks"):
        JoinedRuns.restore(known().state(), rows)
