"""How many types occur how often: the one summary of word counts that every test here reads.

Tied words have no order, so ranks are not data; the spectrum (k, V_k) is, and it is small: the 18,855
types of *Moby Dick* have 272 distinct frequencies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.zipf.records import Spectrum, SpectrumSummary

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lexdecay.records import Ints

# Double precision holds every integer below this; a larger count is a mistake in a table.
_LARGEST_COUNT = 2**53
# Of many counts nearly all are small: those below this are tallied, only the others are sorted.
_HYPERGEOMETRIC = 10**9  # numpy's generator draws from fewer than this
_MANY, _RARE = 1 << 17, 1 << 16


def from_counts(counts: ArrayLike) -> Spectrum:
    """Spectrum of word counts int[V]; zero counts are words that did not occur and are left out.

    Raises FormatError for negative, fractional or absurdly large counts.
    """
    clean = _whole(counts, "word count")
    return from_sample(clean[clean > 0])


def from_table(frequency: ArrayLike, types: ArrayLike) -> Spectrum:
    """Spectrum of a table (k, V_k) in any order; rows of equal k are added.

    Raises FormatError when the columns differ in length or hold no whole numbers.
    """
    k, v = _whole(frequency, "frequency"), _whole(types, "number of types")
    if k.size != v.size:
        raise FormatError(f"a frequency spectrum has {k.size} frequencies but {v.size} numbers of types")
    if (k[v > 0] == 0).any():
        raise FormatError("a frequency spectrum gives types to frequency 0")
    distinct, position = np.unique(k[v > 0], return_inverse=True)
    total = np.bincount(position, weights=v[v > 0].astype(float), minlength=distinct.size)
    return Spectrum(distinct, total.astype(np.int64))


def _whole(numbers: ArrayLike, what: str) -> Ints:
    values = np.asarray(numbers)
    if values.size == 0:
        return np.empty(0, np.int64)
    if not np.issubdtype(values.dtype, np.number):
        raise FormatError(f"a {what} is not a number: {values.ravel()[0]!r}")
    bad = (values < 0) | (values != np.floor(values)) | (values > _LARGEST_COUNT)
    if bad.any():
        raise FormatError(f"a {what} must be a whole number from 0 to 2^53, found {values[bad][0]}")
    return values.astype(np.int64)


def expand(spectrum: Spectrum) -> Ints:
    """Word counts int64[V], commonest first: one member of the class of corpora with this spectrum."""
    return np.repeat(spectrum.frequency[::-1], spectrum.types[::-1])


def from_sample(draws: Ints) -> Spectrum:
    """Spectrum of frequencies int64, all >= 1; no checks, it runs in the bootstrap's inner loop."""
    if draws.size < _MANY:
        return Spectrum(*np.unique(draws, return_counts=True))
    common = draws[draws < _RARE]
    types = np.bincount(common, minlength=_RARE)
    occurring = np.flatnonzero(types)
    frequency, rare_types = np.unique(draws[draws >= _RARE], return_counts=True)
    return Spectrum(np.concatenate([occurring, frequency]), np.concatenate([types[occurring], rare_types]))


def tail_of(spectrum: Spectrum, x_min: int) -> Spectrum:
    """Return the types that occur at least ``x_min`` times."""
    first = int(np.searchsorted(spectrum.frequency, x_min))
    return Spectrum(spectrum.frequency[first:], spectrum.types[first:])


def thin(spectrum: Spectrum, tokens: int, rng: np.random.Generator) -> Spectrum:
    """Spectrum of ``tokens`` tokens drawn without replacement: the text, had it been that long.

    From a billion tokens on each is tossed by itself, and their number varies by about its square root.
    """
    counts, total = expand(spectrum), spectrum.n_tokens
    if total < _HYPERGEOMETRIC:
        kept = rng.multivariate_hypergeometric(counts, tokens, method="marginals")
    else:
        kept = rng.binomial(counts, tokens / total)
    return from_sample(kept[kept > 0])


def summarise(spectrum: Spectrum) -> SpectrumSummary:
    """Tokens, types, hapaxes and the moments of the frequencies."""
    n, types = spectrum.n_tokens, spectrum.n_types
    mean = n / types if types else 0.0
    square = float((spectrum.types * (spectrum.frequency - mean) ** 2).sum())
    return SpectrumSummary(
        tokens=n,
        types=types,
        hapaxes=spectrum.count_of(1),
        dis_legomena=spectrum.count_of(2),
        distinct_frequencies=int(spectrum.frequency.size),
        max_frequency=int(spectrum.frequency[-1]) if types else 0,
        mean_frequency=mean,
        sd_frequency=(square / (types - 1)) ** 0.5 if types > 1 else 0.0,
        coverage=1.0 - spectrum.count_of(1) / n if n else 0.0,
        naive_slope=_naive_slope(spectrum),
    )


def _naive_slope(spectrum: Spectrum) -> float | None:
    """Return the slope of the textbook plot, to be shown beside what replaces it."""
    if spectrum.frequency.size < 2:
        return None
    log_frequency = np.log(expand(spectrum))
    log_rank = np.log(np.arange(1, log_frequency.size + 1))
    centred = log_rank - log_rank.mean()
    return float((centred * log_frequency).sum() / (centred**2).sum())
