"""An array that grows at its end in amortised constant time."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

S = TypeVar("S", bound=np.generic)


class Growing(Generic[S]):
    """A numpy array with ``extend``; ``values`` is a view of what it holds.

    Parameters
    ----------
    dtype
        Type of the items.
    initial
        Items to start with.
    """

    def __init__(self, dtype: type[S], initial: npt.ArrayLike = ()) -> None:
        self._room: npt.NDArray[S] = np.array(initial, dtype)
        self._size = self._room.size

    @property
    def values(self) -> npt.NDArray[S]:
        """The items; the view is stale after the next ``extend``."""
        return self._room[: self._size]

    def extend(self, items: npt.NDArray[Any]) -> None:
        """Append ``items``."""
        end = self._size + items.size
        if end > self._room.size:
            larger = np.empty(max(end, 2 * self._room.size, 1024), self._room.dtype)
            larger[: self._size] = self.values
            self._room = larger
        self._room[self._size : end] = items
        self._size = end
