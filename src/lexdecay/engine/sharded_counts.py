"""One shard -> sorted blocks of counts; the sum of all shards' blocks is the table of the whole corpus.

Every table is integers that add: cells of pairs by block, words by block, matches by offset. A block holds
the cells of one table in one range of left words. Nothing here knows where it runs.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from lexdecay.count.pairs import pairs_at
from lexdecay.count.runs import Run, add_runs, count_keys, count_pairs_of
from lexdecay.engine.curves import shuffle_within
from lexdecay.engine.packing import pack, pack_run, unpack, unpack_run
from lexdecay.engine.shards import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy.typing as npt

    from lexdecay.engine.datasets import Key
    from lexdecay.engine.shards import Shard
    from lexdecay.records import Ints, Symbols, TokenStream

    Block: TypeAlias = tuple[tuple[int, int], bytes]  # (table, range of left words), packed run
    Part: TypeAlias = tuple[int, int, TokenStream]  # as `tokens_of` gives it
    Message: TypeAlias = tuple[tuple[int, int, int], Any]  # (shard, draw, rank), packed tokens

# Rows of blocks that wait to be merged; 64 bytes a row while they are.
WAITING = 1 << 22
# In place of a draw's number: a shard's own tokens, which arrive before what others send.
OWN = -1


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """What is counted of the tokens ``first`` to ``last`` - 1, and how it is divided."""

    first: int
    last: int
    cap: int  # K
    offsets: Ints
    edges: Ints  # of the jackknife's blocks, relative to ``first``
    ranges: Ints  # first left symbol of each range but the first


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """A far shift: the pair of rank k takes the right token of rank k + shift, round the end.

    Ranks number the pairs of one offset in order of the text, or the tokens when ``offset`` is None.
    """

    table: int
    offset: int | None
    shift: int
    ranks: Ints  # int64[S + 1], of the first pair of each shard


def summed(items: Iterable[tuple[Key, bytes]]) -> Iterator[tuple[Key, Run]]:
    """Merge blocks that arrive in the order of their keys; yields one run for each key."""
    for key, blocks in groupby(items, lambda item: item[0]):
        yield key, _sum(unpack_run(data) for _, data in blocks)


def pair_blocks(shard: Shard, design: Design, seed: Sequence[int] = ()) -> Iterator[Block]:
    """Cells of the pairs, (left x (K + 1) + right) x B + block as in `sorted_keys`; one table an offset.

    Parameters
    ----------
    seed
        Of a generator that first shuffles the words within their documents.
    """
    part = tokens_of(shard, design.first, design.last)
    if part is None:
        return
    if seed:
        part = _shuffled(part, seed)
    for table, offset in enumerate(design.offsets.tolist()):
        yield from _cells(table, *_sides(part, offset, design), design)


def match_blocks(shard: Shard, design: Design, table: int) -> Iterator[Block]:
    """Pairs that are a word with itself: cell index of the offset x B + block of the left token."""
    part = tokens_of(shard, design.first, design.last)
    if part is None:
        return
    begin, own, stream = part
    same = [
        [np.count_nonzero(np.equal(*pairs_at(stream, offset, *span))) for span in _spans(begin, own, design)]
        for offset in design.offsets.tolist()
    ]
    counts = np.array(same, np.int64).ravel()
    held = np.flatnonzero(counts)
    yield (table, 0), pack_run(Run(held.astype(np.uint64), counts[held]))


def word_blocks(shard: Shard, design: Design, table: int) -> Iterator[Block]:
    """Words by the jackknife's block: cell word x B + block."""
    part = tokens_of(shard, design.first, design.last)
    if part is None:
        return
    begin, own, stream = part
    spans = _spans(begin, own, design)
    block = np.repeat(np.arange(len(spans), dtype=np.uint64), [last - first for first, last in spans])
    key = stream.ids[:own].astype(np.uint64) * np.uint64(len(spans)) + block
    yield (table, 0), pack_run(count_keys(key))


def word_pair_blocks(shard: Shard, offsets: Sequence[int], bits: int, ranges: Ints) -> Iterator[Block]:
    """Pairs of the full vocabulary; tables are indices of offsets, keys left word << bits | right word."""
    part = tokens_of(shard, shard.begin, sys.maxsize)
    if part is None:
        return
    _, own, stream = part
    cuts = ranges.astype(np.uint64) << np.uint64(bits)
    for table, offset in enumerate(offsets):
        left, right = pairs_at(stream, offset, 0, own)
        yield from _cut(table, count_pairs_of(left, right, bits), cuts)


def sent(shard: Shard, design: Design, pairings: Sequence[Pairing]) -> Iterator[Message]:
    """The shard to itself, and its right tokens to the shards whose left ones they meet at each far shift."""
    part = tokens_of(shard, design.first, design.last)
    if part is None:
        return
    yield (shard.number, OWN, 0), shard
    for draw, pairing in enumerate(pairings):
        _, right, _ = _sides(part, pairing.offset, design)
        for target, rank, taken in _routes(pairing, int(pairing.ranks[shard.number]), right.size):
            yield (target, draw, rank), pack(right[taken])


