"""Local slope of a curve on double-logarithmic axes: the exponent it would have right here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints


def local_slope(offset: Ints, value: Floats) -> Floats:
    """Return d ln value / d ln offset [m]; NaN at both ends and wherever a value is not positive.

    The straight line through three neighbouring points (ln offset, ln value), unweighted: a window of
    one neighbour on each side and no further smoothing. A power law gives -α everywhere, an
    exponential -d/ξ.
    """
    slope = np.full(value.shape, np.nan)
    if value.size < 3:
        return slope
    x = np.log(offset.astype(np.float64))
    y = np.log(np.where(value > 0, value, np.nan))
    windows_x = np.lib.stride_tricks.sliding_window_view(x, 3)
    windows_y = np.lib.stride_tricks.sliding_window_view(y, 3)
    centred = windows_x - windows_x.mean(axis=1, keepdims=True)
    slope[1:-1] = np.sum(centred * windows_y, axis=1) / np.sum(centred**2, axis=1)
    return slope
