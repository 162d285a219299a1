"""Integers as few bytes, for the way between machines: byte planes under fast zstd.

The high bytes of sorted differences, of counts and of ranks are nearly all 0; laid together they vanish.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.count.runs import Run

if TYPE_CHECKING:
    import numpy.typing as npt

LEVEL = 1  # of zstd: counts are sent once, and a higher level costs more time than a network saves
_LENGTHS = np.dtype("<i8")


def pack(values: npt.NDArray[Any]) -> bytes:
    """Return non-negative integers as bytes."""
    largest = int(values.max()) if values.size else 0
    width = max(1, (largest.bit_length() + 7) // 8)
    planes = values.astype("<u8").view(np.uint8).reshape(-1, 8)[:, :width].T
    return bytes([width]) + _zstd().compress(np.ascontiguousarray(planes).tobytes(), LEVEL)


def unpack(data: bytes) -> npt.NDArray[np.uint64]:
    """Return what `pack` was given, as uint64[n]."""
    width = data[0]
    planes = np.frombuffer(_zstd().decompress(data[1:]), np.uint8).reshape(width, -1)
    wide = np.zeros((planes.shape[1], 8), np.uint8)
    wide[:, :width] = planes.T
    return wide.view("<u8").ravel()


def pack_run(run: Run) -> bytes:
    """Return sorted keys, as differences, and their counts as bytes."""
    keys = pack(np.diff(run.keys, prepend=np.zeros(1, run.keys.dtype)))
    return np.array(len(keys), _LENGTHS).tobytes() + keys + pack(run.counts)


def unpack_run(data: bytes) -> Run:
    """Return what `pack_run` was given."""
    begin = _LENGTHS.itemsize
    end = begin + int(np.frombuffer(data[:begin], _LENGTHS)[0])
    return Run(np.cumsum(unpack(data[begin:end])), unpack(data[end:]).astype(np.int64))


def _zstd() -> Any:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd
