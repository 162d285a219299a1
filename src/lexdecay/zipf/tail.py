"""The tail: from which frequency on is the spectrum a power law, how steep, and is it one at all.

The semi-parametric test of Clauset, Shalizi & Newman (2009), section 4: synthetic spectra keep the
observed body and draw the tail from the fit; each gets its own x_min; p is the share whose distance is
larger. Replicates are seeded one by one, so the answer does not depend on how many processes share them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.zipf.hurwitz import EXPONENT_MAX, log_zeta
from lexdecay.zipf.models import ZETA
from lexdecay.zipf.records import Published, Spectrum, TailFit, TailPoint
from lexdecay.zipf.replicates import Mapper, monte_carlo_error, shares
from lexdecay.zipf.sampling import Sampler, draw_spectrum, sampler
from lexdecay.zipf.scan import fits_better_than, scan
from lexdecay.zipf.spectrum import tail_of

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints
    from lexdecay.zipf.records import Scan
    from lexdecay.zipf.replicates import Share

# Fewer types or frequencies than these cannot tell laws apart: an exponent from them is noise.
MIN_TYPES, MIN_FREQUENCIES = 50, 5
_STABILITY_POINTS = 24
CSN_GRID = 0.01


def too_few(spectrum: Spectrum) -> str | None:
    """Why this spectrum is too small for any law, or None."""
    types, distinct = spectrum.n_types, int(spectrum.frequency.size)
    if types < MIN_TYPES:
        return f"{types} type{'' if types == 1 else 's'}; at least {MIN_TYPES} are needed"
    if distinct < MIN_FREQUENCIES:
        return (
            f"{types} types have only {distinct} distinct frequencies; at least {MIN_FREQUENCIES} are needed"
        )
    return None


def fit_tail(spectrum: Spectrum, *, grid: float | None = None, stability: bool = True) -> TailFit:
    """Exponent, x_min, distance and shares of the best power-law tail.

    Parameters
    ----------
    grid
        Step of the 2009 code's grid of exponents; None is the exact optimum.
    stability
        Also report the exponent at other choices of x_min.
    """
    reason = too_few(spectrum)
    if reason is not None:
        return TailFit("too_few_types", reason)
    found = scan(spectrum, grid=grid)
    best = int(found.ks.argmin())
    tail = tail_of(spectrum, int(found.x_min[best]))
    alpha = float(found.alpha[best])
    log_sum = float((tail.types * np.log(tail.frequency)).sum())
    steep = alpha > EXPONENT_MAX - 1e-3
    return TailFit(
        "at_bound" if steep else "ok",
        "the tail falls faster than any power law" if steep else "",
        alpha=alpha,
        se=float(found.se[best]),
        x_min=int(found.x_min[best]),
        n_tail=tail.n_types,
        ks=float(found.ks[best]),
        log_likelihood=-alpha * log_sum - tail.n_types * float(log_zeta(alpha, float(found.x_min[best]))),
        share_types=tail.n_types / spectrum.n_types,
        share_tokens=tail.n_tokens / spectrum.n_tokens,
        stability=_stability(spectrum) if stability else (),
    )


def _stability(spectrum: Spectrum) -> tuple[TailPoint, ...]:
    """Return the exponent at x_min spread evenly in log frequency, wherever 10 types remain."""
    remaining = spectrum.types[::-1].cumsum()[::-1][:-1]
    x_min = spectrum.frequency[:-1][remaining >= 10]
    if x_min.size == 0:
        return ()
    wanted = np.geomspace(x_min[0], x_min[-1], _STABILITY_POINTS)
    found: Scan = scan(spectrum, only=np.unique(np.searchsorted(x_min, wanted - 0.5)))
    return tuple(
        TailPoint(
            int(found.x_min[i]),
            float(found.alpha[i]),
            float(found.se[i]),
            int(found.n_tail[i]),
            float(found.ks[i]),
        )
        for i in range(found.x_min.size)
    )


# ---- the bootstraps


class _Test(NamedTuple):
    """What one process needs to make synthetic spectra under the fitted tail."""

    body: Spectrum
    n_types: int
    share_tail: float
    tail: Sampler
    ks: float
    grid: float | None


def _synthetic(test: _Test, rng: np.random.Generator) -> Spectrum:
    """Observed body, resampled, below x_min; the fitted law above."""
    if test.body.frequency.size == 0:
        return draw_spectrum(test.tail, test.n_types, rng)
    in_tail = int(rng.binomial(test.n_types, test.share_tail))
    tail = draw_spectrum(test.tail, in_tail, rng)
    body = rng.multinomial(test.n_types - in_tail, test.body.types / test.body.types.sum())
    kept = body > 0
    return Spectrum(
        np.concatenate([test.body.frequency[kept], tail.frequency]),
        np.concatenate([body[kept], tail.types]),
    )


def _worse(test: _Test, share: Share) -> int:
    """Count the share's synthetic spectra no x_min of which fits as well as the data's."""
    rngs = share.generators()
    return sum(not fits_better_than(_synthetic(test, rng), test.ks, grid=test.grid) for rng in rngs)


def goodness_of_fit(
    spectrum: Spectrum,
    fit: TailFit,
    replicates: int,
    seed: int,
    *,
    grid: float | None = None,
    mapper: Mapper = map,
) -> tuple[float, float]:
    """Return p of the power-law tail and its Monte Carlo error, (worse + 1) / (replicates + 1).

    Parameters
    ----------
    mapper
        Runs the shares of the work: ``map``, or a process pool's.
    """
    test = _make_test(spectrum, fit, grid)
    worse = sum(mapper(_worse_of, [(test, share) for share in shares(seed, replicates)]))
    return monte_carlo_error(worse, replicates)


def with_p(spectrum: Spectrum, fit: TailFit, replicates: int, seed: int, *, mapper: Mapper = map) -> TailFit:
    """Return the fit with its p-value, unchanged when there is nothing to test or to test it with."""
    if fit.x_min is None or not replicates:
        return fit
    p, p_se = goodness_of_fit(spectrum, fit, replicates, seed, mapper=mapper)
    return replace(fit, p=p, p_se=p_se, replicates=replicates)


def _worse_of(work: tuple[_Test, Share]) -> int:
    return _worse(*work)


def _make_test(spectrum: Spectrum, fit: TailFit, grid: float | None) -> _Test:
    if fit.x_min is None or fit.alpha is None or fit.ks is None or fit.share_types is None:
        raise ValueError("a tail that was not fitted cannot be tested")
    below = int(np.searchsorted(spectrum.frequency, fit.x_min))
    body = Spectrum(spectrum.frequency[:below], spectrum.types[:below])
    law = sampler(ZETA, np.array([fit.alpha]), fit.x_min)
    return _Test(body, spectrum.n_types, fit.share_types, law, fit.ks, grid)


def resampled_tails(
    spectrum: Spectrum, replicates: int, seed: int, *, mapper: Mapper = map
) -> tuple[Ints, Floats, Ints]:
    """x_min, exponent, tail size of spectra resampled over types: what choosing x_min adds to the error."""
    parts = list(mapper(_resample, [(spectrum, share) for share in shares(seed, replicates)]))
    rows = np.concatenate(parts)
    return rows[:, 0].astype(np.int64), rows[:, 1], rows[:, 2].astype(np.int64)


def _resample(work: tuple[Spectrum, Share]) -> Floats:
    spectrum, share = work
    probability = spectrum.types / spectrum.n_types
    rows = [_one_tail(spectrum, rng.multinomial(spectrum.n_types, probability)) for rng in share.generators()]
    return np.array(rows).reshape(-1, 3)


def _one_tail(spectrum: Spectrum, types: Ints) -> tuple[float, float, float]:
    kept = types > 0
    found = scan(Spectrum(spectrum.frequency[kept], types[kept]))
    best = int(found.ks.argmin())
    return float(found.x_min[best]), float(found.alpha[best]), float(found.n_tail[best])


# ---- the published way


def as_published(spectrum: Spectrum, exact: TailFit) -> Published:
    """Fit the tail with the exponent on the grid 1.50:0.01:3.50, as the 2009 programs do."""
    tail = fit_tail(spectrum, grid=CSN_GRID, stability=False)
    if exact.alpha is None or tail.alpha is None or exact.ks is None or tail.ks is None:
        return Published(CSN_GRID, tail, "There was no tail to fit.")
    text = (
        "The programs published with Clauset, Shalizi & Newman (2009) look for the exponent on a grid of "
        f"step {CSN_GRID}. They find {tail.alpha:.2f} from x_min = {tail.x_min} on where the exact optimum "
        f"is {exact.alpha:.4f} from x_min = {exact.x_min} on. A rounded exponent makes the observed distance "
        f"larger than that of the best law (D = {tail.ks:.6f} instead of {exact.ks:.6f}), and moves p."
    )
    return Published(CSN_GRID, tail, text)
