"""Pairs of the full vocabulary, counted in shards and merged into the files of `decay count`."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from lexdecay.count import write_counted
from lexdecay.count.runs import Run, key_bits
from lexdecay.count.words import exposure
from lexdecay.engine.sharded import left_ranges
from lexdecay.engine.sharded_counts import summed, word_pair_blocks
from lexdecay.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lexdecay.count import PairTable
    from lexdecay.engine.datasets import Dataset, Engine
    from lexdecay.engine.shards import Outline, Shard


def write_sharded_counts(
    engine: Engine,
    shards: Dataset,
    outline: Outline,
    directory: Path,
    *,
    max_offset: int,
    min_count: int,
    memory_bytes: int,
) -> PairTable:
    """Count pairs at offsets 1 to ``max_offset``; the machines merge, the driver writes.

    Raises as `write_pair_counts` does, and EngineError when pairs were lost on the way.
    """
    stream = outline.stream
    ranges = left_ranges(stream.vocabulary, len(stream))
    plan = engine.shared((max_offset, key_bits(len(stream.vocabulary)), ranges))
    blocks = shards.flat_map(partial(_paired, plan))
    groups = max_offset * (ranges.size + 1)
    merged = blocks.sorted_groups(groups, partial(_frequent, min_count), large=True)
    by_offset = groupby(merged.streamed(), lambda item: item[0] // (ranges.size + 1))
    pairs = exposure(stream, max_offset)

    def counted(offset: int) -> Iterator[Run]:
        if not pairs[offset]:
            return
        _, items = next(by_offset)
        counted = 0
        for _, complete, run in items:
            counted += complete
            yield run
        if counted != pairs[offset]:
            raise EngineError(
                f"the engine lost pairs: {counted:,} of {pairs[offset]:,} came back at offset {offset}",
                hint="run it again; if it happens again, report it",
            )

    return write_counted(
        stream, directory, counted, offsets=max_offset, min_count=min_count, memory_bytes=memory_bytes
    )


def _paired(shared: Any, shard: Shard) -> Iterator[tuple[tuple[int], bytes]]:
    """Blocks, each a group of its own: offset x ranges + range."""
    max_offset, bits, ranges = shared.value
    for (offset, part), data in word_pair_blocks(shard, range(1, max_offset + 1), bits, ranges):
        yield (offset * (ranges.size + 1) + part,), data


def _frequent(min_count: int, items: Iterator[Any]) -> Iterator[tuple[int, int, Run]]:
    """Merged counts of each group: all of its pairs, and those that are frequent enough."""
    for key, run in summed(items):
        kept = run.counts >= min_count
        yield key[0], int(run.counts.sum()), Run(run.keys[kept], run.counts[kept])
