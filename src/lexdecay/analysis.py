"""The library's front door: what the commands call, and what a program may call.

Paths and options in, results out; every step is a room's public function.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.errors import ResourceError
from lexdecay.records import Corpus, FitResult, MeasureResult, Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from lexdecay.count import PairTable
    from lexdecay.engine.curves import Measuring
    from lexdecay.engine.trials import Trial
    from lexdecay.records import Curve, FittedCurve, TokenStream
    from lexdecay.tokens import Manifest, TokenizerSettings, TokenStore

    Progress: TypeAlias = Callable[[str, int, int | None], None]
    Settings: TypeAlias = dict[str, str | int | float | bool | None]

# Ten tokens for each of the jackknife's 40 blocks; below, no error can be told, so nothing is.
LEAST_TOKENS = 400
# Halves below this size hold too few pairs above their own noise to check a law on.
LEAST_HALF = 20_000
# One law for each thing a curve can be: a power law, an exponential, many scales, nothing.
SELFTEST_LAWS = ("copy", "markov", "tree", "topics", "iid")


@dataclass(frozen=True, slots=True)
class CorpusOptions:
    """How text becomes tokens; the defaults are those of the command line."""

    documents: str | None = None
    field: str | None = None
    encoding: str | None = None
    recursive: bool = False
    language: str = "en"
    tokenizer: str | None = None  # None: by pattern, unit and language
    token_pattern: str | None = None
    unit: str = "lower"
    punctuation: str = "drop"
    conllu_words: str = "surface"  # or syntactic
    model: str | None = None  # spaCy pipeline that cuts and tags
    tagged: bool = False  # whether tokens need tags, whatever the unit
    normalize: bool = True
    cache: bool = True
    cache_dir: str | None = None


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
    fitted = _fitted(curves, halves, progress)
    return FitResult(described, _measure_settings(stream, options), fitted, _doubts(stream, curves))


def fit_curves(result: MeasureResult, *, progress: Progress | None = None) -> FitResult:
    """Fit curves that were measured before, such as those read back from JSON."""
    fitted = _fitted(result.curves, [None] * len(result.curves), progress)
    return FitResult(result.corpus, result.settings, fitted, result.notices)


def index(
    paths: Sequence[str], corpus: CorpusOptions, directory: str, *, progress: Progress | None = None
) -> Manifest:
    """Tokenise once into a store on disk that every command takes in place of the text."""
    store, _ = _tokenised(paths, corpus, Path(directory), progress)
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
    steps = _Counter("testing", progress, len(chosen))
    trials: list[Trial] = []
    for law in chosen:
        trials += run_trial(law, tokens, seed, jobs=jobs)
        steps.add()
    return tuple(trials)


def load_corpus(
    paths: Sequence[str], options: CorpusOptions, *, progress: Progress | None = None
) -> tuple[Corpus, TokenStream]:
    """Read and tokenise text, or open the store that ``paths`` names, and take one view of it."""
    store, notices = _tokenised(paths, options, None, progress)
    stream = store.stream(unit=options.unit, punctuation=options.punctuation)
    described = Corpus(
        sources=store.manifest.sources,
        settings=_corpus_settings(store.manifest, options),
        documents=store.manifest.documents,
        tokens=len(stream),
        types=len(stream.vocabulary),
        notices=(*notices, *store.notices, *_script_doubts(store, stream)),
    )
    return described, stream


def _script_doubts(store: TokenStore, stream: TokenStream) -> tuple[Notice, ...]:
    from lexdecay.tokens import runs_words_together

    tokenizer = store.manifest.tokenizer
    if tokenizer.name != "spacy" or not runs_words_together(stream.vocabulary.words):
        return ()
    said = f"most types run words of a script without spaces together (rules of '{tokenizer.language}')"
    return (Notice("unspaced-script", said, hint="--language zh for its characters, or --tokenizer jieba"),)


def tokenizer_settings(options: CorpusOptions) -> TokenizerSettings:
    """The tokenizer that the options name, or that a pattern or the unit of characters implies."""
    from lexdecay.tokens import TokenizerSettings

    implied = "pattern" if options.token_pattern else "char" if options.unit == "char" else "spacy"
    return TokenizerSettings(
        options.tokenizer or implied,
        options.language,
        options.token_pattern,
        options.model,
        tagged=options.tagged or options.unit == "pos",
        lemmas=options.unit == "lemma",
    )


def cache_folder(options: CorpusOptions) -> Path | None:
    """Where tokenised chunks are kept between runs, None for nowhere."""
    if not options.cache:
        return None
    if options.cache_dir:
        return Path(options.cache_dir)
    import platformdirs

    return Path(platformdirs.user_cache_dir("lexdecay"))


def _tokenised(
    paths: Sequence[str], options: CorpusOptions, directory: Path | None, progress: Progress | None
) -> tuple[TokenStore, tuple[Notice, ...]]:
    from lexdecay.read import CorpusReader, ReadOptions
    from lexdecay.tokens import build_store, is_store, open_store

    if directory is None and len(paths) == 1 and is_store(Path(paths[0])):
        return open_store(Path(paths[0])), ()
    chosen = ReadOptions(**{field.name: getattr(options, field.name) for field in fields(ReadOptions)})
    read = _Counter("reading", progress)
    reader = CorpusReader(paths, chosen, read.add)
    read.total = reader.total_bytes
    store = build_store(
        reader,
        tokenizer_settings(options),
        directory=directory,
        cache=cache_folder(options),
        sources=lambda: reader.sources,
    )
    return store, reader.notices


class _Counter:
    """Adds up steps of one phase for a progress display that may not be there."""

    def __init__(self, phase: str, progress: Progress | None, total: int | None = None) -> None:
        self.total = total
        self._phase, self._progress, self._done = phase, progress, 0

    def add(self, steps: int = 1) -> None:
        self._done += steps
        if self._progress:
            self._progress(self._phase, self._done, self.total)


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
    steps = _Counter("measuring", progress, len(wanted) + 1)
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
    curves: Sequence[Curve], halves: Sequence[tuple[Curve, Curve] | None], progress: Progress | None
) -> tuple[FittedCurve, ...]:
    from lexdecay.fit import fit_curve

    steps = _Counter("fitting", progress, len(curves))
    fitted = []
    for curve, pair in zip(curves, halves, strict=True):
        fitted.append(fit_curve(curve, halves=pair))
        steps.add()
    return tuple(fitted)


def _corpus_settings(manifest: Manifest, options: CorpusOptions) -> Settings:
    tokenizer = manifest.tokenizer
    return {
        "documents": options.documents,
        "field": options.field,
        "normalize": options.normalize,
        "tokenizer": tokenizer.name,
        "language": tokenizer.language,
        "token_pattern": tokenizer.pattern,
        "tokenizer_version": tokenizer.version,
        "tokenizer_rules": tokenizer.rules,
        "model": tokenizer.model,
        "model_version": tokenizer.model_version,
        "words": tokenizer.words,
        "unit": options.unit,
        "punctuation": options.punctuation,
    }


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
