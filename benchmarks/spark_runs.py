"""What Spark sends and takes: `decay measure`, and pair counts as sorted blocks against a row for each pair.

    python benchmarks/spark_runs.py measure STORE [MASTER]     # the curve, through the product
    python benchmarks/spark_runs.py blocks|rows STORE [MASTER] # pairs at offsets 1, 10, 100 and 1000

STORE is made by `decay index`. ``rows`` hands Spark an Arrow row for each distinct pair of a shard and lets
it group them, and needs pyarrow and pandas besides; both count the same shards with the same function.
Seconds are of the wall without the start of Spark; CPU-seconds of Java and Python. One JSON line each.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.analysis import MeasureOptions
from lexdecay.corpus import CorpusOptions
from lexdecay.count.runs import key_bits, unpack
from lexdecay.engine import spark as adapter
from lexdecay.engine.packing import pack, unpack_run
from lexdecay.engine.sharded import left_ranges
from lexdecay.engine.sharded_counts import summed, word_pair_blocks
from lexdecay.engine.shards import SHARD_TOKENS, Shard
from lexdecay.spark_analysis import Spark
from lexdecay.tokens import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

OFFSETS = (1, 10, 100, 1000)


def main() -> None:
    job, store, *rest = sys.argv[1:]
    master = rest[0] if rest else "local[2]"
    if job == "measure":
        measured(store, master)
        return
    with tempfile.TemporaryDirectory() as folder:
        plan = planned(store, f"{folder}/ids.npy")
        with adapter.spark_engine(master) as engine:
            begin = time.perf_counter()
            found = {"blocks": as_blocks, "rows": as_rows}[job](engine, plan)
            told(job, plan["tokens"], time.perf_counter() - begin, engine, **found)


def measured(store: str, master: str) -> None:
    times = {}
    start = adapter.spark_engine

    class Watched:
        """The product's own engine, asked for its figures before it goes."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            self._engine = start(*arguments, **named)

        def __enter__(self) -> Any:
            self.engine = self._engine.__enter__()
            times["begin"] = time.perf_counter()
            return self.engine

        def __exit__(self, *problem: object) -> None:
            told("measure", times.get("tokens", 0), time.perf_counter() - times["begin"], self.engine)
            self._engine.__exit__(*problem)

    adapter.spark_engine = Watched  # type: ignore[assignment,misc]
    times["tokens"] = len(open_store(Path(store)).stream())
    Spark(master).measure([store], CorpusOptions(), MeasureOptions())


def planned(store: str, path: str) -> dict[str, Any]:
    stream = open_store(Path(store)).stream()
    np.save(path, stream.ids)
    bits = key_bits(len(stream.vocabulary))
    ranges = left_ranges(stream.vocabulary, len(stream))
    return {"path": path, "tokens": len(stream), "bits": bits, "ranges": ranges}


def shard_of(plan: dict[str, Any], number: int) -> Shard:
    ids = np.load(plan["path"], mmap_mode="r")
    begin = number * SHARD_TOKENS
    own = min(SHARD_TOKENS, ids.size - begin)
    return Shard(number, begin, own, pack(ids[begin : begin + own + max(OFFSETS)]), np.empty(0, np.int64))


def runs_of(plan: dict[str, Any], number: int) -> Iterator[tuple[tuple[int, int], bytes]]:
    return word_pair_blocks(shard_of(plan, number), OFFSETS, plan["bits"], plan["ranges"])


def numbers(plan: dict[str, Any]) -> list[int]:
    return list(range(-(-plan["tokens"] // SHARD_TOKENS)))


def as_blocks(engine: adapter.SparkEngine, plan: dict[str, Any]) -> dict[str, int]:
    parts = plan["ranges"].size + 1
    blocks = engine.dataset(numbers(plan)).flat_map(partial(flat_runs, plan, parts))
    found = blocks.sorted_groups(len(OFFSETS) * parts, sizes).collected()
    return {"rows": sum(rows for rows, _ in found), "pairs": sum(pairs for _, pairs in found)}


def flat_runs(plan: dict[str, Any], parts: int, number: int) -> Iterator[tuple[tuple[int], bytes]]:
    for (table, part), data in runs_of(plan, number):
        yield (table * parts + part,), data


def sizes(items: Any) -> Iterator[tuple[int, int]]:
    for _, run in summed(items):
        yield run.keys.size, int(run.counts.sum())


def as_rows(engine: adapter.SparkEngine, plan: dict[str, Any]) -> dict[str, int]:
    from pyspark.sql import SparkSession, functions

    session = SparkSession(engine._context)
    session.conf.set("spark.sql.adaptive.enabled", "false")
    session.conf.set("spark.sql.shuffle.partitions", str(16 * len(OFFSETS)))
    shards = session.createDataFrame([(n,) for n in numbers(plan)], "n int").repartition(len(numbers(plan)))
    pairs = shards.mapInArrow(partial(arrow_rows, plan), "offset int, left int, right int, count long")
    merged = pairs.groupBy("offset", "left", "right").agg(functions.sum("count").alias("count"))
    rows, total = merged.agg(functions.count("*"), functions.sum("count")).collect()[0]
    return {"rows": rows, "pairs": total}


def arrow_rows(plan: dict[str, Any], batches: Any) -> Iterator[Any]:
    import pyarrow as pa

    for batch in batches:
        for number in batch.column(0).to_pylist():
            for (table, _), data in runs_of(plan, number):
                run = unpack_run(data)
                left, right = unpack(run.keys, plan["bits"])
                offset = np.full(left.size, OFFSETS[table], np.int32)
                columns = [offset, left.astype(np.int32), right.astype(np.int32), run.counts]
                yield pa.RecordBatch.from_arrays(
                    list(map(pa.array, columns)), ["offset", "left", "right", "count"]
                )


def told(job: str, tokens: int, seconds: float, engine: adapter.SparkEngine, **found: int) -> None:
    cpu = descendants_cpu()
    stages = stages_of(engine._context)
    print(json.dumps({
        "job": job, "tokens": tokens, **found, "seconds": round(seconds, 1), "cpu_seconds": round(cpu, 1),
        "shuffled_bytes": sum(int(stage.shuffleWriteBytes()) for stage in stages),
        "spilled_bytes": sum(int(stage.diskBytesSpilled()) for stage in stages),
        "tasks": sum(int(stage.numCompleteTasks()) for stage in stages),
        "load": round(os.getloadavg()[0], 1),
    }), flush=True)  # fmt: skip


def stages_of(context: Any) -> list[Any]:
    gateway = context._gateway
    empty = gateway.jvm.java.util.ArrayList
    store = context._jsc.sc().statusStore()
    quantiles = gateway.new_array(gateway.jvm.double, 0)
    stages = store.stageList(empty(), False, False, quantiles, empty())  # noqa: FBT003
    return [stages.apply(i) for i in range(stages.size())]


def descendants_cpu() -> float:
    """CPU time of all processes that this one started, from /proc."""
    parents, ticks = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        parents[int(path.parent.name)] = int(fields[1])
        ticks[int(path.parent.name)] = sum(map(int, fields[11:15]))
    mine = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in mine} - mine:
        mine |= more
    return sum(ticks[process] for process in mine - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
