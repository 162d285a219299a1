"""The library's front door: what the commands call, and what a program may call.

Paths and options in, results out; every step is a room's public function.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.corpus import CorpusOptions, Counter, load_corpus, tokenised
from lexdecay.errors import ResourceError
from lexdecay.records import FitResult, MeasureResult, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import Progress, Settings
    from lexdecay.count import PairTable
    from lexdecay.engine.curves import Measuring
    from lexdecay.engine.trials import Trial
    from lexdecay.records import Corpus, Curve, FittedCurve, TokenStream
    from lexdecay.tokens import Manifest

# Ten tokens for each of the jackknife's 40 blocks; below, no error can be told, so nothing is.
LEAST_TOKENS = 400
# Halves below this size hold too few pairs above their own noise to check a law on.
LEAST_HALF = 20_000
# One law for each thing a curve can be: a power law, an exponential, many scales, nothing.
SELFTEST_LAWS = ("copy", "markov", "tree", "topics", "iid")


@dataclass(frozen=True, slots=True)
class MeasureOptions:
    """What is measured and how; the defaults are those of the command line."""

    max_offset: int = 1000
    vocabulary: int | str | None = None  # K, "all", or None: chosen from the corpus size
    estimand: str = "total"  # total, within-document or both
    control: str | None = None  # what is done to the order of the words first: engine/controls.py
    seed: int = 0
    jobs: int = 1
    memory: int | None = None
    temp_dir: str | None = None


def measure(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    measuring: MeasureOptions | None = None,
    *,
    progress: Progress | None = None,
) -> MeasureResult:
    """Measure the dependence between words by offset.

    Raises
    ------
    LexdecayError
        Whatever keeps the text from being read; too little text is a result without curves.
    """
    loaded = load_corpus(paths, corpus or CorpusOptions(), progress=progress)
    return measure_loaded(*loaded, measuring or MeasureOptions(), progress=progress)


def measure_loaded(
    described: Corpus, stream: TokenStream, options: MeasureOptions, *, progress: Progress | None = None
) -> MeasureResult:
    """Measure a text that is loaded (`load_corpus`)."""
    from lexdecay.engine.controls import controlled

    stream = controlled(stream, options.control, options.seed)
    ready = _ready(stream, options)
    curves = _curves(ready, options.estimand, progress) if ready else ()
    return MeasureResult(described, _measure_settings(stream, options), curves, _doubts(stream, curves))


def fit(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    measuring: MeasureOptions | None = None,
    *,
    progress: Progress | None = None,
) -> FitResult:
    """Measure, fit every decay model, check the fits on halves of the text, and give the verdict.

    Raises as `measure` does.
    """
    from lexdecay.engine.controls import controlled

    options = measuring or MeasureOptions()
    described, stream = load_corpus(paths, corpus or CorpusOptions(), progress=progress)
    stream = controlled(stream, options.control, options.seed)
    ready = _ready(stream, options)
    curves = _curves(ready, options.estimand, progress) if ready else ()
    halves = [_halves(ready, curve) if ready else None for curve in curves]
    settings = _measure_settings(stream, options)
    fitted = _fitted(curves, halves, progress, described.settings, settings)
    return FitResult(described, settings, fitted, _doubts(stream, curves))


def fit_curves(result: MeasureResult, *, progress: Progress | None = None) -> FitResult:
    """Fit curves that were measured before, such as those read back from JSON."""
    settings = result.corpus.settings, result.settings
    fitted = _fitted(result.curves, [None] * len(result.curves), progress, *settings)
    return FitResult(result.corpus, result.settings, fitted, result.notices)


def index(
    paths: Sequence[str], corpus: CorpusOptions, directory: str, *, progress: Progress | None = None
) -> Manifest:
    """Tokenise once into a store on disk that every command takes in place of the text."""
    store, _ = tokenised(paths, corpus, Path(directory), progress)
    return store.manifest


def count(
    paths: Sequence[str],
    corpus: CorpusOptions,
    directory: str,
    *,
    max_offset: int,
    min_count: int = 1,
    memory: int | None = None,
    temp_dir: str | None = None,
    progress: Progress | None = None,
) -> PairTable:
    """Count ordered pairs at offsets 1 to ``max_offset`` into Parquet files in a new folder."""
    from lexdecay.count import DEFAULT_MEMORY, write_pair_counts

    _, stream = load_corpus(paths, corpus, progress=progress)
    return write_pair_counts(
        stream,
        Path(directory),
        offsets=max_offset,
        min_count=min_count,
        memory_bytes=memory or DEFAULT_MEMORY,
        temp_dir=Path(temp_dir) if temp_dir else None,
    )


def selftest(
    laws: Sequence[str] = SELFTEST_LAWS,
    *,
    tokens: int = 300_000,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> tuple[Trial, ...]:
    """Generate one corpus of each law, measure it, and put the exact curve beside the measured one.

    Returns
    -------
    Two trials a law: mutual information, then recurrence.

    Raises
    ------
    UnknownNameError
        For a law that does not exist.
    """
    from lexdecay.engine.trials import run_trial
    from lexdecay.synth import make_law

    chosen = [make_law(name, {}) for name in laws]
    steps = Counter("testing", progress, len(chosen))
    trials: list[Trial] = []
    for law in chosen:
        trials += run_trial(law, tokens, seed, jobs=jobs)
        steps.add()
    return tuple(trials)


def _ready(stream: TokenStream, options: MeasureOptions) -> Measuring | None:
    from lexdecay.engine.curves import measuring

    if len(stream) < LEAST_TOKENS:
        return None
    return measuring(
        stream,
        vocabulary=vocabulary_size(stream, options),
        max_offset=min(options.max_offset, len(stream) - 1),
        seed=options.seed,
        jobs=_jobs(stream, options),
    )


def _jobs(stream: TokenStream, options: MeasureOptions) -> int:
    from lexdecay.engine.local import jobs_within

    jobs = jobs_within(options.memory, len(stream), options.jobs)
    if not jobs:
        raise ResourceError(
            f"{options.memory:,} bytes do not suffice to measure {len(stream):,} tokens",
            hint="give more --memory, or leave it out",
        )
    return jobs


def vocabulary_size(stream: TokenStream, options: MeasureOptions) -> int:
    """Return K as asked for, or as the corpus size allows; it may exceed the number of types."""
    from lexdecay.measure.offsets import default_vocabulary

    if options.vocabulary == "all":
        return len(stream.vocabulary)
    return int(options.vocabulary) if options.vocabulary else default_vocabulary(len(stream))


def _curves(ready: Measuring, estimand: str, progress: Progress | None) -> tuple[Curve, ...]:
    from lexdecay.engine import curves as engine

    wanted = {
        "total": [engine.total_information],
        "within-document": [engine.within_document_information],
        "both": [engine.total_information, engine.within_document_information],
    }[estimand]
    steps = Counter("measuring", progress, len(wanted) + 1)
    found = []
    for measured in (*wanted, engine.recurrence):
        found.append(measured(ready))
        steps.add()
    return tuple(found)


def _halves(ready: Measuring, curve: Curve) -> tuple[Curve, Curve] | None:
    """The same curve of both halves of the text, at the offsets that will be fitted."""
    from lexdecay.engine import curves as engine

    if len(ready.stream) < 2 * LEAST_HALF or curve.usable_max_offset is None:
        return None
    measured = {
        ("mutual_information", "total"): engine.total_information,
        ("mutual_information", "within_document"): engine.within_document_information,
        ("recurrence", "total"): engine.recurrence,
    }[curve.measure, curve.estimand]
    first, second = (measured(half) for half in engine.halved(ready))
    return first, second


def _fitted(
    curves: Sequence[Curve],
    halves: Sequence[tuple[Curve, Curve] | None],
    progress: Progress | None,
    corpus: Settings,
    measuring: Settings,
) -> tuple[FittedCurve, ...]:
    from lexdecay.fit import fit_curve
    from lexdecay.naming import about

    steps = Counter("fitting", progress, len(curves))
    fitted = []
    for curve, pair in zip(curves, halves, strict=True):
        fitted.append(fit_curve(curve, halves=pair, about=about(curve, corpus, measuring)))
        steps.add()
    return tuple(fitted)


def _measure_settings(stream: TokenStream, options: MeasureOptions) -> Settings:
    return {
        "max_offset": options.max_offset,
        "vocabulary": min(vocabulary_size(stream, options), len(stream.vocabulary)),
        "estimand": options.estimand,
        "control": options.control,
        "seed": options.seed,
    }


def _doubts(stream: TokenStream, curves: Sequence[Curve]) -> tuple[Notice, ...]:
    if not curves:
        return (
            Notice(
                "too-little-text",
                f"{len(stream):,} tokens are too few to measure anything: {LEAST_TOKENS} is the least",
                hint="give more text",
            ),
        )
    return ()
