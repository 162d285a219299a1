"""Sorted runs: distinct keys in ascending order with their counts, the form in which counts add.

A key is the pair packed into one integer, left word above right word, so that its order is the order
of (left, right). Counting is one vectorised sort and the lengths of the runs of equal keys; it is
several times faster than a hash table on the same keys (benchmarks/pair_counting.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Ids, Ints

Keys: TypeAlias = npt.NDArray[np.uint64]

# A run on disk: 16 bytes a row.
ROW = np.dtype([("key", "<u8"), ("count", "<i8")])


class Run(NamedTuple):
    """Distinct keys, ascending, and how often each was seen."""

    keys: Keys  # uint64[n]
    counts: Ints  # int64[n], positive


def key_bits(types: int) -> int:
    """Return the bits that hold a word id."""
    return max(1, (types - 1).bit_length())


def count_pairs_of(left: Ids, right: Ids, bits: int) -> Run:
    """Count the pairs (left[i], right[i]); ids below 2**bits.

    Pairs that fit 32 bits are sorted as such, twice as fast as 64. Ids are ranks, so where
    the vocabulary is too large for that, the common left words, which are most of the text, still fit.
    """
    narrow = left << np.uint32(bits)
    narrow |= right
    if 2 * bits <= 32:
        return count_keys(narrow)
    common = left < np.uint32(1 << (32 - bits))
    head = count_keys(narrow[common])
    rare = np.flatnonzero(~common)
    wide = left[rare].astype(np.uint64) << np.uint64(bits)
    wide |= right[rare]
    tail = count_keys(wide)
    return Run(np.concatenate((head.keys, tail.keys)), np.concatenate((head.counts, tail.counts)))


def unpack(key: Keys, bits: int) -> tuple[Ids, Ids]:
    """Return the left and the right word of each key."""
    left = (key >> np.uint64(bits)).astype(np.uint32)
    right = (key & np.uint64((1 << bits) - 1)).astype(np.uint32)
    return left, right


def add_runs(runs: Sequence[Run]) -> Run:
    """Return the sum of several runs: one row per key that any of them holds."""
    key = np.concatenate([run.keys for run in runs])
    if not key.size:
        return Run(key, np.empty(0, dtype=np.int64))
    # Stable, because numpy's stable sort merges the ascending stretches it finds.
    order = np.argsort(key, kind="stable")
    key = key[order]
    first = _first_of_equals(key)
    count = np.concatenate([run.counts for run in runs])[order]
    return Run(key[first], np.add.reduceat(count, first))


def count_keys(key: npt.NDArray[Any]) -> Run:
    """Sort ``key`` in place and return its distinct values with their run lengths."""
    key.sort()
    first = _first_of_equals(key)
    return Run(key[first].astype(np.uint64), _lengths(first, key.size))


def _first_of_equals(ascending: npt.NDArray[Any]) -> Ints:
    new = np.empty(ascending.size, dtype=np.bool_)
    new[:1] = True
    np.not_equal(ascending[1:], ascending[:-1], out=new[1:])
    return np.flatnonzero(new)


def _lengths(first: Ints, size: int) -> Ints:
    lengths = np.empty_like(first)
    np.subtract(first[1:], first[:-1], out=lengths[:-1])
    lengths[-1:] = size - first[-1:]
    return lengths
