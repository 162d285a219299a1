"""Strings of a chunk cache as one array of bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
import numpy.typing as npt


def pack(words: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Strings without newlines as one array of UTF-8 bytes."""
    return np.frombuffer("\n".join(words).encode(), np.uint8)


class Packed(Sequence[str]):
    """Strings that were packed, each decoded when it is asked for: a run needs few of those that are kept.

    Parameters
    ----------
    data
        What `pack` made.
    size
        How many there are.

    Raises
    ------
    ValueError
        When there are more or fewer.
    """

    def __init__(self, data: npt.NDArray[np.uint8], size: int) -> None:
        self._data = data.tobytes()
        ends = np.flatnonzero(data == ord("\n"))
        self._edges = np.concatenate([[-1], ends, [data.size]]) if size else np.array([-1])
        if len(self) != size:
            raise ValueError(f"{len(self)} strings instead of {size}")

    def __len__(self) -> int:
        """How many there are."""
        return self._edges.size - 1

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        """One of them, or several."""
        if isinstance(index, slice):
            return list(self)[index]
        place = range(len(self))[index]
        return self._data[self._edges[place] + 1 : self._edges[place + 1]].decode()

    def __iter__(self) -> Iterator[str]:
        """All of them, decoded at once."""
        return iter(self._data.decode().split("\n") if len(self) else ())
