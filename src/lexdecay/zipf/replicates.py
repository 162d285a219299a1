"""Seeded shares of simulation work: same numbers for the same seed, however many processes run them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any, TypeAlias

import numpy as np

# A mapper applies a function to each share of the work, in order: the built-in map, or a process pool's.
Mapper: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

# Replicates per share: small enough that a few hundred spread evenly over processes.
_SHARE = 25
_FLOOR = 1.5  # of p (B + 1), which is 1 when no replicate was as far off, and 2 when one was
_SMALLEST = 0.001


@dataclass(frozen=True, slots=True)
class Share:
    """``size`` replicates of one experiment, the ``number``-th share of it."""

    seed: int
    number: int
    size: int

    def generators(self) -> list[np.random.Generator]:
        """One independent generator per replicate."""
        children = np.random.SeedSequence(self.seed, spawn_key=(self.number,)).spawn(self.size)
        return [np.random.Generator(np.random.PCG64(child)) for child in children]


def shares(seed: int, replicates: int) -> list[Share]:
    """Cut an experiment into shares whose content depends on the seed alone."""
    return [
        Share(seed, number, min(_SHARE, replicates - first))
        for number, first in enumerate(range(0, replicates, _SHARE))
    ]


def monte_carlo_error(worse: int, replicates: int) -> tuple[float, float]:
    """Return p = (worse + 1) / (replicates + 1), which is never 0, and its binomial standard error."""
    p = (worse + 1) / (replicates + 1)
    return p, float(np.sqrt(p * (1.0 - p) / (replicates + 1)))


def p_text(p: float | None, replicates: int = 0) -> str:
    """Return p with its sign, ``= 0.40``; the least that ``replicates`` can give is a bound, ``≤ 0.005``."""
    if p is None:
        return "unknown"
    if replicates and p * (replicates + 1) < _FLOOR:
        return f"≤ {_rounded_up(p)}"
    if p < _SMALLEST:
        return "< 0.001"
    exponent = int(f"{p:.1e}".partition("e")[2])  # after rounding: 0.00995 is 0.010
    return f"= {p:.{max(2, 1 - exponent)}f}"


def _rounded_up(p: float) -> str:
    """Two significant digits, no zero at the end; up, since a bound must not lie below what it bounds."""
    decimals = 1 - floor(log10(p))
    return f"{ceil(round(p * 10**decimals, 6)) / 10**decimals:.{decimals}f}".rstrip("0").rstrip(".")
