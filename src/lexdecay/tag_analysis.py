"""The library's front door for tags: which attract each other, how far, and what a sentence end does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.analysis import LEAST_HALF
from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.fit.verdict import LEAST_USABLE
from lexdecay.records import Notice, counted
from lexdecay.word_records import Boundaries, Construction, TagsResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import CorpusOptions, Progress, Settings
    from lexdecay.records import FittedCurve, TokenStream
    from lexdecay.word_records import TagMatrix

# Constructions that are shown of any text that has their tags.
NAMED = (
    *(("ADJ", "NOUN"), ("ADV", "ADJ"), ("DET", "NOUN"), ("NOUN", "VERB"), ("VERB", "NOUN")),
    *(("ADP", "NOUN"), ("PRON", "VERB"), ("AUX", "VERB")),
)
# Others are constructions when they stand somewhere at least twice as often as chance would make them.
STRONG = 2.0


@dataclass(frozen=True, slots=True)
class TagOptions:
    """What is asked about tags; the defaults are those of the command line."""

    offsets: tuple[int, ...] = tuple(range(1, 11))
    left: str | None = None
    right: str | None = None
    max_offset: int = 1000  # of the mutual information
    control: str | None = None
    seed: int = 0
    jobs: int = 1


def tags(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    options: TagOptions | None = None,
    *,
    progress: Progress | None = None,
) -> TagsResult:
    """Measure ordered pairs of tags by offset, the information of tags, and what sentence ends do to it.

    With both ``left`` and ``right``, boundaries are measured on that construction instead.

    Raises
    ------
    UsageError
        For text without tags, a unit that is not tags, an offset below 1.
    UnknownNameError
        For a tag that the text does not have.
    LexdecayError
        Whatever keeps the text from being read; too little text is a result without a matrix.
    """
    from lexdecay.analysis import LEAST_TOKENS
    from lexdecay.corpus import CorpusOptions, load_corpus
    from lexdecay.engine.controls import controlled

    chosen = options or TagOptions()
    chosen = replace(chosen, offsets=tuple(sorted(chosen.offsets)))
    reading = _reading(corpus or CorpusOptions())
    _require_offsets(chosen.offsets)
    described, stream = load_corpus(paths, reading, progress=progress)
    stream = controlled(stream, chosen.control, chosen.seed)
    enough = len(stream) >= LEAST_TOKENS
    cell = _cell(stream, chosen)
    matrix = _matrix(stream, chosen) if enough else None
    found = constructions(matrix, chosen.left, chosen.right) if matrix else ()
    boundaries, reason = _boundaries(stream, cell, chosen) if enough else (None, "too little text")
    return TagsResult(
        corpus=described,
        settings=_settings(chosen),
        matrix=matrix,
        constructions=_with_curves(found, stream, chosen) if found else (),
        information=_information(stream, chosen) if enough else None,
        boundaries=boundaries,
        boundaries_reason=reason,
        notices=() if enough else (_too_little(stream),),
    )


def constructions(
    matrix: TagMatrix, left: str | None = None, right: str | None = None
) -> tuple[Construction, ...]:
    """List the named constructions that the text has, then others that attract strongly, strongest first.

    With ``left`` or ``right``, all that begin or end so, whatever their strength, in the order of the tags.
    """
    at = {tag: i for i, tag in enumerate(matrix.tags)}
    if left or right:
        wanted = [
            (a, b) for a in matrix.tags for b in matrix.tags if left in {None, a} and right in {None, b}
        ]
        return tuple(_construction(matrix, at[a], at[b]) for a, b in wanted)
    named = [(at[a], at[b]) for a, b in NAMED if a in at and b in at]
    attraction = np.where(matrix.differs, matrix.ratio, 0).max(0)
    order = np.argsort(-attraction, axis=None, kind="stable").tolist()
    cells = [divmod(i, len(matrix.tags)) for i in order]
    others = [cell for cell in cells if attraction[cell] >= STRONG and cell not in named]
    return tuple(_construction(matrix, i, j) for i, j in (*named, *others))


def _construction(matrix: TagMatrix, i: int, j: int) -> Construction:
    differs, ratio = matrix.differs[:, i, j], matrix.ratio[:, i, j]
    attracts = np.where(differs & (ratio > 1), ratio, 0)
    reach = int(matrix.offset[differs].max()) if differs.any() else None
    return Construction(
        matrix.tags[i],
        matrix.tags[j],
        int(matrix.offset[attracts.argmax()]) if attracts.any() else None,
        reach,
        reach == int(matrix.offset.max()),
    )


def _with_curves(
    found: Sequence[Construction], stream: TokenStream, options: TagOptions
) -> tuple[Construction, ...]:
    """Constructions with their curves, fitted; one that reaches on beyond the matrix, as far as its curve."""
    from lexdecay.engine.constructions import halves_of, tables_of
    from lexdecay.fit import fit_curve
    from lexdecay.naming import about

    pairs = [[np.array(stream.vocabulary.words) == tag for tag in (c.left, c.right)] for c in found]
    count = partial(tables_of, max_offset=options.max_offset, seed=options.seed, jobs=options.jobs)
    whole = count(stream)
    curves = [whole.curve(*pair) for pair in pairs]
    halves = []
    if len(stream) >= 2 * LEAST_HALF and max(curve.usable.sum() for curve in curves) >= LEAST_USABLE:
        halves = [count(half, offsets=whole.offsets) for half in halves_of(stream)]
    fitted = [
        fit_curve(
            curve,
            halves=(halves[0].curve(*pair), halves[1].curve(*pair)) if halves else None,
            about=about(curve, {"unit": "pos"}, {"left": c.left, "right": c.right}),
        )
        for c, pair, curve in zip(found, pairs, curves, strict=True)
    ]
    return tuple(_reaching(c, each) for c, each in zip(found, fitted, strict=True))


def _reaching(found: Construction, fitted: FittedCurve) -> Construction:
    far = fitted.curve.usable_max_offset
    if not found.open or found.reach is None or far is None or far <= found.reach:
        return replace(found, fitted=fitted)
    return replace(found, fitted=fitted, reach=far, open=far == int(fitted.curve.offset[-1]))


def _reading(corpus: CorpusOptions) -> CorpusOptions:
    if corpus.unit not in {"lower", "pos"}:
        raise UsageError(
            f"--unit {corpus.unit}: decay tags counts tags", hint="leave out --unit, or use decay pairs"
        )
    return replace(corpus, unit="pos")


def _require_offsets(offsets: Sequence[int]) -> None:
    if min(offsets) < 1:
        raise UsageError(
            f"--offset {min(offsets)}: a pair is ordered, its right tag stands after the left one",
            hint="give offsets from 1 on, such as --offset 1..10",
        )


def _cell(stream: TokenStream, options: TagOptions) -> tuple[int, int] | None:
    """Ids of the two tags that were asked for; None unless both were."""
    words = stream.vocabulary.words
    for tag in filter(None, (options.left, options.right)):
        if tag not in words:
            raise UnknownNameError("tag of this text", tag, words)
    if options.left is None or options.right is None:
        return None
    return words.index(options.left), words.index(options.right)


def _matrix(stream: TokenStream, options: TagOptions) -> TagMatrix:
    from lexdecay.engine.tags import tags_by_offset

    return tags_by_offset(stream, options.offsets, options.seed, options.jobs)


def _information(stream: TokenStream, options: TagOptions) -> FittedCurve:
    from lexdecay.engine.constructions import halves_of
    from lexdecay.engine.curves import measuring, total_information
    from lexdecay.fit import fit_curve
    from lexdecay.naming import about

    made_ready = partial(
        measuring,
        vocabulary=len(stream.vocabulary),
        max_offset=min(options.max_offset, len(stream) - 1),
        seed=options.seed,
        jobs=options.jobs,
    )
    ready = made_ready(stream)
    curve, halves = total_information(ready), None
    if len(stream) >= 2 * LEAST_HALF and curve.usable_max_offset is not None:
        both = (replace(made_ready(half), offsets=ready.offsets) for half in halves_of(stream))
        first, second = map(total_information, both)
        halves = first, second
    return fit_curve(curve, halves=halves, about=about(curve, {"unit": "pos"}, {}))


def _boundaries(
    stream: TokenStream, cell: tuple[int, int] | None, options: TagOptions
) -> tuple[Boundaries | None, str | None]:
    from lexdecay.engine.tags import across_sentences

    sentences = stream.sentences
    if sentences is None:
        changed = options.control and f"--control {options.control} leaves no sentences"
        return None, changed or "the text has no sentences marked"
    if np.setdiff1d(sentences, stream.starts).size == 0:
        return None, "no document has two sentences, and no pair crosses a document"
    points = across_sentences(
        stream, sentences, options.offsets, cell=cell, seed=options.seed, jobs=options.jobs
    )
    return Boundaries("observed_over_expected" if cell else "mutual_information", points), None


def _too_little(stream: TokenStream) -> Notice:
    from lexdecay.analysis import LEAST_TOKENS

    return Notice(
        "too-little-text",
        f"{counted(len(stream), 'tagged token is', 'tagged tokens are')} too few to measure anything: "
        f"{LEAST_TOKENS} is the least",
        hint="give more text",
    )


def _settings(options: TagOptions) -> Settings:
    return {
        "offsets": ",".join(map(str, options.offsets)),
        "left": options.left,
        "right": options.right,
        "max_offset": options.max_offset,
        "control": options.control,
        "seed": options.seed,
    }
