"""TokenStream and two classes of tokens -> how the one attracts the other by offset."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from lexdecay.count.blocks import block_edges
from lexdecay.count.tables import pair_tables
from lexdecay.engine.curves import BLOCKS, drawn_at, far_shift
from lexdecay.engine.local import map_in_order
from lexdecay.measure.attraction import attraction_curve, class_pairs
from lexdecay.measure.offsets import exposed_offsets, exposures, offset_grid
from lexdecay.records import Curve, Flags, Ints, TokenStream, Vocabulary

# A token is of the left class, of the right one, of both or of neither: bits 1 and 2 of its symbol.
_LEFT, _RIGHT = np.array([False, True, False, True]), np.array([False, False, True, True])


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Pairs of symbols by offset and by block, and of far shifts: all that a construction is read off."""

    offsets: Ints  # int64[m]
    counted: tuple[Ints, ...]  # m tables int64[B, T, T]
    far: tuple[Ints, ...]

    def curve(self, left: Flags, right: Flags) -> Curve:
        """Attraction between two classes of symbols, bool[T] each."""
        pairs, draws = ([class_pairs(t, left, right) for t in tables] for tables in (self.counted, self.far))
        return attraction_curve(self.offsets, pairs, draws)


def tables_of(
    stream: TokenStream, max_offset: int, *, seed: int, jobs: int, offsets: Ints | None = None
) -> Tables:
    """Count the pairs of all symbols of a small vocabulary at the offsets of a curve.

    ``offsets`` are those of another text's curve, None for the grid of this one.
    """
    if offsets is None:
        grid = offset_grid(min(max_offset, len(stream) - 1))
        offsets = exposed_offsets(grid, exposures(stream.starts, len(stream), grid))
    edges = block_edges(stream, BLOCKS)
    drawn = [
        (int(offsets[i]), far_shift(seed, r)) for r, i in enumerate(drawn_at(len(stream), offsets.size - 1))
    ]
    work = [(offset, 0.0) for offset in offsets.tolist()] + drawn
    found = list(map_in_order(partial(_table, stream, edges), work, jobs))
    return Tables(offsets, tuple(found[: offsets.size]), tuple(found[offsets.size :]))


def two_classes(stream: TokenStream, left: Flags, right: Flags) -> TokenStream:
    """The stream with two classes of tokens, bool[N] each, as its only symbols."""
    codes = left.astype(np.uint32) + np.uint32(2) * right
    names = ("neither", "left", "right", "both")
    return replace(stream, ids=codes, vocabulary=Vocabulary(names, np.bincount(codes, minlength=4)))


def construction_curve(
    stream: TokenStream, max_offset: int, *, seed: int, jobs: int, offsets: Ints | None = None
) -> Curve:
    """Attraction between the classes of a stream of `two_classes`."""
    return tables_of(stream, max_offset, seed=seed, jobs=jobs, offsets=offsets).curve(_LEFT, _RIGHT)


def halves_of(stream: TokenStream) -> tuple[TokenStream, TokenStream]:
    """Both halves of a text, cut at a document start where one is near the middle."""
    middle = int(block_edges(stream, 2)[1])
    return _piece(stream, 0, middle), _piece(stream, middle, len(stream))


def _piece(stream: TokenStream, first: int, last: int) -> TokenStream:
    inside = stream.starts[(stream.starts > first) & (stream.starts < last)] - first
    return TokenStream(stream.ids[first:last], np.concatenate([[0], inside]), stream.vocabulary)


def _table(stream: TokenStream, edges: Ints, work: tuple[int, float]) -> Ints:
    offset, far = work
    return pair_tables(stream, offset, edges, far)
