"""The library's front door for pairs of words: which attract each other, at which offset, and where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.records import Notice, counted
from lexdecay.word_records import PairLine, PairsAt, PairsResult, WordPair

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import CorpusOptions, Progress, Settings
    from lexdecay.engine.pairs import AssociatedPairs, PairQuery
    from lexdecay.records import Corpus, Ids, Ints, TokenStream

# Words of context on either side of a pair in a line of concordance.
CONTEXT = 6


@dataclass(frozen=True, slots=True)
class PairOptions:
    """What is asked about pairs; the defaults are those of the command line."""

    offsets: tuple[int, ...] = (1, 2, 3, 4, 5)
    min_count: int = 5  # of a tested pair at an offset; with "avoided", what chance would make of it
    word: str | None = None  # one of the pair, or one of several with commas between
    left_tag: str | None = None
    right_tag: str | None = None
    by: str = "g2"  # g2, pmi, count or avoided
    top: int | None = 10  # pairs listed an offset; None for all
    kwic: int = 0  # lines of concordance a pair
    control: str | None = None
    seed: int = 0
    jobs: int = 1


def pairs(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    options: PairOptions | None = None,
    *,
    progress: Progress | None = None,
) -> PairsResult:
    """Find the strongest ordered pairs of words at each offset.

    Raises
    ------
    UsageError
        For an offset below 1, or a tag on text that has none.
    LexdecayError
        Whatever keeps the text from being read; text without pairs is a result without them.
    """
    from lexdecay.corpus import CorpusOptions, load_corpus
    from lexdecay.engine.controls import controlled
    from lexdecay.engine.pairs import associated_pairs
    from lexdecay.word_analysis import reading_of

    chosen = options or PairOptions()
    reading = reading_of(corpus or CorpusOptions(), chosen.left_tag, chosen.right_tag)
    if min(chosen.offsets) < 1:
        raise UsageError(
            f"--offset {min(chosen.offsets)}: a pair is ordered, its right word stands after the left one",
            hint="give offsets from 1 on, such as --offset 1..5",
        )
    described, stream = load_corpus(paths, reading, progress=progress)
    stream = controlled(stream, chosen.control, chosen.seed)
    each, together = associated_pairs(stream, chosen.offsets, _query(stream, reading, chosen), chosen.jobs)
    absent = _absent(stream, reading, described, chosen.word)
    return PairsResult(
        corpus=replace(described, notices=(*described.notices, *absent)),
        settings=_settings(chosen),
        offsets=tuple(_shown(stream, found, (found.offset,), chosen) for found in each),
        together=_shown(stream, together, chosen.offsets, chosen),
        notices=() if together.pairs else (_nothing(stream),),
    )


def _absent(
    stream: TokenStream, reading: CorpusOptions, described: Corpus, word: str | None
) -> tuple[Notice, ...]:
    """A notice for those of several words that the text does not hold."""
    from lexdecay.word_analysis import matching_types, missing_parts

    if word is None or not matching_types(stream, word, reading, regex=False).size:
        return ()
    return missing_parts(stream, word, reading, described)


def _query(stream: TokenStream, corpus: CorpusOptions, options: PairOptions) -> PairQuery:
    from lexdecay.engine.pairs import PairQuery
    from lexdecay.word_analysis import matching_types, tagged

    words = None if options.word is None else matching_types(stream, options.word, corpus, regex=False)
    return PairQuery(
        options.min_count,
        options.by == "avoided",
        words,
        tagged(stream, options.left_tag),
        tagged(stream, options.right_tag),
    )


def _shown(
    stream: TokenStream, found: AssociatedPairs, offsets: tuple[int, ...], options: PairOptions
) -> PairsAt:
    return PairsAt(
        offsets,
        found.pairs,
        found.information,
        found.floor,
        found.count.size,
        tuple(
            _pair(stream, found, int(i), options.kwic if len(offsets) == 1 else 0)
            for i in _strongest(found, options.by)[: options.top]
        ),
    )


def _strongest(found: AssociatedPairs, by: str) -> Ints:
    """Order of the pairs, those of equal strength by G2."""
    strength = {
        "g2": found.of.g2,
        "pmi": found.of.pmi,
        "count": found.count,
        "avoided": -found.of.g2,
    }[by]
    return np.argsort(-strength, kind="stable")


def _pair(stream: TokenStream, found: AssociatedPairs, i: int, lines: int) -> WordPair:
    words = stream.vocabulary.words
    share = float(found.share[i])
    return WordPair(
        words[found.left[i]],
        words[found.right[i]],
        int(found.count[i]),
        float(found.of.expected[i]),
        float(found.of.g2[i]),
        float(found.of.pmi[i]),
        float(found.of.p[i]),
        float(found.q[i]),
        share if np.isfinite(share) else None,
        _lines(stream, found, i, lines) if lines else (),
    )


def _lines(stream: TokenStream, found: AssociatedPairs, i: int, lines: int) -> tuple[PairLine, ...]:
    from lexdecay.engine.pairs import concordance

    left, right, offset = int(found.left[i]), int(found.right[i]), found.offset
    places = concordance(stream, left, right, offset, lines, CONTEXT)
    return tuple(_line(stream, ids, at, offset) for ids, at in places)


def _line(stream: TokenStream, ids: Ids, at: int, offset: int) -> PairLine:
    words = [stream.vocabulary.words[i] for i in ids.tolist()]
    return PairLine(
        " ".join(words[:at]),
        words[at],
        " ".join(words[at + 1 : at + offset]),
        words[at + offset],
        " ".join(words[at + offset + 1 :]),
    )


def _nothing(stream: TokenStream) -> Notice:
    return Notice(
        "too-little-text",
        f"{counted(len(stream), 'token holds', 'tokens hold')} no pair at these offsets",
        hint="give more text or smaller offsets, such as --offset 1",
    )


def _settings(options: PairOptions) -> Settings:
    return {
        "offsets": ",".join(map(str, options.offsets)),
        "min_count": options.min_count,
        "word": options.word,
        "left_tag": options.left_tag,
        "right_tag": options.right_tag,
        "by": options.by,
        "top": options.top,
        "kwic": options.kwic,
        "control": options.control,
        "seed": options.seed,
    }
