"""Curves of a corpus that lies in shards: what `engine/curves.py` does, with the counting elsewhere.

Tables are sums of integers, so they do not depend on where a corpus is cut, and from there on the same
functions give the same bytes. The driver holds the vocabulary and where documents begin, never the tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.count import blocks as counting
from lexdecay.engine.curves import AND_HALVES, BLOCKS, SHUFFLES, WHOLE, drawn_at, far_shift, far_shifts
from lexdecay.engine.sharded_counts import (
    Design,
    Pairing,
    match_blocks,
    pair_blocks,
    received,
    sent,
    summed,
    word_blocks,
)
from lexdecay.engine.shards import SHARD_TOKENS, part_of
from lexdecay.errors import EngineError
from lexdecay.measure.curve import information_curve
from lexdecay.measure.floor import Draw, far_shift_null, shuffled_null
from lexdecay.measure.information import information_of_pairs
from lexdecay.measure.offsets import exposed_offsets, exposures, offset_grid
from lexdecay.measure.recurrence import Matches, recurrence_curve, unigrams
from lexdecay.records import BlockedPairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lexdecay.count.runs import Run
    from lexdecay.engine.datasets import Dataset, Engine
    from lexdecay.engine.shards import Outline, Shard
    from lexdecay.measure.information import Information, Span
    from lexdecay.records import Curve, Ints, TokenStream, Vocabulary

__all__ = [
    "AND_HALVES",
    "INFORMATION",
    "WHOLE",
    "ShardedMeasuring",
    "left_ranges",
    "measuring",
    "recurrence",
    "recurrence_of_halves",
    "total_information",
    "within_document_information",
]

# Left words are divided into ranges of about equal text, so that a merge holds this many shards' worth.
SHARDS_A_RANGE = 16
MOST_RANGES = 64


@dataclass(frozen=True, slots=True, eq=False)
class ShardedMeasuring:
    """What `Measuring` is for a corpus in one piece."""

    engine: Engine
    shards: Dataset
    stream: TokenStream  # without its tokens
    bounds: Ints  # int64[S + 1], first token of each shard
    vocabulary: int  # K
    offsets: Ints
    edges: Ints  # int64[B + 1]
    seed: int


def measuring(
    engine: Engine, shards: Dataset, outline: Outline, *, vocabulary: int, max_offset: int, seed: int
) -> ShardedMeasuring:
    """Choose offsets and cut blocks as `curves.measuring` does."""
    stream = outline.stream
    grid = offset_grid(max_offset)
    offsets = exposed_offsets(grid, exposures(stream.starts, len(stream), grid))
    edges = counting.block_edges(stream, BLOCKS)
    cap = min(vocabulary, len(stream.vocabulary))
    return ShardedMeasuring(engine, shards, stream, outline.bounds, cap, offsets, edges, seed)


def total_information(corpus: ShardedMeasuring, spans: Sequence[Span]) -> list[Curve]:
    """Mutual information above the far-shift floor, of each span of blocks."""
    last = corpus.offsets.size - 1
    drawn = drawn_at(len(corpus.stream), last)
    design, pairs = _design(corpus), exposures(corpus.stream.starts, len(corpus.stream), corpus.offsets)
    tables = _information(corpus, _counted(corpus, design), pairs, spans)
    null = _information(corpus, _far(corpus, design, drawn, pairs), pairs[drawn], spans)
    curves = []
    for i in range(len(spans)):
        whole = [table[i] for table in tables]
        draws = [Draw(index, table[i]) for index, table in zip(drawn, null, strict=True)]
        floor = far_shift_null(whole, draws)
        curves.append(
            information_curve(corpus.offsets, whole, floor, vocabulary=corpus.vocabulary, estimand="total")
        )
    return curves


def within_document_information(corpus: ShardedMeasuring, spans: Sequence[Span]) -> list[Curve]:
    """Mutual information above that of documents with their words shuffled, of each span of blocks."""
    design, pairs = _design(corpus), exposures(corpus.stream.starts, len(corpus.stream), corpus.offsets)
    tables = _information(corpus, _counted(corpus, design), pairs, spans)
    draws = [
        _information(corpus, _counted(corpus, design, [corpus.seed, r]), pairs, spans)
        for r in range(SHUFFLES)
    ]
    curves = []
    for i in range(len(spans)):
        whole = [table[i] for table in tables]
        floor = shuffled_null(whole, [[table[i] for table in draw] for draw in draws])
        curves.append(
            information_curve(
                corpus.offsets, whole, floor, vocabulary=corpus.vocabulary, estimand="within_document"
            )
        )
    return curves


# As in curves.py.
INFORMATION = {"total": total_information, "within-document": within_document_information}


def recurrence(corpus: ShardedMeasuring) -> Curve:
    """Recurrence over the full vocabulary."""
    return _recurrence(corpus, corpus.edges)


def recurrence_of_halves(corpus: ShardedMeasuring) -> tuple[Curve, Curve]:
    """Recurrence in the first and in the second half of the jackknife's blocks."""
    middle = len(corpus.edges) // 2
    return _recurrence(corpus, corpus.edges[: middle + 1]), _recurrence(corpus, corpus.edges[middle:])


