"""Alternatives: does another law describe the same tail better.

Three kinds of comparison, each with the test that is valid for it. A *penalty* (cut-off, lognormal,
stretched exponential) contains the power law at the edge of its range: half a chi-square with one degree of
freedom, and a penalty of 0 means that it has become the power law. A *shift* contains it inside its
range: chi-square. All others do not contain it: Vuong's (1989) normalised log-likelihood ratio.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import Estimate
from lexdecay.zipf import families as law
from lexdecay.zipf.estimate import estimates, maximise, newton
from lexdecay.zipf.models import CUTOFF, F2, LOGNORMAL, SHIFTED_ZETA, STRETCHED, YULE, ZETA
from lexdecay.zipf.records import Alternative
from lexdecay.zipf.spectrum import tail_of

if TYPE_CHECKING:
    from lexdecay.records import Floats
    from lexdecay.zipf.models import Family
    from lexdecay.zipf.records import Preference, Spectrum, TailFit, TestName

_LEVEL = 0.05
_SAME = 1e-6  # nats: log-likelihoods this close are one law


def compare_tail(spectrum: Spectrum, fit: TailFit) -> tuple[Alternative, ...]:
    """Every alternative on the types at or above the fitted x_min; none when there is no tail."""
    if fit.x_min is None or fit.alpha is None:
        return ()
    tail = tail_of(spectrum, fit.x_min)
    nested = [_nested(tail, fit.x_min, family) for family in (CUTOFF, LOGNORMAL, STRETCHED, SHIFTED_ZETA)]
    apart = [_registered_apart(tail, fit, family) for family in (F2, YULE)]
    return (*nested, *apart, _exponential(tail, fit), _poisson(tail, fit))


# ---- laws that contain the power law


def _nested(tail: Spectrum, x_min: int, family: Family) -> Alternative:
    power, other = maximise(tail, ZETA, x_min), maximise(tail, family, x_min)
    test: TestName = "boundary" if family.penalty is not None else "likelihood_ratio"
    if not other.converged:
        return Alternative(family.name, "no_convergence", test, reason="no maximum was found")
    llr = min(0.0, power.log_likelihood - other.log_likelihood)
    collapsed = family.penalty is not None and llr > -_SAME
    p = 1.0 if collapsed else _chi_square_tail(-2.0 * llr) * (0.5 if test == "boundary" else 1.0)
    return Alternative(
        family.name,
        "at_bound" if collapsed else "ok",
        test,
        estimates(family.parameters, other),
        other.log_likelihood,
        llr=0.0 if collapsed else llr,
        p=p,
        verdict="collapses" if collapsed else "alternative" if p < _LEVEL else "undecided",
        reason="its penalty is 0: it has become the power law" if collapsed else "",
    )


def _chi_square_tail(statistic: float) -> float:
    """P(chi-square with one degree of freedom > statistic)."""
    from scipy.special import erfc

    return float(erfc(np.sqrt(statistic / 2.0)))


# ---- laws that do not: Vuong's test


def vuong(log_power: Floats, log_other: Floats, types: Floats) -> tuple[float, float, float]:
    """Log-likelihood ratio, its normalised form and the two-sided p (Vuong 1989, non-nested)."""
    from scipy.special import erfc

    difference, n = log_power - log_other, types.sum()
    total = float((types * difference).sum())
    variance = float((types * (difference - total / n) ** 2).sum() / n)
    if variance == 0.0:
        return total, 0.0, 1.0
    z = total / float(np.sqrt(n * variance))
    return total, z, float(erfc(abs(z) / np.sqrt(2.0)))


def _apart(
    name: str, tail: Spectrum, fit: TailFit, parameters: tuple[Estimate, ...], log_other: Floats
) -> Alternative:
    k, types = tail.frequency.astype(float), tail.types.astype(float)
    log_power = law.zeta_pmf(k, float(fit.x_min or 1), np.array([fit.alpha]))
    llr, z, p = vuong(log_power, log_other, types)
    verdict: Preference = "undecided" if p >= _LEVEL else "power_law" if z > 0 else "alternative"
    likelihood = float((types * log_other).sum())
    return Alternative(name, "ok", "vuong", parameters, likelihood, llr, z, p, verdict)


def _registered_apart(tail: Spectrum, fit: TailFit, family: Family) -> Alternative:
    x_min = int(fit.x_min or 1)
    optimum = maximise(tail, family, x_min)
    if not optimum.converged:
        return Alternative(family.name, "no_convergence", "vuong", reason="no maximum was found")
    log_pmf = family.log_pmf(tail.frequency.astype(float), float(x_min), optimum.theta)
    return _apart(family.name, tail, fit, estimates(family.parameters, optimum), log_pmf)


def _exponential(tail: Spectrum, fit: TailFit) -> Alternative:
    """Geometric law: its maximum likelihood has a closed form, log(1 + 1 / (mean - x_min))."""
    k, x_min = tail.frequency.astype(float), float(fit.x_min or 1)
    excess = tail.n_tokens / tail.n_types - x_min
    rate = float(np.log1p(1.0 / excess))
    se = rate / np.sqrt(tail.n_types)
    parameter = Estimate("rate", "l", "", rate, se, rate - 1.96 * se, rate + 1.96 * se)
    return _apart("exponential", tail, fit, (parameter,), law.exponential_pmf(k, x_min, np.array([rate])))


def _poisson(tail: Spectrum, fit: TailFit) -> Alternative:
    k, types, x_min = tail.frequency.astype(float), tail.types.astype(float), float(fit.x_min or 1)

    def log_likelihood(t: Floats) -> float:
        return float((types * law.poisson_pmf(k, x_min, np.exp(t))).sum())

    t, _, hessian, converged = newton(log_likelihood, np.log([tail.n_tokens / tail.n_types]))
    if not converged:
        return Alternative("poisson", "no_convergence", "vuong", reason="no maximum was found")
    mean = float(np.exp(t[0]))
    se = mean / float(np.sqrt(-hessian[0, 0]))
    parameter = Estimate("mean", "m", "", mean, se, mean - 1.96 * se, mean + 1.96 * se)
    return _apart("poisson", tail, fit, (parameter,), law.poisson_pmf(k, x_min, np.array([mean])))
