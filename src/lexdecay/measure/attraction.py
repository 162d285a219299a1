"""How much more often than chance one class of tokens stands d positions after another.

attraction(d) = O(d) / E(d) - 1, E = row x column / all pairs at d. Linear in the counted pairs, so it has no
bias of the plug-in kind: under random re-pairing with both margins fixed its expectation is 0 exactly, and so
is its mean over all circular shifts of a text. log2 O/E would be infinite where a pair is missing, and the
pair's part of the information has a floor and no sign. In a Markov chain it falls as the chain's eigenvalues.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.measure.curve import USABLE_SIGMAS, jackknife_covariance, shrunk_correlation
from lexdecay.measure.tags import LEAST_EXPECTED
from lexdecay.records import Curve, Flags, Floats, Ints

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, eq=False)
class ClassPairs:
    """Pairs of one offset by block of text: of the two classes, and the margins that chance pairs."""

    both: Ints  # int64[B], left of the one class and right of the other
    left: Ints  # int64[B], left of the one class
    right: Ints  # int64[B], right of the other
    pairs: Ints  # int64[B]

    @property
    def expected(self) -> float:
        """Pairs of the two classes that chance would make in the whole text."""
        return float(self.left.sum()) * float(self.right.sum()) / max(float(self.pairs.sum()), 1)


def class_pairs(tables: Ints, left: Flags, right: Flags) -> ClassPairs:
    """Sum tables of symbol pairs, int64[B, T, T], over two classes of symbols, bool[T] each."""
    rows, columns = tables[:, left, :], tables[:, :, right]
    return ClassPairs(
        rows[:, :, right].sum((1, 2)), rows.sum((1, 2)), columns.sum((1, 2)), tables.sum((1, 2))
    )


def attraction_curve(offsets: Ints, counted: Sequence[ClassPairs], far: Sequence[ClassPairs]) -> Curve:
    """Attraction by offset, or avoidance, 1 - O / E, where the strongest departure is downwards.

    An offset is usable where the value departs from 0 either way by four standard deviations of noise
    and chance would make enough pairs for that to mean something (`measure.tags`).

    Parameters
    ----------
    offsets
        int64[m], ascending.
    counted, far
        One an offset; and of far shifts, whose spread is the noise.
    """
    raw = np.array(
        [_ratio(each.both.sum(), each.left.sum(), each.right.sum(), each.pairs.sum()) for each in counted]
    )
    pairs = np.array([each.pairs.sum() for each in counted], np.int64)
    # The far shifts know the noise to a tenth; what random pairing has, they may not undercut.
    random = np.array([_random_error(each) for each in counted])
    noise = np.maximum(_noise(far) / np.sqrt(np.maximum(pairs, 1)), random)
    enough = np.array([each.expected >= LEAST_EXPECTED for each in counted])
    usable = (np.abs(raw - 1) > USABLE_SIGMAS * noise) & enough & (noise > 0)
    sign = -1.0 if _strongest(raw - 1, usable) < 0 else 1.0
    jackknife = jackknife_covariance(np.array([_leave_out(each) for each in counted]))
    # As in recurrence: an estimate of the error may not fall below the spread of nothing.
    se = np.sqrt(np.maximum(np.diag(jackknife), noise**2))
    return Curve(
        measure="attraction" if sign > 0 else "avoidance",
        estimand="total",
        unit="1",
        vocabulary=2,
        offset=offsets,
        pairs=pairs,
        raw=raw,
        floor=np.ones(raw.size),
        value=sign * (raw - 1),
        se=se,
        noise=noise,
        usable=usable,
        covariance=shrunk_correlation(jackknife) * np.outer(se, se),
    )


def _strongest(departure: Floats, usable: Flags) -> float:
    found = departure[usable]
    return float(found[np.argmax(np.abs(found))]) if found.size else 1.0


def _ratio(both: float, left: float, right: float, pairs: float) -> float:
    chance = float(left) * float(right)
    return float(both) * float(pairs) / chance if chance else 1.0  # what cannot occur departs from nothing


def _leave_out(each: ClassPairs) -> Floats:
    """Ratio without each block, [B]."""
    kept = [column.sum() - column for column in (each.both, each.left, each.right, each.pairs)]
    return np.array([_ratio(*block) for block in zip(*(column.tolist() for column in kept), strict=True)])


def _random_error(each: ClassPairs) -> float:
    """Standard deviation of the ratio under random pairing of both margins, by the hypergeometric law."""
    left, right, pairs = (float(column.sum()) for column in (each.left, each.right, each.pairs))
    chance = left * right * max(pairs - 1, 1)
    return float(np.sqrt((pairs - left) * (pairs - right) / chance)) if chance else 0.0


def _noise(far: Sequence[ClassPairs]) -> float:
    """Spread of the ratio around 1 in far shifts, times the root of their number of pairs."""
    squares = [
        (_ratio(each.both.sum(), each.left.sum(), each.right.sum(), each.pairs.sum()) - 1) ** 2
        * each.pairs.sum()
        for each in far
    ]
    return float(np.sqrt(np.mean(squares)))
