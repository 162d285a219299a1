"""Strings to small integers, in order of first appearance."""

from __future__ import annotations

from itertools import count, islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lexdecay.records import Ints


class Lexicon:
    """The types a tokenizer has met; a type's index is its place in order of first appearance."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        self._index = dict(zip(words, count(), strict=False))

    def __len__(self) -> int:
        """Types met so far."""
        return len(self._index)

    def intern(self, words: Sequence[str]) -> Ints:
        """Index of each word; unknown ones are entered."""
        index = self._index
        return np.fromiter((index.setdefault(word, len(index)) for word in words), np.int64, len(words))

    def find(self, words: Sequence[str]) -> Ints:
        """Index of each word, -1 where it is unknown."""
        return np.fromiter((self._index.get(word, -1) for word in words), np.int64, len(words))

    def words(self, start: int = 0) -> list[str]:
        """Types by index, from index ``start`` on."""
        newest_first = list(islice(reversed(self._index), len(self) - start))
        return newest_first[::-1]
