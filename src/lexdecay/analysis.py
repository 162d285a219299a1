"""The library's front door: what the commands call, and what a program may call.

Paths and options in, results out; every step is a room's public function.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexdecay.corpus import CorpusOptions, Counter, load_corpus, require_same_inputs, tokenised, with_tokens
from lexdecay.errors import ResourceError, UsageError
from lexdecay.records import FitResult, MeasureResult, Notice, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import Progress, Settings
    from lexdecay.count import PairTable
    from lexdecay.engine.curves import Measuring
    from lexdecay.engine.sharded import ShardedMeasuring
    from lexdecay.engine.trials import Trial
    from lexdecay.records import Corpus, Curve, FittedCurve, TokenStream
    from lexdecay.tokens import Manifest

# Ten tokens for each of the jackknife's 40 blocks; below, no error can be told, so nothing is.
LEAST_TOKENS = 400
# Halves below this size hold too few pairs above their own noise to check a law on.
LEAST_HALF = 20_000
# An offset beyond the end of a text has no pairs; up to this one it is listed as such, not left out.
LISTED_OFFSETS = 1000
ESTIMANDS = {
    "total": ("total",),
    "within-document": ("within-document",),
    "both": ("total", "within-document"),
}
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
    described: Corpus,
    stream: TokenStream,
    options: MeasureOptions,
    *,
    halves: bool = True,
    progress: Progress | None = None,
) -> MeasureResult:
    """Measure a text that is loaded (`load_corpus`), without its halves where no law will be fitted."""
    from lexdecay.engine.controls import controlled

    stream = controlled(stream, options.control, options.seed)
    return measure_ready(described, stream, _ready(stream, options), options, progress, halves=halves)


def measure_ready(
    described: Corpus,
    stream: TokenStream,
    ready: Measuring | ShardedMeasuring | None,
    options: MeasureOptions,
    progress: Progress | None,
    *,
    halves: bool = True,
) -> MeasureResult:
    """Measure a text that is made ready, in one piece or in shards; None when it is too short."""
    curves = _curves(ready, options.estimand, progress, halves=halves) if ready else ()
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
    return fit_ready(described, stream, _ready(stream, options), options, progress)


def fit_ready(
    described: Corpus,
    stream: TokenStream,
    ready: Measuring | ShardedMeasuring | None,
    options: MeasureOptions,
    progress: Progress | None,
) -> FitResult:
    """Measure and fit a text that is made ready, in one piece or in shards; None when it is too short."""
    result = measure_ready(described, stream, ready, options, progress)
    return FitResult(described, result.settings, _fitted(result, progress), result.notices)


def fit_curves(result: MeasureResult, *, progress: Progress | None = None) -> FitResult:
    """Fit curves that were measured before, such as those read back from JSON."""
    notices = (*result.notices, *_unchecked(result))
    return FitResult(result.corpus, result.settings, _fitted(result, progress), notices)


def index(
    paths: Sequence[str],
    corpus: CorpusOptions,
    directory: str,
    *,
    replacing: bool = False,
    progress: Progress | None = None,
) -> Manifest:
    """Tokenise once into a store on disk that every command takes in place of the text.

    Raises UsageError for a sample, ResourceError where a store certainly has no room, OutputError, unless
    ``replacing``, where a store of other inputs stands; and as `measure` does.
    """
    from lexdecay.needs import require_room_for_store

    if corpus.sample is not None:
        raise UsageError(
            "a store holds the whole corpus, not a --sample of it",
            hint="leave out --sample here and give it to what measures the store",
        )
    if not replacing:
        require_same_inputs(Path(directory), paths, corpus)
    require_room_for_store(paths, corpus, Path(directory))
    store, _ = tokenised(paths, corpus, Path(directory), progress)
    manifest = store.manifest
    return replace(manifest, sources=with_tokens(manifest.sources, store.starts, manifest.tokens))


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
    from lexdecay.engine.local import pair_buffers

    _, stream = load_corpus(paths, corpus, progress=progress)
    return write_pair_counts(
        stream,
        Path(directory),
        offsets=min(max_offset, max(len(stream), LISTED_OFFSETS)),
        min_count=min_count,
        memory_bytes=pair_buffers(memory, len(stream)) if memory else DEFAULT_MEMORY,
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


def _engine_of(ready: Measuring | ShardedMeasuring) -> Any:
    """The module that measures it: the same functions for a corpus in one piece and in shards."""
    from lexdecay.engine import curves, sharded

    return curves if isinstance(ready, curves.Measuring) else sharded


def _curves(
    ready: Measuring | ShardedMeasuring, estimand: str, progress: Progress | None, *, halves: bool
) -> tuple[Curve, ...]:
    """Each curve, with those of both halves of the text where these are large enough to check a fit on."""
    engine = _engine_of(ready)
    spans = engine.AND_HALVES if halves and len(ready.stream) >= 2 * LEAST_HALF else engine.WHOLE
    steps = Counter("measuring", progress, len(ESTIMANDS[estimand]) + 1)
    found = []
    for name in ESTIMANDS[estimand]:
        found.append(_holding(*engine.INFORMATION[name](ready, spans)))
        steps.add()
    parts = engine.recurrence_of_halves(ready) if len(spans) > 1 else ()
    found.append(_holding(engine.recurrence(ready), *parts))
    steps.add()
    return tuple(found)


def _holding(curve: Curve, *halves: Curve) -> Curve:
    return replace(curve, halves=(halves[0], halves[1])) if halves else curve


def _fitted(result: MeasureResult, progress: Progress | None) -> tuple[FittedCurve, ...]:
    """Fit each curve, and check it on the halves it holds."""
    from lexdecay.fit import fit_curve
    from lexdecay.naming import about

    steps = Counter("fitting", progress, len(result.curves))
    fitted = []
    for curve in result.curves:
        named = about(curve, result.corpus.settings, result.settings)
        fitted.append(fit_curve(curve, halves=curve.halves, about=named))
        steps.add()
    return tuple(fitted)


def _unchecked(result: MeasureResult) -> tuple[Notice, ...]:
    """Say that curves hold no halves to check on, though their text was not too small to have them."""
    small = LEAST_TOKENS <= result.corpus.tokens < 2 * LEAST_HALF
    if small or not any(curve.halves is None and curve.usable.any() for curve in result.curves):
        return ()
    return (
        Notice(
            "not-checked",
            "the curve does not hold those of both halves of its text: the check on unseen text was skipped",
            hint="make the curve again: decay measure CORPUS --json -o curve.json",
        ),
    )


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
                f"{counted(len(stream), 'token is', 'tokens are')} too few to measure anything: "
                f"{LEAST_TOKENS} is the least",
                hint="give more text",
            ),
        )
    if not any(curve.drowned for curve in curves):
        return ()
    within = any(curve.estimand == "within_document" for curve in curves)
    return (
        Notice(
            "far-dependence",
            "words far apart depend on each other as much as near ones: the text repeats a frame or a period",
            hint=None if within else "--estimand within-document takes shuffled documents as the floor",
        ),
    )
