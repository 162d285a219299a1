"""Which offsets and how many types to measure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Ints

ALL_UNTIL = 16  # below, every offset: the curve bends most where words touch
PER_DECADE = 8  # above, so that offsets 1..1000 make about 30
MIN_SHARE = 0.1  # an offset must keep this share of the exposure at offset 1
SMALLEST_VOCABULARY, LARGEST_VOCABULARY = 50, 5000


def offset_grid(largest: int) -> Ints:
    """All offsets to 16, then log-spaced, ending at ``largest`` (int64, ascending)."""
    steps = max(0.0, math.log10(largest / ALL_UNTIL)) * PER_DECADE
    spaced = ALL_UNTIL * 10 ** (np.arange(1, math.ceil(steps) + 1) / PER_DECADE)
    grid = np.concatenate([np.arange(1, ALL_UNTIL + 1), spaced.round(), [largest]]).astype(np.int64)
    return np.unique(grid[grid <= largest])


def exposures(starts: Ints, tokens: int, offsets: Ints) -> Ints:
    """Positions that could hold a pair at each offset: sum over documents of max(0, length - d)."""
    lengths = np.sort(np.diff(np.append(starts, tokens)))
    longer = np.searchsorted(lengths, offsets, side="right")
    tail = np.append(np.cumsum(lengths[::-1])[::-1], 0)[longer]
    return tail - offsets * (lengths.size - longer)


def exposed_offsets(offsets: Ints, exposure: Ints) -> Ints:
    """Keep the offsets whose exposure is at least a tenth of that at offset 1."""
    return offsets[exposure >= max(1, MIN_SHARE * exposure[0])]


def default_vocabulary(tokens: int) -> int:
    """Types that keep their identity, K: sqrt(tokens / 10), 50 to 5000.

    The plug-in bias is about K^2 / (2 ln 2 tokens) bits, so this keeps the floor near 0.07 bits
    whatever the corpus; docs/decisions/0004-floor.md has the calibration.
    """
    return int(np.clip(round(math.sqrt(tokens / 10)), SMALLEST_VOCABULARY, LARGEST_VOCABULARY))
