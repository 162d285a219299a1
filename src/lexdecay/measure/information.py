"""Plug-in mutual information of blocked pairs, whole and with each block left out.

I = log2 n + (sum_xy n_xy log2 n_xy - sum_x n_x log2 n_x - sum_y n_y log2 n_y) / n, and the same with
block b's counts taken off every cell; only cells that b touches change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from lexdecay.measure.entropy import bits, sum_by_block, unit_digits, xlog2x_units
from lexdecay.records import BlockedPairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from lexdecay.records import BlockedCells, Floats, Ints

    Span: TypeAlias = tuple[int, int]  # first block and the one after the last


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


def information(chunks: Iterable[BlockedPairs], symbols: int, blocks: int, pairs: int) -> Information:
    """Add up the entropies of a table of ``pairs`` pairs that arrives in chunks of whole pairs."""
    (whole,) = information_of_pairs(chunks, symbols, blocks, pairs, [(0, blocks)])
    return whole


def information_of_pairs(
    chunks: Iterable[BlockedPairs], symbols: int, blocks: int, pairs: int, spans: Sequence[Span]
) -> list[Information]:
    """Information of the pairs of each span of blocks, whole and without each of its blocks."""
    digits = unit_digits(pairs)
    joint = [0] * len(spans)
    change = [np.zeros(stop - start, np.int64) for start, stop in spans]
    left, right = np.zeros((blocks, symbols), np.int64), np.zeros((blocks, symbols), np.int64)
    for chunk in chunks:
        for i, span in enumerate(spans):
            total, changed = _joint_terms(_within(chunk, span), digits)
            joint[i] += total
            change[i] += changed
        lefts = chunk.pair // symbols
        left += _margin(chunk, lefts)
        right += _margin(chunk, chunk.pair - lefts * symbols)  # a third of the time of %
    return [
        _combine(joint[i], change[i], left[start:stop], right[start:stop], digits)
        for i, (start, stop) in enumerate(spans)
    ]


def information_of_cells(table: BlockedCells, spans: Sequence[Span]) -> list[Information]:
    """Information of the pairs of each span of blocks, from blocks counted over a small vocabulary."""
    digits = unit_digits(int(table.left.sum()))
    found = []
    for start, stop in spans:
        part = slice(start, stop)
        joint, change = _joint_of_cells(table.cells[part], table.counts[part], table.symbols, digits)
        found.append(_combine(joint, change, table.left[part], table.right[part], digits))
    return found


def _within(chunk: BlockedPairs, span: Span) -> BlockedPairs:
    """The pairs of the blocks of a span, its first block being 0."""
    start, stop = span
    if (start, stop) == (0, chunk.blocks):
        return chunk
    held = (chunk.block >= start) & (chunk.block < stop)
    block = chunk.block[held] - np.uint8(start)
    return BlockedPairs(chunk.symbols, stop - start, chunk.pair[held], block, chunk.count[held])


def _joint_terms(chunk: BlockedPairs, digits: int) -> tuple[int, Ints]:
    """Sum of n_xy log2 n_xy, and by how much it changes without each block, in units."""
    first = np.flatnonzero(np.concatenate([[True], chunk.pair[1:] != chunk.pair[:-1]])[: chunk.pair.size])
    totals = np.add.reduceat(chunk.count, first) if first.size else chunk.count
    terms = xlog2x_units(totals, digits)
    cells = np.diff(np.append(first, chunk.pair.size))
    change = xlog2x_units(np.repeat(totals, cells) - chunk.count, digits) - np.repeat(terms, cells)
    return int(terms.sum()), sum_by_block(change, chunk.block, chunk.blocks)


def _joint_of_cells(
    cells: Sequence[Ints], counts: Sequence[npt.NDArray[np.int32]], symbols: int, digits: int
) -> tuple[int, Ints]:
    """Return what `_joint_terms` does, of blocks that are counted one by one."""
    total = np.zeros(symbols * symbols, np.int64)
    for cell, count in zip(cells, counts, strict=True):
        total[cell] += count
    change = []
    for cell, count in zip(cells, counts, strict=True):
        held = total[cell]
        change.append((xlog2x_units(held - count, digits) - xlog2x_units(held, digits)).sum())
    return int(xlog2x_units(total, digits).sum()), np.array(change, np.int64)


def _margin(chunk: BlockedPairs, symbol: Ints) -> Ints:
    cell = chunk.block.astype(np.int64) * chunk.symbols + symbol
    counts = np.bincount(cell, chunk.count, chunk.blocks * chunk.symbols)
    return counts.astype(np.int64).reshape(chunk.blocks, chunk.symbols)


def _combine(joint: int, change: Ints, left: Ints, right: Ints, digits: int) -> Information:
    """Entropies of the joint table and its margins -> information, in bits."""
    row, column = left.sum(0), right.sum(0)
    pairs = int(row.sum())
    if pairs == 0:
        return Information(0.0, np.zeros(len(left)), 0, row, column)
    rows, rows_change = _margin_terms(left, row, digits)
    columns, columns_change = _margin_terms(right, column, digits)
    whole = joint - rows - columns
    value = float(np.log2(pairs)) + bits(whole, digits) / pairs
    remaining = pairs - left.sum(1)
    kept = np.maximum(remaining, 1)
    without = whole + change - rows_change - columns_change
    leave_out = np.log2(kept) + np.ldexp(without.astype(float), -digits) / kept
    return Information(value, np.where(remaining > 0, leave_out, value), pairs, row, column)


def _margin_terms(blocks: Ints, total: Ints, digits: int) -> tuple[int, Ints]:
    """Sum of n_x log2 n_x, and by how much it changes without each block, in units."""
    terms = xlog2x_units(total, digits)
    return int(terms.sum()), (xlog2x_units(total - blocks, digits) - terms).sum(1)
