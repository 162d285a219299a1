"""What each distinct chunk becomes: token types in compressed rows, found by the chunk's key."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.tokens.cache import MOST_ROWS
from lexdecay.tokens.growing import Growing
from lexdecay.tokens.keytable import KeyTable
from lexdecay.tokens.lexicon import Lexicon
from lexdecay.tokens.packed import Packed, pack

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from lexdecay.records import Ints
    from lexdecay.tokens.cache import Arrays
    from lexdecay.tokens.chunks import Keys

NOTHING = 0  # the row that holds no token


class ChunkTable:
    """Rows of token types. Row 0 is empty; a chunk's row is found by its key, other rows by number only."""

    def __init__(self) -> None:
        self.lexicon = Lexicon()
        self.texts: Sequence[str] = [""]
        self._rows = KeyTable()
        self._keys = Growing(np.uint64, [0])  # by row, 0 where no key finds it
        self._bounds = Growing(np.int64, [0, 0])
        self._types = Growing(np.int64)

    def __len__(self) -> int:
        """Rows, the empty one included."""
        return len(self.texts)

    def find(self, keys: Keys) -> Ints:
        """Row of each chunk by key, -1 where the chunk is new."""
        return self._rows.get(keys)

    def add(self, keys: Keys, texts: Sequence[str], tokens: Sequence[Sequence[str]]) -> Ints:
        """Enter new distinct chunks with their tokens; returns their rows."""
        rows = np.arange(len(self), len(self) + len(texts))
        self._append(keys, texts, tokens)
        self._rows.add(keys, rows)
        return rows

    def add_unkeyed(self, text: str, tokens: Sequence[str]) -> int:
        """Enter a row that no key finds; returns it."""
        self._append(np.zeros(1, np.uint64), [text], [tokens])
        return len(self) - 1

    def row(self, row: int) -> Ints:
        """Types of one row."""
        bounds = self._bounds.values
        return self._types.values[bounds[row] : bounds[row + 1]]

    def edges(self, start: int) -> tuple[Ints, Ints]:
        """First and last type of every row from row ``start`` on, -1 for a row without tokens."""
        bounds = self._bounds.values
        first, stop = bounds[start:-1], bounds[start + 1 :]
        empty = first == stop
        padded = np.append(self._types.values, -1)
        return padded[np.where(empty, -1, first)], padded[np.where(empty, -1, stop - 1)]

    def expand(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return the types of all rows one after another, and where each row ends in them."""
        bounds = self._bounds.values
        first = bounds[rows]
        size = bounds[rows + 1] - first
        ends = np.cumsum(size)
        if not ends.size:
            return np.empty(0, np.int64), ends
        position = np.arange(ends[-1]) + np.repeat(first - ends + size, size)
        return self._types.values.take(position, mode="clip"), ends  # a mode saves the check of each index

    def state(self) -> Arrays:
        """Return the first rows as arrays for the chunk cache."""
        rows = min(len(self), MOST_ROWS)
        types = self._types.values[: self._bounds.values[rows]]
        words = self.lexicon.words()[: int(types.max(initial=-1)) + 1]
        return {
            "keys": self._keys.values[:rows],
            "sizes": np.diff(self._bounds.values[: rows + 1]).astype(np.uint32),
            "types": types.astype(np.uint32),
            "texts": pack(self.texts[:rows]),
            "words": pack(words),
            "word_count": np.array(len(words)),
        }

    @classmethod
    def restore(cls, arrays: Arrays) -> Self:
        """Return the table that ``state`` described; raises KeyError or ValueError when it cannot be one."""
        table = cls()
        keys, sizes, types = arrays["keys"], arrays["sizes"].astype(np.int64), arrays["types"]
        words = Packed(arrays["words"], int(arrays["word_count"]))
        if sizes.size != keys.size or sizes.sum() != types.size or types.max(initial=0) >= max(len(words), 1):
            raise ValueError("its arrays do not belong together")
        table.lexicon = Lexicon(words)
        table.texts = Packed(arrays["texts"], keys.size)
        table._keys = Growing(np.uint64, keys)
        table._bounds = Growing(np.int64, np.append(0, np.cumsum(sizes)))
        table._types = Growing(np.int64, types)
        keyed = np.flatnonzero(keys)
        table._rows.add(keys[keyed], keyed)
        return table

    def _append(self, keys: Keys, texts: Sequence[str], tokens: Sequence[Sequence[str]]) -> None:
        self._keys.extend(keys)
        sizes = np.fromiter(map(len, tokens), np.int64, len(tokens))
        self._bounds.extend(self._bounds.values[-1] + np.cumsum(sizes))
        self._types.extend(self.lexicon.intern(list(chain.from_iterable(tokens))))
        known: list[str] = self.texts if isinstance(self.texts, list) else list(self.texts)
        known += texts
        self.texts = known
