"""Runs of chunks that a special case ties together, and the row of the chunk table that each run became."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.tokens.cache import MOST_ROWS
from lexdecay.tokens.chunks import scramble
from lexdecay.tokens.growing import Growing
from lexdecay.tokens.keytable import KeyTable

if TYPE_CHECKING:
    from typing import Self

    from lexdecay.records import Ints
    from lexdecay.tokens.cache import Arrays
    from lexdecay.tokens.chunks import Keys


class JoinedRuns:
    """A table from runs of rows to one row, asked about many runs of one size at a time."""

    def __init__(self) -> None:
        self._found = KeyTable()
        self._sizes, self._members, self._joined = Growing(np.int64), Growing(np.int64), Growing(np.int64)

    def find(self, runs: Ints) -> Ints:
        """What each run became, -1 where it is new.

        Parameters
        ----------
        runs
            [runs, size]; rows of a chunk table.
        """
        return self._found.get(_keys(runs))

    def distinct(self, runs: Ints) -> Ints:
        """Each run once, in the order in which they are first met."""
        _, first = np.unique(_keys(runs), return_index=True)
        return runs[np.sort(first)]

    def add(self, runs: Ints, joined: Ints) -> None:
        """Enter new distinct runs of one size."""
        self._found.add(_keys(runs), joined)
        self._sizes.extend(np.full(len(runs), runs.shape[1]))
        self._members.extend(runs.reshape(-1))
        self._joined.extend(joined)

    def state(self) -> Arrays:
        """Return the runs as arrays for the chunk cache, which keeps the first rows only."""
        sizes, members, joined = self._sizes.values, self._members.values, self._joined.values
        highest = np.maximum.reduceat(members, np.cumsum(sizes) - sizes)
        kept = np.maximum(highest, joined) < MOST_ROWS
        return {
            "joined_sizes": sizes[kept],
            "joined_runs": members[np.repeat(kept, sizes)],
            "joined_rows": joined[kept],
        }

    @classmethod
    def restore(cls, arrays: Arrays, rows: int) -> Self:
        """Return the runs that ``state`` described of a table with ``rows`` rows.

        Raises
        ------
        KeyError, ValueError
            When the arrays cannot be such runs.
        """
        sizes, members, joined = (arrays[f"joined_{part}"] for part in ("sizes", "runs", "rows"))
        if (
            sizes.size != joined.size
            or sizes.sum() != members.size
            or max(members.max(initial=0), joined.max(initial=0)) >= rows
        ):
            raise ValueError("its runs of chunks do not belong to its chunks")
        restored, starts = cls(), np.cumsum(sizes) - sizes
        for size in np.unique(sizes).tolist():
            alike = sizes == size
            restored.add(members[starts[alike][:, None] + np.arange(size)], joined[alike])
        return restored


def _keys(runs: Ints) -> Keys:
    """A 64-bit key for each run: of two chunks one to one, of more with the odds of `chunk_keys`."""
    key = runs[:, 0].astype(np.uint64)
    for row in runs.T[1:].astype(np.uint64):
        key = scramble(key ^ (row << np.uint64(32)))
    return key
