"""The library's front door for dependency trees: how far dependents stand from their heads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.records import Corpus, Notice, TextBlock, counted
from lexdecay.word_records import ArcsResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import Progress, Settings
    from lexdecay.read import ReadOptions
    from lexdecay.records import Block, Source
    from lexdecay.word_records import Arcs, Trees


def arcs(
    paths: Sequence[str],
    *,
    encoding: str | None = None,
    recursive: bool = False,
    keep_punctuation: bool = False,
    model: str | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ArcsResult:
    """Measure the arcs of CoNLL-U files, or of text, against random order and fit laws to their lengths.

    Parameters
    ----------
    model
        A spaCy pipeline whose parser finds the heads of running text; None for CoNLL-U.
    jobs
        Processes that parse.

    Raises
    ------
    LexdecayError
        Whatever keeps the files from being read; trees without arcs are a result without fits.
    """
    from lexdecay.corpus import Counter
    from lexdecay.fit.arcs import fit_arcs
    from lexdecay.measure.arcs import arcs_of, mean_length, random_order
    from lexdecay.read import ReadOptions
    from lexdecay.read.trees import read_trees

    options = ReadOptions(encoding=encoding, recursive=recursive)
    words: Settings = {"words": "syntactic", "model": None, "model_version": None}
    if model is None:
        trees, sources, notices = read_trees(paths, options, Counter("reading", progress).add)
    else:
        trees, sources, notices, words = _parsed(paths, options, model, jobs, progress)
    found = arcs_of(trees, keep_punctuation=keep_punctuation)
    random_share, random_mean = random_order(found)
    mean, mean_se = mean_length(found)
    settings = {**words, "punctuation": "keep" if keep_punctuation else "drop"}
    return ArcsResult(
        corpus=Corpus(
            sources,
            {"encoding": encoding, **settings},
            sum(source.documents for source in sources),
            trees.head.size,
            trees.types,
            notices,
        ),
        settings={**settings},
        arcs=found,
        mean=mean,
        mean_se=mean_se,
        random_mean=random_mean,
        random_share=random_share,
        fits=fit_arcs(found),
        notices=_doubts(found),
    )


def _parsed(
    paths: Sequence[str], options: ReadOptions, model: str, jobs: int, progress: Progress | None
) -> tuple[Trees, tuple[Source, ...], tuple[Notice, ...], Settings]:
    """Trees of running text, and which model made them."""
    from lexdecay.corpus import Counter
    from lexdecay.engine.parsing import parsed_trees
    from lexdecay.read import CorpusReader
    from lexdecay.tokens.parser import parser_identity

    identity = parser_identity(model)
    read = Counter("parsing", progress)
    reader = CorpusReader(paths, options, read.add)
    read.total = reader.total_bytes
    trees = parsed_trees(map(_require_text, reader), model, jobs)
    sources = reader.sources
    if len(sources) == 1:
        sources = (replace(sources[0], tokens=trees.head.size),)
    settings: Settings = {"words": "tokens", "model": identity.model, "model_version": identity.model_version}
    return trees, sources, reader.notices, settings


def _require_text(block: Block) -> TextBlock:
    if isinstance(block, TextBlock):
        return block
    raise UsageError(
        f"an input is {block.format}, cut into words already, and a parser reads running text",
        hint="leave out --model to take the heads of CoNLL-U, or give the plain text",
    )


def _doubts(found: Arcs) -> tuple[Notice, ...]:
    if found.length.size:
        return ()
    return (
        Notice(
            "too-little-text",
            f"{counted(found.words.size, 'sentence holds', 'sentences hold')} no arc between two words",
            hint="give a treebank of sentences of two words or more",
        ),
    )
