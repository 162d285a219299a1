"""The real commands, as processes in a place of their own, or called here where that is no difference."""

import json
import os
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest

MAIN = {tool: f"from lexdecay.cli.{tool} import main; main()" for tool in ("decay", "zipf")}
SHELL = "".join(f"{tool}() {{ '{sys.executable}' -c '{code}' \"$@\"; }}\n" for tool, code in MAIN.items())


@dataclass(frozen=True)
class Ran:
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def document(self):
        return json.loads(self.out, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))

    @property
    def counts(self):
        """Of `zipf count --json`: word -> count."""
        return {row["word"]: row["count"] for row in self.document["words"]}


@pytest.fixture
def place():
    """A folder to work in, with the temporary folder and the cache of the commands inside.

    Its name is short, so that a server of workers can listen on a socket there.
    """
    with tempfile.TemporaryDirectory(prefix="ld-") as name:
        for folder in ("tmp", "cache"):
            (Path(name) / folder).mkdir()
        yield Path(name)


@pytest.fixture
def environment(place):
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "PYTHONPATH", "HOME"}}
    return kept | {
        "TMPDIR": str(place / "tmp"),
        "XDG_CACHE_HOME": str(place / "cache"),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "LC_ALL": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",  # a full disk would cut a module's short, for every later run
    }


@pytest.fixture
def bash(place, environment):
    """Run a line of bash in the place; `decay` and `zipf` are functions there."""

    def runner(line, **settings):
        ran = subprocess.run(
            ["bash", "-c", SHELL + line],
            cwd=place,
            env=environment | settings.pop("env", {}),
            capture_output=True,
            timeout=100,
            check=False,
            **settings,
        )
        return Ran(ran.returncode, ran.stdout.decode("utf-8"), ran.stderr.decode("utf-8"))

    return runner


@pytest.fixture
def start(place, environment):
    """Start a command in a session of its own."""

    def starter(tool, *arguments, **settings):
        return subprocess.Popen(
            [sys.executable, "-c", MAIN[tool], *arguments],
            cwd=place,
            env=environment | settings.pop("env", {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            **settings,
        )

    return starter


@pytest.fixture
def here(place, capfdbinary, monkeypatch):
    """Call a command in this process."""
    from lexdecay.cli import boundary
    from lexdecay.cli.decay import decay
    from lexdecay.cli.zipf import zipf

    monkeypatch.chdir(place)
    monkeypatch.setenv("TMPDIR", str(place / "tmp"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "cache"))
    monkeypatch.setattr("tempfile.tempdir", None)

    def runner(tool, *arguments):
        code = boundary.run({"decay": decay, "zipf": zipf}[tool], tool, list(map(str, arguments)))
        said = capfdbinary.readouterr()
        return Ran(code, said.out.decode("utf-8"), said.err.decode("utf-8"))

    return runner


@pytest.fixture
def count(here, place):
    """Write bytes to a file and count its words."""

    def counter(data, *options, name="a.txt"):
        (place / name).write_bytes(data if isinstance(data, bytes) else data.encode())
        return here("zipf", "count", name, "--json", *options)

    return counter


@pytest.fixture(scope="session")
def prose():
    """Four thousand words in which near ones depend on each other."""
    chance = random.Random(11)  # noqa: S311  words, not secrets
    words, state = [], 0
    for _ in range(4000):
        state = state if chance.random() < 0.8 else chance.randrange(100)
        words.append(f"w{state * 3 + chance.randrange(3)}")
    return " ".join(words) + "\n"


@pytest.fixture
def text(place, prose):
    """That text as a file."""
    (place / "text.txt").write_text(prose, "utf-8")
    return place / "text.txt"


@pytest.fixture
def left_over(place):
    """Return what lies in the place beside the names one expects there."""

    def found(*expected):
        names = {str(path.relative_to(place)) for path in place.rglob("*")}
        top = {name for name in names if name.split("/")[0] not in {"tmp", "cache", *expected}}
        cache = {name for name in names if name.startswith("cache/") and ".part" in name}
        return top | cache | {name for name in names if name.startswith("tmp/")}

    return found
