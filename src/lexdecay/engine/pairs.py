"""TokenStream -> the strongest ordered pairs by offset: counting and association composed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.count.pairs import pairs_at
from lexdecay.count.runs import Run, add_runs, count_pairs_of, key_bits, unpack
from lexdecay.engine.local import map_in_order
from lexdecay.measure.association import Association, association, false_discovery
from lexdecay.measure.expected import expected_information, xlog2x

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Flags, Floats, Ids, Ints, TokenStream


@dataclass(frozen=True, slots=True, eq=False)
class PairQuery:
    """Which pairs are looked at."""

    least: int  # occurrences of a pair at one offset
    due: bool = False  # ``least`` is what chance would make, found or not: so a pair that is missing is seen
    words: Ints | None = None  # one of them must be in the pair; None for any
    left: Flags | None = None  # bool[N], tokens that may stand left; None for all
    right: Flags | None = None


class Counted(NamedTuple):
    """Pairs of one offset: how often, their margins, and the whole."""

    run: Run
    row: Ints  # int64[V]
    column: Ints  # int64[V]
    pairs: int


@dataclass(frozen=True, slots=True, eq=False)
class AssociatedPairs:
    """The pairs of one offset that pass the query, strongest attraction first."""

    offset: int
    pairs: int  # at the offset, all of them
    information: float  # plug-in, full vocabulary, bits
    floor: float  # of it, under random pairing
    left: Ids  # [n]
    right: Ids  # [n]
    count: Ints  # [n]
    of: Association
    q: Floats  # [n]

    @property
    def share(self) -> Floats:
        """Part of the information above the floor that each pair carries; NaN where there is none."""
        above = self.information - self.floor
        # A pair that is not there carries nothing: x log x is 0 at 0.
        carried = self.count * np.where(self.count > 0, self.of.pmi, 0) / max(self.pairs, 1)
        return carried / above if above > 0 else np.full(self.count.size, np.nan)


def associated_pairs(
    stream: TokenStream, offsets: Sequence[int], query: PairQuery, jobs: int
) -> tuple[list[AssociatedPairs], AssociatedPairs]:
    """Pairs at each offset, and those of all offsets taken together (their ``offset`` is 0).

    The family of the false discovery rate is every pair that passes the query at any offset; that of the
    total is its own. With ``due`` the margins alone decide which pairs those are.
    """
    counted = list(map_in_order(lambda d: _counted(stream, d, query), offsets, jobs))
    bits = key_bits(len(stream.vocabulary))
    found = [_associated(c, d, query, bits) for c, d in zip(counted, offsets, strict=True)]
    whole = _associated(reduce(_together, counted), 0, query, bits)
    q = false_discovery(np.concatenate([one.of.p for one in found]))
    ends = np.cumsum([one.count.size for one in found])[:-1]
    each = [replace(one, q=part) for one, part in zip(found, np.split(q, ends), strict=True)]
    return each, replace(whole, q=false_discovery(whole.of.p))


def concordance(
    stream: TokenStream, left: int, right: int, offset: int, lines: int, reach: int
) -> list[tuple[Ids, int]]:
    """Places where a pair stands, evenly spread over the text.

    Returns
    -------
    At most ``lines`` of: the words from ``reach`` before the left one to ``reach`` after the right one, cut
    at the document's ends, and the index of the left word among them.
    """
    ids = stream.ids
    at = np.flatnonzero((ids[: ids.size - offset] == left) & (ids[offset:] == right))
    bounds = np.append(stream.starts, ids.size)
    document = np.searchsorted(stream.starts, at, side="right") - 1
    inside = np.flatnonzero(at + offset < bounds[document + 1])
    chosen = (
        inside[np.unique(np.linspace(0, inside.size - 1, lines).round().astype(np.int64))]
        if inside.size
        else inside
    )
    found = []
    for i in chosen.tolist():
        t, first, last = int(at[i]), int(bounds[document[i]]), int(bounds[document[i] + 1])
        begin = max(first, t - reach)
        found.append((ids[begin : min(last, t + offset + reach + 1)], t - begin))
    return found


def _counted(stream: TokenStream, offset: int, query: PairQuery) -> Counted:
    left, right = _pairs(stream, offset, query)
    size = len(stream.vocabulary)
    row, column = np.bincount(left, minlength=size), np.bincount(right, minlength=size)
    return Counted(count_pairs_of(left, right, key_bits(size)), row, column, left.size)


def _pairs(stream: TokenStream, offset: int, query: PairQuery) -> tuple[Ids, Ids]:
    """Left and right words of the pairs whose tokens the query admits."""
    last = len(stream)
    if query.left is None and query.right is None:
        return pairs_at(stream, offset, 0, last)
    outside = np.uint32(len(stream.vocabulary))
    left, _ = pairs_at(_only(stream, query.left, outside), offset, 0, last)
    _, right = pairs_at(_only(stream, query.right, outside), offset, 0, last)
    kept = (left != outside) & (right != outside)
    return left[kept], right[kept]


def _only(stream: TokenStream, member: Flags | None, outside: np.uint32) -> TokenStream:
    return stream if member is None else replace(stream, ids=np.where(member, stream.ids, outside))


def _together(a: Counted, b: Counted) -> Counted:
    return Counted(add_runs([a.run, b.run]), a.row + b.row, a.column + b.column, a.pairs + b.pairs)


def _associated(counted: Counted, offset: int, query: PairQuery, bits: int) -> AssociatedPairs:
    _, row, column, pairs = counted
    left, right, count = _tested(counted, query, bits)
    if query.words is not None:
        kept = np.isin(left, query.words) | np.isin(right, query.words)
        left, right, count = left[kept], right[kept], count[kept]
    found = association(count, row[left], column[right], max(pairs, 1))
    order = np.lexsort((right, left, -found.g2))
    return AssociatedPairs(
        offset,
        pairs,
        _information(counted),
        expected_information(row, column),
        left[order],
        right[order],
        count[order],
        Association(*(part[order] for part in found)),
        np.empty(0),
    )


def _tested(counted: Counted, query: PairQuery, bits: int) -> tuple[Ids, Ids, Ints]:
    """Left and right words of the pairs that are common enough, found or due, and their occurrences."""
    if query.due:
        left, right = due_pairs(counted.row, counted.column, query.least)
        return left, right, counts_of(counted.run, left, right, bits)
    kept = counted.run.counts >= query.least
    left, right = unpack(counted.run.keys[kept], bits)
    return left, right, counted.run.counts[kept]


def due_pairs(row: Ints, column: Ints, least: int) -> tuple[Ids, Ids]:
    """Every pair that chance would make ``least`` times or more: row x column / all >= least.

    Common words only, so they are few: their number grows as the text over ``least``, times a logarithm.
    """
    order = np.argsort(-column, kind="stable")
    common = np.flatnonzero(row * int(column.max(initial=0)) >= least * max(int(row.sum()), 1))
    needed = least * int(row.sum()) / row[common]
    partners = np.searchsorted(-column[order], -needed, side="right")
    left = np.repeat(common, partners)
    right = np.concatenate([order[:n] for n in partners.tolist()]) if partners.size else left
    return left.astype(np.uint32), right.astype(np.uint32)


def counts_of(run: Run, left: Ids, right: Ids, bits: int) -> Ints:
    """Occurrences of each pair (left[i], right[i]), 0 for those that the run does not hold."""
    keys = left.astype(np.uint64) << np.uint64(bits) | right.astype(np.uint64)
    at = np.minimum(np.searchsorted(run.keys, keys), max(run.keys.size - 1, 0))
    if not run.keys.size:
        return np.zeros(keys.size, np.int64)
    return np.where(run.keys[at] == keys, run.counts[at], 0)


def _information(counted: Counted) -> float:
    if not counted.pairs:
        return 0.0
    cells = xlog2x(counted.run.counts).sum() - xlog2x(counted.row).sum() - xlog2x(counted.column).sum()
    return float(np.log2(counted.pairs) + cells / counted.pairs)
