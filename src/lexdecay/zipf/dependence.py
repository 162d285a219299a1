"""Dependence: the tokens of a text are not independent draws, and tests that think so reject too much.

The autocorrelation time of log rank (Gerlach & Altmann 2019) says after how many tokens a text has
forgotten how common its words were; N divided by it is the size of an independent sample worth as much. The
p-values on a random subsample of that size stand beside those on all tokens. Parameters get a second error,
from leaving out one block of text at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.zipf.estimate import maximise
from lexdecay.zipf.full_range import fit_full_range
from lexdecay.zipf.models import FAMILIES, ZETA
from lexdecay.zipf.records import BlockEstimate, Dependence
from lexdecay.zipf.spectrum import from_counts, tail_of, thin
from lexdecay.zipf.tail import too_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Floats, Ids, Ints, TokenStream
    from lexdecay.zipf.records import Spectrum, TailFit

_LONGEST = 1 << 21  # tokens looked at for the autocorrelation: two million settle it
_QUANTILE = 2.326  # an uncorrelated sequence stays below this many 1 / sqrt(N) at 99 % of lags
_BLOCKS = 40
_THINNED_REPLICATES = 200


def measure_dependence(
    spectrum: Spectrum,
    stream: TokenStream | None,
    tail: TailFit,
    seed: int,
    *,
    replicates: int = _THINNED_REPLICATES,
) -> Dependence:
    """Autocorrelation time, p on the effective number of tokens, block errors of the exponents.

    Needs the tokens in their order; without them the status says so.
    """
    reason = too_few(spectrum)
    if reason is not None:
        return Dependence("too_few_types", reason)
    if stream is None:
        return Dependence("not_run", "counts alone have no order: give the text to see how its words cluster")
    looked_at = stream.ids[:_LONGEST]
    lag = autocorrelation_time(looked_at, stream.vocabulary.counts)
    effective = spectrum.n_tokens // lag
    thinned = thin(spectrum, effective, np.random.default_rng(seed))
    p = {} if too_few(thinned) or not replicates else _thinned_p(thinned, replicates, seed)
    return Dependence(
        "ok",
        "",
        lag,
        looked_at.size,
        effective,
        thinned.n_types,
        p.get("f1"),
        p.get("f2"),
        block_estimates(spectrum, stream, tail),
    )


def _thinned_p(thinned: Spectrum, replicates: int, seed: int) -> dict[str, float | None]:
    fits = fit_full_range(thinned, replicates, seed, families=("f1", "f2")).fits
    return {fit.family: fit.p for fit in fits}


def autocorrelation_time(ids: Ids, counts: Ints) -> int:
    """First lag at which the autocorrelation of log rank is within the noise of a shuffle, at least 1."""
    rank = np.empty(counts.size)
    rank[np.argsort(-counts, kind="stable")] = np.arange(1.0, counts.size + 1)
    series = np.log(rank)[ids]
    correlation = _autocorrelation(series)
    below = np.flatnonzero(np.abs(correlation[1:]) <= _QUANTILE / np.sqrt(series.size))
    return int(below[0]) + 1 if below.size else int(series.size)


def _autocorrelation(series: Floats) -> Floats:
    """Autocorrelation at lags 0 .. N/2 by the convolution theorem, zero-padded so that ends do not meet."""
    from scipy.fft import irfft, next_fast_len, rfft

    centred = series - series.mean()
    size = next_fast_len(2 * centred.size, real=True)
    covariance = irfft(np.abs(rfft(centred, size)) ** 2, size)[: centred.size // 2 + 1]
    if covariance[0] <= 0.0:
        return np.zeros_like(covariance)
    overlap = 1.0 - np.arange(covariance.size) / centred.size
    return np.asarray(covariance / covariance[0] / overlap)


def block_estimates(spectrum: Spectrum, stream: TokenStream, tail: TailFit) -> tuple[BlockEstimate, ...]:
    """Exponents of f1, f2 and of the tail, with i.i.d. and delete-one-block errors."""
    reduced = list(_without_blocks(stream))
    first = int(spectrum.frequency[0])
    wanted = [("f1", "f1", first), ("f2", "f2", first)]
    if tail.x_min is not None:
        wanted.append(("tail", ZETA.name, tail.x_min))
    found = [_block_estimate(name, spectrum, reduced, family, x_min) for name, family, x_min in wanted]
    return tuple(estimate for estimate in found if estimate is not None)


def _without_blocks(stream: TokenStream) -> Iterator[Spectrum]:
    counts = stream.vocabulary.counts
    for block in np.array_split(stream.ids, _BLOCKS):
        yield from_counts(counts - np.bincount(block, minlength=counts.size))


def _block_estimate(
    name: str, spectrum: Spectrum, reduced: list[Spectrum], family: str, x_min: int
) -> BlockEstimate | None:
    """Jackknife over blocks; resampling blocks would count their rare words twice."""
    whole = maximise(tail_of(spectrum, x_min), FAMILIES[family], x_min)
    parts = [tail_of(part, x_min) for part in reduced]
    if whole.covariance is None or any(part.frequency.size == 0 for part in parts):
        return None
    values = np.array([maximise(part, FAMILIES[family], x_min).theta[0] for part in parts])
    variance = (values.size - 1) / values.size * ((values - values.mean()) ** 2).sum()
    return BlockEstimate(
        name, float(whole.theta[0]), float(whole.covariance[0, 0]) ** 0.5, float(variance) ** 0.5
    )
