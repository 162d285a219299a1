"""Exact draws from any registered law: inverse transform, by table near x_min and by bisection beyond."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.zipf.records import Spectrum
from lexdecay.zipf.spectrum import from_sample

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints
    from lexdecay.zipf.models import Family

# Nine draws of ten fall on these first frequencies: looked up in so short a table they need not be sorted.
_HEAD = 32
# Nearly all draws of a word-count law fall into a table of this length; the rest are bisected.
_TABLE = 1 << 15
_FAR = 512
# Frequencies stop being exact in double precision here; a draw beyond it is set to it.
_LARGEST = float(2**53)


class Sampler(NamedTuple):
    """A law with its parameters, a table of P(X <= x_min + i), and a coarser one beyond its end."""

    family: Family
    theta: Floats
    x_min: int
    cumulative: Floats
    far: Floats  # frequencies, geometric, from the end of the table to the largest
    log_far: Floats  # log P(X >= far)


def sampler(family: Family, theta: Floats, x_min: int) -> Sampler:
    """Prepare draws from ``family`` with parameters ``theta`` on the integers from ``x_min`` on."""
    k = np.arange(x_min + 1.0, x_min + 1.0 + _TABLE)
    far = np.floor(np.geomspace(x_min + _TABLE, _LARGEST, _FAR))
    cumulative = -np.expm1(family.log_survival(k, float(x_min), theta))
    return Sampler(family, theta, x_min, cumulative, far, family.log_survival(far, float(x_min), theta))


def draw_spectrum(source: Sampler, size: int, rng: np.random.Generator) -> Spectrum:
    """Spectrum of ``size`` draws."""
    uniform = rng.random(size)
    index = np.searchsorted(source.cumulative[:_HEAD], uniform, side="right")
    types = np.bincount(index, minlength=_HEAD + 1)[:_HEAD]
    occurring = np.flatnonzero(types)
    beyond = from_sample(frequencies(source, uniform[index == _HEAD]))
    return Spectrum(
        np.concatenate([source.x_min + occurring, beyond.frequency]),
        np.concatenate([types[occurring], beyond.types]),
    )


def frequencies(source: Sampler, uniform: Floats) -> Ints:
    """Frequencies int64 of uniform numbers, ascending: order carries nothing, sorted look-ups are faster."""
    uniform = np.sort(uniform)
    index = np.searchsorted(source.cumulative, uniform, side="right")
    frequency = source.x_min + index
    far = index >= _TABLE
    if far.any():
        frequency[far] = _bisect(source, np.log1p(-uniform[far]))
    return frequency


def _bisect(source: Sampler, log_tail: Floats) -> Ints:
    """Largest k with P(X >= k) > e^log_tail, all draws together."""
    bracket = np.searchsorted(-source.log_far, -log_tail).clip(1, _FAR - 1)
    low, high = source.far[bracket - 1], source.far[bracket]
    while (high - low).max() > 1.0:
        middle = np.floor((low + high) / 2)
        above = source.family.log_survival(middle, float(source.x_min), source.theta) > log_tail
        open_ = high - low > 1.0
        low = np.where(above & open_, middle, low)
        high = np.where(~above & open_, middle, high)
    return np.asarray(low, np.int64)
