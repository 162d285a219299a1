"""TokenStream -> curves: counting and measuring composed over offsets and null pairings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.count import blocks as counting
from lexdecay.count.cells import blocked_cells, suits_cells
from lexdecay.engine.local import map_in_order
from lexdecay.measure.curve import information_curve
from lexdecay.measure.floor import Draw, far_shift_null, shuffled_null
from lexdecay.measure.information import Information, information_of_cells, information_of_pairs
from lexdecay.measure.offsets import exposed_offsets, exposures, offset_grid
from lexdecay.measure.recurrence import Matches, recurrence_curve, unigrams
from lexdecay.records import TokenStream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.measure.information import Span
    from lexdecay.records import Curve, Ints, Symbols

BLOCKS = 40  # of the jackknife
# Blocks of the whole corpus, and of its two halves besides, for the held-out check of a fit.
WHOLE: Sequence[Span] = ((0, BLOCKS),)
AND_HALVES: Sequence[Span] = ((0, BLOCKS), (0, BLOCKS // 2), (BLOCKS // 2, BLOCKS))
# Null pairings of the total estimand, spread over the offsets. Their spread is the noise that decides
# which offsets are usable: 48 know it to a tenth, 16 to a fifth. In a large text noise matters little
# and a pairing costs as much as an offset.
FAR_SHIFTS, FAR_SHIFTS_OF_LARGE, LARGE = 48, 16, 500_000
SHUFFLES = 4  # null pairings of the within-document estimand, at every offset
# Shifts of a quarter of the stream to three quarters: far from any reach of a word.
FAR_FROM, FAR_TO = 0.25, 0.75


@dataclass(frozen=True, slots=True, eq=False)
class Measuring:
    """A corpus made ready: capped symbols, the offsets with enough exposure, the jackknife's blocks."""

    stream: TokenStream
    symbols: Symbols  # [N]
    vocabulary: int  # K
    offsets: Ints  # int64[m]
    edges: Ints  # int64[B + 1]
    seed: int
    jobs: int


def measuring(stream: TokenStream, *, vocabulary: int, max_offset: int, seed: int, jobs: int) -> Measuring:
    """Cap the vocabulary, choose offsets and cut blocks; K is at most the number of types."""
    cap = min(vocabulary, len(stream.vocabulary))
    grid = offset_grid(max_offset)
    offsets = exposed_offsets(grid, exposures(stream.starts, len(stream), grid))
    symbols = counting.cap_vocabulary(stream, cap)
    edges = counting.block_edges(stream, BLOCKS)
    return Measuring(stream, symbols, cap, offsets, edges, seed, jobs)


def total_information(corpus: Measuring) -> Curve:
    """Mutual information above the far-shift floor."""
    return total_information_of(corpus, WHOLE)[0]


def total_information_of(corpus: Measuring, spans: Sequence[Span]) -> list[Curve]:
    """Mutual information above the far-shift floor, of each span of blocks; all pairs are counted once.

    A pair is of the block of its left token, so a far shift pairs a half with words of both.
    """
    last = len(corpus.offsets) - 1
    drawn = drawn_at(len(corpus.stream), last)
    work = [(i, None) for i in range(last + 1)] + [(i, r) for r, i in enumerate(drawn)]
    results = list(map_in_order(partial(_tables, corpus, spans), work, corpus.jobs))
    curves = []
    for of_span in zip(*results, strict=True):
        tables, null = of_span[: last + 1], of_span[last + 1 :]
        draws = [Draw(index, table) for index, table in zip(drawn, null, strict=True)]
        floor = far_shift_null(tables, draws)
        curves.append(
            information_curve(corpus.offsets, tables, floor, vocabulary=corpus.vocabulary, estimand="total")
        )
    return curves


def far_shifts(tokens: int) -> int:
    """How many null pairings a text of this size is given."""
    return FAR_SHIFTS if tokens < LARGE else FAR_SHIFTS_OF_LARGE


def drawn_at(tokens: int, last: int) -> list[int]:
    """Index of the offset of each null pairing, evenly from 0 to ``last``."""
    draws = far_shifts(tokens)
    return [round(r * last / (draws - 1)) for r in range(draws)]


def within_document_information(corpus: Measuring) -> Curve:
    """Mutual information above that of the same documents with their words shuffled."""
    return within_document_information_of(corpus, WHOLE)[0]


