"""Pairs of one offset over a capped vocabulary, counted separately in contiguous blocks of text.

One sort of packed keys gives the joint counts of every block at once: the key holds the pair in its
high bits and the block in its low bits, so a run of equal keys is one (pair, block) cell and the
runs of one pair stand together. Nothing of size K x K is ever allocated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import BlockedPairs

if TYPE_CHECKING:
    import numpy.typing as npt

    from lexdecay.records import Ids, Ints, TokenStream


def cap_vocabulary(stream: TokenStream, cap: int) -> Ids:
    """Symbols of the tokens when the ``cap`` commonest types keep their identity.

    Ids are ranks, so the rest, OTHER, is symbol ``cap``. Positions are kept.
    """
    return np.minimum(stream.ids, np.uint32(cap))


def block_edges(stream: TokenStream, blocks: int) -> Ints:
    """Token positions that cut the corpus into ``blocks`` contiguous, nearly equal blocks.

    An edge moves to the nearest document start when that keeps the edges apart and moves it by less
    than half a block: blocks of whole documents are independent, pieces of one are only nearly so.

    Returns
    -------
    int64[blocks + 1], ascending, from 0 to the number of tokens
    """
    size = len(stream)
    edges = np.linspace(0, size, blocks + 1).round().astype(np.int64)
    starts = np.append(stream.starts, size)
    after = np.searchsorted(starts, edges).clip(1, len(starts) - 1)
    before = starts[after - 1]
    nearest = np.where(edges - before <= starts[after] - edges, before, starts[after])
    snapped = np.where(np.abs(nearest - edges) < size / blocks / 2, nearest, edges)
    snapped[[0, -1]] = edges[[0, -1]]
    return snapped if (np.diff(snapped) > 0).all() else edges


def left_positions(stream: TokenStream, offset: int) -> Ints:
    """Positions t such that t and t + offset lie in one document, ascending (int64)."""
    ends = np.append(stream.starts[1:], len(stream))
    lengths = (ends - stream.starts - offset).clip(0)
    total = int(lengths.sum())
    # Position within the run of each document, shifted to where the document starts.
    shift = stream.starts - (np.cumsum(lengths) - lengths)
    return np.arange(total, dtype=np.int64) + np.repeat(shift, lengths)


def blocked_pairs(  # noqa: PLR0917 -- two arrays, two grids, one number: each is needed
    symbols: Ids, left: Ints, right: Ints, edges: Ints, cap: int
) -> BlockedPairs:
    """Count the pairs (symbols[left[i]], symbols[right[i]]) by block of the left token.

    Parameters
    ----------
    symbols
        uint32[N], values 0..cap (`cap_vocabulary`).
    left, right
        int64[n], positions of the two tokens of each pair; ``left`` ascending.
    edges
        int64[B + 1], block edges (`block_edges`).
    """
    size, blocks = cap + 1, len(edges) - 1
    cell = blocks * size * size
    kind: npt.DTypeLike = np.uint32 if cell < 2**32 else np.uint64
    key = symbols[left].astype(kind) * kind(size) + symbols[right].astype(kind)
    per_block = np.diff(np.searchsorted(left, edges))
    key = key * kind(blocks) + np.repeat(np.arange(blocks, dtype=kind), per_block)
    key.sort()
    first = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if key.size else np.empty(0, np.int64)
    pair, block = np.divmod(key[first], kind(blocks))
    count = np.diff(np.append(first, key.size))
    return BlockedPairs(size, blocks, pair.astype(np.int64), block.astype(np.uint8), count)
