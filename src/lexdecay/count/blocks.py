"""Pairs of one offset over a capped vocabulary, counted separately in contiguous blocks of text.

One sort of packed keys gives the joint counts of every block at once: the key holds the pair in its
high digits and the block in its low ones, so a run of equal keys is one (pair, block) cell and the
cells of one pair stand together. Nothing of size K x K is ever allocated, and the sorted keys are
handed on in chunks, so memory is one key a pair whatever K is.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import BlockedPairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Ints, Symbols, TokenStream

# Keys reduced at a time: large enough for numpy's loops, small enough that what is made of a chunk (at
# most 25 bytes a key) stays in a core's caches; 2^22 keys take 1.6 times as long.
CHUNK = 1 << 18


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


def sorted_keys(
    symbols: Symbols, stream: TokenStream, offset: int, edges: Ints, cap: int, far: float = 0.0
) -> Symbols:
    """Collect the pairs of one offset as keys (left x (cap + 1) + right) x B + block, ascending.

    No pair crosses a document. Memory is one key a pair, 32 bits where they hold every key.

    Parameters
    ----------
    symbols
        [N], one a token (`cap_vocabulary`).
    edges
        int64[B + 1], block edges (`block_edges`); a pair is of the block of its left token.
    far
        Share of the pairs by which the right symbols are shifted, wrapping round. Both margins and the
        serial dependence within each side stay; what a word does to its neighbour at the offset goes.
    """
    size, blocks = cap + 1, len(edges) - 1
    kind: type[np.unsignedinteger] = np.uint32 if size * size * blocks <= 2**32 else np.uint64
    key: Symbols = np.empty(pairs_in(stream, offset), kind)
    first = 0
    for block, (left, right) in enumerate(symbols_by_block(symbols, stream, offset, edges, far)):
        part = key[first : first + left.size]
        part[:] = left
        part *= kind(size)
        part += right
        part *= kind(blocks)
        part += kind(block)
        first += left.size
    key.sort()
    return key


def symbols_by_block(
    symbols: Symbols, stream: TokenStream, offset: int, edges: Ints, far: float = 0.0
) -> Iterator[tuple[Symbols, Symbols]]:
    """Left and right symbols of the pairs of each block, in order of the text; parameters of `sorted_keys`.

    Views of ``symbols`` where a block lies within one document.
    """
    before = _pairs_before(stream, offset)
    bounds, pairs = _rank_of(stream, before, edges).tolist(), int(before[-1])
    for first, last in pairwise(bounds):
        left = symbols[_positions(stream, before, first, last)]
        shifted = (first + int(far * pairs)) % max(pairs, 1)
        until_end = min(last, first + pairs - shifted) - first
        right = symbols[_moved(_positions(stream, before, shifted, shifted + until_end), offset)]
        if until_end < left.size:  # round the end of the text
            rest = _moved(_positions(stream, before, 0, left.size - until_end), offset)
            right = np.concatenate([right, symbols[rest]])
        yield left, right


def ranks_of(stream: TokenStream, offset: int, positions: Ints) -> Ints:
    """How many pairs of one offset have their left token before each position."""
    return _rank_of(stream, _pairs_before(stream, offset), positions)


def pairs_in(stream: TokenStream, offset: int) -> int:
    """How many pairs the documents hold at one offset."""
    return int(_pairs_before(stream, offset)[-1])


def blocked_pairs(key: Symbols, symbols: int, blocks: int, chunk: int = CHUNK) -> Iterator[BlockedPairs]:
    """Count the pairs of sorted keys by block; each chunk holds whole pairs, sorted by pair, then block.

    Parameters
    ----------
    key
        From `sorted_keys`.
    symbols
        Number of different symbols, cap + 1.
    """
    start = 0
    while start < key.size:
        stop = min(start + chunk, key.size)
        # A chunk ends where its last pair ends.
        last_of_pair = (int(key[stop - 1]) // blocks) * blocks + blocks - 1
        stop += int(np.searchsorted(key[stop:], key.dtype.type(last_of_pair), side="right"))
        yield _runs(key[start:stop], symbols, blocks)
        start = stop


def _pairs_before(stream: TokenStream, offset: int) -> Ints:
    """How many pairs the documents before each one hold, and all of them: int64[documents + 1]."""
    ends = np.append(stream.starts[1:], len(stream))
    return np.append(0, np.cumsum((ends - stream.starts - offset).clip(0)))


def _rank_of(stream: TokenStream, before: Ints, positions: Ints) -> Ints:
    """How many pairs have their left token before each position."""
    document = np.searchsorted(stream.starts, positions, side="right") - 1
    within = positions - stream.starts[document]
    return before[document] + np.minimum(within, before[document + 1] - before[document])


def _positions(stream: TokenStream, before: Ints, first: int, last: int) -> Ints | slice:
    """Positions of the left tokens of pairs ``first`` to ``last`` - 1, in order of the text.

    A slice where they lie in one document: a view costs nothing, and most blocks of books are such.
    """
    held = slice(np.searchsorted(before, first, side="right") - 1, np.searchsorted(before, last))
    shift = stream.starts[held] - before[held]
    if shift.size == 1:
        return slice(first + int(shift[0]), last + int(shift[0]))
    bounds = np.append(before[held], last).clip(first, last)
    return np.arange(first, last) + np.repeat(shift, np.diff(bounds))


def _moved(positions: Ints | slice, offset: int) -> Ints | slice:
    """Positions ``offset`` tokens further on."""
    if isinstance(positions, slice):
        return slice(positions.start + offset, positions.stop + offset)
    return positions + offset


def _runs(key: Symbols, symbols: int, blocks: int) -> BlockedPairs:
    first = np.append(0, np.flatnonzero(key[1:] != key[:-1]) + 1)
    distinct, step = key[first], key.dtype.type(blocks)
    pair = distinct // step
    block = distinct - pair * step
    count = np.diff(np.append(first, key.size))
    return BlockedPairs(symbols, blocks, pair.astype(np.int64), block.astype(np.uint8), count)


def matches(stream: TokenStream, offset: int, edges: Ints) -> tuple[Ints, Ints]:
    """How many pairs of one offset are a word with itself, and how many pairs there are, by block.

    Returns
    -------
    int64[B], int64[B]
    """
    before = _pairs_before(stream, offset)
    bounds = _rank_of(stream, before, edges)
    same = []
    for first, last in pairwise(bounds.tolist()):
        positions = _positions(stream, before, first, last)
        same.append(np.count_nonzero(stream.ids[positions] == stream.ids[_moved(positions, offset)]))
    return np.array(same, np.int64), np.diff(bounds)


def far_matches(stream: TokenStream, shift: int) -> int:
    """How many tokens equal the token ``shift`` further on, wrapping round, documents ignored."""
    ids = stream.ids
    return int(np.count_nonzero(ids[shift:] == ids[: ids.size - shift])) + int(
        np.count_nonzero(ids[:shift] == ids[ids.size - shift :])
    )


def block_counts(stream: TokenStream, edges: Ints) -> list[Ints]:
    """Counts of every type in each block: B arrays int64[V]."""
    size = len(stream.vocabulary)
    return [np.bincount(stream.ids[first:last], minlength=size) for first, last in pairwise(edges.tolist())]
