"""Datasets on Apache Spark: transport and fault tolerance, nothing else.

A dataset is an RDD. Spark runs the pieces, sorts and spills blocks on their way, and makes again what a lost
machine held; what is computed is in the functions it is handed. The only room that knows pyspark.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexdecay.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lexdecay.engine.datasets import Work

INSTALL = "pip install 'lexdecay[spark]'"
ANSWER_SECONDS = 5  # for a master to accept a connection; Spark itself would try for a minute
PARTITIONS_A_CORE = 4  # where there are more groups: a task costs tens of milliseconds to start
LONGEST_CAUSE = 500  # characters
_CAUSE = re.compile(r"(Caused by: |: )?[\w.]+(Error|Exception)\b[^:]*: ")
SETTINGS = {
    "spark.app.name": "lexdecay",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


class SparkDataset:
    """An RDD; see `Dataset`."""

    def __init__(self, rdd: Any) -> None:
        self._rdd = rdd

    def flat_map(self, work: Work) -> SparkDataset:
        """Apply ``work`` to every item."""
        return SparkDataset(self._rdd.flatMap(work))

    def sorted_groups(
        self, groups: int, work: Callable[[Iterator[Any]], Any], *, large: bool = False
    ) -> SparkDataset:
        """Bring items together, sorted by the engine."""
        enough = PARTITIONS_A_CORE * self._rdd.context.defaultParallelism
        partitions = groups if large else min(groups, enough)
        ordered = self._rdd.repartitionAndSortWithinPartitions(partitions, _spread(groups, partitions))
        return SparkDataset(ordered.mapPartitions(work))

    def kept(self) -> SparkDataset:
        """Hold the items on the machines' disks."""
        from pyspark import StorageLevel

        return SparkDataset(self._rdd.persist(StorageLevel.DISK_ONLY))

    def folded(self, merge: Callable[[Any, Any], Any]) -> Any:
        """Merge all items in a tree."""
        with _explained():
            return self._rdd.treeReduce(merge)

    def collected(self) -> Sequence[Any]:
        """Bring all items back."""
        with _explained():
            return self._rdd.collect()

    def streamed(self) -> Iterator[Any]:
        """Bring the items back, two partitions at a time."""
        kept = self.kept()._rdd  # noqa: SLF001  its own kind
        with _explained():
            kept.count()  # all at once: the iterator alone would make one partition after the other
            yield from kept.toLocalIterator(prefetchPartitions=True)


class SparkEngine:
    """A SparkContext; see `Engine`."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def dataset(self, items: Sequence[Any]) -> SparkDataset:
        """Spread items, a partition each."""
        return SparkDataset(self._context.parallelize(items, max(1, len(items))))

    def shared(self, value: Any) -> Any:
        """Broadcast a value."""
        return self._context.broadcast(value)


@contextlib.contextmanager
def spark_engine(master: str, *, verbose: bool = False) -> Iterator[SparkEngine]:
    """Connect to Spark, and leave it at the end.

    Parameters
    ----------
    master
        ``local[N]``, ``spark://HOST:PORT``, ``yarn``, ``k8s://...``; what it needs beyond that stands in
        Spark's own ``spark-defaults.conf``.
    verbose
        Whether what Spark says goes to stderr.

    Raises
    ------
    EngineError
        When pyspark or Java is missing, or no master answers.
    """
    require_spark()
    require_master(master)
    with _explained():
        context = _context(master, verbose=verbose)
    try:
        yield SparkEngine(context)
    finally:
        context.stop()


def require_spark() -> None:
    """Raise EngineError unless pyspark and Java are there."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        raise EngineError("--engine spark needs pyspark, which is not installed", hint=INSTALL) from None
    home = os.environ.get("JAVA_HOME")
    if shutil.which(str(Path(home) / "bin" / "java") if home else "java") is None:
        where = f"in JAVA_HOME ({home})" if home else "on the PATH"
        raise EngineError(
            f"--engine spark needs Java, and there is none {where}",
            hint="install Java 17 or newer, or set JAVA_HOME to its folder",
        )


def require_master(master: str) -> None:
    """Raise EngineError unless one of the masters of a ``spark://`` URL accepts a connection."""
    if not master.startswith("spark://"):
        return
    for host, port in re.findall(r"([^/,\s]+):(\d{1,5})(?=,|$)", master.removeprefix("spark://")):
        with contextlib.suppress(OSError, OverflowError):
            socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
            return
    raise EngineError(
        f"no Spark master answers at {master}",
        hint="check --master spark://HOST:PORT; --master 'local[2]' needs no cluster",
    )


def _context(master: str, *, verbose: bool) -> Any:
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway

    level = {"spark.log.level": "WARN" if verbose else "ERROR"}
    settings = SparkConf().setMaster(master).setAll(list((SETTINGS | level).items()))
    said = sys.stderr if verbose else subprocess.DEVNULL
    running = SparkContext._gateway  # noqa: SLF001  one Java process serves all contexts of a program
    # Spark would write its log, and whatever its workers print, to our own stdout and stderr.
    gateway = running or launch_gateway(settings, {"stdout": said, "stderr": said})  # type: ignore[no-untyped-call]
    context = SparkContext(conf=settings, gateway=gateway)
    # Where workers have another environment than the driver, Spark's own variable says so.
    context.pythonExec = os.environ.get("PYSPARK_PYTHON", sys.executable)
    return context


def _spread(groups: int, partitions: int) -> Callable[[tuple[int, ...]], int]:
    return lambda key: key[0] * partitions // groups


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turn what Spark raises into an error of ours."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JError, PySparkException) as error:
        raise gave_up(str(error)) from error


def gave_up(said: str) -> EngineError:
    """The error for what Spark said in a page or two: the last cause that a traceback in it names."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    causes = [line for line in lines if _CAUSE.match(line)]
    cause = (causes or lines or ["no reason given"])[-1]
    hint = "-v shows what Spark itself said"
    if "No module named 'lexdecay'" in cause:
        hint = "every machine needs lexdecay: set PYSPARK_PYTHON to the Python that has it"
    return EngineError(f"Spark gave up: {cause[:LONGEST_CAUSE]}", hint=hint)
