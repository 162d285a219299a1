"""Strings to small integers, in order of first appearance."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Ints


class Lexicon:
    """The types a tokenizer has met; a type's index is its place in order of first appearance."""

    def __init__(self, words: Sequence[str] = ()) -> None:
        self._given = words  # of a chunk cache, which may hold many more than a text asks for
        self._made: dict[str, int] | None = None

    @property
    def _index(self) -> dict[str, int]:
        if self._made is None:
            self._made = dict(zip(self._given, count(), strict=False))
        return self._made

    def __len__(self) -> int:
        """Types met so far."""
        return len(self._given if self._made is None else self._made)

    def intern(self, words: Sequence[str]) -> Ints:
        """Index of each word; unknown ones are entered."""
        index = self._index
        return np.fromiter((index.setdefault(word, len(index)) for word in words), np.int64, len(words))

    def find(self, words: Sequence[str]) -> Ints:
        """Index of each word, -1 where it is unknown."""
        return np.fromiter((self._index.get(word, -1) for word in words), np.int64, len(words))

    def words(self) -> Sequence[str]:
        """Types by index."""
        return self._given if self._made is None else list(self._made)
