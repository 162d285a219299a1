"""Pairs of one offset over a capped vocabulary, counted separately in contiguous blocks of text.

One sort of packed keys gives the joint counts of every block at once: the key holds the pair in its
high digits and the block in its low ones, so a run of equal keys is one (pair, block) cell and the
cells of one pair stand together. Nothing of size K x K is ever allocated, and the sorted keys are
handed on in chunks, so memory is one key a pair whatever K is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.records import BlockedPairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from lexdecay.records import Ints, Symbols, TokenStream

# Keys reduced at a time: large enough for numpy's loops, small enough that the runs of a chunk
# (at most 25 bytes a key) stay near 100 MB.
CHUNK = 1 << 22


class SymbolPairs(NamedTuple):
    """The two symbols of every pair of one offset, in order of the left token."""

    left: Symbols  # [n]
    right: Symbols  # [n]
    per_block: Ints  # int64[B], how many of the n have their left token in each block


def cap_vocabulary(stream: TokenStream, cap: int) -> Symbols:
    """Symbols of the tokens when the ``cap`` commonest types keep their identity.

    Ids are ranks, so the rest, OTHER, is symbol ``cap``; positions are kept. uint16 where that holds
    every symbol, uint32 otherwise.
    """
    kind = np.uint16 if cap < 2**16 else np.uint32
    symbols: Symbols = np.empty(len(stream), kind)
    np.minimum(stream.ids, np.uint32(cap), out=symbols, casting="unsafe")
    return symbols


def block_edges(stream: TokenStream, blocks: int) -> Ints:
    """Token positions that cut the corpus into ``blocks`` contiguous, nearly equal blocks.

    An edge moves to the nearest document start when that moves it by less than half a block: blocks
    of whole documents are independent, pieces of one are only nearly so.

    Returns
    -------
    int64[blocks + 1], ascending, from 0 to the number of tokens
    """
    size = len(stream)
    edges = np.linspace(0, size, blocks + 1).round().astype(np.int64)
    starts = np.append(stream.starts, size)
    after = np.searchsorted(starts, edges).clip(1, len(starts) - 1)
    nearest = np.where(edges - starts[after - 1] <= starts[after] - edges, starts[after - 1], starts[after])
    snapped = np.where(np.abs(nearest - edges) < size / blocks / 2, nearest, edges)
    snapped[[0, -1]] = edges[[0, -1]]
    return snapped


def left_positions(stream: TokenStream, offset: int, first: int, last: int) -> Ints:
    """Positions t in [first, last) such that t and t + offset lie in one document, ascending."""
    ends = np.append(stream.starts[1:], len(stream))
    held = slice(np.searchsorted(ends, first, side="right"), np.searchsorted(ends, last, side="right") + 1)
    begin = stream.starts[held].clip(first)
    lengths = ((ends[held] - offset).clip(None, last) - begin).clip(0)
    # Position within the run of each document, shifted to where its run begins.
    shift = begin - (np.cumsum(lengths) - lengths)
    return np.arange(lengths.sum(), dtype=np.int64) + np.repeat(shift, lengths)


def symbol_pairs(symbols: Symbols, stream: TokenStream, offset: int, edges: Ints) -> SymbolPairs:
    """Collect the pairs of one offset; none crosses a document.

    Parameters
    ----------
    symbols
        [N], one a token (`cap_vocabulary`).
    edges
        int64[B + 1], block edges (`block_edges`).
    """
    left, right = [], []
    for first, last in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        positions = left_positions(stream, offset, first, last)
        left.append(symbols[positions])
        right.append(symbols[positions + offset])
    per_block = np.array([part.size for part in left], np.int64)
    return SymbolPairs(np.concatenate(left), np.concatenate(right), per_block)


def far_pairs(pairs: SymbolPairs, shift: int) -> SymbolPairs:
    """Pair each left symbol with the right symbol ``shift`` pairs further on, wrapping round.

    Both margins and the serial dependence within each side stay as they are; what a word does to its
    neighbour at the offset is gone.
    """
    return pairs._replace(right=np.roll(pairs.right, -shift))


def blocked_pairs(pairs: SymbolPairs, symbols: int, chunk: int = CHUNK) -> Iterator[BlockedPairs]:
    """Count the pairs by block; each chunk holds whole pairs, sorted by pair, then block.

    Parameters
    ----------
    symbols
        Number of different symbols, K + 1.
    """
    blocks = len(pairs.per_block)
    key = _sorted_keys(pairs, symbols)
    start = 0
    while start < key.size:
        stop = min(start + chunk, key.size)
        # A chunk ends where its last pair ends.
        bound = (int(key[stop - 1]) // blocks + 1) * blocks
        stop += (
            int(np.searchsorted(key[stop:], key.dtype.type(bound))) if bound <= _largest(key) else key.size
        )
        yield _runs(key[start:stop], symbols, blocks)
        start = min(stop, key.size)


def _sorted_keys(pairs: SymbolPairs, symbols: int) -> npt.NDArray[np.unsignedinteger]:
    """Keys (left * symbols + right) * B + block, ascending; 32 bits when they hold every key."""
    blocks = len(pairs.per_block)
    kind: type[np.unsignedinteger] = np.uint32 if symbols * symbols * blocks <= 2**32 else np.uint64
    key = pairs.left.astype(kind)
    key *= kind(symbols)
    key += pairs.right
    key *= kind(blocks)
    ends = np.cumsum(pairs.per_block)
    for block, (end, size) in enumerate(zip(ends.tolist(), pairs.per_block.tolist(), strict=True)):
        key[end - size : end] += kind(block)
    key.sort()
    return key


def _largest(key: npt.NDArray[np.unsignedinteger]) -> int:
    return int(np.iinfo(key.dtype).max)


def _runs(key: npt.NDArray[np.unsignedinteger], symbols: int, blocks: int) -> BlockedPairs:
    first = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]]))
    pair, block = np.divmod(key[first], key.dtype.type(blocks))
    count = np.diff(np.append(first, key.size))
    return BlockedPairs(symbols, blocks, pair.astype(np.int64), block.astype(np.uint8), count)


def matches(stream: TokenStream, offset: int, edges: Ints) -> tuple[Ints, Ints]:
    """How many pairs of one offset are a word with itself, and how many pairs there are, by block.

    Returns
    -------
    int64[B], int64[B]
    """
    same, pairs = [], []
    for first, last in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        positions = left_positions(stream, offset, first, last)
        same.append(np.count_nonzero(stream.ids[positions] == stream.ids[positions + offset]))
        pairs.append(positions.size)
    return np.array(same, np.int64), np.array(pairs, np.int64)


def far_matches(stream: TokenStream, shift: int) -> int:
    """How many tokens equal the token ``shift`` further on, wrapping round, documents ignored."""
    ids = stream.ids
    return int(np.count_nonzero(ids[shift:] == ids[: ids.size - shift])) + int(
        np.count_nonzero(ids[:shift] == ids[ids.size - shift :])
    )


def block_counts(stream: TokenStream, edges: Ints) -> list[Ints]:
    """Counts of every type in each block: B arrays int64[V]."""
    size = len(stream.vocabulary)
    return [
        np.bincount(stream.ids[first:last], minlength=size)
        for first, last in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
    ]
