"""Sparklines: a curve in one line of a table."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Floats

LEVELS = "▁▂▃▄▅▆▇█"
ASCII_LEVELS = ".:-=+*#@"


def spark(values: Floats, span: float, *, ascii_only: bool = False) -> str:
    """Return one cell a value, the highest full; ``span`` below it is the lowest level, NaN a blank."""
    levels = ASCII_LEVELS if ascii_only else LEVELS
    known = values[np.isfinite(values)]
    if not known.size:
        return " " * values.size
    share = 1 - (known.max() - values) / (span or 1.0)
    return "".join(
        " " if not np.isfinite(one) else levels[int(np.clip(one, 0, 1) * (len(levels) - 1) + 0.5)]
        for one in share.tolist()
    )


def log_spaced(values: Floats, cells: int) -> Floats:
    """Return means of ``values`` (at distances 1, 2, ...) over at most ``cells`` equal stretches of ln d."""
    edges = np.unique(np.geomspace(1, values.size + 1, cells + 1).round().astype(int)) - 1
    found = [values[a:b][np.isfinite(values[a:b])] for a, b in pairwise(edges.tolist())]
    return np.array([part.mean() if part.size else np.nan for part in found])
