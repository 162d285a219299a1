"""Rank and frequency: the famous plot, drawn so that it means something.

A rank taken from the same counts as the frequency makes any noise look like a falling curve. The tokens are
split in two halves (each token tossed, so each count is binomially thinned; Piantadosi 2014): one half orders
the words, the other says how often they occur. Zipf-Mandelbrot p(r) ~ (r + q)^-a is fitted to the tokens of
the second half.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import Estimate
from lexdecay.zipf.estimate import inverse, newton
from lexdecay.zipf.hurwitz import log_zeta
from lexdecay.zipf.records import DoublePowerLaw, Mandelbrot, RankLaw
from lexdecay.zipf.spectrum import expand
from lexdecay.zipf.tail import too_few

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Floats, Ints
    from lexdecay.zipf.records import Spectrum, Status

_Z95 = 1.959963984540054
_DIRECT = 512  # ranks summed one by one before Euler-Maclaurin takes over; error below 1e-12
_PLOT_BANDS = 40
_BREAKS = 80  # ranks tried for the break, twice: over all ranks, then around the best
# A break above this share of the ranks, or a slope beyond it that steep, only describes the edge of the
# vocabulary: single books give b near V and slopes of 20 and more.
_BREAK_SHARE, _STEEPEST, _GAMMA_MAX = 0.5, 5.0, 100.0


def fit_ranks(spectrum: Spectrum, seed: int) -> Mandelbrot | None:
    """Rank laws on held-out ranks, beside the naive fits; None when there are too few types."""
    if too_few(spectrum) is not None:
        return None
    counts = expand(spectrum)
    ranked = split_ranks(counts, np.random.default_rng(seed))
    held_out, infinite = fit_rank_law(ranked), fit_rank_law(counts, infinite=True)
    rank, observed, expected = _bands(ranked, held_out, spectrum.n_tokens)
    return Mandelbrot(
        held_out,
        fit_rank_law(counts),
        infinite,
        fit_double(counts, infinite),
        rank,
        observed,
        expected,
    )


def split_ranks(counts: Ints, rng: np.random.Generator) -> Ints:
    """Tokens of one half, in the order the other half ranks the words; ties fall at random.

    Only words that the ranking half has seen take part: one that it has not seen is in the list because the
    other half has it, and would look more frequent than it is.
    """
    half = rng.binomial(counts, 0.5)
    seen = half > 0
    half, other = half[seen], (counts - half)[seen]
    return np.asarray(other[np.lexsort((rng.random(half.size), -half))])


# ---- Zipf-Mandelbrot


def log_rank_sum(a: float, q: float, ranks: int) -> float:
    """Log sum_{r=1..ranks} (r + q)^-a, any exponent a: direct terms, then Euler-Maclaurin at both ends."""
    first = 1.0 + q
    head = (np.arange(1.0, min(ranks, _DIRECT) + 1) + q) / first
    total = float((head**-a).sum())
    if ranks > _DIRECT:
        low = (_DIRECT + first) / first
        total += float(low**-a) * _middle(_DIRECT + first, ranks + q, a)
    return float(np.log(total) - a * np.log(first))


def _middle(low: float, high: float, a: float) -> float:
    """Sum of (x / low)^-a from ``low`` to ``high`` in steps of one, ends included."""
    span = np.log(high / low)
    last = np.exp(-a * span)
    integral = low * (span if abs(1.0 - a) < 1e-9 else np.expm1((1.0 - a) * span) / (1.0 - a))
    return float(integral + (1.0 + last) / 2.0 + a * (1.0 / low - last / high) / 12.0)


def fit_rank_law(tokens_by_rank: Ints, *, infinite: bool = False) -> RankLaw:
    """Maximum likelihood of Zipf-Mandelbrot for tokens int64[V] listed by rank.

    Parameters
    ----------
    infinite
        Let the ranks go on to infinity (needs a > 1); otherwise they end with the list.
    """
    ranks, total = tokens_by_rank.size, float(tokens_by_rank.sum())
    occurring = np.flatnonzero(tokens_by_rank)
    r, n = occurring + 1.0, tokens_by_rank[occurring].astype(float)
    floor = 1.0 if infinite else 0.0

    def place(t: Floats) -> tuple[float, float]:
        return floor + float(np.exp(t[0])), float(np.exp(t[1])) - 1.0

    def log_likelihood(t: Floats) -> float:
        a, q = place(t)
        norm = float(log_zeta(a, 1.0 + q)) if infinite else log_rank_sum(a, q, ranks)
        return float(-a * (n * np.log(r + q)).sum() - total * norm)

    start = np.array([np.log(1.2 - floor), np.log(3.0)])
    t, value, hessian, converged = newton(log_likelihood, start)
    if not converged:
        return RankLaw("no_convergence", "the likelihood has no maximum that could be found")
    covariance = inverse(-hessian)
    if covariance is None:
        return RankLaw(
            "at_bound", "the tokens do not fix exponent and shift: frequency hardly falls with rank"
        )
    a, q = place(t)
    errors = np.array([a - floor, q + 1.0]) * np.sqrt(np.diag(covariance))
    return _rank_law((a, q), errors, -value / total, None if infinite else ranks)


def _rank_law(values: tuple[float, float], errors: Floats, loss: float, support: int | None) -> RankLaw:
    a, q = (
        Estimate(name, symbol, "", value, float(se), value - _Z95 * float(se), value + _Z95 * float(se))
        for name, symbol, value, se in zip(("exponent", "shift"), ("a", "q"), values, errors, strict=True)
    )
    return RankLaw("ok", "", a, q, loss, support)


# ---- two power laws


def fit_double(tokens_by_rank: Ints, single: RankLaw) -> DoublePowerLaw:
    """1/r up to rank b, r^-gamma from there to infinity (Gerlach & Altmann 2013).

    Refused when b and gamma only describe the end of the vocabulary, as they do in single books.
    """
    profile, size = _double_profile(tokens_by_rank), tokens_by_rank.size
    coarse = np.unique(np.geomspace(10, size - 1, _BREAKS).astype(np.int64))
    near = int(np.argmax([profile(int(b))[1] for b in coarse]))
    low, high = coarse[max(near - 1, 0)], coarse[min(near + 1, coarse.size - 1)]
    fits = {int(b): profile(int(b)) for b in np.unique(np.linspace(low, high, _BREAKS).astype(np.int64))}
    b = max(fits, key=lambda place: fits[place][1])
    gamma, value = fits[b]
    loss = -value / float(tokens_by_rank.sum())
    return DoublePowerLaw(*_identified(b, gamma, loss, size, single), b, gamma, loss)


def _identified(b: int, gamma: float, loss: float, ranks: int, single: RankLaw) -> tuple[Status, str]:
    if b > _BREAK_SHARE * ranks or gamma > _STEEPEST:
        return "not_identified", (
            f"double power law not identified: its break (rank {b}) lies at the end of the {ranks} ranks and "
            f"its second exponent ({gamma:.0f}) only "
            "describes where the vocabulary stops"
        )
    if single.loss is not None and loss > single.loss:
        return (
            "not_identified",
            "double power law not identified: Zipf-Mandelbrot describes the tokens better",
        )
    return "ok", ""


def _double_profile(tokens_by_rank: Ints) -> Callable[[int], tuple[float, float]]:
    """Best gamma and log-likelihood for a given break."""
    r, n = np.arange(1.0, tokens_by_rank.size + 1), tokens_by_rank.astype(float)
    log_r, total = np.log(r), float(n.sum())
    tokens_to = n.cumsum()
    logs_to, harmonic = (n * log_r).cumsum(), (1.0 / r).cumsum()

    def profile(b: int) -> tuple[float, float]:
        beyond, log_b = float(total - tokens_to[b - 1]), np.log(b)
        relative = float(logs_to[-1] - logs_to[b - 1]) - beyond * log_b

        def log_likelihood(t: Floats) -> float:
            gamma = _gamma(t)
            tail = float(np.exp(log_zeta(gamma, b + 1.0) + gamma * log_b)) / b
            fixed = -float(logs_to[b - 1]) - beyond * float(log_b) - gamma * relative
            return float(fixed - total * np.log(harmonic[b - 1] + tail))

        t, value, _, _ = newton(log_likelihood, np.array([-4.0]))
        return _gamma(t), value

    return profile


def _gamma(t: Floats) -> float:
    """Exponent between 1 and its largest value at an unbounded coordinate."""
    return 1.0 + (_GAMMA_MAX - 1.0) / (1.0 + float(np.exp(-t[0])))


# ---- for the plot


def _bands(tokens_by_rank: Ints, law: RankLaw, tokens: int) -> tuple[Floats, Floats, Floats]:
    """Mean tokens per type in bands of rank that grow geometrically, scaled to the whole corpus."""
    size = tokens_by_rank.size
    edges = np.unique(np.geomspace(1, size + 1, _PLOT_BANDS + 1).astype(np.int64))
    widths = np.diff(edges)
    scale = tokens / float(tokens_by_rank.sum())
    observed = np.add.reduceat(tokens_by_rank, edges[:-1] - 1) / widths * scale
    middle = np.sqrt(edges[:-1] * (edges[1:] - 1.0))
    if law.a is None or law.q is None:
        return middle, observed, np.zeros_like(middle)
    a, q = law.a.value, law.q.value
    expected = tokens * np.exp(-a * np.log(middle + q) - log_rank_sum(a, q, size))
    return middle, observed, expected
