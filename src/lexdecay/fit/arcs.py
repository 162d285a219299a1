"""Laws of arc lengths by maximum likelihood, each arc cut off where its sentence ends.

An arc in a sentence of n words has length d = 1..n - 1 with probability f(d) / (f(1) + ... + f(n - 1)).
Every law here is log-linear, ln f(d) = -theta . phi(d), so the likelihood has one maximum, Newton's method
finds it, and its curvature gives the errors. Two regimes of exponential decay with a break are the finding of
Petrini & Ferrer-i-Cancho (2022, arXiv:2211.14620) on twenty languages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import Estimate
from lexdecay.word_records import ArcFit

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Floats, Ints
    from lexdecay.word_records import Arcs

NORMAL_95 = 1.959963984540054
STEPS, TOLERANCE = 100, 1e-10  # Newton doubles the digits at each step; a maximum is found in about ten
LATEST_BREAK = 20  # words; the literature has it at 4 to 5
FEWEST_LENGTHS = 4  # below, two regimes cannot be told from one


@dataclass(frozen=True, slots=True, eq=False)
class Lengths:
    """How many arcs have each length in sentences of each number of words."""

    words: Ints  # int64[W], different numbers of words, at least 2, ascending
    times: Ints  # int64[W], arcs in such sentences
    count: Ints  # int64[D], arcs of length 1..D


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Maximum of the likelihood of one log-linear law."""

    theta: Floats
    covariance: Floats
    log_likelihood: float


def lengths_of(arcs: Arcs) -> Lengths:
    """Count arcs by their length and by the words of their sentence: all that the likelihood needs."""
    words, times = np.unique(arcs.words[arcs.sentence], return_counts=True)
    longest = int(words.max(initial=2)) - 1
    count = np.bincount(np.abs(arcs.length), minlength=longest + 1)[1:]
    return Lengths(words, times, count)


def fit_arcs(arcs: Arcs) -> tuple[ArcFit, ...]:
    """Fit random order, one and two exponential regimes, a power law and one with a cut-off; best first."""
    seen = lengths_of(arcs)
    if np.count_nonzero(seen.count) < FEWEST_LENGTHS:
        return ()
    d = np.arange(1, seen.count.size + 1, dtype=float)
    fits = [
        _random(arcs, seen),
        _fit("exponential", seen, np.column_stack([d - 1]), (_ratio("ratio", "q"),)),
        _two_regimes(seen, d),
        _fit("power_law", seen, np.column_stack([np.log(d)]), (_exponent,)),
        _fit(
            "cutoff_power_law", seen, np.column_stack([np.log(d), d - 1]), (_exponent, _ratio("ratio", "q"))
        ),
    ]
    best = min(fit.bic for fit in fits)
    ranked = sorted(fits, key=lambda fit: fit.bic)
    return tuple(ArcFit(f.model, f.parameters, f.log_likelihood, f.bic, f.bic - best) for f in ranked)


def maximum(seen: Lengths, features: Floats) -> Fitted:
    """Maximise the likelihood of ln f(d) = -theta . phi(d); ``features`` is phi, [D, k]."""
    theta = np.zeros(features.shape[1])
    value, slope, curvature = _likelihood(seen, features, theta)
    for _ in range(STEPS):
        step = np.linalg.solve(curvature, slope)
        if np.abs(step @ slope) < TOLERANCE:
            break
        scale = 1.0
        new = _likelihood(seen, features, theta + step)
        while not new[0] >= value and scale > TOLERANCE:
            scale /= 2
            new = _likelihood(seen, features, theta + scale * step)
        theta = theta + scale * step
        value, slope, curvature = new
    return Fitted(theta, np.asarray(np.linalg.inv(curvature), np.float64), value)


def _likelihood(seen: Lengths, features: Floats, theta: Floats) -> tuple[float, Floats, Floats]:
    """Log-likelihood, its gradient and minus its second derivative."""
    with np.errstate(over="ignore", invalid="ignore"):
        log_f = -features @ theta
        top = log_f.max()
        f = np.exp(log_f - top)
        last = seen.words - 2
        total = np.cumsum(f)[last]
        mean = np.cumsum(f[:, None] * features, axis=0)[last] / total[:, None]
        square = np.cumsum(f[:, None, None] * features[:, :, None] * features[:, None, :], axis=0)[last]
        spread = square / total[:, None, None] - mean[:, :, None] * mean[:, None, :]
        value = float(seen.count @ log_f - seen.times @ (np.log(total) + top))
    return value, seen.times @ mean - seen.count @ features, np.tensordot(seen.times, spread, 1)


def _random(arcs: Arcs, seen: Lengths) -> ArcFit:
    """Every order of a sentence's words alike, p(d | n) = 2 (n - d) / (n (n - 1)): nothing to fit."""
    n, d = arcs.words[arcs.sentence], np.abs(arcs.length)
    return _arc_fit("random_order", (), float(np.log(2 * (n - d) / (n * (n - 1))).sum()), seen)


def _two_regimes(seen: Lengths, d: Floats) -> ArcFit:
    """Exponential decay that changes its rate at a break, which is tried at every length."""
    parameters = (_ratio("near ratio", "q1"), _ratio("far ratio", "q2"))
    tried = [
        (at, _fit("two_exponential_regimes", seen, _pieces(d, at), parameters))
        for at in range(2, min(LATEST_BREAK, int(np.count_nonzero(seen.count)) - 2) + 1)
    ]
    at, best = max(tried, key=lambda pair: pair[1].log_likelihood)
    where = Estimate("break", "b", "words", float(at), None, None, None)
    return _arc_fit(best.model, (*best.parameters, where), best.log_likelihood, seen)


def _pieces(d: Floats, at: int) -> Floats:
    return np.column_stack([np.minimum(d, at) - 1, np.maximum(d - at, 0)])


def _fit(
    model: str, seen: Lengths, features: Floats, parameters: tuple[Callable[[float, float], Estimate], ...]
) -> ArcFit:
    found = maximum(seen, features)
    se = np.sqrt(np.diag(found.covariance))
    named = tuple(make(float(t), float(s)) for make, t, s in zip(parameters, found.theta, se, strict=True))
    return _arc_fit(model, named, found.log_likelihood, seen)


def _arc_fit(model: str, parameters: tuple[Estimate, ...], value: float, seen: Lengths) -> ArcFit:
    bic = len(parameters) * float(np.log(seen.times.sum())) - 2 * value
    return ArcFit(model, parameters, value, bic, 0.0)


def _ratio(name: str, symbol: str) -> Callable[[float, float], Estimate]:
    """How many times as frequent each further word makes an arc: q = exp(-theta)."""

    def estimate(theta: float, se: float) -> Estimate:
        value, low, high = np.exp([-theta, -theta - NORMAL_95 * se, -theta + NORMAL_95 * se]).tolist()
        return Estimate(name, symbol, "1", value, value * se, low, high)

    return estimate


def _exponent(theta: float, se: float) -> Estimate:
    return Estimate("exponent", "γ", "1", theta, se, theta - NORMAL_95 * se, theta + NORMAL_95 * se)
