"""The front door to a cluster: what `analysis` does for text in one piece, with the counting on Spark.

The results are the same to the byte; what cannot be done in shards is refused.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay import analysis
from lexdecay.corpus import Counter, cache_folder, described, tokenizer_settings
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lexdecay.analysis import MeasureOptions
    from lexdecay.corpus import CorpusOptions, Progress
    from lexdecay.count import PairTable
    from lexdecay.engine.datasets import Engine
    from lexdecay.engine.reading import Loaded
    from lexdecay.engine.sharded import ShardedMeasuring
    from lexdecay.engine.shards import Cutting
    from lexdecay.records import Corpus, FitResult, MeasureResult, TokenStream

DEFAULT_MASTER = "local[*]"


@dataclass(frozen=True, slots=True)
class Spark:
    """A cluster to work on; its methods are the functions of `analysis` of the same names."""

    master: str = DEFAULT_MASTER
    verbose: bool = False

    def measure(
        self,
        paths: Sequence[str],
        corpus: CorpusOptions,
        measuring: MeasureOptions,
        *,
        progress: Progress | None = None,
    ) -> MeasureResult:
        """Measure the dependence between words by offset.

        Raises
        ------
        LexdecayError
            As `analysis.measure`; besides, EngineError when Spark fails.
        """
        with self._engine() as engine:
            loaded = _load(engine, paths, corpus, _cutting(corpus, measuring), progress)
            return analysis.measure_ready(*_ready(engine, loaded, corpus, measuring), measuring, progress)

    def fit(
        self,
        paths: Sequence[str],
        corpus: CorpusOptions,
        measuring: MeasureOptions,
        *,
        progress: Progress | None = None,
    ) -> FitResult:
        """Measure, fit every decay model, and give the verdict; raises as `measure` does."""
        with self._engine() as engine:
            loaded = _load(engine, paths, corpus, _cutting(corpus, measuring), progress)
            return analysis.fit_ready(*_ready(engine, loaded, corpus, measuring), measuring, progress)

    def count(
        self,
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
        """Count ordered pairs into Parquet files in a new folder of this machine."""
        from lexdecay.count import DEFAULT_MEMORY
        from lexdecay.engine.sharded_pairs import write_sharded_counts
        from lexdecay.engine.shards import Cutting

        if temp_dir is not None:
            raise UsageError(
                "--temp-dir is of one machine", hint="set spark.local.dir in spark-defaults.conf"
            )
        cutting = Cutting(corpus.unit, corpus.punctuation, max_offset)
        with self._engine() as engine:
            loaded = _load(engine, paths, corpus, cutting, progress)
            return write_sharded_counts(
                engine,
                loaded.shards,
                loaded.outline,
                Path(directory),
                max_offset=max_offset,
                min_count=min_count,
                memory_bytes=memory or DEFAULT_MEMORY,
            )

    @contextmanager
    def _engine(self) -> Iterator[Engine]:
        from lexdecay.engine.spark import spark_engine

        with spark_engine(self.master, verbose=self.verbose) as engine:
            yield engine


def _cutting(corpus: CorpusOptions, measuring: MeasureOptions) -> Cutting:
    from lexdecay.engine.shards import Cutting

    if measuring.control is not None:
        raise UsageError(
            f"--control {measuring.control} moves words across the whole corpus, which is in shards here",
            hint="leave out --engine, or --control",
        )
    if measuring.memory is not None or measuring.temp_dir is not None:
        raise UsageError(
            "--memory and --temp-dir are of one machine",
            hint="set spark.executor.memory and spark.local.dir in spark-defaults.conf",
        )
    # Words are shuffled within whole documents.
    whole = measuring.estimand != "total"
    return Cutting(corpus.unit, corpus.punctuation, measuring.max_offset, whole=whole)


def _load(
    engine: Engine, paths: Sequence[str], corpus: CorpusOptions, cutting: Cutting, progress: Progress | None
) -> Loaded:
    from lexdecay.engine.reading import Reading, load_files, load_store
    from lexdecay.read import ReadOptions
    from lexdecay.tokens import is_store

    Counter("reading", progress).add(0)
    if len(paths) == 1 and is_store(Path(paths[0])):
        return load_store(engine, Path(paths[0]).resolve(), cutting)
    options = ReadOptions(**{field.name: getattr(corpus, field.name) for field in fields(ReadOptions)})
    reading = Reading(options, tokenizer_settings(corpus), cache_folder(corpus), cutting, str(Path.cwd()))
    return load_files(engine, paths, reading)


def _ready(
    engine: Engine, loaded: Loaded, corpus: CorpusOptions, measuring: MeasureOptions
) -> tuple[Corpus, TokenStream, ShardedMeasuring | None]:
    from lexdecay.engine import sharded

    stream = loaded.outline.stream
    about = described(loaded.manifest, stream, corpus, loaded.notices)
    if len(stream) < analysis.LEAST_TOKENS:
        return about, stream, None
    ready = sharded.measuring(
        engine,
        loaded.shards,
        loaded.outline,
        vocabulary=analysis.vocabulary_size(stream, measuring),
        max_offset=min(measuring.max_offset, len(stream) - 1),
        seed=measuring.seed,
    )
    return about, stream, ready
