"""Pair counts by offset, in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.count.runs import Run, add_runs, count_pairs_of, key_bits, unpack
from lexdecay.count.words import document_spans, exposure
from lexdecay.errors import UsageError
from lexdecay.records import PairCounts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lexdecay.records import Ids, Ints, TokenStream

# Keys of merged PairCounts: any two word ids fit, whatever the vocabularies of the parts were.
WIDEST = 32


def count_pairs(
    stream: TokenStream, offsets: int | Iterable[int], first: int = 0, last: int | None = None
) -> PairCounts:
    """Count the ordered pairs of words at each offset, within documents.

    Parameters
    ----------
    stream
        The tokens; ids may be a memory map.
    offsets
        Largest offset D, for 1..D, or the offsets themselves; at least 1.
    first, last
        Count only pairs whose left token lies in [first, last). Right tokens are read beyond ``last``
        (the halo), so the pieces of any partition of the stream add up to the whole.

    Raises UsageError for an offset below 1.
    """
    last = len(stream) if last is None else last
    wanted = resolve_offsets(offsets)
    bits = key_bits(len(stream.vocabulary))
    runs = [count_offset(stream, offset, first, last) for offset in wanted]
    return _table(wanted, runs, bits, exposure(stream, max(wanted, default=0), first, last))


def count_offset(stream: TokenStream, offset: int, first: int, last: int) -> Run:
    """Count the pairs of one offset whose left token lies in [first, last); keys by ``key_bits``."""
    left, right = pairs_at(stream, offset, first, last)
    return count_pairs_of(left, right, key_bits(len(stream.vocabulary)))


def pairs_at(stream: TokenStream, offset: int, first: int, last: int) -> tuple[Ids, Ids]:
    """Return the left and right words of all pairs at ``offset`` with the left token in [first, last)."""
    last = max(first, min(last, len(stream) - offset))
    left = np.asarray(stream.ids[first:last])
    right = np.asarray(stream.ids[first + offset : last + offset])
    begins, ends = document_spans(stream, first, last + offset)
    if begins.size <= 1:
        return left, right
    lengths = np.minimum(ends, last + offset) - begins
    document = np.repeat(np.arange(lengths.size, dtype=np.uint32), lengths)
    together = document[: left.size] == document[offset : offset + left.size]
    return left[together], right[together]


def merge_pair_counts(a: PairCounts, b: PairCounts) -> PairCounts:
    """Add two counts of pieces of one corpus (same vocabulary, same offsets); associative, commutative.

    Raises UsageError when one of them goes to larger offsets than the other: the sum would be short
    of pairs there.
    """
    if a.exposure.size != b.exposure.size:
        raise UsageError(
            f"pair counts up to offset {a.exposure.size - 1} cannot be added "
            f"to counts up to offset {b.exposure.size - 1}",
            hint="count both with the same --max-offset",
        )
    offsets = np.union1d(a.offset, b.offset)
    runs = [add_runs([_run_at(a, offset), _run_at(b, offset)]) for offset in offsets]
    return _table(offsets.tolist(), runs, WIDEST, a.exposure + b.exposure)


def resolve_offsets(offsets: int | Iterable[int]) -> list[int]:
    """Return the offsets asked for, ascending and distinct; an integer D stands for 1..D."""
    wanted = list(range(1, offsets + 1)) if isinstance(offsets, int) else sorted(set(offsets))
    if (isinstance(offsets, int) and offsets < 1) or (wanted and wanted[0] < 1):
        found = offsets if isinstance(offsets, int) else wanted[0]
        raise UsageError(f"pairs at offset {found} were asked for", hint="--max-offset must be at least 1")
    return wanted


def _run_at(counts: PairCounts, offset: int) -> Run:
    rows = slice(*np.searchsorted(counts.offset, [offset, offset + 1]))
    key = counts.left[rows].astype(np.uint64) << np.uint64(WIDEST) | counts.right[rows]
    return Run(key, counts.count[rows])


def _table(offsets: Sequence[int], runs: Sequence[Run], bits: int, exposed: Ints) -> PairCounts:
    """Lay the runs of ascending offsets one after the other."""
    nothing = np.empty(0, dtype=np.uint32)
    words = [(nothing, nothing), *(unpack(run.keys, bits) for run in runs)]
    left, right = (np.concatenate(side) for side in zip(*words, strict=True))
    counts = np.concatenate([np.empty(0, dtype=np.int64), *(run.counts for run in runs)])
    offset = np.repeat(np.asarray(offsets, dtype=np.int64), [run.keys.size for run in runs])
    return PairCounts(left, right, offset, counts, exposed)