def within_document_information_of(corpus: Measuring, spans: Sequence[Span]) -> list[Curve]:
    """Mutual information above the floor of shuffled documents, of each span of blocks."""
    offsets = [(i, None) for i in range(len(corpus.offsets))]
    results = list(map_in_order(partial(_tables, corpus, spans), offsets, corpus.jobs))
    draws = []
    for r in range(SHUFFLES):
        rng = np.random.default_rng([corpus.seed, r])
        work = partial(
            _tables, corpus, spans, symbols=shuffle_within(corpus.stream.starts, corpus.symbols, rng)
        )
        draws.append(list(map_in_order(work, offsets, corpus.jobs)))
    return [
        information_curve(
            corpus.offsets,
            [tables[i] for tables in results],
            shuffled_null(
                [tables[i] for tables in results], [[tables[i] for tables in draw] for draw in draws]
            ),
            vocabulary=corpus.vocabulary,
            estimand="within_document",
        )
        for i in range(len(spans))
    ]


def recurrence(corpus: Measuring) -> Curve:
    """Recurrence over the full vocabulary."""
    stream, edges = corpus.stream, corpus.edges
    far = [_far_matches(corpus, r) for r in range(far_shifts(len(stream)))]
    found = map_in_order(
        lambda d: Matches(*counting.matches(stream, d, edges)), corpus.offsets.tolist(), corpus.jobs
    )
    return recurrence_curve(
        corpus.offsets,
        list(found),
        unigrams(counting.block_counts(stream, edges)),
        far,
        vocabulary=len(stream.vocabulary),
    )


def shuffle_within(starts: Ints, symbols: Symbols, rng: np.random.Generator) -> Symbols:
    """Permute symbols inside each document; documents keep their place and their words."""
    document = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, symbols.size)))
    return symbols[np.lexsort((rng.random(symbols.size), document))]


def recurrence_of_halves(corpus: Measuring) -> tuple[Curve, Curve]:
    """Recurrence in the first and in the second half of the jackknife's blocks."""
    middle = len(corpus.edges) // 2
    return recurrence(_piece(corpus, 0, middle)), recurrence(_piece(corpus, middle, len(corpus.edges) - 1))


def _piece(corpus: Measuring, start: int, stop: int) -> Measuring:
    """Blocks ``start`` to ``stop`` - 1 as a corpus of its own, with the symbols and offsets of the whole."""
    whole, edges = corpus.stream, corpus.edges[start : stop + 1]
    first, last = edges[[0, -1]].tolist()
    inside = whole.starts[(whole.starts > first) & (whole.starts < last)] - first
    stream = TokenStream(whole.ids[first:last], np.concatenate([[0], inside]), whole.vocabulary)
    return replace(corpus, stream=stream, symbols=corpus.symbols[first:last], edges=edges - first)


def _tables(
    corpus: Measuring, spans: Sequence[Span], work: tuple[int, int | None], symbols: Symbols | None = None
) -> list[Information]:
    """Information of the pairs at the offset of this index, or of far shift r of them, by span."""
    index, draw = work
    chosen = corpus.symbols if symbols is None else symbols
    offset, cap = int(corpus.offsets[index]), corpus.vocabulary
    far = 0.0 if draw is None else far_shift(corpus.seed, draw)
    pairs = counting.pairs_in(corpus.stream, offset)
    if suits_cells(pairs, BLOCKS, cap):
        cells = blocked_cells(chosen, corpus.stream, offset, corpus.edges, cap, far)
        return information_of_cells(cells, spans)
    key = counting.sorted_keys(chosen, corpus.stream, offset, corpus.edges, cap, far)
    chunks = counting.blocked_pairs(key, cap + 1, BLOCKS)
    return information_of_pairs(chunks, cap + 1, BLOCKS, pairs, spans)


def _far_matches(corpus: Measuring, draw: int) -> Matches:
    size = len(corpus.stream)
    same = counting.far_matches(corpus.stream, int(far_shift(corpus.seed, draw) * size))
    return Matches(np.array([same]), np.array([size]))


def far_shift(seed: int, draw: int) -> float:
    """Share of the text by which null pairing ``draw`` is shifted."""
    return float(np.random.default_rng([seed, draw]).uniform(FAR_FROM, FAR_TO))


# How each estimand of mutual information is measured, over spans of blocks.
INFORMATION = {"total": total_information_of, "within-document": within_document_information_of}
