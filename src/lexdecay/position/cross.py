"""Pairs of a word of A and a word of B in aligned lines, by their distance from the diagonal.

The diagonal is where a word would stand if both lines ran alike: word i of a line of m words meets word
floor((i + 1/2) n / m) of the n words beside it. The floor is the same count with every line set against
another one of nearly the same length, so that what lines of B begin and end with stays and what they say
does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.cross_records import Aligned

if TYPE_CHECKING:
    from lexdecay.records import Ints, TokenStream

BLOCKS = 40  # of lines, for the jackknife: as for every curve of the house
SIMILAR = 32  # lines of nearest length among which alignments are shuffled


def aligned(first: TokenStream, second: TokenStream, cap: int, *, scaled: bool) -> Aligned:
    """Set streams of as many documents (lines) against each other; ``cap`` words keep their identity."""
    lengths = [np.diff(np.append(stream.starts, len(stream))) for stream in (first, second)]
    line = np.repeat(np.arange(lengths[0].size), lengths[0])
    plain = np.arange(len(first)) - first.starts[line]
    blocks = np.minimum(np.arange(lengths[0].size) * BLOCKS // max(lengths[0].size, 1), BLOCKS - 1)
    left, right = (np.minimum(stream.ids, cap).astype(np.int64) for stream in (first, second))
    return Aligned(
        left,
        line,
        (plain + 0.5) / lengths[0][line],
        plain,
        right,
        second.starts,
        lengths[1],
        scaled,
        cap + 1,
        blocks,
    )


def pairs(of: Aligned, offset: int, partner: Ints | None = None) -> tuple[Ints, Ints]:
    """Return the tokens of A that have a word of B at ``offset`` from the diagonal, and its symbols.

    ``partner`` sets line i of A against line partner[i] of B instead of line i.
    """
    line = of.line if partner is None else partner[of.line]
    length = of.length[line]
    place = (of.fraction * length).astype(np.int64) if of.scaled else of.plain
    target = place + offset
    held = np.flatnonzero((target >= 0) & (target < length))
    return held, of.right[of.start[line[held]] + target[held]]


def pair_keys(of: Aligned, offset: int, partner: Ints | None = None) -> Ints:
    """Return sorted keys (left x symbols + right) x blocks + block of all pairs at an offset."""
    at, right = pairs(of, offset, partner)
    keys: Ints = (of.left[at] * of.symbols + right) * BLOCKS + of.block[of.line[at]]
    keys.sort()
    return keys


def shuffled_lines(of: Aligned, rng: np.random.Generator) -> Ints:
    """Give every line of A another line of B of nearly the length of its own: int64[L], none its own.

    Lines in order of length are cut into groups, and each group is turned by a random number of places.
    """
    order = np.lexsort((rng.random(of.length.size), of.length))
    partner = np.empty_like(order)
    for group in np.array_split(order, max(1, order.size // SIMILAR)):
        turn = int(rng.integers(1, group.size)) if group.size > 1 else 0
        partner[group] = np.roll(group, turn)
    return partner
