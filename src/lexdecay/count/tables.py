"""Dense tables of the pairs of one offset, for as few symbols as a tag set has, block by block."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.count.blocks import blocked_pairs, sorted_keys
from lexdecay.count.pairs import pairs_at

if TYPE_CHECKING:
    from lexdecay.records import Ids, Ints, TokenStream


def pair_tables(stream: TokenStream, offset: int, edges: Ints, far: float = 0.0) -> Ints:
    """Count every pair of symbols at one offset in each block: int64[B, T, T], T the vocabulary.

    ``edges`` and ``far`` are those of `sorted_keys`.
    """
    size, blocks = len(stream.vocabulary), len(edges) - 1
    key = sorted_keys(stream.ids, stream, offset, edges, size - 1, far)
    tables = np.zeros((blocks, size, size), np.int64)
    for chunk in blocked_pairs(key, size, blocks):
        tables[chunk.block, chunk.pair // size, chunk.pair % size] = chunk.count
    return tables


def boundary_tables(stream: TokenStream, segments: Ids, offset: int, edges: Ints) -> tuple[Ints, Ints]:
    """Count pairs whose tokens share a segment, and pairs that a boundary parts: two int64[B, T, T].

    Parameters
    ----------
    segments
        uint32[N], number of the segment of each token (`segments_of`).
    edges
        int64[B + 1]; a pair is of the block of its left token.
    """
    parts = [_parted(stream, segments, offset, first, last) for first, last in pairwise(edges.tolist())]
    within, across = zip(*parts, strict=True)
    return np.stack(within), np.stack(across)


def segments_of(begins: Ints, tokens: int) -> Ids:
    """Number of the segment that each token stands in, uint32[N], from where segments begin."""
    marks = np.zeros(tokens, np.uint32)
    marks[begins[begins < tokens]] = 1
    return np.cumsum(marks, dtype=np.uint32)


def _parted(stream: TokenStream, segments: Ids, offset: int, first: int, last: int) -> tuple[Ints, Ints]:
    size = len(stream.vocabulary)
    left, right = pairs_at(stream, offset, first, last)
    mine, other = pairs_at(replace(stream, ids=segments), offset, first, last)
    cell, same = left.astype(np.int64) * size + right, mine == other
    within, across = (np.bincount(cell[kept], minlength=size * size) for kept in (same, ~same))
    return within.reshape(size, size), across.reshape(size, size)
