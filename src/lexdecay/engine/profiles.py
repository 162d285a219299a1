"""TokenStream and a query -> the words around it by offset: counting and measuring composed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.count.neighbours import WordClass, counts_by_block, neighbours, occurrences, word_class
from lexdecay.engine.curves import BLOCKS, FAR_FROM, FAR_TO
from lexdecay.engine.local import map_in_order
from lexdecay.measure.floor import Draw
from lexdecay.measure.offsets import MIN_SHARE, offset_grid
from lexdecay.measure.profile import (
    LEAST_OCCURRENCES,
    chance_of_each,
    default_class_size,
    divergence,
    pull_curve,
    wilson_interval,
)
from lexdecay.word_records import WordProfile, WordShare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.measure.information import Information
    from lexdecay.records import Curve, Flags, Ints, TokenStream

# Null draws, spread over the offsets: a draw costs a gather of the neighbours only, so the noise is
# known to a tenth of itself.
FAR_SHIFTS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Querying:
    """A query made ready: where it stands, the class of words that answer, and their symbols."""

    stream: TokenStream
    positions: Ints  # int64[q]
    kept: WordClass
    symbols: Ints  # int64[V], of each type: its rank in the class, OTHER from K on
    background: Ints  # int64[K + 1], occurrences of each symbol in the class
    seed: int
    jobs: int

    @property
    def vocabulary(self) -> int:
        """K, the words that keep their identity in the divergence."""
        return self.background.size - 1


def querying(
    stream: TokenStream, types: Ints, *, member: Flags | None, vocabulary: int | None, seed: int, jobs: int
) -> Querying:
    """Find the query and number the class by rank; K is chosen by the occurrences when None."""
    positions = occurrences(stream, types)
    kept = word_class(stream, member)
    # A class is found at an offset as often as it is in the text, when the query does nothing.
    likely = round(positions.size * kept.words.size / max(len(stream), 1))
    cap = min(vocabulary or default_class_size(likely), int(np.count_nonzero(kept.counts)))
    order = np.argsort(-kept.counts, kind="stable")
    symbols = np.empty(order.size, np.int64)
    symbols[order] = np.minimum(np.arange(order.size), cap)
    background = np.bincount(symbols, kept.counts, cap + 1).astype(np.int64)
    return Querying(stream, positions, kept, symbols, background, seed, jobs)


def pull(query: Querying, side: int, max_offset: int, wanted: Sequence[int] = ()) -> Curve | None:
    """Pull by distance on one side of the query; None where too few words stand there.

    Parameters
    ----------
    side
        1 for the right, -1 for the left.
    wanted
        Distances to measure besides those of the grid.
    """
    grid = np.union1d(offset_grid(max_offset), np.array(wanted, np.int64))
    tables = list(map_in_order(partial(_table, query), (side * grid).tolist(), query.jobs))
    size = np.array([table.pairs for table in tables])
    enough = np.flatnonzero(size >= max(LEAST_OCCURRENCES, MIN_SHARE * size.max()))
    if not enough.size:
        return None
    distance, found = grid[enough], [tables[i] for i in enough]
    at = [round(r * (enough.size - 1) / (FAR_SHIFTS - 1)) for r in range(FAR_SHIFTS)]
    work = [(side * int(distance[i]), r) for r, i in enumerate(at)]
    drawn = map_in_order(lambda item: _table(query, *item), work, query.jobs)
    draws = [Draw(i, table) for i, table in zip(at, drawn, strict=True)]
    return pull_curve(distance, found, draws, query.background)


def profile(
    query: Querying, offset: int, curve: Curve | None, *, top: int | None, by: str = "bits"
) -> WordProfile:
    """Words at one offset, with the pull that ``curve`` holds there.

    Parameters
    ----------
    top
        How many words; None for all, whose shares sum to 1.
    by
        ``"bits"``, ``"p"`` or ``"lift"``: what makes a word strong. Among equals the commoner comes first,
        then the alphabet decides.
    """
    _, member = neighbours(query.stream, query.kept, query.positions, offset)
    counts = np.bincount(query.kept.words[member], minlength=len(query.stream.vocabulary))
    at = np.flatnonzero(curve.offset == abs(offset)) if curve is not None else np.empty(0, np.int64)
    words = _shares(query, counts, top, by) if member.size else ()
    if curve is None or not at.size:
        reason = (
            f"{member.size} words stand there; fewer than {LEAST_OCCURRENCES}, or than a tenth of the nearest"
        )
        return WordProfile(offset, member.size, None, None, None, usable=False, reason=reason, words=words)
    i = int(at[0])
    return WordProfile(
        offset,
        member.size,
        float(curve.value[i]),
        float(curve.se[i]),
        float(curve.floor[i]),
        usable=bool(curve.usable[i]),
        reason=None,
        words=words,
    )


def _table(query: Querying, offset: int, draw: int | None = None) -> Information:
    """Divergence of the words at ``offset``, or of those a far shift along the class from them."""
    which, member = neighbours(query.stream, query.kept, query.positions, offset)
    if draw is not None:
        size = query.kept.words.size
        share = np.random.default_rng([query.seed, draw]).uniform(FAR_FROM, FAR_TO)
        member = (member + int(share * size)) % size
    # Blocks of equally many occurrences: a word that clusters would leave blocks of text empty.
    block = which * BLOCKS // max(query.positions.size, 1)
    symbols = query.symbols[query.kept.words[member]]
    return divergence(counts_by_block(symbols, block, BLOCKS, query.background.size), query.background)


def _shares(query: Querying, counts: Ints, top: int | None, by: str) -> tuple[WordShare, ...]:
    found = np.flatnonzero(counts)
    count, size = counts[found], int(counts.sum())
    share, base = count / size, query.kept.counts[found] / query.kept.words.size
    bits = share * np.log2(share / base)
    low, high = wilson_interval(count, size)
    q = chance_of_each(count, size, base, int(np.count_nonzero(query.kept.counts)))
    words = query.stream.vocabulary.words
    strength = {"bits": bits, "p": share, "lift": share / base}[by]
    names = [words[i] for i in found.tolist()]
    order = sorted(range(found.size), key=lambda i: (-strength[i], -count[i], names[i]))[:top]
    return tuple(
        WordShare(
            names[i],
            int(count[i]),
            float(share[i]),
            float(base[i]),
            float(share[i] / base[i]),
            float(bits[i]),
            float(low[i]),
            float(high[i]),
            float(q[i]),
        )
        for i in order
    )
