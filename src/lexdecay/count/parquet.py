"""Pair counts on disk: Parquet parts and a manifest, in a folder that appears complete or not at all."""

from __future__ import annotations

import hashlib
import io
import json
import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.count.pairs import count_offset, resolve_offsets
from lexdecay.count.runs import Run, key_bits, unpack
from lexdecay.count.spill import RunFolder
from lexdecay.count.words import exposure
from lexdecay.errors import OutputError, ResourceError, UsageError
from lexdecay.scratch import scratch_folder, temporary_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from lexdecay.records import Ints, TokenStream, Vocabulary

PAIRS_SCHEMA = "decay.pairs/1"
DEFAULT_MEMORY = 1 << 30

# Bytes a token costs while its pairs at one offset are counted: 4 + 4 for copies of the two words, 8
# for the key, 8 for its common or rare part, and 24 for starts, distinct keys and counts at worst.
COUNT_BYTES = 48

# Bytes a row costs while a part is written: 16 as a run, 16 as ids and numbers, and two string views
# of 16 with as much again inside the Parquet writer.
PART_ROW_BYTES = 96
LARGEST_PART = 1 << 22  # rows; more gains nothing in compression and makes readers hold more


@dataclass(frozen=True, slots=True, eq=False)
class PairTable:
    """What was written: the summary of a folder of pair counts."""

    directory: Path
    offsets: tuple[int, ...]
    exposure: Ints  # int64[D + 1], as in PairCounts; not reduced by ``min_count``
    rows: int  # pairs kept, over all offsets
    pairs: int  # sum of the kept counts
    parts: tuple[str, ...]


