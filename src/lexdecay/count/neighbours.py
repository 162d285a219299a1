"""The words around the occurrences of a query: d positions on, within the same document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Flags, Ids, Ints, TokenStream


@dataclass(frozen=True, slots=True, eq=False)
class WordClass:
    """The tokens that may answer, in order of the text: all of them, or those of one tag.

    ``place[t]`` is the index of token t among the members; None when every token is one.
    """

    words: Ids  # uint32[M], the members' words
    counts: Ints  # int64[V], occurrences of every type in the class
    place: Ints | None  # int64[N], meaningless where not ``member``
    member: Flags | None  # bool[N]


def word_class(stream: TokenStream, member: Flags | None = None) -> WordClass:
    """Gather the tokens of a class; ``member`` (bool[N]) is None for all of them."""
    words = stream.ids if member is None else stream.ids[member]
    counts = np.bincount(words, minlength=len(stream.vocabulary))
    place = None if member is None else np.cumsum(member) - 1
    return WordClass(words, counts, place, member)


def occurrences(stream: TokenStream, types: Ints) -> Ints:
    """Positions of the tokens whose type is one of ``types``, int64[n], ascending."""
    wanted = np.zeros(len(stream.vocabulary), np.bool_)
    wanted[types] = True
    return np.flatnonzero(wanted[stream.ids])


def neighbours(stream: TokenStream, kept: WordClass, positions: Ints, offset: int) -> tuple[Ints, Ints]:
    """Members of the class that stand ``offset`` positions from ``positions`` in the same document.

    Parameters
    ----------
    offset
        Word positions; to the right when positive, to the left when negative.

    Returns
    -------
    int64[n], int64[n]
        Which of ``positions`` each belongs to, and its index among the members.
    """
    document = np.searchsorted(stream.starts, positions, side="right") - 1
    begin = stream.starts[document]
    end = np.append(stream.starts, len(stream))[document + 1]
    target = positions + offset
    held = np.flatnonzero((target >= begin) & (target < end))
    target = target[held]
    if kept.member is None or kept.place is None:
        return held, target
    inside = kept.member[target]
    return held[inside], kept.place[target[inside]]


def counts_by_block(symbols: Ints, block: Ints, blocks: int, size: int) -> Ints:
    """Count symbols separately in each block, int64[blocks, size]."""
    cells = np.bincount(block * size + symbols, minlength=blocks * size)
    return cells.reshape(blocks, size)