def left_ranges(vocabulary: Vocabulary, tokens: int) -> Ints:
    """First left word of each range but the first; the ranges hold about equally many tokens."""
    number = int(np.clip(tokens // (SHARDS_A_RANGE * SHARD_TOKENS), 1, MOST_RANGES))
    share = np.cumsum(vocabulary.counts)
    cuts = np.searchsorted(share, np.arange(1, number) * tokens / number) + 1
    return np.unique(cuts[cuts < len(vocabulary)])


def _recurrence(corpus: ShardedMeasuring, edges: Ints) -> Curve:
    first, last = edges[[0, -1]].tolist()
    part, blocks = part_of(corpus.stream, first, last), edges.size - 1
    design = Design(first, last, corpus.vocabulary, corpus.offsets, edges - first, np.empty(0, np.int64))
    ranks = (corpus.bounds - first).clip(0, len(part))
    draws = range(far_shifts(len(part)))
    shifts = [int(far_shift(corpus.seed, r) * len(part)) for r in draws]
    near = _merged(corpus.shards.flat_map(partial(_words_and_matches, corpus.engine.shared(design))), 2)
    far = _merged(_exchanged(corpus, design, [Pairing(0, None, shift, ranks) for shift in shifts]), 1)
    same = _dense(near, 0, corpus.offsets.size * blocks).reshape(-1, blocks)
    words = _dense(near, 1, len(part.vocabulary) * blocks).reshape(-1, blocks)
    met = _dense(far, 0, len(draws))
    pairs = np.diff(_ranks(part, corpus.offsets, design.edges), axis=0).T
    return recurrence_curve(
        corpus.offsets,
        [Matches(*both) for both in zip(same, pairs, strict=True)],
        unigrams(list(words.T)),
        [Matches(met[[r]], np.array([len(part)])) for r in draws],
        vocabulary=len(part.vocabulary),
    )


def _design(corpus: ShardedMeasuring) -> Design:
    tokens = len(corpus.stream)
    ranges = left_ranges(corpus.stream.vocabulary, tokens)
    ranges = ranges[ranges <= corpus.vocabulary]
    return Design(0, tokens, corpus.vocabulary, corpus.offsets, corpus.edges, ranges)


def _ranks(stream: TokenStream, offsets: Ints, positions: Ints) -> Ints:
    """Pairs at each offset whose left token stands before each position, int64[positions, m]."""
    return np.array([counting.ranks_of(stream, offset, positions) for offset in offsets.tolist()]).T


def _counted(corpus: ShardedMeasuring, design: Design, seed: Sequence[int] = ()) -> Dataset:
    return corpus.shards.flat_map(partial(_pairs, corpus.engine.shared(design), seed))


def _far(corpus: ShardedMeasuring, design: Design, drawn: Sequence[int], pairs: Ints) -> Dataset:
    """Cells of each far shift, table r at the offset of index ``drawn[r]``."""
    ranks = _ranks(corpus.stream, corpus.offsets, corpus.bounds)
    pairings = [
        Pairing(r, int(corpus.offsets[i]), int(far_shift(corpus.seed, r) * int(pairs[i])), ranks[:, i].copy())
        for r, i in enumerate(drawn)
    ]
    return _exchanged(corpus, design, pairings)


def _exchanged(corpus: ShardedMeasuring, design: Design, pairings: Sequence[Pairing]) -> Dataset:
    shared = corpus.engine.shared((design, pairings))
    messages = corpus.shards.flat_map(partial(_sent, shared))
    return messages.sorted_groups(corpus.bounds.size - 1, partial(_received, shared), large=True)


def _information(
    corpus: ShardedMeasuring, blocks: Dataset, pairs: Ints, spans: Sequence[Span]
) -> list[list[Information]]:
    """Information of every table, of each span, where the engine has brought its blocks together."""
    summing = partial(_informed, pairs.tolist(), corpus.vocabulary + 1, corpus.edges.size - 1, tuple(spans))
    found = dict(blocks.sorted_groups(pairs.size, summing).collected())
    counted = np.array([found[table][0].pairs if table in found else 0 for table in range(pairs.size)])
    if (counted != pairs).any():
        raise EngineError(
            f"the engine lost pairs: {counted.sum():,} of {pairs.sum():,} came back",
            hint="run it again; if it happens again, report it",
        )
    return [found[table] for table in range(pairs.size)]


def _merged(blocks: Dataset, tables: int) -> dict[int, Run]:
    """Tables of one range each, brought to the driver."""
    return {key[0]: run for key, run in blocks.sorted_groups(tables, summed).collected()}


def _dense(tables: dict[int, Run], table: int, size: int) -> Ints:
    counts = np.zeros(size, np.int64)
    if table in tables:
        counts[tables[table].keys] = tables[table].counts
    return counts


# What runs on the machines: the functions of sharded_counts.py with what the driver has sent them.


def _pairs(shared: Any, seed: Sequence[int], shard: Shard) -> Iterator[Any]:
    return pair_blocks(shard, shared.value, seed)


def _words_and_matches(shared: Any, shard: Shard) -> Iterator[Any]:
    yield from match_blocks(shard, shared.value, 0)
    yield from word_blocks(shard, shared.value, 1)


def _sent(shared: Any, shard: Shard) -> Iterator[Any]:
    return sent(shard, *shared.value)


def _received(shared: Any, items: Iterator[Any]) -> Iterator[Any]:
    return received(items, *shared.value)


def _informed(
    pairs: Sequence[int], symbols: int, blocks: int, spans: Sequence[Span], items: Iterator[Any]
) -> Iterator[tuple[int, list[Information]]]:
    for table, ranges in groupby(summed(items), lambda item: item[0][0]):
        chunks = (_blocked(run, symbols, blocks) for _, run in ranges)
        yield table, information_of_pairs(chunks, symbols, blocks, pairs[table], spans)


def _blocked(run: Run, symbols: int, blocks: int) -> BlockedPairs:
    pair, block = np.divmod(run.keys.astype(np.int64), blocks)
    return BlockedPairs(symbols, blocks, pair, block.astype(np.uint8), run.counts)