def write_pair_counts(
    stream: TokenStream,
    directory: Path,
    *,
    offsets: int | Iterable[int],
    min_count: int = 1,
    memory_bytes: int = DEFAULT_MEMORY,
    temp_dir: Path | None = None,
) -> PairTable:
    """Count pairs by offset into Parquet: ``part-*.parquet`` and ``manifest.json`` in ``directory``.

    Columns left, right (string), offset (uint32), count (int64), sorted by offset, then by the rank of
    the left and of the right word. Offsets are counted one after the other: where the text is too long
    for ``memory_bytes``, in pieces whose sorted runs go to ``temp_dir`` and are merged. ``min_count``
    looks at complete counts only. The bound is of the buffers of counting; the vocabulary and the
    stream (better memory-mapped) come on top.

    Raises UsageError for a ``min_count`` or an offset below 1, OutputError when ``directory`` exists or
    cannot be written, ResourceError when the temporary disk is full.
    """

    def counted(offset: int) -> Iterator[Run]:
        runs = _counted(stream, offset, temporary, memory_bytes // 2)
        return _all_of(runs, int(exposure(stream, offset)[offset]), temporary)

    with temporary_folder(temp_dir) as temporary:
        return write_counted(
            stream, directory, counted, offsets=offsets, min_count=min_count, memory_bytes=memory_bytes
        )


def write_counted(
    stream: TokenStream,
    directory: Path,
    counted: Callable[[int], Iterable[Run]],
    *,
    offsets: int | Iterable[int],
    min_count: int = 1,
    memory_bytes: int = DEFAULT_MEMORY,
) -> PairTable:
    """Write pairs that are counted elsewhere, as `write_pair_counts` does, which says what is raised.

    The files depend on the counts alone, not on the runs in which they come.

    Parameters
    ----------
    stream
        Document starts and vocabulary; its tokens are not looked at.
    counted
        Offset -> its complete counts in ascending runs; asked in the order of the offsets.
    """
    wanted = resolve_offsets(offsets)
    if min_count < 1:
        raise UsageError(
            f"pairs seen {min_count} times were asked for", hint="--min-count must be at least 1"
        )
    table = exposure(stream, max(wanted, default=0))
    with _appearing(directory) as folder:
        writer = _PartWriter(folder, directory, stream.vocabulary, memory_bytes // 2)
        for offset in wanted:
            for run in counted(offset):
                writer.add(offset, _frequent(run, min_count))
        writer.flush()
        written = PairTable(directory, tuple(wanted), table, writer.rows, writer.pairs, tuple(writer.parts))
        manifest = _manifest(stream, written, min_count) | {"sha256": writer.parts}
        writer.write("manifest.json", (json.dumps(manifest, indent=1) + "\n").encode())
    return written


def _all_of(runs: Iterator[Run], pairs: int, temporary: Path) -> Iterator[Run]:
    """Pass ``runs`` on; raises ResourceError unless their counts add up to every pair there is."""
    counted = 0
    for run in runs:
        counted += int(run.counts.sum())
        yield run
    if counted != pairs:
        raise ResourceError(
            f"temporary counts in {temporary.parent} were damaged: {counted:,} pairs of {pairs:,} came back",
            hint="--temp-dir DIR on another disk, or a larger --memory",
        )


def _counted(stream: TokenStream, offset: int, temporary: Path, memory_bytes: int) -> Iterator[Run]:
    """Yield the complete counts of one offset in ascending blocks, through the disk if need be."""
    piece = max(1, memory_bytes // COUNT_BYTES)
    edges = range(0, len(stream), piece)
    if len(edges) <= 1:
        yield count_offset(stream, offset, 0, len(stream))
        return
    runs = RunFolder(temporary, memory_bytes)
    written = []
    for begin in edges:
        run = count_offset(stream, offset, begin, begin + piece)
        if not begin:
            runs.require_room(run.keys.size * len(edges))
        written.append(runs.write(iter([run])))
    yield from runs.merge(written)


def _frequent(run: Run, min_count: int) -> Run:
    kept = run.counts >= min_count
    return Run(run.keys[kept], run.counts[kept])


class _PartWriter:
    """Collects rows in order and writes a Parquet file whenever enough are there."""

    def __init__(self, folder: Path, directory: Path, vocabulary: Vocabulary, memory_bytes: int) -> None:
        import polars as pl

        self.rows = 0
        self.pairs = 0
        self.parts: dict[str, str] = {}  # name -> sha256
        self._folder = folder
        self._directory = directory  # what the folder will be called, for messages
        self._words = pl.Series(vocabulary.words, dtype=pl.String)
        self._part_rows = max(1, min(LARGEST_PART, memory_bytes // PART_ROW_BYTES))
        self._waiting: list[tuple[int, Run]] = []
        self._waiting_rows = 0

    def add(self, offset: int, run: Run) -> None:
        """Take the next rows of ``offset``."""
        first = 0
        while first < run.keys.size:
            rows = slice(first, first + self._part_rows - self._waiting_rows)
            self._take(offset, Run(run.keys[rows], run.counts[rows]))
            first = rows.stop

    def flush(self) -> None:
        """Write what is waiting; the first part is written even when empty, so that readers find columns."""
        if self._waiting_rows or not self.parts:
            # Through memory, so that a full disk is an OSError of ours and not one inside polars.
            encoded = io.BytesIO()
            part_frame(self._words, self._waiting).write_parquet(encoded)
            name = f"part-{len(self.parts):05d}.parquet"
            self.write(name, encoded.getbuffer())
            self.parts[name] = hashlib.sha256(encoded.getbuffer()).hexdigest()
            self._waiting, self._waiting_rows = [], 0

    def write(self, name: str, content: bytes | memoryview) -> None:
        """Write a file of the folder down to the disk; raises OutputError."""
        with _writing(self._directory), (self._folder / name).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def _take(self, offset: int, run: Run) -> None:
        self._waiting.append((offset, run))
        self._waiting_rows += run.keys.size
        self.rows += run.keys.size
        self.pairs += int(run.counts.sum())
        if self._waiting_rows == self._part_rows:
            self.flush()


def part_frame(words: Any, waiting: Sequence[tuple[int, Run]]) -> Any:
    """Return runs at their offsets as a table; ``words`` is a polars Series of the vocabulary."""
    import polars as pl

    key = np.concatenate([np.empty(0, np.uint64), *(run.keys for _, run in waiting)])
    count = np.concatenate([np.empty(0, np.int64), *(run.counts for _, run in waiting)])
    offset = np.array([offset for offset, _ in waiting], dtype=np.uint32)
    left, right = unpack(key, key_bits(len(words)))
    return pl.DataFrame(
        {
            "left": words.gather(left),
            "right": words.gather(right),
            "offset": np.repeat(offset, [run.keys.size for _, run in waiting]),
            "count": count,
        }
    )


def _manifest(stream: TokenStream, table: PairTable, min_count: int) -> dict[str, object]:
    return {
        "schema": PAIRS_SCHEMA,
        "tokens": len(stream),
        "types": len(stream.vocabulary),
        "documents": int(stream.starts.size),
        "min_count": min_count,
        "rows": table.rows,
        "pairs": table.pairs,
        "offsets": list(table.offsets),
        "exposure": [int(table.exposure[offset]) for offset in table.offsets],
        "parts": list(table.parts),
    }


@contextmanager
def _appearing(directory: Path) -> Iterator[Path]:
    """Give a hidden folder beside ``directory`` that takes its name on success and goes on failure."""
    if directory.exists():
        raise _already_there(directory)
    with ExitStack() as leaving:
        with _writing(directory):
            hidden = leaving.enter_context(scratch_folder(directory.parent, directory.name))
        yield hidden
        with _writing(directory):
            try:
                hidden.rename(directory)
            except OSError as error:
                if directory.is_dir():  # another run was faster
                    raise _already_there(directory) from error
                raise


def _already_there(directory: Path) -> OutputError:
    return OutputError(f"{directory} exists already", hint="name a new folder with -o")


@contextmanager
def _writing(directory: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputError(
            f"cannot write {directory}: {error.strerror}", hint="name a folder on a disk with room with -o"
        ) from error
