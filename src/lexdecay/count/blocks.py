"""Pairs of one offset over a capped vocabulary, counted separately in contiguous blocks of text.

One sort of packed keys gives the joint counts of every block at once: the key holds the pair in its
high digits and the block in its low ones, so a run of equal keys is one (pair, block) cell and the
cells of one pair stand together. Nothing of size K x K is ever allocated, and the sorted keys are
handed on in chunks, so memory is one key a pair whatever K is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import BlockedPairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Ints, Symbols, TokenStream

# Keys reduced at a time: large enough for numpy's loops, small enough that the runs of a chunk
# (at most 25 bytes a key) stay near 100 MB.
CHUNK = 1 << 22


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


def sorted_keys(
    symbols: Symbols, stream: TokenStream, offset: int, edges: Ints, cap: int, far: float = 0.0
) -> Symbols:
    """Collect the pairs of one offset as keys (left x (cap + 1) + right) x B + block, ascending.

    No pair crosses a document. Memory is one key a pair, 32 bits where they hold every key, and one
    symbol more a pair for far shifts.

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
    ends = _pair_ends(stream, offset, edges)
    pairs = int(ends[-1])
    key: Symbols = np.empty(pairs, kind)
    right: Symbols | None = np.empty(pairs, symbols.dtype) if far else None
    for block in range(blocks):
        part = slice(int(ends[block]), int(ends[block + 1]))
        positions = left_positions(stream, offset, int(edges[block]), int(edges[block + 1]))
        key[part] = symbols[positions]
        key[part] *= kind(size * blocks)
        key[part] += kind(block)
        if right is None:
            key[part] += symbols[positions + offset] * kind(blocks)
        else:
            right[part] = symbols[positions + offset]
    if right is not None:
        _add_shifted(key, right, int(far * pairs), kind(blocks))
    key.sort()
    return key


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


def _pair_ends(stream: TokenStream, offset: int, edges: Ints) -> Ints:
    """Pairs whose left token stands before each edge, int64[B + 1]."""
    ends = np.append(stream.starts[1:], len(stream))
    lengths = (ends - stream.starts - offset).clip(0)
    before = np.append(0, np.cumsum(lengths))
    document = np.searchsorted(stream.starts, edges, side="right") - 1
    return before[document] + np.minimum(edges - stream.starts[document], lengths[document])


def _add_shifted(key: Symbols, right: Symbols, shift: int, step: np.unsignedinteger) -> None:
    """Add right[(i + shift) mod n] x step to key[i], in pieces that stay in the processor's cache."""
    for first, last, moved in ((0, key.size - shift, shift), (key.size - shift, key.size, shift - key.size)):
        for start in range(first, last, CHUNK):
            stop = min(start + CHUNK, last)
            key[start:stop] += right[start + moved : stop + moved] * step


def _runs(key: Symbols, symbols: int, blocks: int) -> BlockedPairs:
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
