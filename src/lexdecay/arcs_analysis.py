"""The library's front door for dependency trees: how far dependents stand from their heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.records import Corpus, Notice
from lexdecay.word_records import ArcsResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import Progress
    from lexdecay.word_records import Arcs


def arcs(
    paths: Sequence[str],
    *,
    encoding: str | None = None,
    recursive: bool = False,
    keep_punctuation: bool = False,
    progress: Progress | None = None,
) -> ArcsResult:
    """Measure the arcs of CoNLL-U files against random order and fit laws to their lengths.

    Raises
    ------
    LexdecayError
        Whatever keeps the files from being read; trees without arcs are a result without fits.
    """
    from lexdecay.fit.arcs import fit_arcs
    from lexdecay.measure.arcs import arcs_of, mean_length, random_order
    from lexdecay.read import ReadOptions
    from lexdecay.read.trees import read_trees

    done = 0

    def on_bytes(size: int) -> None:
        nonlocal done
        done += size
        if progress:
            progress("reading", done, None)

    trees, sources, notices = read_trees(paths, ReadOptions(encoding=encoding, recursive=recursive), on_bytes)
    found = arcs_of(trees, keep_punctuation=keep_punctuation)
    random_share, random_mean = random_order(found)
    mean, mean_se = mean_length(found)
    settings = {"words": "syntactic", "punctuation": "keep" if keep_punctuation else "drop"}
    return ArcsResult(
        corpus=Corpus(
            sources,
            {"encoding": encoding, **settings},
            len(sources),
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


def _doubts(found: Arcs) -> tuple[Notice, ...]:
    if found.length.size:
        return ()
    return (
        Notice(
            "too-little-text",
            f"{found.words.size:,} sentences hold no arc between two words",
            hint="give a treebank of sentences of two words or more",
        ),
    )
