"""Populations with a large number of rare events: how many types there are that the text has not shown.

Three type densities g(p) over probabilities p (Baayen 2001; Evert 2004): Zipf-Mandelbrot (ZM), ZM with a
lower bound (fZM), and Sichel's generalised inverse Gauss-Poisson (GIGP). Under Poisson sampling
E[V_m] = integral (Np)^m / m! e^-Np g(p) dp. Parameters minimise Baayen's multivariate chi-square of
V, V_1 .. V_m, whose covariances are expectations at twice the sample size (his eqs. 3.58-3.63).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.records import Estimate
from lexdecay.registry import Registry
from lexdecay.zipf.records import Extrapolation, LnreFit
from lexdecay.zipf.spectrum import thin
from lexdecay.zipf.tail import too_few

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.records import Floats, Ints
    from lexdecay.zipf.records import Spectrum

# Spectrum elements in the chi-square; fewer when an element's variance is below 5 and the normal
# approximation fails. Both are zipfR's conventions, so that its published fits can be compared.
_ELEMENTS, _LEAST_VARIANCE = 15, 5.0
# Log of a parameter that has gone to 0: a search that followed it further down would never end.
_FLOOR = -38.0
_TIMES = (0.5, 1.0, 2.0, 5.0, 10.0)  # sample sizes of the extrapolation, in samples
_ENOUGH = 1e-9


class Population(NamedTuple):
    """One density: expected number of types and of types with m tokens, in a sample of n tokens."""

    name: str
    title: str
    formula: str
    source: str
    symbols: tuple[str, ...]
    starts: Callable[[int], list[Floats]]  # unbounded coordinates, from the sample size
    place: Callable[[Floats], Floats]  # coordinates -> parameters
    types: Callable[[Floats, float], float]
    elements: Callable[[Floats, Ints, float], Floats]
    size: Callable[[Floats], float | None]


# ---- Zipf-Mandelbrot: g(p) = C p^(-alpha-1) for A < p <= B


def _gamma_between(s: Floats | float, low: float, high: float) -> Floats:
    """Integral of t^(s-1) e^-t from ``low`` to ``high`` over Gamma(s), for s > 0."""
    from scipy.special import gammainc, gammaincc

    # the smaller of the two tails, whichever loses fewer digits
    return np.asarray(
        np.where(
            np.asarray(s) < low,
            gammaincc(s, low) - gammaincc(s, high),
            gammainc(s, high) - gammainc(s, low),
        )
    )


def _fzm_constant(theta: Floats) -> float:
    alpha, low, high = theta
    return float((1.0 - alpha) / (high ** (1.0 - alpha) - low ** (1.0 - alpha)))


def _fzm_types(theta: Floats, n: float) -> float:
    from scipy.special import gamma

    alpha, low, high = theta
    edges = [0.0 if p == 0.0 else p**-alpha * -np.expm1(-n * p) for p in (low, high)]
    body = n**alpha * gamma(1.0 - alpha) * float(_gamma_between(1.0 - alpha, n * low, n * high))
    return float(_fzm_constant(theta) * (edges[0] - edges[1] + body) / alpha)


def _fzm_elements(theta: Floats, m: Ints, n: float) -> Floats:
    from scipy.special import gammaln

    alpha, low, high = theta
    scale = np.exp(gammaln(m - alpha) - gammaln(m + 1.0) + alpha * np.log(n))
    return np.asarray(_fzm_constant(theta) * scale * _gamma_between(m - alpha, n * low, n * high))


def _fzm_size(theta: Floats) -> float | None:
    alpha, low, high = theta
    return float(_fzm_constant(theta) * (low**-alpha - high**-alpha) / alpha) if low > 0 else None


def _logistic(t: float) -> float:
    return float(1.0 / (1.0 + np.exp(-t)))


ZM = Population(
    "zm",
    "Zipf-Mandelbrot population",
    "g(p) ~ p^(-a-1), p <= B",
    "Evert 2004",
    ("a", "B"),
    lambda _n: [np.array([x, np.log(0.01)]) for x in (-1.0, 0.0, 1.0)],
    lambda t: np.array([_logistic(t[0]), 0.0, np.exp(t[1])]),
    _fzm_types,
    _fzm_elements,
    lambda _theta: None,
)
FZM = Population(
    "fzm",
    "finite Zipf-Mandelbrot population",
    "g(p) ~ p^(-a-1), A <= p <= B",
    "Evert 2004",
    ("a", "A", "B"),
    lambda n: [np.array([x, -np.log(n * f), np.log(0.01)]) for x in (0.0, 1.0) for f in (0.3, 3.0)],
    lambda t: np.array([_logistic(t[0]), np.exp(np.clip(t[1], _FLOOR, t[2] - 1e-3)), np.exp(t[2])]),
    _fzm_types,
    _fzm_elements,
    _fzm_size,
)

# ---- GIGP: g(p) = (2/(bc))^(gamma+1) / (2 K_{gamma+1}(b)) p^(gamma-1) e^(-p/c - b^2 c / (4p))


def _log_bessel(order: Floats | float, x: float) -> Floats:
    from scipy.special import kve

    return np.asarray(np.log(kve(order, x)) - x)


def _gigp_size(theta: Floats) -> float:
    gamma, b, c = theta
    return float(2.0 / (b * c) * np.exp(_log_bessel(gamma, b) - _log_bessel(gamma + 1.0, b)))


def _gigp_types(theta: Floats, n: float) -> float:
    return float(_gigp_size(theta) - _gigp_elements(theta, np.array([0]), n)[0])


def _gigp_elements(theta: Floats, m: Ints, n: float) -> Floats:
    from scipy.special import gammaln

    gamma, b, c = theta
    grown = np.sqrt(1.0 + c * n)
    log_value = (
        (gamma + 1.0) * np.log(2.0 / (b * c))
        - _log_bessel(gamma + 1.0, b)
        + m * np.log(n)
        - gammaln(m + 1.0)
        + (gamma + m) * np.log(b * c / (2.0 * grown))
        + _log_bessel(gamma + m, b * grown)
    )
    return np.asarray(np.exp(log_value))


GIGP = Population(
    "gigp",
    "generalised inverse Gauss-Poisson",
    "g(p) ~ p^(gamma-1) e^(-p/c - b^2 c / (4p))",
    "Sichel 1975",
    ("gamma", "b", "c"),
    lambda n: [np.array([g, np.log(0.01), np.log(1000.0 / n)]) for g in (0.0, 1.0)],
    lambda t: np.array([-_logistic(t[0]), np.exp(max(t[1], _FLOOR / 2)), np.exp(t[2])]),
    _gigp_types,
    _gigp_elements,
    _gigp_size,
)

POPULATIONS: Registry[Population] = Registry("population model")
for _population in (ZM, FZM, GIGP):
    POPULATIONS.add(_population.name, _population)


# ---- Baayen's chi-square


class _Sample(NamedTuple):
    tokens: float
    types: float
    elements: Floats  # V_1 .. V_m


def chi_square(population: Population, theta: Floats, sample: _Sample) -> float:
    """Multivariate chi-square of (V, V_1 .. V_m) under the population."""
    m, n = np.arange(1, sample.elements.size + 1), sample.tokens
    expected, types = population.elements(theta, m, n), population.types(theta, n)
    error = np.append(sample.types - types, sample.elements - expected)
    covariance = _covariance(population, theta, m, n)
    return float(error @ np.linalg.solve(covariance, error))


def _covariance(population: Population, theta: Floats, m: Ints, n: float) -> Floats:
    """Cov(V_m, V_k) = [m = k] E V_m - binom(m+k, m) 2^-(m+k) E V_{m+k}(2N), and so for V itself."""
    from scipy.special import comb

    doubled = population.elements(theta, np.arange(1, 2 * m.size + 1), 2.0 * n)
    together = m[:, None] + m
    out = np.empty((m.size + 1, m.size + 1))
    out[1:, 1:] = np.diag(population.elements(theta, m, n))
    out[1:, 1:] -= comb(together, m[:, None]) * 0.5**together * doubled[together - 1]
    out[0, 1:] = out[1:, 0] = doubled[m - 1] * 0.5**m
    out[0, 0] = population.types(theta, 2.0 * n) - population.types(theta, n)
    return out


def _minimise(population: Population, sample: _Sample, starts: Sequence[Floats]) -> Floats | None:
    """Coordinates of the smallest chi-square; None when no search ends."""
    from scipy.optimize import minimize

    def cost(t: Floats) -> float:
        try:
            with np.errstate(all="ignore"):
                value = chi_square(population, population.place(t), sample)
        except np.linalg.LinAlgError:
            return np.inf
        return value if np.isfinite(value) and value >= 0 else 1e300

    found = [
        minimize(cost, t, method="Nelder-Mead", options={"xatol": 1e-5, "fatol": 1e-6, "maxiter": 600})
        for t in starts
    ]
    best = min(found, key=lambda r: float(r.fun))
    return best.x if best.success and best.fun < 1e299 else None


# ---- what is reported


def half_of(spectrum: Spectrum, seed: int) -> Spectrum:
    """Spectrum of a random half of the tokens."""
    return thin(spectrum, spectrum.n_tokens // 2, np.random.default_rng(seed))


def fit_population(spectrum: Spectrum, model: str, half: Spectrum | None = None) -> LnreFit:
    """One population model: parameters, size of the population, fit, extrapolation, held-out error.

    Parameters
    ----------
    half
        A random half of the tokens, fitted to predict the types of the whole; None for no such check.
    """
    reason = too_few(spectrum)
    if reason is not None:
        return LnreFit(model, "too_few_types", reason)
    if spectrum.frequency[0] > 1:
        return LnreFit(
            model, "not_run", "the table has no word that occurs once: its rarest words are missing"
        )
    population = POPULATIONS[model]
    place = _fitted(population, spectrum, population.starts(spectrum.n_tokens))
    if place is None:
        return LnreFit(model, "no_convergence", "no parameters fit the spectrum's first elements")
    theta = population.place(place)
    sample, dof = _for_test(population, theta, spectrum)
    x2 = chi_square(population, theta, sample)
    bound = _at_bound(population, theta)
    return LnreFit(
        model,
        "at_bound" if bound else "ok",
        bound,
        _parameters(population, theta),
        None if bound else population.size(theta),
        x2,
        dof,
        _chi_square_p(x2, dof),
        sample.elements.size,
        tuple(_at_size(population, theta, int(f * sample.tokens)) for f in _TIMES),
        None if half is None else _held_out_error(population, spectrum, place, half),
    )


def _sample(spectrum: Spectrum, elements: int) -> _Sample:
    counts = [float(spectrum.count_of(m)) for m in range(1, elements + 1)]
    return _Sample(float(spectrum.n_tokens), float(spectrum.n_types), np.array(counts))


def _fitted(population: Population, spectrum: Spectrum, starts: Sequence[Floats]) -> Floats | None:
    """Coordinates of the fit to the leading spectrum elements of at least 5 types."""
    observed = _sample(spectrum, _ELEMENTS).elements
    enough = int(np.argmin(np.append(observed >= _LEAST_VARIANCE, False)))
    elements = max(enough, len(population.symbols) + 2)
    return _minimise(population, _sample(spectrum, elements), starts)


def _for_test(population: Population, theta: Floats, spectrum: Spectrum) -> tuple[_Sample, int]:
    """Spectrum elements whose variance under the model allows a normal approximation, and the dof left."""
    m, n = np.arange(1, _ELEMENTS + 1), float(spectrum.n_tokens)
    variance = np.diag(_covariance(population, theta, m, n))[1:]
    enough = int(np.argmin(np.append(variance >= _LEAST_VARIANCE, False)))
    elements = max(enough, len(population.symbols) + 2)
    return _sample(spectrum, elements), elements + 1 - len(population.symbols)


def _chi_square_p(x2: float, dof: int) -> float:
    from scipy.special import gammaincc

    return float(gammaincc(dof / 2.0, x2 / 2.0))


def _at_bound(population: Population, theta: Floats) -> str:
    if population is FZM and theta[1] < 1e-14:
        return "its lower bound is 0: it has become the Zipf-Mandelbrot population"
    if population is GIGP and theta[1] < 1e-7:
        return "b is 0: the number of types cannot be told from this sample"
    return ""


def _parameters(population: Population, theta: Floats) -> tuple[Estimate, ...]:
    values = theta if population is not ZM else theta[[0, 2]]
    return tuple(
        Estimate(symbol, symbol, "", float(value), None, None, None)
        for symbol, value in zip(population.symbols, values, strict=True)
    )


def _at_size(population: Population, theta: Floats, tokens: int) -> Extrapolation:
    hapaxes = float(population.elements(theta, np.array([1]), float(tokens))[0])
    return Extrapolation(tokens, population.types(theta, float(tokens)), hapaxes)


def _held_out_error(population: Population, spectrum: Spectrum, near: Floats, half: Spectrum) -> float | None:
    """Search from the fit of the whole: the density is the same, only the sample is smaller."""
    place = None if too_few(half) else _fitted(population, half, [near])
    if place is None:
        return None
    expected = population.types(population.place(place), float(spectrum.n_tokens))
    return expected / spectrum.n_types - 1.0
