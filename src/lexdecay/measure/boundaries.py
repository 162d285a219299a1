"""What a boundary does to dependence: pairs it parts against pairs it does not, equally many of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.measure.curve import USABLE_SIGMAS
from lexdecay.measure.expected import expected_information
from lexdecay.measure.information import information
from lexdecay.measure.tags import (
    LEAST_EXPECTED,
    expected_counts,
    jackknife_error,
    leave_out,
    observed_over_expected,
)
from lexdecay.records import BlockedPairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Floats, Ints


class Estimated(NamedTuple):
    """A statistic of one table, and the same without each block; NaN where the table is too small."""

    value: float
    leave_out: Floats  # [B]


class Ratio(NamedTuple):
    """Across over within, NaN where the value within does not stand out of its own error."""

    across: float
    within: float
    ratio: float
    se: float


def equally_exposed(within: Ints, across: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Thin the commoner kind of each block at random to the number of the rarer: two int64[B, T, T].

    Equal numbers have equal bias; equal within each block, both kinds also come from the same parts of
    the text.
    """
    least = np.minimum(within.sum((1, 2)), across.sum((1, 2)))
    return _thinned(within, least, rng), _thinned(across, least, rng)


def above_chance(tables: Ints) -> Estimated:
    """Mutual information of tables [B, T, T] above its expectation under random pairing, E.

    E falls as 1 / pairs, so without a block it is E pairs / (pairs left).
    """
    blocks, size, _ = tables.shape
    if not tables.any():
        return _untold(blocks)
    found = information([_blocked(tables)], size, blocks, int(tables.sum()))
    expected = expected_information(found.left, found.right)
    left = np.maximum(found.pairs - tables.sum((1, 2)), 1)
    value, without = found.value - expected, found.leave_out - expected * found.pairs / left
    return Estimated(value, without)


def cell_ratio(tables: Ints, left: int, right: int) -> Estimated:
    """Observed over expected of one cell of tables [B, T, T]; NaN where too few pairs are expected."""
    chance = float(expected_counts(tables.sum(0))[left, right])
    if chance < LEAST_EXPECTED:
        return _untold(len(tables))
    without = leave_out(tables, lambda table: observed_over_expected(table)[:, left, right])
    return Estimated(tables[:, left, right].sum() / chance, without)


def across_over_within(across: Sequence[Estimated], within: Sequence[Estimated]) -> Ratio:
    """Mean across over mean within, and its jackknife error; several are several placements of bounds."""
    (a, a_without), (w, w_without) = _mean(across), _mean(within)
    if not w > USABLE_SIGMAS * jackknife_error(w_without):
        return Ratio(a, w, np.nan, np.nan)
    return Ratio(a, w, a / w, float(jackknife_error(a_without / w_without)))


def _untold(blocks: int) -> Estimated:
    return Estimated(np.nan, np.full(blocks, np.nan))


def _mean(found: Sequence[Estimated]) -> tuple[float, Floats]:
    return float(np.mean([one.value for one in found])), np.mean([one.leave_out for one in found], axis=0)


def _blocked(tables: Ints) -> BlockedPairs:
    """Cells that are not empty, by pair, then block."""
    blocks, size, _ = tables.shape
    by_pair = tables.reshape(blocks, size * size).T
    pair, block = np.nonzero(by_pair)
    return BlockedPairs(size, blocks, pair, block.astype(np.uint8), by_pair[pair, block])


def _thinned(tables: Ints, sizes: Ints, rng: np.random.Generator) -> Ints:
    flat = tables.reshape(len(tables), -1)
    kept = [
        rng.multivariate_hypergeometric(table, size, method="marginals")
        for table, size in zip(flat, sizes, strict=True)
    ]
    return np.array(kept, np.int64).reshape(tables.shape)
