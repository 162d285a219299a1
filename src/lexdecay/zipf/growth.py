"""Vocabulary growth: how many types the first n tokens hold, in this order and in any order.

The expectation over all orders of the tokens is exact (hypergeometric rarefaction):
E V(n) = sum_k V_k (1 - binom(N-k, n) / binom(N, n)). It is concave on a log-log plot, so no single Heaps
exponent is fitted; the local slope d ln V / d ln n is reported instead. Where the text's own order leaves
the band, words cluster (or the text begins with a title page).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.zipf.records import Growth

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ids, Ints
    from lexdecay.zipf.records import Spectrum

_POINTS = 30
_CHUNK = 1 << 22  # tokens looked at together: bounds the memory beside a mapped stream
_Z95 = 1.959963984540054


def vocabulary_growth(spectrum: Spectrum, ids: Ids | None = None, points: int = _POINTS) -> Growth | None:
    """Expected types with a 95 % band at sizes even in log n; observed types when the tokens are given.

    None when there is no token.
    """
    n = spectrum.n_tokens
    if n == 0:
        return None
    sizes = np.unique(np.round(np.geomspace(1, n, points)).astype(np.int64))
    types, spread, hapaxes = rarefaction(spectrum, sizes)
    return Growth(
        sizes,
        types,
        np.maximum(types - _Z95 * spread, 0.0),
        types + _Z95 * spread,
        hapaxes,
        local_slope=hapaxes / types,
        observed=None if ids is None else first_types(ids, sizes),
    )


def rarefaction(spectrum: Spectrum, sizes: Ints) -> tuple[Floats, Floats, Floats]:
    """Expected types, their standard deviation and expected hapaxes of random subsets of ``sizes`` tokens.

    The variance adds each type's own and the covariance of pairs, for which the ratio
    binom(N-j-k, n) binom(N, n) / (binom(N-j, n) binom(N-k, n)) is 1 - j k n N / ((N-j) (N-k) (N-n)),
    exactly for one token and to first order beyond.
    """
    k, types = spectrum.frequency.astype(float), spectrum.types.astype(float)
    n, total = sizes.astype(float)[:, None], float(spectrum.n_tokens)
    log_absent = _log_absent(k, n, total)
    absent = np.exp(log_absent)
    expected = (types * -np.expm1(log_absent)).sum(axis=1)
    own = (types * absent * (1.0 - absent)).sum(axis=1)
    weighted = k * absent * total / (total - k + 1e-9)
    rest = np.maximum(total - n[:, 0], 1.0)
    pairs = (types * weighted).sum(axis=1) ** 2 - (types * weighted**2).sum(axis=1)
    variance = own - pairs * n[:, 0] / (total * rest)
    # once among n: one of its k tokens, the others of the subset drawn from the rest
    once = np.exp(_log_absent(k, n - 1.0, total)) * k * n / (total - n + 1.0)
    at_end = sizes == spectrum.n_tokens
    spread = np.sqrt(np.maximum(np.where(at_end, 0.0, variance), 0.0))
    return expected, spread, (types * once).sum(axis=1)


def _log_absent(k: Floats, n: Floats, total: float) -> Floats:
    """Log of binom(N-k, n) / binom(N, n), -inf where k + n > N; beta functions keep its digits near 0."""
    from scipy.special import betaln

    left = total - n - k
    value = betaln(total - k + 1.0, k) - betaln(np.maximum(left, 0.0) + 1.0, k)
    return np.asarray(np.where(left >= 0, np.minimum(value, 0.0), -np.inf))


def first_types(ids: Ids, sizes: Ints) -> Ints:
    """Types among the first n tokens int64[g], for sizes ascending."""
    first = np.full(int(ids.max()) + 1, ids.size, np.int64)
    for begin in reversed(range(0, ids.size, _CHUNK)):
        piece = ids[begin : begin + _CHUNK][::-1]
        # written backwards, so that the earliest place of each word is the one that stays
        first[piece] = np.arange(begin + piece.size - 1, begin - 1, -1)
    return np.asarray(np.searchsorted(np.sort(first[first < ids.size]), sizes), np.int64)
