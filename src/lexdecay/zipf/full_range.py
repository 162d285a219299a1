"""The full range: which law holds for all types at once, without choosing where to begin.

Moreno-Sanchez, Font-Clos & Corral (2016) test f1, f2 and f3 on every frequency from 1 on. Here all
registered families stand in one table of AIC; the goodness of fit of each is a parametric bootstrap of the
Kolmogorov-Smirnov distance, refitted in every replicate.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.zipf.estimate import distance, estimates, maximise
from lexdecay.zipf.models import FAMILIES, FULL_RANGE
from lexdecay.zipf.records import Band, FamilyFit, FullRange, Spectrum
from lexdecay.zipf.replicates import Mapper, monte_carlo_error, shares
from lexdecay.zipf.sampling import Sampler, draw_spectrum, sampler
from lexdecay.zipf.tail import too_few

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Floats
    from lexdecay.zipf.estimate import Optimum
    from lexdecay.zipf.replicates import Share

# The laws that are called Zipf's: a power law of the mass, of the survival function, of a sampled ranking.
ZIPF_LAWS = ("f1", "f2", "f3")
_LEVEL = 0.05
# Differences of AIC: beyond 6 the evidence is e^3, 20 to 1 (Burnham & Anderson 2002: at 4 to 7 "considerably
# less support"); beyond 10 there is "essentially no support".
CLEARLY_BETTER, RULED_OUT = 6.0, 10.0


def fit_full_range(
    spectrum: Spectrum,
    replicates: int,
    seed: int,
    *,
    families: Sequence[str] = FULL_RANGE,
    thorough: bool = True,
    mapper: Mapper = map,
) -> FullRange:
    """Every family on all types, ordered by AIC.

    Parameters
    ----------
    replicates
        Synthetic samples per family for its p; 0 leaves p empty.
    thorough
        Test every family; otherwise f1, f2, f3 and those that the AIC does not rule out.
    mapper
        Runs the shares of the bootstrap: ``map``, or a process pool's.
    """
    optima = {name: _optimum(spectrum, name) for name in families}
    untested = _weigh([_fit(spectrum, name, optimum) for name, optimum in optima.items()])
    ranked = [
        _tested(fit, spectrum, optima[fit.family], (replicates, seed), mapper)
        if replicates and fit.ks is not None and (thorough or _in_question(fit))
        else fit
        for fit in untested
    ]
    best = ranked[0].family if ranked and ranked[0].aic is not None else None
    zipf = next((f for f in ranked if f.family in ZIPF_LAWS and f.aic is not None), None)
    bands = () if zipf is None else frequency_bands(spectrum, zipf)
    return FullRange(tuple(ranked), best, bands, None if zipf is None else zipf.family)


def _in_question(fit: FamilyFit) -> bool:
    """Whether the AIC leaves the family in the race, or people will ask for it anyway."""
    return fit.family in ZIPF_LAWS or (fit.delta_aic or 0.0) <= RULED_OUT


def _optimum(spectrum: Spectrum, name: str) -> Optimum | None:
    if too_few(spectrum) is not None:
        return None
    return maximise(spectrum, FAMILIES[name], int(spectrum.frequency[0]))


def _fit(spectrum: Spectrum, name: str, optimum: Optimum | None) -> FamilyFit:
    if optimum is None:
        return FamilyFit(name, "too_few_types", too_few(spectrum) or "")
    if not optimum.converged:
        return FamilyFit(name, "no_convergence", "the likelihood has no maximum that could be found")
    family, first = FAMILIES[name], int(spectrum.frequency[0])
    return FamilyFit(
        name,
        "at_bound" if optimum.at_bound else "ok",
        _bound_reason(family.contains) if optimum.at_bound else "",
        estimates(family.parameters, optimum),
        optimum.log_likelihood,
        aic=2.0 * len(family.parameters) - 2.0 * optimum.log_likelihood,
        ks=distance(spectrum, family, optimum.theta, first),
    )


def _bound_reason(contains: str | None) -> str:
    return f"its last parameter is 0: it has become {contains}" if contains else "a parameter is at its bound"


def _weigh(fits: list[FamilyFit]) -> list[FamilyFit]:
    known = [f.aic for f in fits if f.aic is not None]
    if not known:
        return fits
    best = min(known)
    total = sum(np.exp((best - aic) / 2.0) for aic in known)
    weighed = [
        f
        if f.aic is None
        else replace(f, delta_aic=f.aic - best, weight=float(np.exp((best - f.aic) / 2.0) / total))
        for f in fits
    ]
    return sorted(weighed, key=lambda f: np.inf if f.aic is None else f.aic)


# ---- goodness of fit


class _Test(NamedTuple):
    source: Sampler
    n_types: int


def _tested(
    fit: FamilyFit, spectrum: Spectrum, optimum: Optimum | None, plan: tuple[int, int], mapper: Mapper
) -> FamilyFit:
    if optimum is None:
        return fit
    replicates, seed = plan
    first = int(spectrum.frequency[0])
    test = _Test(sampler(FAMILIES[fit.family], optimum.theta, first), spectrum.n_types)
    parts = list(mapper(_distances, [(test, share) for share in shares(seed, replicates)]))
    synthetic = np.concatenate(parts)
    observed = fit.ks or 0.0
    p, error = monte_carlo_error(int((synthetic >= observed).sum()), replicates)
    # Under the law the distance falls as 1 / sqrt(types): the size at which this one would be too large.
    critical = float(np.quantile(synthetic, 1.0 - _LEVEL))
    size = int(np.ceil(spectrum.n_types * (critical / observed) ** 2)) if observed else None
    return replace(fit, p=p, p_se=error, replicates=replicates, rejected_from=size)


def _distances(work: tuple[_Test, Share]) -> Floats:
    test, share = work
    return np.array([_refitted_distance(test, rng) for rng in share.generators()])


def _refitted_distance(test: _Test, rng: np.random.Generator) -> float:
    family, x_min = test.source.family, test.source.x_min
    synthetic = draw_spectrum(test.source, test.n_types, rng)
    return distance(synthetic, family, maximise(synthetic, family, x_min).theta, x_min)


# ---- effect size


def frequency_bands(spectrum: Spectrum, fit: FamilyFit) -> tuple[Band, ...]:
    """Observed and expected types in bands that double in width: where a law fails, and by how much."""
    first, last = int(spectrum.frequency[0]), int(spectrum.frequency[-1])
    lows = first * 2 ** np.arange(int(np.log2(last / first)) + 1)
    edges = np.append(lows, 2 * lows[-1]).astype(float)
    theta = np.array([p.value for p in fit.parameters])
    expected = -np.diff(np.exp(FAMILIES[fit.family].log_survival(edges, float(first), theta)))
    cumulative = np.append(0, spectrum.types.cumsum())
    observed = np.diff(cumulative[np.searchsorted(spectrum.frequency, edges)])
    return tuple(
        _band(int(low), int(high) - 1, int(o), float(e) * spectrum.n_types)
        for low, high, o, e in zip(edges[:-1], edges[1:], observed, expected, strict=True)
    )


def _band(low: int, high: int, observed: int, expected: float) -> Band:
    ratio = float(np.log(observed / expected)) if observed and expected else None
    return Band(low, high, observed, expected, ratio)
