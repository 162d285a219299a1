"""The formulas: log probability and log survival of each frequency law on the integers from x_min on.

Pure functions of frequency k (floats holding integers), ``x_min`` and the parameters. Every law is
normalised on k >= x_min, so the same formula serves all types (x_min = 1) and a tail. There are two kinds
of discretisation and no third: a mass function summed over the integers, or a closed survival function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.zipf.hurwitz import log_zeta

if TYPE_CHECKING:
    from lexdecay.records import Floats

# ---- mass functions: zeta and shifted zeta


def zeta_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """f1 of Moreno-Sanchez et al. (2016): k^-a / zeta(a, x_min)."""
    return np.asarray(-theta[0] * np.log(k) - log_zeta(theta[0], x_min))


def zeta_survival(k: Floats, x_min: float, theta: Floats) -> Floats:
    """zeta(a, k) / zeta(a, x_min)."""
    return log_zeta(theta[0], k) - log_zeta(theta[0], x_min)


def shifted_zeta_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """(k + s)^-a / zeta(a, x_min + s): Mandelbrot's shift, on frequencies."""
    return np.asarray(-theta[0] * np.log(k + theta[1]) - log_zeta(theta[0], x_min + theta[1]))


def shifted_zeta_survival(k: Floats, x_min: float, theta: Floats) -> Floats:
    """zeta(a, k + s) / zeta(a, x_min + s)."""
    return log_zeta(theta[0], k + theta[1]) - log_zeta(theta[0], x_min + theta[1])


# ---- closed survival functions: discrete Lomax (f2 without shift) and Waring (Yule, f3)


def lomax_survival(k: Floats, x_min: float, theta: Floats) -> Floats:
    """((k + s) / (x_min + s))^-(b-1)."""
    return np.asarray(-(theta[0] - 1.0) * np.log((k + theta[1]) / (x_min + theta[1])))


def lomax_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """S(k) - S(k + 1), without cancellation."""
    drop = -np.expm1(-(theta[0] - 1.0) * np.log1p(1.0 / (k + theta[1])))
    return np.asarray(lomax_survival(k, x_min, theta) + np.log(drop))


def f2_survival(k: Floats, x_min: float, theta: Floats) -> Floats:
    """f2 of Moreno-Sanchez et al. (2016): a power law in the survival function."""
    return lomax_survival(k, x_min, np.array([theta[0], 0.0]))


def f2_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """k^-(b-1) - (k+1)^-(b-1), normalised."""
    return lomax_pmf(k, x_min, np.array([theta[0], 0.0]))


def waring_survival(k: Floats, x_min: float, theta: Floats) -> Floats:
    """G(k + s) / G(k + s + a - 1), normalised; as beta functions, which do not cancel for large k."""
    from scipy.special import betaln

    a, shift = theta[0] - 1.0, theta[1]
    return np.asarray(betaln(k + shift, a) - betaln(x_min + shift, a))


def waring_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """S(k) (a - 1) / (k + s + a - 1)."""
    a, shift = theta[0] - 1.0, theta[1]
    return np.asarray(waring_survival(k, x_min, theta) + np.log(a / (k + shift + a)))


def yule_survival(k: Floats, x_min: float, theta: Floats) -> Floats:
    """Waring without shift: the law of Yule's and Simon's processes."""
    return waring_survival(k, x_min, np.array([theta[0], 0.0]))


def yule_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """(a - 1) B(k, a) at x_min = 1."""
    return waring_pmf(k, x_min, np.array([theta[0], 0.0]))


def f3_survival(k: Floats, x_min: float, theta: Floats) -> Floats:
    """G(k + 1 - b) / G(k), normalised: Waring with shift 1 - b."""
    return waring_survival(k, x_min, np.array([theta[0], 1.0 - theta[0]]))


def f3_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """f3 of Moreno-Sanchez et al. (2016): (b-1) G(k+1-b) / (G(2-b) G(k+1)) at x_min = 1."""
    return waring_pmf(k, x_min, np.array([theta[0], 1.0 - theta[0]]))


# ---- penalties on k^-a: log kernels, zero at k = x_min; penalty 0 is exactly the zeta law


def cutoff_kernel(k: Floats, log_ratio: Floats, x_min: float, theta: Floats) -> Floats:
    """k^-a e^(-l k)."""
    return np.asarray(-theta[0] * log_ratio - theta[1] * (k - x_min))


def cutoff_gradient(k: Floats, log_ratio: Floats, x_min: float, _theta: Floats) -> tuple[Floats, Floats]:
    """In (a, l)."""
    return -log_ratio, x_min - k


def lognormal_kernel(_k: Floats, log_ratio: Floats, _x_min: float, theta: Floats) -> Floats:
    """k^-a e^(-g ln(k / x_min)^2); g = 1 / (2 sigma^2) of the lognormal."""
    return np.asarray(-(theta[0] + theta[1] * log_ratio) * log_ratio)


def lognormal_gradient(_k: Floats, log_ratio: Floats, _x_min: float, _theta: Floats) -> tuple[Floats, Floats]:
    """In (a, g)."""
    return -log_ratio, -(log_ratio**2)


def stretched_kernel(_k: Floats, log_ratio: Floats, _x_min: float, theta: Floats) -> Floats:
    """Weibull's k^(b-1) e^(-(k/c)^b), with a - 1 = b (x_min / c)^b, so that b = 0 is k^-a."""
    growth, _ = _box_cox(log_ratio, theta[1])
    return np.asarray((theta[1] - 1.0) * log_ratio - (theta[0] - 1.0) * growth)


def stretched_gradient(_k: Floats, log_ratio: Floats, _x_min: float, theta: Floats) -> tuple[Floats, Floats]:
    """In (a, b)."""
    growth, slope = _box_cox(log_ratio, theta[1])
    return -growth, log_ratio - (theta[0] - 1.0) * slope


def _box_cox(u: Floats, b: float) -> tuple[Floats, Floats]:
    """(e^(bu) - 1) / b and its derivative in b, by their series where b u is small."""
    if b == 0.0:
        return u, u * u / 2.0
    x = b * u
    growth = np.expm1(x) / b
    series = u * u * (0.5 + x / 3.0 + x * x / 8.0)
    return growth, np.where(x < 1e-4, series, (u * np.exp(x) - growth) / b)


# ---- laws without a power law inside, for the tail only


def exponential_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """(1 - e^-l) e^(-l (k - x_min))."""
    return np.asarray(np.log(-np.expm1(-theta[0])) - theta[0] * (k - x_min))


def poisson_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
    """Poisson with mean m, given k >= x_min."""
    from scipy.special import gammainc, gammaln

    m = theta[0]
    return np.asarray(k * np.log(m) - m - gammaln(k + 1.0) - np.log(gammainc(x_min, m)))
