"""How strongly two words attract or avoid each other: G2, pointwise information, false discovery rate.

A pair (left, right) at one offset is a table of two by two: with the left word or another, before the right
word or another. Nothing of size V x V is built: a pair needs its count, its margins and the total.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.special import chdtrc

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints


class Association(NamedTuple):
    """Of each pair, [n]."""

    expected: Floats  # left * right / pairs
    g2: Floats  # negative where the pair is rarer than expected
    pmi: Floats  # bits; minus infinity where the pair is missing
    p: Floats  # of |g2|, chi-square with one degree of freedom


def association(count: Ints, left: Ints, right: Ints, pairs: int) -> Association:
    """Log-likelihood ratio and pointwise mutual information of pairs.

    G2 = 2 sum O ln(O / E) over the four cells (Dunning 1993, Computational Linguistics 19:61), with the
    sign of O - E of the pair itself; PMI = log2(O / E) (Church & Hanks 1990, 16:22).

    Parameters
    ----------
    count
        int64[n], how often each pair stands at the offset.
    left, right
        int64[n], how often its words stand left and right of anything at the offset.
    pairs
        All pairs at the offset.
    """
    row, column, both = (np.asarray(part, float) for part in (left, right, count))
    expected = row * (column / pairs)
    excess = both - expected
    # The four cells differ from their expectations by the same amount, with alternating signs.
    cells = (
        (both, expected, excess),
        (row - both, row - expected, -excess),
        (column - both, column - expected, -excess),
        (pairs - row - column + both, pairs - row - column + expected, excess),
    )
    g2 = 2 * sum(_term(*cell) for cell in cells)
    g2 = np.maximum(g2, 0.0)
    pmi = np.log2(both / expected, out=np.full(both.shape, -np.inf), where=both > 0)
    return Association(expected, np.sign(excess) * g2, pmi, chdtrc(1, g2))


def _term(observed: Floats, expected: Floats, excess: Floats) -> Floats:
    """O ln(O / E), 0 at O = 0; by log1p, since O and E agree to many digits in the largest cell."""
    ratio = np.divide(excess, expected, out=np.zeros_like(excess), where=(expected > 0) & (observed > 0))
    return observed * np.log1p(ratio)


def false_discovery(p: Floats) -> Floats:
    """q-values of tests: Benjamini & Hochberg (1995), JRSS B 57:289, in the order of ``p``."""
    order = np.argsort(p, kind="stable")[::-1]
    ranks = np.arange(p.size, 0, -1)
    q = np.empty(p.size)
    q[order] = np.minimum(np.minimum.accumulate(p[order] * (p.size / ranks)), 1.0)
    return q
