"""The library's front door for two corpora: the difference of their curves and of what was fitted to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.word_records import ComparedCurves, CompareResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.analysis import MeasureOptions
    from lexdecay.corpus import CorpusOptions, Progress
    from lexdecay.records import Curve, MeasureResult


def compare(
    first: Sequence[str],
    second: Sequence[str],
    corpus: CorpusOptions | None = None,
    measuring: MeasureOptions | None = None,
    *,
    progress: Progress | None = None,
) -> CompareResult:
    """Measure two corpora alike and compare their curves; an empty ``second`` is the first under a control.

    Both take the vocabulary size that the smaller one allows, since no two sizes give comparable bits. With a
    second corpus a control is applied to both.

    Raises
    ------
    UsageError
        For one corpus without a control.
    LexdecayError
        Whatever keeps a text from being read; too little text is a result without comparisons.
    """
    from lexdecay.analysis import MeasureOptions, measure_loaded, vocabulary_size
    from lexdecay.corpus import CorpusOptions, load_corpus

    reading, options = corpus or CorpusOptions(), measuring or MeasureOptions()
    if not second and options.control is None:
        raise UsageError(
            "one corpus alone has nothing to be compared with",
            hint="give a second one, or compare it with its own shuffle: --control shuffle",
        )
    one = load_corpus(first, reading, progress=progress)
    two = load_corpus(second, reading, progress=progress) if second else one
    size = min(min(vocabulary_size(stream, options), len(stream.vocabulary)) for _, stream in (one, two))
    alike = replace(options, vocabulary=size or None)
    plain = alike if second else replace(alike, control=None)
    results = [
        measure_loaded(*one, plain, halves=False, progress=progress),
        measure_loaded(*two, alike, halves=False, progress=progress),
    ]
    control = f"{_name(first)}, {options.control}"
    return compare_measured(*results, names=(_name(first), _name(second) if second else control))


def compare_measured(first: MeasureResult, second: MeasureResult, *, names: tuple[str, str]) -> CompareResult:
    """Compare what was measured before, such as curves read back from JSON.

    Raises UsageError for curves over vocabularies of different size.
    """
    pairs = [(a, _like(a, second)) for a in first.curves]
    return CompareResult(
        first.corpus,
        second.corpus,
        names,
        second.settings,
        tuple(_compared(a, b) for a, b in pairs if b is not None),
        tuple(dict.fromkeys((*first.notices, *second.notices))),
    )


def _like(curve: Curve, other: MeasureResult) -> Curve | None:
    """The curve of the other corpus that measures the same."""
    found = next(
        (c for c in other.curves if (c.measure, c.estimand) == (curve.measure, curve.estimand)), None
    )
    if found is None or found.measure == "recurrence" or found.vocabulary == curve.vocabulary:
        return found
    raise UsageError(
        f"bits over {curve.vocabulary:,} and over {found.vocabulary:,} words cannot be compared",
        hint=f"measure both alike: --vocabulary {min(curve.vocabulary, found.vocabulary)}",
    )


def _compared(first: Curve, second: Curve) -> ComparedCurves:
    from lexdecay.fit.difference import parameter_differences
    from lexdecay.measure.difference import curve_difference

    span, parameters = parameter_differences(first, second)
    return ComparedCurves(curve_difference(first, second), span, parameters)


def _name(paths: Sequence[str]) -> str:
    return "standard input" if tuple(paths) == ("-",) else ", ".join(paths)
