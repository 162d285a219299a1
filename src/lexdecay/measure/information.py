"""Plug-in mutual information of blocked pairs, whole and with each block left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.measure.expected import xlog2x

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lexdecay.records import BlockedPairs, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Information:
    """Plug-in mutual information of one table and of what is left without each block."""

    value: float  # bits
    leave_out: Floats  # [B], bits, without block b
    pairs: int
    left: Ints  # int64[M], margin of the left symbol
    right: Ints  # int64[M]

    @property
    def bias(self) -> float:
        """Jackknife estimate of the bias of ``value``, in bits: (B - 1) (mean leave-out - value).

        Quenouille (1956), Biometrika 43:353. Only the part of the bias that falls as 1 / pairs.
        """
        return float((self.leave_out.size - 1) * (self.leave_out.mean() - self.value))


def information(chunks: Iterable[BlockedPairs], symbols: int, blocks: int) -> Information:
    """Add up the entropies of a table that arrives in chunks of whole pairs.

    I = log2 n + (sum_xy n_xy log2 n_xy - sum_x n_x log2 n_x - sum_y n_y log2 n_y) / n, and the same
    with block b's counts taken off every cell; only cells that b touches change.
    """
    joint, joint_without = 0.0, np.zeros(blocks)
    left, right = np.zeros((blocks, symbols), np.int64), np.zeros((blocks, symbols), np.int64)
    for chunk in chunks:
        total, change = _joint_terms(chunk)
        joint += total
        joint_without += change
        left += _margin(chunk, chunk.pair // symbols)
        right += _margin(chunk, chunk.pair % symbols)
    return _combine(joint, joint + joint_without, left, right)


def _joint_terms(chunk: BlockedPairs) -> tuple[float, Floats]:
    """Sum of n_xy log2 n_xy, and by how much it changes without each block."""
    first = np.flatnonzero(np.concatenate([[True], chunk.pair[1:] != chunk.pair[:-1]]))
    totals = np.add.reduceat(chunk.count, first)
    terms = xlog2x(totals)
    cells = np.diff(np.append(first, chunk.pair.size))
    change = xlog2x(np.repeat(totals, cells) - chunk.count) - np.repeat(terms, cells)
    return float(terms.sum()), np.bincount(chunk.block, change, chunk.blocks).astype(float)


def _margin(chunk: BlockedPairs, symbol: Ints) -> Ints:
    cell = chunk.block.astype(np.int64) * chunk.symbols + symbol
    counts = np.bincount(cell, chunk.count, chunk.blocks * chunk.symbols)
    return counts.astype(np.int64).reshape(chunk.blocks, chunk.symbols)


def _combine(joint: float, joint_without: Floats, left: Ints, right: Ints) -> Information:
    row, column = left.sum(0), right.sum(0)
    pairs = int(row.sum())
    if pairs == 0:
        return Information(0.0, np.zeros(len(left)), 0, row, column)
    rows, rows_without = _margin_terms(left, row)
    columns, columns_without = _margin_terms(right, column)
    value = np.log2(pairs) + (joint - rows - columns) / pairs
    remaining = pairs - left.sum(1)
    kept = np.maximum(remaining, 1)
    leave_out = np.log2(kept) + (joint_without - rows_without - columns_without) / kept
    return Information(float(value), np.where(remaining > 0, leave_out, value), pairs, row, column)


def _margin_terms(blocks: Ints, total: Ints) -> tuple[float, Floats]:
    """Sum of n_x log2 n_x, whole and without each block; only symbols that a block holds change."""
    terms = xlog2x(total)
    block, symbol = np.nonzero(blocks)
    change = xlog2x(total[symbol] - blocks[block, symbol]) - terms[symbol]
    whole = float(terms.sum())
    return whole, whole + np.bincount(block, change, len(blocks)).astype(float)
