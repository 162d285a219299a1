"""The library's front door for an overview: one reading of a corpus, several analyses of it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.analysis import MeasureOptions
    from lexdecay.corpus import CorpusOptions, Progress
    from lexdecay.records import FitResult
    from lexdecay.word_records import PairsResult, TagsResult, WordResult

# Pairs listed an offset and places shown of each: what a reader looks through, not all there is.
WORD_OFFSETS = (-4, -2, -1, 1, 2, 4)
PAIR_OFFSETS, TOP_PAIRS, PLACES = (1, 2, 3, 4), 8, 2


@dataclass(frozen=True, slots=True)
class OverviewOptions:
    """What is asked besides the curves and the pairs."""

    words: tuple[str, ...] = ()  # queries whose surroundings are shown
    tags: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """The answer of ``decay report``."""

    fitted: FitResult
    pairs: PairsResult
    words: tuple[WordResult, ...]
    tags: TagsResult | None

    @property
    def results(self) -> tuple[FitResult | WordResult | PairsResult | TagsResult, ...]:
        """All results in reading order."""
        tags = () if self.tags is None else (self.tags,)
        return (self.fitted, *self.words, self.pairs, *tags)


def overview(
    paths: Sequence[str],
    corpus: CorpusOptions,
    measuring: MeasureOptions,
    asked: OverviewOptions,
    *,
    progress: Progress | None = None,
) -> Overview:
    """Read ``paths`` once, standard input too, and fit, list pairs and profile words on the same tokens.

    Raises
    ------
    LexdecayError
        Whatever keeps the text from being read, and what the single analyses raise.
    """
    from lexdecay.corpus import tokenised
    from lexdecay.tokens import is_store

    reading = replace(corpus, tagged=corpus.tagged or asked.tags)
    if len(paths) == 1 and is_store(Path(paths[0])):
        return _analysed(paths, reading, measuring, asked, progress)
    with tempfile.TemporaryDirectory(prefix="lexdecay-", dir=measuring.temp_dir) as folder:
        store = Path(folder) / "store"
        _, notices = tokenised(paths, reading, store, progress)
        found = _analysed([str(store)], reading, measuring, asked, progress)
    described = replace(found.fitted.corpus, notices=(*notices, *found.fitted.corpus.notices))
    return replace(found, fitted=replace(found.fitted, corpus=described))


def _analysed(
    paths: Sequence[str],
    reading: CorpusOptions,
    measuring: MeasureOptions,
    asked: OverviewOptions,
    progress: Progress | None,
) -> Overview:
    from lexdecay import analysis
    from lexdecay.pair_analysis import PairOptions, pairs
    from lexdecay.tag_analysis import TagOptions, tags
    from lexdecay.word_analysis import WordOptions, word

    seed, jobs, control = measuring.seed, measuring.jobs, measuring.control
    of_words = WordOptions(WORD_OFFSETS, measuring.max_offset, control=control, seed=seed, jobs=jobs)
    of_tags = TagOptions(max_offset=measuring.max_offset, control=control, seed=seed, jobs=jobs)
    of_pairs = PairOptions(PAIR_OFFSETS, top=TOP_PAIRS, kwic=PLACES, control=control, seed=seed, jobs=jobs)
    return Overview(
        fitted=analysis.fit(paths, reading, measuring, progress=progress),
        pairs=pairs(paths, reading, of_pairs, progress=progress),
        words=tuple(word(paths, query, reading, of_words, progress=progress) for query in asked.words),
        tags=tags(paths, reading, of_tags, progress=progress) if asked.tags else None,
    )
