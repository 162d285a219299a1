"""A hash table from 64-bit keys to indices whose look-ups are vectorised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Ints
    from lexdecay.tokens.chunks import Keys

_SMALLEST = 12  # bits: 4,096 places


class KeyTable:
    """Open addressing with linear probing; keys are well mixed and never 0.

    At most half of the places are taken, so a look-up needs 1.5 probes on average (Knuth, TAOCP 3, 6.4).
    """

    def __init__(self) -> None:
        self._size = 0
        self._allocate(_SMALLEST)

    def _allocate(self, bits: int) -> None:
        self._keys = np.zeros(1 << bits, np.uint64)
        self._values = np.full(1 << bits, -1, np.int64)
        self._mask = (1 << bits) - 1

    def get(self, keys: Keys) -> Ints:
        """Value of each key, -1 where it is absent."""
        place = self._home(keys)
        found = self._values[place]
        pending = np.flatnonzero(self._keys[place] != keys)
        while pending.size:
            # An empty place holds value -1 and ends the search.
            pending = pending[self._keys[place[pending]] != 0]
            place[pending] = (place[pending] + 1) & self._mask
            found[pending] = self._values[place[pending]]
            pending = pending[self._keys[place[pending]] != keys[pending]]
        return found

    def add(self, keys: Keys, values: Ints) -> None:
        """Enter keys that are distinct and not yet present."""
        if 2 * (self._size + keys.size) > self._keys.size:
            self._enlarge(self._size + keys.size)
        self._insert(keys, values)
        self._size += keys.size

    def _enlarge(self, size: int) -> None:
        taken = self._keys != 0
        keys, values = self._keys[taken], self._values[taken]
        self._allocate((4 * size - 1).bit_length())
        self._insert(keys, values)

    def _insert(self, keys: Keys, values: Ints) -> None:
        place = self._home(keys)
        pending = np.arange(keys.size)
        while pending.size:
            free = pending[self._keys[place[pending]] == 0]
            self._keys[place[free]] = keys[free]  # of several that want a place the last one gets it
            won = free[self._keys[place[free]] == keys[free]]
            self._values[place[won]] = values[won]
            pending = pending[self._keys[place[pending]] != keys[pending]]
            place[pending] = (place[pending] + 1) & self._mask

    def _home(self, keys: Keys) -> Ints:
        return (keys & np.uint64(self._mask)).astype(np.int64)
