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

    At most half of the places are taken, so a look-up needs 1.5 probes on average (Knuth, TAOCP 3, 6.4). Of
    several keys that want a place the first one entered has it: the commonest words of a text are met
    first, and found with one probe.
    """

    def __init__(self) -> None:
        self._size = 0
        self._allocate(_SMALLEST)

    def _allocate(self, bits: int) -> None:
        # [place, key and value]: side by side, the two come from memory together.
        self._slots = np.zeros((1 << bits, 2), np.uint64)
        self._keys, self._values = self._slots[:, 0], self._slots[:, 1].view(np.int64)
        self._values[:] = -1
        self._mask = (1 << bits) - 1

    def get(self, keys: Keys) -> Ints:
        """Value of each key, -1 where it is absent."""
        place = self._home(keys)
        slots = self._slots.take(place, axis=0, mode="clip")  # a mode saves the check of each place
        found = slots[:, 1].astype(np.int64)
        pending = np.flatnonzero(slots[:, 0] != keys)
        while pending.size:
            # An empty place holds value -1 and ends the search.
            pending = pending[self._keys[place[pending]] != 0]
            place[pending] = (place[pending] + 1) & self._mask
            found[pending] = self._values[place[pending]]
            pending = pending[self._keys[place[pending]] != keys[pending]]
        return found

    def add(self, keys: Keys, values: Ints) -> None:
        """Enter keys that are distinct and not yet present."""
        if 2 * (self._size + keys.size) > len(self._slots):
            self._enlarge(self._size + keys.size)
        self._insert(keys, values)
        self._size += keys.size

    def _enlarge(self, size: int) -> None:
        # Rows of chunks rise as they are entered, so values tell the order; others only cost a probe more.
        taken = np.flatnonzero(self._keys)
        entered = taken[np.argsort(self._values[taken])]
        keys, values = self._keys[entered], self._values[entered]
        self._allocate((4 * size - 1).bit_length())
        self._insert(keys, values)

    def _insert(self, keys: Keys, values: Ints) -> None:
        place = self._home(keys)
        pending = np.arange(keys.size)
        while pending.size:
            free = pending[self._keys[place[pending]] == 0]
            self._keys[place[free[::-1]]] = keys[free[::-1]]  # the last one written stays
            won = free[self._keys[place[free]] == keys[free]]
            self._values[place[won]] = values[won]
            pending = pending[self._keys[place[pending]] != keys[pending]]
            place[pending] = (place[pending] + 1) & self._mask

    def _home(self, keys: Keys) -> Ints:
        return (keys & np.uint64(self._mask)).astype(np.int64)
