"""Recurrence: how much more often than chance the same word returns after d words.

rho(d) = (P(x_t = x_{t+d}) - sum p^2) / (1 - sum p^2). A mean over positions, so it has no bias of
the plug-in kind, takes the full vocabulary, and reaches an order of magnitude further than mutual
information on the same text. It may be negative at d = 1, 2, where words avoid repeating.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.measure.curve import jackknife_covariance, shrunk_correlation, usable_offsets
from lexdecay.measure.floor import root_mean_square
from lexdecay.records import Curve, Floats, Ints

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """How many of the pairs of one offset are a word with itself, by block of the left token."""

    same: Ints  # int64[B]
    pairs: Ints  # int64[B]


@dataclass(frozen=True, slots=True, eq=False)
class Unigrams:
    """Chance of a match, sum p^2, whole and without each block."""

    chance: float
    leave_out: Floats  # [B]
    variance: float = 0.0  # of a match under random re-pairing, for each pair


def unigrams(block_counts: Sequence[Ints]) -> Unigrams:
    """Chance of a match from the counts of every type in each block.

    Parameters
    ----------
    block_counts
        B arrays int64[V].
    """
    total = np.sum(block_counts, axis=0, dtype=np.int64)
    # Integer sums of products: exact, and below 2^63 for three billion tokens.
    square = float((total * total).sum())
    cross = np.array([float((total * counts).sum()) for counts in block_counts])
    own = np.array([float((counts * counts).sum()) for counts in block_counts])
    size = float(total.sum())
    kept = np.array([size - float(counts.sum()) for counts in block_counts])
    chance = square / size**2 if size else 0.0
    leave_out = np.divide(square - 2 * cross + own, kept**2, out=np.full(kept.shape, chance), where=kept > 0)
    return Unigrams(chance, leave_out, _match_variance(np.asarray(total), chance))


def _match_variance(counts: Ints, chance: float) -> float:
    """p2 + p2^2 - 2 p3, sums of squares and cubes of p: variance of a permuted sum (Hoeffding 1951)."""
    share = counts / max(float(counts.sum()), 1)
    return max(chance + chance**2 - 2 * float((share**3).sum()), 0.0)


def recurrence_curve(
    offsets: Ints, matches: Sequence[Matches], chance: Unigrams, far: Sequence[Matches], *, vocabulary: int
) -> Curve:
    """Recurrence by offset, a probability above chance.

    Parameters
    ----------
    matches, far
        One an offset; and of far shifts, whose spread is the noise.
    vocabulary
        Number of types: the full vocabulary, none is merged.
    """
    raw = np.array([m.same.sum() / max(m.pairs.sum(), 1) for m in matches])
    value = _above_chance(raw, chance.chance)
    leave_out = np.array([_leave_out(m, chance) for m in matches])
    jackknife = jackknife_covariance(leave_out)
    pairs = np.array([m.pairs.sum() for m in matches], np.int64)
    noise = _noise(far, chance.chance) / np.sqrt(np.maximum(pairs, 1))
    # The jackknife is an estimate; where nothing is left it may not fall below the spread of nothing.
    se = np.sqrt(np.maximum(np.diag(jackknife), noise**2))
    covariance = shrunk_correlation(jackknife) * np.outer(se, se)
    return Curve(
        measure="recurrence",
        estimand="total",
        unit="probability",
        vocabulary=vocabulary,
        offset=offsets,
        pairs=pairs,
        raw=raw,
        floor=raw - value,
        value=value,
        se=se,
        noise=noise,
        usable=usable_offsets(value, noise),
        covariance=covariance,
        far=_departure(far, chance),
    )


def _departure(far: Sequence[Matches], chance: Unigrams) -> float:
    """Root mean square of far matches above chance, in standard deviations of random re-pairing."""
    pairs = np.array([max(m.pairs.sum(), 1) for m in far], float)
    excess = np.array([m.same.sum() for m in far]) / pairs - chance.chance
    return root_mean_square(excess, chance.variance / pairs)


def _above_chance(same: Floats, chance: Floats | float) -> Floats:
    rest = np.asarray(1 - chance)
    return np.divide(same - chance, rest, out=np.zeros_like(same), where=rest > 0)


def _leave_out(matches: Matches, chance: Unigrams) -> Floats:
    same = matches.same.sum() - matches.same
    pairs = matches.pairs.sum() - matches.pairs
    return _above_chance(same / np.maximum(pairs, 1), chance.leave_out)


def _noise(far: Sequence[Matches], chance: float) -> float:
    """Standard deviation of a far shift's recurrence, times the square root of its pairs."""
    share = np.array([m.same.sum() / max(m.pairs.sum(), 1) for m in far])
    pairs = np.array([m.pairs.sum() for m in far], float)
    return float(np.std(_above_chance(share, chance) * np.sqrt(pairs), ddof=1))
