"""Rotary bases for a context length: what each does, by arithmetic alone; no text has a say in it.

Three counts: pairs that complete a turn within the context (the others never see all their angles in
training); whether the slowest pair turns too (then distances one wavelength apart look alike to every
pair's neighbour); and how far the mean kernel stays at or above zero, the criterion of Men et al. (2024),
below which a similar key is scored lower than a random one. Models that break it are in use: it is a mark
of quality, not a limit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from lexdecay.position.rope import coverage, frequencies, mean_kernel_to

if TYPE_CHECKING:
    from lexdecay.records import Floats

# Of published models: Llama 2, SmolLM2, Llama 3, Qwen 2.5 and Gemma 3, and one beyond.
USUAL: Final = (1e4, 1e5, 5e5, 1e6, 1e7)
# The first base that is admissible for contexts of 1k to 32k lies between 4 L and 30 L with 64 pairs, and
# 2 to 6 times higher with 32 (research of this project); the search spans both.
# A step of the grid is 3.7 %, less than what one pair more or less changes.
FROM, TO, STEPS = 1.5, 120.0, 120
LARGE = 65_536  # contexts beyond get fewer bases, so that the search stays within seconds
# The mean of cosines is summed in float64: a value this close to zero is zero.
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class BaseRow:
    """One set of frequencies over a context."""

    name: str
    base: float | None  # None where no single base gives the frequencies
    pairs: int
    turning: int
    longest: float  # wavelength of the slowest pair, tokens
    aliased: bool  # whether the slowest pair completes a turn within the context
    lowest: float  # least value of g over 0..L
    lowest_at: int
    reaches: int  # largest distance up to which g >= 0 throughout, at most L
    admissible: bool


@dataclass(frozen=True, slots=True)
class Admissible:
    """Where the admissible bases lie on a grid; None where the grid holds none."""

    low: float
    high: float
    steps: int
    first: float | None  # smallest admissible base
    all_above: float | None  # smallest base of the grid from which every one is admissible
    share: float  # of the grid between ``first`` and the end


@dataclass(frozen=True, slots=True)
class Bases:
    """The table of bases for a context and a head."""

    context: int
    dimension: int
    rows: tuple[BaseRow, ...]
    admissible: Admissible


def base_row(name: str, theta: Floats, context: int, base: float | None) -> BaseRow:
    """Return what frequencies do over distances 0..``context``."""
    kernel = mean_kernel_to(context, theta)
    covered = coverage(theta, context)
    below = np.flatnonzero(kernel < -ROUNDING)
    reaches = int(below[0]) - 1 if below.size else context
    at = int(np.argmin(kernel))
    return BaseRow(
        name,
        base,
        covered.pairs,
        covered.turning,
        covered.longest,
        covered.longest <= context,
        float(kernel[at]),
        at,
        reaches,
        not below.size,
    )


def usual_rows(dimension: int, context: int, own: float | None) -> list[BaseRow]:
    """Return the bases of published models, and one's own, in ascending order."""
    bases = sorted({*USUAL, *([own] if own else [])})
    return [base_row("", frequencies(dimension, base), context, base) for base in bases]


def admissible_bases(dimension: int, context: int, steps: int | None = None) -> Admissible:
    """Search a geometric grid from 1.5 to 120 times the context for bases with g >= 0 throughout.

    The admissible set is not an interval: ripples of finitely many pairs open gaps in it.
    """
    steps = steps or max(40, round(STEPS * min(1.0, LARGE / context)))
    grid = np.geomspace(FROM * context, TO * context, steps)
    good = np.array([is_admissible(dimension, float(base), context) for base in grid])
    bad = np.flatnonzero(~good)
    first = int(np.argmax(good)) if good.any() else None
    above = int(bad[-1]) + 1 if bad.size else 0
    return Admissible(
        float(grid[0]),
        float(grid[-1]),
        steps,
        None if first is None else float(grid[first]),
        float(grid[above]) if above < steps - 1 else None,  # one base at the end shows no "from here on"
        0.0 if first is None else float(good[first:].mean()),
    )


def is_admissible(dimension: int, base: float, context: int) -> bool:
    """Tell whether sum_j cos(m theta_j) >= 0 for all 0 <= m <= context; a short range first, to be quick."""
    theta = frequencies(dimension, base)
    return all(
        (mean_kernel_to(last, theta) >= -ROUNDING).all()
        for last in {min(context, 64 * math.isqrt(context)), context}
    )
