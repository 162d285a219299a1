"""Verdicts and intervals on curves of known law: the evidence of docs/decisions/0005-verdict-rules.md.

    python benchmarks/verdicts.py [--repeat N] [--part exact|formulas|intervals]

Every curve is the mean of 40 block curves around exact values, with errors that move together along the
offsets; its covariance is the jackknife of those blocks, as for a text. Nothing is tokenised or counted.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter

import numpy as np

from lexdecay.fit import MODELS, fit_curve
from lexdecay.records import Curve
from lexdecay.synth import make_law, truth

OFFSET = np.unique(np.r_[np.arange(1, 17), np.round(np.geomspace(20, 1000, 14))]).astype(np.int64)
BLOCKS = 40
# Error of a value as a share of it, and noise of the estimator in bits: a long, a middling, a short text.
ERRORS = ((0.01, 1e-4), (0.02, 3e-4), (0.01, 1e-3))

EXACT = {
    "copy": [{"copies": r, "lag_exponent": a} for r in (0.3, 0.5, 0.7) for a in (1.3, 1.5, 1.8)],
    "tree": [
        {"stay": s, "branches": q, "depth": h}
        for s, q, h in ((0.9, 3, 8), (0.8, 2, 12), (0.9, 2, 12), (0.7, 3, 8), (0.85, 4, 6))
    ],
    "exp-copy": [{"length": length} for length in (5.0, 20.0, 60.0)],
    "markov": [{"stay": stay} for stay in (0.5, 0.7, 0.9, 0.97)],
    "markov-random": [{"stay": stay} for stay in (0.8, 0.9, 0.95)],
    "topics": [{"stay": stay} for stay in (0.9, 0.96, 0.985)],
}
FORMULAS = {
    "power_law": [(0.2, 0.3), (0.5, 0.6), (0.6, 0.9), (1.0, 1.2)],
    "exponential": [(2.0, 4.0), (0.5, 15.0), (0.3, 90.0), (0.2, 400.0)],
    "stretched_exponential": [(1.5, 8.0, 0.5), (3.0, 0.5, 0.3)],
    "cutoff_power_law": [(0.5, 0.5, 60.0), (0.8, 0.8, 200.0)],
    "shifted_power_law": [(15.0, 1.5, 10.0)],
    "two_exponentials": [(1.0, 3.0, 0.1, 50.0)],
    "exponential_plus_power_law": [(1.0, 2.0, 0.1, 0.4)],
    "broken_power_law": [(0.6, 1.2, 0.3, 20.0)],
    "constant": [(0.05,)],
}


def draw(
    value: np.ndarray, offset: np.ndarray, share: float, noise: float, rng: np.random.Generator
) -> Curve:
    """Draw a curve around exact ``value``; blocks differ in how much they err."""
    apart = np.abs(np.subtract.outer(np.log(offset), np.log(offset)))
    together = 0.96 * (0.2 + 0.8 * np.exp(-apart / rng.uniform(3, 7))) + 0.04 * np.eye(offset.size)
    root = np.linalg.cholesky(together)
    uneven = np.sqrt(rng.gamma(2.0, 0.5, (BLOCKS, 1)))
    shared, own = rng.standard_normal((2, BLOCKS, offset.size)) @ root.T
    blocks = value + np.sqrt(BLOCKS) * (share * value * uneven * shared + noise * own)
    sample = np.cov(blocks.T) / BLOCKS
    covariance = 0.9 * sample + 0.1 * np.diag(np.diag(sample))
    mean, zero = blocks.mean(axis=0), np.zeros(offset.size)
    return Curve(
        measure="mutual_information",
        estimand="total",
        unit="bits",
        vocabulary=500,
        offset=offset,
        pairs=np.full(offset.size, 10**6),
        raw=mean,
        floor=zero,
        value=mean,
        se=np.sqrt(np.diag(covariance)),
        noise=zero + noise,
        usable=mean > 4 * noise,
        covariance=covariance,
    )


def report(name: str, results: list) -> None:
    answers = Counter(r.verdict.answer for r in results)
    simple = ("power_law", "exponential")
    off = {
        m: [f.deviation for r in results for f in r.fits if f.model == m and f.deviation is not None]
        for m in simple
    }
    shown = "  ".join(f"{m} {min(v):.2f}..{np.median(v):.2f}..{max(v):.2f}" for m, v in off.items() if v)
    print(f"{name:28s} {len(results):4d}  {dict(answers)}  off: {shown}", flush=True)


def exact(repeat: int) -> None:
    """Exact information of corpora of known law, at two vocabulary sizes."""
    for name, settings in EXACT.items():
        results = []
        for setting, cap in itertools.product(settings, (100, 1000)):
            law = make_law(name, setting)
            value = truth(law, OFFSET, [cap]).bits[cap]
            rng = np.random.default_rng(cap)
            for (share, noise), _ in itertools.product(ERRORS, range(repeat)):
                results.append(fit_curve(draw(value, OFFSET, share, noise, rng)))
        report(name, results)


def formulas(repeat: int) -> None:
    """Each model's own formula."""
    for name, parameters in FORMULAS.items():
        results = []
        rng = np.random.default_rng(1)
        for theta, (share, noise), _ in itertools.product(parameters, ERRORS, range(repeat)):
            value = MODELS[name].function(np.array(theta), OFFSET.astype(float))
            results.append(fit_curve(draw(value, OFFSET, share, noise, rng)))
        report(name, results)


def intervals(repeat: int) -> None:
    """Coverage of 95 % intervals and the law of p, for every model on its own formula."""
    for name, parameters in FORMULAS.items():
        held, p = [], []
        rng = np.random.default_rng(2)
        for theta, (share, noise), _ in itertools.product(parameters, ERRORS[:2], range(5 * repeat)):
            value = MODELS[name].function(np.array(theta), OFFSET.astype(float))
            (fit,) = fit_curve(draw(value, OFFSET, share, noise, rng), models=[name]).fits
            for estimate, true in zip(fit.parameters, theta, strict=False):
                low = -np.inf if estimate.low is None else estimate.low
                high = np.inf if estimate.high is None else estimate.high
                held.append(low <= true <= high)
            p.extend([] if fit.p is None else [fit.p])
        shares = [np.mean(np.array(p) < level) for level in (0.01, 0.05, 0.5)]
        print(
            f"{name:28s} {len(p):4d}  covers {np.mean(held):.3f}  p < .01 .05 .5: {np.round(shares, 3)}",
            flush=True,
        )


def main() -> None:
    """Print the tables."""
    parts = {"exact": exact, "formulas": formulas, "intervals": intervals}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--part", choices=list(parts), action="append")
    arguments = parser.parse_args()
    for part in arguments.part or parts:
        print(f"\n{part}: {parts[part].__doc__}")
        parts[part](arguments.repeat)


if __name__ == "__main__":
    main()
