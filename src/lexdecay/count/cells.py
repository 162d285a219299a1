"""Pairs of one offset over a vocabulary so small that a table of all of them stays in a core's cache.

Each block of text is scattered into one dense table, of which the cells that are not empty are kept:
no sort, and no key is ever made. Twice as fast as `count/blocks.py` up to about 1,500 symbols; beyond,
tables no longer stay in cache and sorting wins (docs/performance.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.count.blocks import symbols_by_block
from lexdecay.records import BlockedCells

if TYPE_CHECKING:
    import numpy.typing as npt
    from scipy.sparse import coo_array

    from lexdecay.records import Ints, Symbols, TokenStream

# A table of 32-bit counts for this many symbols takes 9 MB, a core's share of the last cache.
MOST_SYMBOLS = 1500
# Every block looks through the whole table, so a table of many more cells than a block has pairs is
# mostly looking at nothing: measured to break even near 16.
CELLS_A_PAIR = 12


def suits_cells(pairs: int, blocks: int, cap: int) -> bool:
    """Whether a dense table is the faster way to count this many pairs in this many blocks."""
    size = cap + 1
    return size <= MOST_SYMBOLS and size * size * blocks <= CELLS_A_PAIR * pairs


def blocked_cells(
    symbols: Symbols, stream: TokenStream, offset: int, edges: Ints, cap: int, far: float = 0.0
) -> BlockedCells:
    """Count the pairs of one offset in each block; parameters of `sorted_keys` (count/blocks.py)."""
    from scipy.sparse import coo_array

    size = cap + 1
    table, pairs = np.zeros((size, size), np.int32), coo_array((size, size), dtype=np.int32)
    cells: list[Ints] = []
    counts: list[npt.NDArray[np.int32]] = []
    left, right = (np.zeros((len(edges) - 1, size), np.int64) for _ in range(2))
    for block, (lefts, rights) in enumerate(symbols_by_block(symbols, stream, offset, edges, far)):
        _scatter(lefts, rights, pairs, table)
        # Comparing first is six times faster than numpy's search for integers that are not 0.
        held = np.flatnonzero(table != 0)
        cells.append(held)
        counts.append(table.ravel()[held])
        left[block], right[block] = table.sum(1, dtype=np.int32), table.sum(0, dtype=np.int32)
    return BlockedCells(size, tuple(cells), tuple(counts), left, right)


def _scatter(lefts: Symbols, rights: Symbols, pairs: coo_array, table: npt.NDArray[np.int32]) -> None:
    """Count pairs into ``table``, [M, M], by way of ``pairs``, a matrix of its shape; what both held goes."""
    # scipy's way from coordinates to a dense matrix is a plain loop of additions, 1 ns a pair; numpy's
    # bincount needs a 64-bit key of each pair and gives a new 64-bit table each time. The matrix is filled
    # anew, not made anew: its constructor takes longer than a small block. What it would check, that every
    # symbol is below M, holds by the way they are made (`cap_vocabulary`).
    pairs.coords = (lefts.astype(np.int32), rights.astype(np.int32))
    pairs.data = np.ones(lefts.size, np.int32)
    pairs.toarray(out=table)