def received(items: Iterable[Message], design: Design, pairings: Sequence[Pairing]) -> Iterator[Block]:
    """Cells of far-shifted pairs; of far-shifted tokens the number of matches, the shift being the cell."""
    for _, messages in groupby(items, lambda item: item[0][0]):
        shard: Shard = next(messages)[1]
        part = tokens_of(shard, design.first, design.last)
        if part is None:  # it would have sent itself nothing
            continue
        for draw, segments in groupby(messages, lambda item: item[0][1]):
            pairing = pairings[draw]
            left, _, block = _sides(part, pairing.offset, design)
            right = np.concatenate([unpack(data) for _, data in segments]).astype(left.dtype)
            if pairing.offset is None:
                same = np.array([np.count_nonzero(left == right)])
                yield (pairing.table, 0), pack_run(Run(np.array([draw], np.uint64), same))
            else:
                yield from _cells(pairing.table, left, right, block, design)


def _shuffled(part: Part, seed: Sequence[int]) -> Part:
    """Words shuffled within documents as they are in the whole corpus: the generator jumps to this part.

    Only for shards of whole documents.
    """
    begin, own, stream = part
    generator = np.random.PCG64(np.random.SeedSequence(list(seed)))
    generator.advance(begin)  # one draw a token
    ids = shuffle_within(stream.starts, stream.ids, np.random.Generator(generator))
    return begin, own, replace(stream, ids=ids)


def _sides(part: Part, offset: int | None, design: Design) -> tuple[Symbols, Symbols, Ints]:
    """Left and right tokens of the pairs of a part, and the block of each, in order of the text.

    Symbols of the capped vocabulary; without an offset every token, as it is, on both sides.
    """
    begin, own, stream = part
    if offset is None:
        return stream.ids[:own], stream.ids[:own], np.empty(0, np.int64)
    capped = replace(stream, ids=np.minimum(stream.ids, np.uint32(design.cap)))
    found = [pairs_at(capped, offset, first, last) for first, last in _spans(begin, own, design)]
    left, right = (np.concatenate(side) for side in zip(*found, strict=True))
    return left, right, np.repeat(np.arange(len(found)), [of_block.size for of_block, _ in found])


def _spans(begin: int, own: int, design: Design) -> list[tuple[int, int]]:
    """The part of each of the jackknife's blocks in a shard: first token and the one after the last."""
    edges = (design.edges - begin).clip(0, own).tolist()
    return list(pairwise(edges))


def _cells(table: int, left: Symbols, right: Symbols, block: Ints, design: Design) -> Iterator[Block]:
    size, blocks = design.cap + 1, design.edges.size - 1
    kind: type[np.unsignedinteger] = np.uint32 if size * size * blocks <= 2**32 else np.uint64
    key = left.astype(kind)
    for factor, digit in ((size, right), (blocks, block)):
        key *= kind(factor)
        key += digit.astype(kind)
    cuts = design.ranges.astype(np.uint64) * np.uint64(size * blocks)
    yield from _cut(table, count_keys(key), cuts)


def _cut(table: int, run: Run, cuts: npt.NDArray[np.uint64]) -> Iterator[Block]:
    edges = [0, *np.searchsorted(run.keys, cuts).tolist(), run.keys.size]
    for number, (first, last) in enumerate(pairwise(edges)):
        if first < last:
            yield (table, number), pack_run(Run(run.keys[first:last], run.counts[first:last]))


def _routes(pairing: Pairing, first: int, size: int) -> Iterator[tuple[int, int, slice]]:
    """Where right tokens of ranks ``first`` to ``first + size`` - 1 go: shard, rank of the left, which."""
    ranks = pairing.ranks
    pairs = int(ranks[-1])
    begin = (first - pairing.shift) % max(pairs, 1)
    until_end = min(size, pairs - begin)
    for rank, taken, number in ((begin, 0, until_end), (0, until_end, size - until_end)):
        stop = rank + number
        for target in range(int(np.searchsorted(ranks, rank, side="right")) - 1, ranks.size - 1):
            if ranks[target] >= stop:
                break
            low, high = max(rank, int(ranks[target])), min(stop, int(ranks[target + 1]))
            if low < high:
                yield target, low, slice(taken + low - rank, taken + high - rank)


def _sum(runs: Iterable[Run]) -> Run:
    waiting: list[Run] = []
    rows = 0
    for run in runs:
        waiting.append(run)
        rows += run.keys.size
        if rows > WAITING and len(waiting) > 1:
            waiting = [add_runs(waiting)]
            rows = waiting[0].keys.size // 2  # a sum grows slowly, and is not merged again for every block
    return waiting[0] if len(waiting) == 1 else add_runs(waiting)
