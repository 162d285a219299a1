"""Runs on disk, and their merge in several levels under a bound of memory.

A run is written once, read once and in order. Merging takes a block from each of at most ``fan_in``
runs, adds the rows whose keys no unread row can share, and goes on; while there are more runs than
that, groups of them become longer runs. Files are opened for one block at a time, so the merge needs
one file descriptor however many runs there are.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.count.runs import ROW, Run, add_runs
from lexdecay.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

# Runs merged at once. More would shrink the blocks below what a disk reads well at one go; 64 runs
# of a level make 4096 after two, enough for a trillion pairs of a gigabyte each.
FAN_IN = 64

_ELSEWHERE = "--temp-dir DIR on a disk with more room, or a larger --memory"

# Later pieces of a text are like the first; only a text that changes altogether has half as many pairs.
SURELY = 0.5

# Bytes a row in memory costs while it is merged: 16 in its block, 16 in the concatenation, 8 for the
# order, 16 for the ordered copies and 8 for the starts of equal keys.
MERGE_ROW_BYTES = 64


class RunFile:
    """A sorted run on disk, read forward in blocks."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows = path.stat().st_size // ROW.itemsize
        self._read = 0

    def next_block(self, rows: int) -> Run:
        """Return up to ``rows`` rows that were not read yet; raises ResourceError when some are gone."""
        rows = min(rows, self.rows - self._read)
        block = np.fromfile(self.path, ROW, rows, offset=self._read * ROW.itemsize)
        if block.size < rows:
            raise ResourceError(f"temporary counts in {self.path.parent} were cut short", hint=_ELSEWHERE)
        self._read += rows
        return Run(np.ascontiguousarray(block["key"]), np.ascontiguousarray(block["count"]))

    @property
    def exhausted(self) -> bool:
        """Whether everything was read."""
        return self._read >= self.rows


class RunFolder:
    """Numbered run files in a temporary folder that the caller owns and removes."""

    def __init__(self, folder: Path, memory_bytes: int, fan_in: int = FAN_IN) -> None:
        self.folder = folder
        self.fan_in = fan_in
        self.block_rows = max(1, memory_bytes // MERGE_ROW_BYTES // fan_in)
        self._written = 0

    def require_room(self, rows: int) -> None:
        """Raise ResourceError when so many rows certainly do not fit on the disk."""
        size, free = rows * ROW.itemsize, shutil.disk_usage(self.folder).free
        if size * SURELY > free:
            raise ResourceError(
                f"temporary counts take about {size / 1e6:.0f} MB in {self.folder.parent}, "
                f"where {free / 1e6:.0f} MB are free",
                hint=_ELSEWHERE,
            )

    def write(self, blocks: Iterator[Run]) -> Path:
        """Write the blocks of one run, ascending, and return the file; raises ResourceError."""
        path = self.folder / f"run-{self._written:06d}"
        self._written += 1
        with _explained(self.folder), path.open("wb") as file:
            for block in blocks:
                rows = np.empty(block.keys.size, dtype=ROW)
                rows["key"], rows["count"] = block.keys, block.counts
                file.write(rows.view(np.uint8).data)
        return path

    def merge(self, runs: Sequence[Path]) -> Iterator[Run]:
        """Yield the sum of ``runs`` in ascending blocks, removing their files as they are used up."""
        level = list(runs)
        while len(level) > self.fan_in:
            groups = [level[i : i + self.fan_in] for i in range(0, len(level), self.fan_in)]
            level = [self.write(self._merge_group(group)) for group in groups]
        yield from self._merge_group(level)

    def _merge_group(self, paths: Sequence[Path]) -> Iterator[Run]:
        yield from merge_blocks([RunFile(path) for path in paths], self.block_rows)
        for path in paths:
            path.unlink()


def merge_blocks(files: Sequence[RunFile], block_rows: int) -> Iterator[Run]:
    """Yield the sum of sorted runs in ascending blocks of distinct keys, holding a block of each."""
    held = [file.next_block(block_rows) for file in files]
    while any(block.keys.size for block in held):
        # Up to the smallest last key of the files with more to come, all rows are in memory.
        open_ends = [b.keys[-1] for f, b in zip(files, held, strict=True) if not f.exhausted]
        ready = [_rows_up_to(block, min(open_ends, default=None)) for block in held]
        yield add_runs([Run(b.keys[:n], b.counts[:n]) for b, n in zip(held, ready, strict=True)])
        held = [
            Run(b.keys[n:], b.counts[n:]) if n < b.keys.size else f.next_block(block_rows)
            for f, b, n in zip(files, held, ready, strict=True)
        ]


def _rows_up_to(block: Run, key: np.uint64 | None) -> int:
    return block.keys.size if key is None else int(np.searchsorted(block.keys, key, side="right"))


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn a failure to write into a ResourceError that says how much room there is."""
    try:
        yield
    except OSError as error:
        free = shutil.disk_usage(folder).free / 1e6
        raise ResourceError(
            f"cannot write temporary counts in {folder}: {error.strerror} ({free:.0f} MB free)",
            hint=_ELSEWHERE,
        ) from error
