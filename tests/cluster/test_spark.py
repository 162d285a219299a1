"""``--engine spark``: the bytes of one process, also when a worker is killed; and clean errors."""

import hashlib
import json
import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from lexdecay import analysis
from lexdecay.corpus import CorpusOptions
from lexdecay.engine import spark as adapter
from lexdecay.engine.packing import _zstd
from lexdecay.report.json_text import json_text
from lexdecay.report.to_json import fit_json
from lexdecay.spark_analysis import Spark

pytestmark = [
    pytest.mark.xdist_group("spark"),  # one cluster, whatever the number of test processes
    # py4j leaves sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
SHARD = 12_000  # tokens: seven shards, of which some part a document
READING = CorpusOptions(tokenizer="whitespace", cache=False)
MEASURING = analysis.MeasureOptions(max_offset=300, vocabulary=60)


@pytest.fixture(scope="session")
def corpus(tmp_path_factory):
    """70,000 tokens of which half repeat the one before: two texts and compressed JSONL."""
    folder = tmp_path_factory.mktemp("corpus")
    rng = np.random.default_rng(0)
    fresh = rng.zipf(1.3, 70_000).clip(1, 3_000)
    last = np.maximum.accumulate(np.where(rng.random(fresh.size) < 0.5, 0, np.arange(fresh.size)))
    words = [f"w{n}" if n % 11 else "—" for n in fresh[last]]
    (folder / "a.txt").write_text(" ".join(words[:30_000]), encoding="utf-8")
    (folder / "b.txt").write_text(" ".join(words[30_000:40_000]), encoding="utf-8")
    texts = [" ".join(words[i : i + 1_500]) for i in range(40_000, 70_000, 1_500)]
    lines = "".join(json.dumps({"text": text}) + "\n" for text in texts)
    (folder / "c.jsonl.zst").write_bytes(_zstd().compress(lines.encode()))
    return [str(path) for path in sorted(folder.iterdir())]


@pytest.fixture(autouse=True)
def small_bundles(monkeypatch):
    from lexdecay.engine import reading

    monkeypatch.setattr(reading, "LEAST_BUNDLE", 1 << 16)


@pytest.fixture
def run(capfd):
    """Return a function from arguments to exit code and all that reaches stdout and stderr, Java's too."""
    from types import SimpleNamespace

    from lexdecay.cli.boundary import run as run_command
    from lexdecay.cli.decay import decay

    def runner(*arguments):
        code = run_command(decay, "decay", arguments)
        return SimpleNamespace(code=code, **capfd.readouterr()._asdict())

    return runner


def digest(result):
    return hashlib.sha256(json_text(fit_json(result)).encode()).hexdigest()


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def local(corpus, jobs=1, **options):
    from dataclasses import replace

    return digest(analysis.fit(corpus, READING, replace(MEASURING, jobs=jobs, **options)))


@pytest.mark.usefixtures("spark")
@pytest.mark.timeout(600)
def test_spark_on_this_machine_gives_the_bytes_of_one_process_and_of_two(corpus, run, tmp_path):
    """The whole way through the command line; stdout holds the JSON and nothing else."""
    arguments = (
        *corpus,
        "--tokenizer",
        "whitespace",
        "--no-cache",
        "--max-offset",
        "300",
        "--vocabulary",
        "60",
        "--json",
    )
    one, two = (run("fit", *arguments, "--jobs", jobs) for jobs in ("1", "2"))
    on_spark = run("fit", *arguments, "--engine", "spark", "--master", "local[2]")
    assert on_spark.code == 0, on_spark.err
    assert on_spark.out == one.out == two.out
    assert on_spark.err == one.err
    assert json.loads(one.out)["corpus"]["tokens"] > 2 * analysis.LEAST_HALF  # halves were measured too

    arguments = (*corpus, "--tokenizer", "whitespace", "--no-cache", "--max-offset", "4", "--min-count", "2")
    assert run("count", *arguments, "-o", str(tmp_path / "here")).code == 0
    counted = run(
        "count", *arguments, "-o", str(tmp_path / "there"), "--engine", "spark", "--master", "local[2]"
    )
    assert counted.code == 0, counted.err
    assert files(tmp_path / "there") == files(tmp_path / "here")


@pytest.mark.usefixtures("spark")
@pytest.mark.timeout(600)
def test_errors_on_spark_are_those_of_one_machine(run, tmp_path):
    (tmp_path / "broken.jsonl").write_text('{"text": "one"}\n{"text": \n', encoding="utf-8")
    broken = str(tmp_path / "broken.jsonl")
    here = run("fit", broken)
    there = run("fit", broken, "--engine", "spark", "--master", "local[2]")
    assert (there.code, there.out, there.err) == (here.code, "", here.err)
    assert here.code == 1

    unknown = run("fit", broken, "--engine", "spark", "--master", "nonsense")
    assert (unknown.code, unknown.out) == (1, "")
    assert unknown.err.startswith("error: Spark gave up: ")
    assert "Could not parse Master URL: 'nonsense'" in unknown.err
    assert len(unknown.err.splitlines()) == 2


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the executor is found through /proc")
@pytest.mark.timeout(600)
def test_a_killed_executor_changes_no_byte(corpus, cluster, tmp_path, monkeypatch):
    """A task says that it runs, its executor is killed with all it held, and the result is the same."""
    saboteur = Saboteur(tmp_path, cluster)
    monkeypatch.setattr(adapter.SparkDataset, "flat_map", saboteur.flat_map(adapter.SparkDataset.flat_map))
    with saboteur:
        result = Spark(cluster.master, shard_tokens=SHARD).fit(corpus, READING, MEASURING)
    assert saboteur.killed is not None, saboteur.problem
    assert (tmp_path / "seized").exists()
    assert not (tmp_path / "survived").exists()
    assert (tmp_path / "again").exists()  # the task of the killed executor was made again
    assert digest(result) == local(corpus)


class Saboteur:
    """Kills the executor of the first task that counts pairs, once the task says that it is running."""

    def __init__(self, folder, cluster):
        self.folder, self.cluster = folder, cluster
        self.killed = None
        self.problem = "no task said that it was running"
        self._thread = threading.Thread(target=self._kill)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._thread.join(1)

    def flat_map(self, original):
        """Wrap the adapter's ``flat_map``: what counts pairs marks its first task, and lets it wait."""
        folder = str(self.folder)

        def wrapped(dataset, work):
            if getattr(getattr(work, "func", None), "__name__", "") != "_pairs":
                return original(dataset, work)

            def wounded(shard):
                from pathlib import Path
                from time import sleep

                mine = Path(folder, f"shard-{shard.number}")
                if mine.exists():
                    Path(folder, "again").touch()
                try:
                    Path(folder, "seized").touch(exist_ok=False)
                except FileExistsError:
                    yield from work(shard)
                    return
                import os

                mine.touch()
                Path(folder, "task.tmp").write_text(str(os.getpid()), encoding="utf-8")
                Path(folder, "task.tmp").rename(Path(folder, "task"))
                sleep(60)
                Path(folder, "survived").touch()
                yield from work(shard)

            return original(dataset, wounded)

        return wrapped

    def _kill(self):
        waited = time.monotonic()
        while not (self.folder / "task").exists():
            if time.monotonic() - waited > 300:
                return
            time.sleep(0.05)
        executor = self._executor(int((self.folder / "task").read_text("utf-8")))
        if executor is None:
            self.problem = "the task's executor was not started by this test's workers"
            return
        os.kill(executor, signal.SIGKILL)
        while _state(executor) not in {None, "Z"}:
            time.sleep(0.05)
        self.killed = executor

    def _executor(self, task):
        """The process between a task and one of the cluster's workers, which started it."""
        while task > 1:
            parent = _parent(task)
            if parent in self.cluster.workers:
                return task
            task = parent
        return None


def _status(process, key):
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(line.split()[1] for line in lines if line.startswith(key))


def _parent(process):
    return int(_status(process, "PPid:"))


def _state(process):
    try:
        return _status(process, "State:")
    except (FileNotFoundError, ProcessLookupError):
        return None
