"""The Nth call to the system fails, for every N: the exact result or a clean error, and no stray file.

The calls are those by which a command writes or reads files of its own: opening, writing, making folders,
renaming, flushing to the disk. They fail once, or from the Nth on as on a disk that has filled up. Polars and
numpy write through file objects of ours, so that their writes are among them.
"""

import errno
import io
import os
from pathlib import Path

import pytest

WORDS = ("--tokenizer", "whitespace", "-q")
FIT = ("--max-offset", "2", "--jobs", "1")  # too few offsets for the slow part, which writes nothing
COMMANDS = {
    "index": ("decay", "index", "text.txt", "-o", "out", "--cache-dir", "cache", "-q"),
    "count": ("decay", "count", "text.txt", "-o", "out", "--memory", "200K", "--max-offset", "2", *WORDS),
    "fit": ("decay", "fit", "text.txt", "-o", "out.json", *FIT, *WORDS),
    "measure": ("decay", "measure", "text.txt", "-o", "out.parquet", *FIT, *WORDS),
    "word": ("decay", "word", "text.txt", "w161", "-o", "out.csv", "--offset", "1,2", *WORDS),
    "pairs": ("decay", "pairs", "text.txt", "-o", "out.ndjson", "--offset", "1", *WORDS),
    "synth": ("decay", "synth", "iid", "--tokens", "500", "-o", "out.jsonl", "--truth", "truth.json"),
    "report": ("zipf", "report", "text.txt", "-o", "out.txt", "--bootstrap", "0", "--jobs", "1", *WORDS),
    "zipf count": ("zipf", "count", "text.txt", "-o", "out.tsv", *WORDS),
}
MOST_CALLS = 400  # a command that makes more is no small run


class Failing:
    """Counts calls that touch files in a folder, and lets some of them fail."""

    def __init__(self, folder, monkeypatch):
        self._folder = os.fspath(folder)
        self.calls, self.first, self.last = 0, MOST_CALLS, MOST_CALLS
        for name in ("mkdir", "rename", "replace", "fsync", "chmod"):
            monkeypatch.setattr(os, name, self._wrapped(getattr(os, name), always=name == "fsync"))
        self._open = io.open
        monkeypatch.setattr(io, "open", self._opened)

    def arm(self, first, last):
        self.calls, self.first, self.last = 0, first, last

    def tick(self):
        self.calls += 1
        if self.first <= self.calls <= self.last:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _ours(self, path):
        return isinstance(path, str | os.PathLike) and str(Path.cwd() / path).startswith(self._folder)

    def _wrapped(self, call, *, always):
        def wrapped(path, *arguments, **named):
            if always or self._ours(path):
                self.tick()
            return call(path, *arguments, **named)

        return wrapped

    def _opened(self, path, mode="r", buffering=-1, encoding=None, errors=None, newline=None, **named):
        if not self._ours(path) or named.get("opener"):
            return self._open(path, mode, buffering, encoding, errors, newline, **named)
        self.tick()
        if "w" not in mode:
            return self._open(path, mode, buffering, encoding, errors, newline, **named)
        raw = Raw(path, "wb", self)
        if buffering == 0:
            return raw
        binary = io.BufferedWriter(raw)
        return binary if "b" in mode else io.TextIOWrapper(binary, encoding, errors, newline)


class Raw(io.FileIO):
    """A file whose writes are counted."""

    def __init__(self, path, mode, failing):
        super().__init__(path, mode)
        self._failing = failing

    def write(self, data):
        self._failing.tick()
        return super().write(data)


def contents(place):
    """Everything in the place but the text, the cache and empty folders there were."""
    files = {path.relative_to(place): path for path in place.rglob("*")}
    return {
        str(name): path.read_bytes() if path.is_file() else None
        for name, path in files.items()
        if str(name) not in {"text.txt", "tmp", "cache"} and not (str(name).endswith(".npz"))
    }


def clear(place):
    for name in contents(place):
        path = place / name
        if path.is_dir():
            for inner in path.iterdir():
                inner.unlink()
            path.rmdir()
        elif path.exists():
            path.unlink()


@pytest.mark.parametrize("mode", ["once", "from then on"])
@pytest.mark.parametrize("verb", COMMANDS)
def test_when_the_nth_call_fails_the_result_is_exact_or_the_error_clean(
    here, place, prose, monkeypatch, verb, mode
):
    (place / "text.txt").write_text(prose[: 60 if verb == "report" else 6000], "utf-8")
    tool, *arguments = COMMANDS[verb]
    if verb != "index":
        arguments += [] if verb == "synth" else ["--no-cache"]
    answered = here(tool, *arguments).code
    assert answered == (3 if verb == "report" else 0)  # too few words: the page is written all the same
    exact = contents(place)
    clear(place)
    failing = Failing(place, monkeypatch)
    assert here(tool, *arguments).code == answered
    calls = failing.calls
    assert 3 <= calls < MOST_CALLS
    clear(place)
    for n in range(1, calls + 1):
        failing.arm(n, n if mode == "once" else MOST_CALLS)
        ran = here(tool, *arguments)
        failing.arm(MOST_CALLS, MOST_CALLS)
        check(ran, contents(place), exact, f"call {n} of {calls}")
        clear(place)


def check(ran, found, exact, when):
    assert "Traceback" not in ran.err, (when, ran.err)
    if ran.code in {0, 3}:
        assert found == exact, when
        return
    assert ran.code == 1, (when, ran)
    assert ran.err.count("error: ") == 1, (when, ran.err)
    # A command with two results may have finished one; the last call of all comes after the result.
    assert set(found) <= set(exact), (when, set(found) - set(exact))
    assert all(exact[name] == content for name, content in found.items()), when
    assert not any(name.startswith("out/") for name in found) or set(found) == set(exact), (when, set(found))
