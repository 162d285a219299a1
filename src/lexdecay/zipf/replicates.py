"""Seeded shares of simulation work: same numbers for the same seed, however many processes run them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

# A mapper applies a function to each share of the work, in order: the built-in map, or a process pool's.
Mapper: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

# Replicates per share: small enough that a few hundred spread evenly over processes.
_SHARE = 25


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
