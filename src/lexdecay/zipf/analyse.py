"""Every question of this room asked of one spectrum, in the order of the report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.zipf.alternatives import compare_tail
from lexdecay.zipf.dependence import measure_dependence
from lexdecay.zipf.full_range import fit_full_range
from lexdecay.zipf.growth import vocabulary_growth
from lexdecay.zipf.lnre import POPULATIONS, fit_population, half_of
from lexdecay.zipf.mandelbrot import fit_ranks
from lexdecay.zipf.power import detectable
from lexdecay.zipf.records import TailFit, ZipfAnalysis
from lexdecay.zipf.spectrum import summarise
from lexdecay.zipf.tail import (
    CSN_GRID,
    as_published,
    fit_tail,
    goodness_of_fit,
    resampled_tails,
    too_few,
    with_p,
)
from lexdecay.zipf.verdict import judge

if TYPE_CHECKING:
    from lexdecay.records import TokenStream
    from lexdecay.zipf.records import FullRange, Published, Spectrum
    from lexdecay.zipf.replicates import Mapper


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to compute: replicates of every bootstrap, the seed, and the published way beside."""

    replicates: int = 200
    seed: int = 1
    csn2009: bool = False


def analyse(
    spectrum: Spectrum, stream: TokenStream | None = None, plan: Plan | None = None, *, mapper: Mapper = map
) -> ZipfAnalysis:
    """Full report on one spectrum.

    Parameters
    ----------
    stream
        The tokens in their order; without them growth shows no observed curve and dependence is not
        measured.
    mapper
        Runs shares of bootstrap work, in order: ``map``, or a process pool's.
    """
    plan = plan or Plan()
    enough = too_few(spectrum) is None
    tail = tail_with_test(spectrum, plan, mapper=mapper)
    full = _full_range(spectrum, plan, mapper) if enough else None
    alternatives = compare_tail(spectrum, tail)
    starts = sorted({int(spectrum.frequency[0]), tail.x_min or 1}) if enough else []
    half = half_of(spectrum, plan.seed) if enough else None
    power = tuple(detectable(spectrum, x, plan.replicates, plan.seed, mapper=mapper) for x in starts)
    dependence = measure_dependence(spectrum, stream, tail, plan.seed, replicates=plan.replicates)
    return ZipfAnalysis(
        spectrum=spectrum,
        summary=summarise(spectrum),
        full_range=full,
        tail=tail,
        published=_published(spectrum, tail, plan, mapper) if plan.csn2009 and enough else None,
        alternatives=alternatives,
        mandelbrot=fit_ranks(spectrum, plan.seed),
        lnre=tuple(fit_population(spectrum, name, half) for name in POPULATIONS),
        growth=vocabulary_growth(spectrum, None if stream is None else stream.ids),
        dependence=dependence,
        power=power,
        verdict=judge(spectrum, full, tail, alternatives, power, dependence),
    )


def _full_range(spectrum: Spectrum, plan: Plan, mapper: Mapper) -> FullRange:
    return fit_full_range(spectrum, plan.replicates, plan.seed, mapper=mapper)


def tail_with_test(spectrum: Spectrum, plan: Plan, *, mapper: Mapper = map) -> TailFit:
    """Tail with its p-value and the bootstrap's intervals, which include the choice of x_min."""
    fit = with_p(spectrum, fit_tail(spectrum), plan.replicates, plan.seed, mapper=mapper)
    if fit.p is None:
        return fit
    x_min, alpha, n_tail = resampled_tails(spectrum, plan.replicates, plan.seed, mapper=mapper)
    low, high = np.quantile(alpha, [0.025, 0.975])
    first, last = np.quantile(x_min, [0.025, 0.975])
    return replace(
        fit,
        ci95=(float(low), float(high)),
        x_min_ci95=(float(first), float(last)),
        x_min_sd=float(x_min.std(ddof=1)) if x_min.size > 1 else None,
        alpha_sd=float(alpha.std(ddof=1)) if alpha.size > 1 else None,
        n_tail_sd=float(n_tail.std(ddof=1)) if n_tail.size > 1 else None,
    )


def _published(spectrum: Spectrum, tail: TailFit, plan: Plan, mapper: Mapper) -> Published:
    published = as_published(spectrum, tail)
    if not plan.replicates or published.tail.x_min is None:
        return published
    p, p_se = goodness_of_fit(
        spectrum, published.tail, plan.replicates, plan.seed, grid=CSN_GRID, mapper=mapper
    )
    return replace(published, tail=replace(published.tail, p=p, p_se=p_se, replicates=plan.replicates))
