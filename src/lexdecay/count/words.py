"""Word counts and exposure: the margins of everything that is counted in pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Ints, TokenStream

# Tokens counted at a time: np.bincount widens its input to 64 bits, so this bounds the copy to 32 MB
# however long the (possibly memory-mapped) stream is.
CHUNK = 1 << 22


def count_words(stream: TokenStream) -> Ints:
    """Return the occurrences of every type in this stream, int64[V], indexed by word id."""
    size = len(stream.vocabulary)
    counts = np.zeros(size, dtype=np.int64)
    for first in range(0, len(stream), CHUNK):
        counts += np.bincount(stream.ids[first : first + CHUNK], minlength=size)
    return counts


def exposure(stream: TokenStream, max_offset: int, first: int = 0, last: int | None = None) -> Ints:
    """Return how many pairs have their left token in [first, last), int64[max_offset + 1] by offset.

    A document with e tokens after a token has a pair for it at offsets 1..e; entry 0 counts tokens.
    """
    last = len(stream) if last is None else last
    begins, ends = document_spans(stream, first, last)
    offsets = np.arange(max_offset + 1)
    pairs = _sum_of_excess((ends - begins)[:-1], offsets)
    if ends.size:  # the last document may go on beyond the piece, which then reads its right tokens there
        pairs += np.clip(np.minimum(last, ends[-1] - offsets) - begins[-1], 0, None)
    return pairs


def document_spans(stream: TokenStream, first: int, last: int) -> tuple[Ints, Ints]:
    """Return where the documents that hold tokens of [first, last) begin in it, and where they end."""
    bounds = np.append(stream.starts, len(stream))
    held = slice(np.searchsorted(bounds, first, side="right") - 1, np.searchsorted(bounds, last))
    begins, ends = bounds[:-1][held], bounds[1:][held]
    return np.maximum(begins, first), ends


def _sum_of_excess(lengths: Ints, offsets: Ints) -> Ints:
    """Return sum over documents of max(0, length - d) for each offset d."""
    ascending = np.sort(lengths)
    total = np.concatenate((np.cumsum(ascending[::-1])[::-1], [0]))
    longer = np.searchsorted(ascending, offsets, side="right")
    return np.asarray(total[longer] - offsets * (ascending.size - longer), dtype=np.int64)
