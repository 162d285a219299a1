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
from lexdecay.engine.shards import SHARD_TOKENS, Cutting
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lexdecay.analysis import MeasureOptions
    from lexdecay.corpus import CorpusOptions, Progress
    from lexdecay.count import PairTable
    from lexdecay.engine.datasets import Engine
    from lexdecay.engine.reading import Loaded
    from lexdecay.engine.sharded import ShardedMeasuring
    from lexdecay.records import Corpus, FitResult, MeasureResult, TokenStream

DEFAULT_MASTER = "local[*]"


@dataclass(frozen=True, slots=True)
class Spark:
    """A cluster to work on; its methods are the functions of `analysis` of the same names.

    Parameters
    ----------
    master
        ``local[N]``, ``spark://HOST:PORT``, ``yarn``, ``k8s://...``.
    verbose
        Whether what Spark says goes to stderr.
    shard_tokens
        Tokens counted together: more make fewer distinct pairs to send, and take more memory.
    """

    master: str = DEFAULT_MASTER
    verbose: bool = False
    shard_tokens: int = SHARD_TOKENS

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
            As `analysis.measure`; besides, UsageError for what cannot be done in shards and EngineError
            when Spark cannot be reached or fails.
        """
        with self._loaded(paths, corpus, self._cutting(corpus, measuring), progress) as (engine, loaded):
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
        with self._loaded(paths, corpus, self._cutting(corpus, measuring), progress) as (engine, loaded):
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
        """Count ordered pairs into Parquet files in a new folder here; raises as `measure` does."""
        from lexdecay.count import DEFAULT_MEMORY
        from lexdecay.engine.sharded_pairs import write_sharded_counts

        _refuse(temp_dir=temp_dir)
        cutting = Cutting(corpus.unit, corpus.punctuation, max_offset, self.shard_tokens)
        with self._loaded(paths, corpus, cutting, progress) as (engine, loaded):
            return write_sharded_counts(
                engine,
                loaded.shards,
                loaded.outline,
                Path(directory),
                max_offset=max_offset,
                min_count=min_count,
                memory_bytes=memory or DEFAULT_MEMORY,
            )

    def _cutting(self, corpus: CorpusOptions, measuring: MeasureOptions) -> Cutting:
        _refuse(control=measuring.control, memory=measuring.memory, temp_dir=measuring.temp_dir)
        return Cutting(
            corpus.unit,
            corpus.punctuation,
            measuring.max_offset,
            self.shard_tokens,
            whole=measuring.estimand != "total",  # its floor shuffles the words of whole documents
        )

    @contextmanager
    def _loaded(
        self, paths: Sequence[str], corpus: CorpusOptions, cutting: Cutting, progress: Progress | None
    ) -> Iterator[tuple[Engine, Loaded]]:
        """Start Spark and make the shards; what can be refused is refused before."""
        from lexdecay.engine.reading import Reading, load_files, load_store, located
        from lexdecay.engine.spark import spark_engine
        from lexdecay.read import ReadOptions
        from lexdecay.tokens import is_store

        store = Path(paths[0]).resolve() if len(paths) == 1 and is_store(Path(paths[0])) else None
        _refuse(sample=corpus.sample)
        options = ReadOptions(**{field.name: getattr(corpus, field.name) for field in fields(ReadOptions)})
        files = ((), ()) if store else located(paths, options)
        folder = str(Path.cwd())
        reading = Reading(options, tokenizer_settings(corpus), cache_folder(corpus), cutting, folder)
        with spark_engine(self.master, verbose=self.verbose) as engine:
            Counter("reading", progress).add(0)
            yield (
                engine,
                load_store(engine, store, cutting) if store else load_files(engine, *files, reading),
            )


def _refuse(**given: object) -> None:
    """Raise UsageError for an option of one machine that was given."""
    for name, value in given.items():
        if value is not None:
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} does not work with --engine spark", hint=_INSTEAD[name])


_INSTEAD = {
    "sample": "give fewer files instead: shards are cut before anybody knows how many documents there are",
    "control": "leave out --engine: a control moves words across the whole corpus, which is in shards here",
    "memory": "set spark.executor.memory in spark-defaults.conf",
    "temp_dir": "set spark.local.dir in spark-defaults.conf",
}


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
