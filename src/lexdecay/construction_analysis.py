"""The library's front door for constructions: how one class of words attracts another by offset."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.records import UNIVERSAL_TAGS, FitResult, MeasureResult, Notice, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import CorpusOptions, Progress, Settings
    from lexdecay.records import Curve, Flags, TokenStream


@dataclass(frozen=True, slots=True)
class ConstructionOptions:
    """Two classes and how they are measured; the defaults are those of the command line."""

    left: str  # a tag, a word, or several with commas between
    right: str
    max_offset: int = 1000
    control: str | None = None
    seed: int = 0
    jobs: int = 1


def measure_construction(
    paths: Sequence[str],
    corpus: CorpusOptions,
    options: ConstructionOptions,
    *,
    progress: Progress | None = None,
) -> MeasureResult:
    """Measure how much more often than by chance ``right`` stands d words after ``left``.

    A name in capitals that the text has as a tag is a tag, any other a word of the unit.

    Raises
    ------
    UsageError
        For a class that is empty, a tag on text without tags, a word that the text does not hold.
    LexdecayError
        Whatever keeps the text from being read; too little text is a result without a curve.
    """
    from lexdecay.analysis import LEAST_TOKENS
    from lexdecay.corpus import load_corpus
    from lexdecay.engine.constructions import construction_curve, two_classes
    from lexdecay.engine.controls import controlled

    _require_two(options)
    reading = _reading(corpus, options)
    described, stream = load_corpus(paths, reading, progress=progress)
    stream = controlled(stream, options.control, options.seed)
    if len(stream) < LEAST_TOKENS:
        return MeasureResult(described, _settings(options), (), (_too_little(stream),))
    classes = two_classes(stream, *(members(stream, side, reading) for side in (options.left, options.right)))
    curve = construction_curve(classes, options.max_offset, seed=options.seed, jobs=options.jobs)
    curve = replace(curve, halves=_halves(classes, curve, options))
    return MeasureResult(described, _settings(options), (curve,), _doubts(classes, options))


def fit_construction(
    paths: Sequence[str],
    corpus: CorpusOptions,
    options: ConstructionOptions,
    *,
    progress: Progress | None = None,
) -> FitResult:
    """Measure, fit every decay model, check the fits on halves of the text, and give the verdict.

    Raises as `measure_construction` does.
    """
    from lexdecay.analysis import fit_curves

    return fit_curves(measure_construction(paths, corpus, options, progress=progress), progress=progress)


def members(stream: TokenStream, names: str, corpus: CorpusOptions) -> Flags:
    """Tokens that a class holds, bool[N]: those with one of its tags, and its words.

    Raises UsageError for a class that names nothing of the text.
    """
    from lexdecay.word_analysis import folded_words

    found = np.zeros(len(stream), np.bool_)
    for name in filter(None, map(str.strip, names.split(","))):
        if corpus.unit != "pos" and stream.tags is not None and name in stream.tag_names:
            mine = np.asarray(stream.tags == stream.tag_names.index(name))
        else:
            wanted = folded_words(name, corpus)
            mine = np.isin(stream.ids, [i for i, w in enumerate(stream.vocabulary.words) if w in wanted])
        if not mine.any():
            raise _nothing(stream, name, corpus)
        found |= mine
    return found


def _nothing(stream: TokenStream, name: str, corpus: CorpusOptions) -> UsageError:
    tagged = corpus.unit == "pos"
    known = stream.vocabulary.words if tagged else _used(stream)
    what = "tag" if tagged or name in UNIVERSAL_TAGS else "tag or word"
    if name in UNIVERSAL_TAGS and stream.tags is None:
        return UsageError(
            f"'{name}' is a tag, and this text has no tags",
            hint="index it again with --unit pos, with --model NAME if it is not English, or give CoNLL-U",
        )
    hint = f"its tags: {', '.join(sorted(known))}" if known else f"look for it: decay word ... {name}"
    return UsageError(f"no {what} of this text is named '{name}'", hint=hint)


def _used(stream: TokenStream) -> list[str]:
    used = np.unique(stream.tags).tolist() if stream.tags is not None else []
    return [stream.tag_names[i] for i in used if stream.tag_names[i] != "_"]


def _require_two(options: ConstructionOptions) -> None:
    for side, name in (("left", options.left), ("right", options.right)):
        if not name.replace(",", "").strip():
            raise UsageError(f"--{side} '{name}' names no tag and no word", hint=f"--{side} NOUN, or a word")


def _reading(corpus: CorpusOptions, options: ConstructionOptions) -> CorpusOptions:
    """Tagged, where one of the names is that of a tag."""
    names = {name.strip() for side in (options.left, options.right) for name in side.split(",")}
    return replace(corpus, tagged=corpus.tagged or bool(names & set(UNIVERSAL_TAGS)))


def _halves(stream: TokenStream, curve: Curve, options: ConstructionOptions) -> tuple[Curve, Curve] | None:
    from lexdecay.analysis import LEAST_HALF
    from lexdecay.engine.constructions import construction_curve, halves_of

    if len(stream) < 2 * LEAST_HALF or curve.usable_max_offset is None:
        return None
    first, second = (
        construction_curve(
            half, options.max_offset, seed=options.seed, jobs=options.jobs, offsets=curve.offset
        )
        for half in halves_of(stream)
    )
    return first, second


def _doubts(classes: TokenStream, options: ConstructionOptions) -> tuple[Notice, ...]:
    from lexdecay.measure.tags import LEAST_EXPECTED

    _, left, right, both = classes.vocabulary.counts.tolist()
    chance = (left + both) * (right + both) / len(classes)
    if chance >= LEAST_EXPECTED:
        return ()
    return (
        Notice(
            "rare-pair",
            f"chance would make {chance:.1f} pairs of {options.left} and {options.right} at an offset; "
            f"{LEAST_EXPECTED:.0f} are the least that says whether it does more",
            hint="give more text, a class in place of a word, or decay pairs for single pairs",
        ),
    )


def _too_little(stream: TokenStream) -> Notice:
    from lexdecay.analysis import LEAST_TOKENS

    return Notice(
        "too-little-text",
        f"{counted(len(stream), 'token is', 'tokens are')} too few to measure anything: "
        f"{LEAST_TOKENS} is the least",
        hint="give more text",
    )


def _settings(options: ConstructionOptions) -> Settings:
    return {
        "left": options.left,
        "right": options.right,
        "max_offset": options.max_offset,
        "control": options.control,
        "seed": options.seed,
    }
