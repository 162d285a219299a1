"""A Spark cluster on loopback, started once and for all its tests: a master and two workers of one core."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

# Small and quick to start: these clusters live for a minute.
JAVA_OPTIONS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto"
DEFAULTS = "spark.executor.memory 512m\nspark.driver.memory 512m\nspark.default.parallelism 2\n"


@dataclass(frozen=True)
class Cluster:
    master: str
    workers: tuple[int, ...]  # process ids


@pytest.fixture(scope="session")
def java():
    pytest.importorskip("pyspark", reason="Spark tests need pyspark: pip install 'lexdecay[spark]'")
    if shutil.which("java") is None:
        pytest.skip("Spark tests need Java 17 or newer, and there is none on the PATH")


@pytest.fixture(scope="session")
def spark(java, tmp_path_factory):  # noqa: ARG001  its skip is what is wanted
    """Run Spark on loopback, and end the Java process of this driver at the end."""
    from pyspark import SparkContext

    folder = tmp_path_factory.mktemp("spark")
    (folder / "spark-defaults.conf").write_text(DEFAULTS, encoding="utf-8")
    settings = {
        "SPARK_CONF_DIR": str(folder),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder),
        "JAVA_TOOL_OPTIONS": JAVA_OPTIONS,
        "OMP_NUM_THREADS": "1",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        yield folder
        if SparkContext._gateway is not None:
            process = SparkContext._gateway.proc
            SparkContext._gateway.shutdown()
            SparkContext._gateway = SparkContext._jvm = None
            process.stdin.close()  # the Java process ends with this pipe
            process.wait(30)


@pytest.fixture(scope="session")
def cluster(spark):
    port = _free_port()
    master = f"spark://127.0.0.1:{port}"
    with contextlib.ExitStack() as leaving:
        started = [_started(leaving, spark, "master.Master", "--port", str(port))]
        _wait_for(port)
        for name in ("one", "two"):
            arguments = ("--cores", "1", "--memory", "1g", "--work-dir", str(spark / name), master)
            started.append(_started(leaving, spark, "worker.Worker", *arguments))
        yield Cluster(master, tuple(process.pid for process in started[1:]))


def _started(leaving, folder, name, *arguments):
    import pyspark

    home = Path(pyspark.__file__).parent
    command = [home / "bin" / "spark-class", f"org.apache.spark.deploy.{name}"]
    where = ("--host", "127.0.0.1", "--webui-port", "0")
    log = leaving.enter_context((folder / f"{name}-{len(list(folder.iterdir()))}.log").open("wb"))
    memory = {"SPARK_HOME": str(home), "SPARK_DAEMON_MEMORY": "256m"}
    process = subprocess.Popen(
        [*command, *where, *arguments], stdout=log, stderr=log, env={**os.environ, **memory}
    )
    leaving.callback(process.wait)
    leaving.callback(process.terminate)
    return process


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port):
    for _ in range(600):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.1)
    pytest.fail("the Spark master did not start in a minute")
