"""x log2 x in whole units, so that a sum of them does not depend on its order.

Floating-point sums differ in their last digits with the order of their terms, and the order of cells
depends on who counted them: a dense table, sorted keys in chunks, another machine. In units of 2^-u
bits every term is a whole number and every sum of them exact, so all give the same bytes.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.measure.expected import xlog2x

if TYPE_CHECKING:
    import numpy.typing as npt

    from lexdecay.records import Ints

    Counts = npt.NDArray[np.integer]

# Counts below this are looked up: almost all of any text's cells, and 512 kB stay in a core's cache.
TABLED = 1 << 16


def unit_digits(pairs: int) -> int:
    """Binary digits u behind the point: as many as keep pairs x log2 pairs, the largest sum, in 61."""
    largest = max(pairs, TABLED)  # nothing that is looked up may overflow either
    return 61 - math.ceil(math.log2(largest * math.log2(largest)))


def xlog2x_units(count: Counts, digits: int) -> Ints:
    """Return x log2 x of counts in units of 2^-``digits`` bits, rounded to whole ones, any shape."""
    units = _tabled(digits).take(count, mode="clip")
    large = count >= TABLED
    if large.any():
        units[large] = _rounded(count[large], digits)
    return units


def bits(units: int, digits: int) -> float:
    """Units back to bits."""
    return math.ldexp(units, -digits)


def sum_by_block(units: Ints, block: npt.NDArray[np.uint8], blocks: int) -> Ints:
    """Sum of units in each block, int64[B], exactly.

    `numpy.bincount` adds in floating point, exact below 2^53; so the high and the low digits are added
    apart, the low ones being so few that even all together they stay below.
    """
    low_digits = 52 - int(units.size).bit_length()
    high = units >> low_digits
    low = units - (high << low_digits)
    high_sum, low_sum = (np.bincount(block, part, blocks).astype(np.int64) for part in (high, low))
    return (high_sum << low_digits) + low_sum


@lru_cache(maxsize=8)
def _tabled(digits: int) -> Ints:
    return _rounded(np.arange(TABLED), digits)


def _rounded(count: Counts, digits: int) -> Ints:
    return np.rint(np.ldexp(xlog2x(count.astype(float)), digits)).astype(np.int64)
