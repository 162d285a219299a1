"""Stream of tags -> pairs of tags by offset, and what sentence ends do: counting and measuring composed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.count.blocks import block_edges
from lexdecay.count.tables import boundary_tables, pair_tables, segments_of
from lexdecay.engine.curves import BLOCKS, drawn_at, far_shift
from lexdecay.engine.local import map_in_order
from lexdecay.measure.boundaries import above_chance, across_over_within, cell_ratio, equally_exposed
from lexdecay.measure.tags import tag_matrix
from lexdecay.word_records import BoundaryPoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.measure.boundaries import Estimated
    from lexdecay.records import Ids, Ints, TokenStream
    from lexdecay.word_records import TagMatrix

# Placements of the same sentence lengths elsewhere in the text, taken together as the control.
ROLLS = 4
# Apart from the seeds of null pairings, [seed, draw], and of controls.
SALT = 0xB0D


def tags_by_offset(stream: TokenStream, offsets: Sequence[int], seed: int, jobs: int) -> TagMatrix:
    """Observed over expected of all ordered pairs of tags, its noise known from far shifts."""
    edges = block_edges(stream, BLOCKS)
    tables = list(map_in_order(lambda d: pair_tables(stream, d, edges), offsets, jobs))
    work = enumerate(drawn_at(len(stream), len(offsets) - 1))
    draws = map_in_order(partial(_null_pairs, stream, edges, offsets, seed), work, jobs)
    return tag_matrix(stream.vocabulary.words, offsets, tables, list(draws))


def across_sentences(
    stream: TokenStream,
    sentences: Ints,
    offsets: Sequence[int],
    *,
    cell: tuple[int, int] | None,
    seed: int,
    jobs: int,
) -> tuple[BoundaryPoint, ...]:
    """Dependence across sentence ends over that within sentences at each offset, and a control.

    Parameters
    ----------
    sentences
        int64[S], first token of each sentence.
    cell
        Ids of two tags for observed over expected of that pair; None for mutual information of all.
    """
    edges = block_edges(stream, BLOCKS)
    placed = [segments_of(begins, len(stream)) for begins in (sentences, *_rolled(stream, sentences, seed))]
    point = partial(_boundary_point, stream, placed, edges, cell, seed)
    return tuple(map_in_order(point, offsets, jobs))


def _null_pairs(
    stream: TokenStream, edges: Ints, offsets: Sequence[int], seed: int, work: tuple[int, int]
) -> Ints:
    draw, index = work
    return pair_tables(stream, offsets[index], edges, far_shift(seed, draw)).sum(0)


def _rolled(stream: TokenStream, sentences: Ints, seed: int) -> list[Ints]:
    """Sentence starts moved together by far shifts round the text: the same lengths, other places."""
    size = len(stream)
    shifts = [int(far_shift(seed, draw) * size) for draw in range(ROLLS)]
    return [np.sort((sentences + shift) % size) for shift in shifts]


def _boundary_point(
    stream: TokenStream,
    placed: Sequence[Ids],
    edges: Ints,
    cell: tuple[int, int] | None,
    seed: int,
    offset: int,
) -> BoundaryPoint:
    rng = np.random.default_rng([seed, SALT, offset])
    tables = [equally_exposed(*boundary_tables(stream, where, offset, edges), rng) for where in placed]
    within, across = ([_estimated(kind, cell) for kind in kinds] for kinds in zip(*tables, strict=True))
    real = across_over_within(across[:1], within[:1])
    control = across_over_within(across[1:], within[1:])
    return BoundaryPoint(
        offset,
        int(tables[0][0].sum()),
        real.across,
        real.within,
        real.ratio,
        real.se,
        control.ratio,
        control.se,
    )


def _estimated(tables: Ints, cell: tuple[int, int] | None) -> Estimated:
    return above_chance(tables) if cell is None else cell_ratio(tables, *cell)
