"""P(word of B | a word of A, offset from the diagonal), with what shuffled alignments leave of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.cross import pairs
from lexdecay.position.cross_records import CrossOffset, CrossQuery, CrossWord

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.position.cross_records import Aligned
    from lexdecay.records import Floats, Ints

LEAST_OCCURRENCES = 50  # as for every query of the house
LEAST_PAIRS = 50  # at an offset
USABLE_SIGMAS = 4.0


def query_profile(
    of: Aligned,
    query: str,
    symbol: int | None,
    words: Sequence[str],
    offsets: Ints,
    partners: Sequence[Ints],
    top: int,
    interval: Callable[[Ints, int], tuple[Floats, Floats]],
) -> CrossQuery:
    """Return what stands where, an offset each; none below 50 occurrences.

    Parameters
    ----------
    partners
        Shuffled alignments (`cross.shuffled_lines`); the mean divergence under them is the floor.
    interval
        95 % interval of counts out of a size.
    """
    found = int((of.left == symbol).sum()) if symbol is not None else 0
    if found < LEAST_OCCURRENCES:
        said = f"'{query}' occurs {found} times in A: {LEAST_OCCURRENCES} is the least"
        return CrossQuery(query, found, (), said)
    told = [_at(of, int(symbol or 0), words, int(o), partners, top, interval) for o in offsets]
    return CrossQuery(query, found, tuple(one for one in told if one is not None), None)


def _at(
    of: Aligned,
    symbol: int,
    words: Sequence[str],
    offset: int,
    partners: Sequence[Ints],
    top: int,
    interval: Callable[[Ints, int], tuple[Floats, Floats]],
) -> CrossOffset | None:
    counts, base = _counts(of, symbol, offset, None, len(words))
    n = int(counts.sum())
    if n < LEAST_PAIRS:
        return None
    drawn = np.array([divergence(*_counts(of, symbol, offset, p, len(words))) for p in partners])
    floor, noise = float(drawn.mean()), float(drawn.std(ddof=1) * np.sqrt(1 + 1 / drawn.size))
    pull = divergence(counts, base) - floor
    low, high = interval(counts, n)
    share, usual = counts / n, base / base.sum()
    bits = share * np.log2(np.where(counts > 0, share, 1) / np.where(counts > 0, usual, 1))
    best = [int(at) for at in np.argsort(-bits, kind="stable")[:top] if counts[at]]
    told = tuple(
        CrossWord(
            words[at],
            int(counts[at]),
            float(share[at]),
            float(usual[at]),
            float(share[at] / usual[at]),
            float(low[at]),
            float(high[at]),
        )
        for at in best
    )
    return CrossOffset(offset, n, pull, floor, noise, bool(pull > USABLE_SIGMAS * noise), told)


def _counts(of: Aligned, symbol: int, offset: int, partner: Ints | None, size: int) -> tuple[Ints, Ints]:
    """Words of B at an offset of the query, and of any word: int64[V] each."""
    at, right = pairs(of, offset, partner)
    return np.bincount(right[of.left[at] == symbol], minlength=size), np.bincount(right, minlength=size)


def divergence(counts: Ints, base: Ints) -> float:
    """KL(counts || base) in bits; ``base`` is positive where ``counts`` is."""
    n = int(counts.sum())
    if not n:
        return 0.0
    seen = counts > 0
    share = counts[seen] / n
    return float((share * np.log2(share / (base[seen] / base.sum()))).sum())
