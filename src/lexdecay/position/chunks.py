"""What cutting a text into chunks takes from its words: pairs whose earlier word lies in another chunk.

A word k places after a cut sees the k words before it and loses I(t) for every t > k. The mean over a
chunk of c words is (1/c) sum_t min(t, c) I(t). For the information that a word at distance t adds to those
nearer, I[w_0; w_t | w_1..w_(t-1)], this is what the best predictor loses, exactly (chain rule); with the
pairwise I(t) in its place it is the share of pairs that are cut, weighted by their information.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.position.horizon import Reach
    from lexdecay.records import Floats

# Two columns of a table of shares look alike below this: from there on a doubling buys little.
LITTLE = 0.05


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """Share of the pairwise information up to D that chunks of one size cut.

    ``beyond`` says that chunk and overlap reach past the last usable offset: what stands behind it is not
    in the sum, so the share is too small.
    """

    size: int
    lost: tuple[float, ...]  # one for each overlap
    ci95: tuple[float, float]  # without overlap
    bits: float  # lost a word, without overlap
    gain: float  # what doubling the size saves of the share, without overlap
    beyond: bool


@dataclass(frozen=True, slots=True)
class Chunking:
    """Loss by size and overlap.

    ``knee`` is the size from which on a doubling saves less than a twentieth, None when that lies beyond
    the last usable offset: there the end of the measurement makes it, not the text.
    """

    overlaps: tuple[float, ...]  # shares of the size
    rows: tuple[ChunkRow, ...]
    knee: int | None


def chunking(found: Reach, sizes: Sequence[int], overlaps: Sequence[float]) -> Chunking:
    """Return the table of chunk sizes (words) and overlaps (shares of a size, below 1)."""
    rows = tuple(_row(found, size, overlaps) for size in sizes)
    bend = knee(found.value)
    return Chunking(tuple(overlaps), rows, bend if bend <= found.last else None)


def lost_share(value: Floats, size: int, overlap: int = 0) -> Floats:
    """Return the share of sum_t I(t) that is cut [...], for I(1), I(2), ... along the last axis.

    With ``overlap`` words read again before each chunk a word is at place k in [overlap, size) of the chunk
    it is taken from, so the mean is sum_t (min(t, size) - min(t, overlap)) I(t) / (size - overlap).
    """
    places = np.arange(1, value.shape[-1] + 1)
    cut = (np.minimum(places, size) - np.minimum(places, overlap)) / (size - overlap)
    return np.asarray(value @ cut / value.sum(-1))


def knee(value: Floats) -> int:
    """Return the smallest size from which on no doubling saves a twentieth of the information.

    Beyond the last distance D the loss is exactly (mean distance) / size, so a doubling saves half of
    that and the search ends at 10 D.
    """
    total = float(value.sum())
    places = np.arange(1, value.size + 1)
    sizes = np.arange(1, 20 * value.size + 1)
    # sum_t min(t, c) I(t) = sum_{t <= c} t I(t) + c sum_{t > c} I(t), for every c at once.
    held, near = (np.append(np.cumsum(x), np.full(19 * value.size, x.sum())) for x in (value, places * value))
    lost = (near / sizes + total - held) / total
    saved = lost[: 10 * value.size] - lost[1::2]
    much = np.flatnonzero(saved >= LITTLE)
    return int(much[-1]) + 2 if much.size else 1


def _row(found: Reach, size: int, overlaps: Sequence[float]) -> ChunkRow:
    bare = float(lost_share(found.value, size))
    low, high = np.percentile(lost_share(found.drawn, size), [2.5, 97.5])
    return ChunkRow(
        size,
        tuple(float(lost_share(found.value, size, int(size * overlap))) for overlap in overlaps),
        (float(low), float(high)),
        bare * float(found.value.sum()),
        bare - float(lost_share(found.value, 2 * size)),
        size > found.last,
    )
