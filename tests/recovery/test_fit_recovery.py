"""Curves of known law, with the errors of a corpus: correlated, and known from forty blocks only.

Every curve is the mean of 40 block curves whose errors move together along the offsets; its covariance
is the delete-one-block jackknife of the same blocks, drawn 10 % towards its diagonal. So the fit sees
what it would see of a text, and the truth is known.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from lexdecay.fit import MODELS, fit_curve
from lexdecay.fit.estimate import estimate
from lexdecay.fit.problem import observe, state
from lexdecay.records import Curve

OFFSET = np.unique(np.r_[np.arange(1, 17), np.round(np.geomspace(20, 1000, 14))]).astype(np.int64)
BLOCKS = 40

# One row per model: parameters, and the errors at which they can be told: share of the value, and noise.
ROWS = {
    "exponential": ((0.8, 25.0), 0.015, 2e-4),
    "power_law": ((0.6, 0.8), 0.015, 2e-4),
    "stretched_exponential": ((1.5, 8.0, 0.5), 0.01, 1e-4),
    "cutoff_power_law": ((0.5, 0.5, 60.0), 0.01, 1e-4),
    "shifted_power_law": ((15.0, 1.5, 10.0), 0.005, 5e-5),
    "two_exponentials": ((1.0, 3.0, 0.1, 50.0), 0.01, 1e-4),
    "exponential_plus_power_law": ((1.0, 2.0, 0.1, 0.4), 0.01, 1e-4),
    "broken_power_law": ((0.6, 0.3, 1.2, 20.0), 0.005, 5e-5),
    "constant": ((0.05,), 0.015, 2e-4),
}


def truth(name):
    return MODELS[name].function(np.array(ROWS[name][0]), OFFSET.astype(float))


def draw(value, share, noise, seed):
    """Draw a curve around ``value``: neighbours correlate 0.8 to 0.95, blocks differ in how much they err."""
    rng = np.random.default_rng(seed)
    apart = np.abs(np.subtract.outer(np.log(OFFSET), np.log(OFFSET)))
    together = 0.96 * (0.2 + 0.8 * np.exp(-apart / 5)) + 0.04 * np.eye(OFFSET.size)
    root = np.linalg.cholesky(together)
    uneven = np.sqrt(rng.gamma(2.0, 0.5, (BLOCKS, 1)))
    shared = uneven * (rng.standard_normal((BLOCKS, OFFSET.size)) @ root.T)
    error = share * value * shared + noise * (rng.standard_normal((BLOCKS, OFFSET.size)) @ root.T)
    blocks = value + np.sqrt(BLOCKS) * error
    sample = np.cov(blocks.T) / BLOCKS
    covariance = 0.9 * sample + 0.1 * np.diag(np.diag(sample))
    mean = blocks.mean(axis=0)
    se, flat = np.sqrt(np.diag(covariance)), np.full(OFFSET.size, noise)
    zero = np.zeros(OFFSET.size)
    pairs = np.full(OFFSET.size, 10**6)
    usable = mean > 4 * noise
    return Curve(
        "mutual_information",
        "total",
        "bits",
        500,
        OFFSET,
        pairs,
        mean,
        zero,
        mean,
        se,
        flat,
        usable,
        covariance,
    )


def own_fit(name, seed):
    curve = draw(truth(name), *ROWS[name][1:], seed)
    problem = state(MODELS[name], observe(OFFSET, curve.value, curve.covariance))
    return estimate(problem, "bits")


def covers(estimated, true):
    low = -np.inf if estimated.low is None else estimated.low
    high = np.inf if estimated.high is None else estimated.high
    return low <= true <= high


def verdicts(value, share, noise, seeds):
    return Counter(fit_curve(draw(value, share, noise, s)).verdict.answer for s in seeds)


@pytest.mark.parametrize("name", list(ROWS))
def test_ninety_five_per_cent_intervals_hold_the_truth(name):
    fits = [own_fit(name, seed) for seed in range(40)]
    held = [
        [covers(p, t) for p, t in zip(f.parameters, ROWS[name][0], strict=True)]
        for f in fits
        if f.status in {"ok", "at_bound"}
    ]
    assert len(held) == 40
    # 40 draws at 95 %: fewer than 34 happen with probability 0.003.
    assert np.sum(held, axis=0).min() >= 34


def test_the_intervals_of_the_two_simple_laws_are_neither_short_nor_idle():
    held = [
        covers(p, t)
        for name in ("power_law", "exponential")
        for seed in range(150)
        for p, t in zip(own_fit(name, 1000 + seed).parameters, ROWS[name][0], strict=True)
    ]
    assert 0.90 <= np.mean(held) <= 0.98


@pytest.mark.parametrize("name", [n for n in ROWS if n != "constant"])
def test_its_own_model_is_never_clearly_beaten(name):
    for seed in range(4):
        own = next(f for f in fit_curve(draw(truth(name), *ROWS[name][1:], seed)).fits if f.model == name)
        assert own.delta_bic is not None
        assert own.delta_bic < 6


def test_a_power_law_is_called_one_and_seldom_a_composite():
    answers = verdicts(truth("power_law"), 0.015, 2e-4, range(20))
    assert answers["exponential"] == 0
    assert answers["mixed"] <= 2
    assert answers["power_law"] >= 18


def test_an_exponential_is_called_one_and_seldom_a_composite():
    answers = verdicts(truth("exponential"), 0.015, 2e-4, range(20))
    assert answers["power_law"] == 0
    assert answers["mixed"] <= 2
    assert answers["exponential"] >= 18


@pytest.mark.parametrize(
    "name", ["stretched_exponential", "cutoff_power_law", "two_exponentials", "exponential_plus_power_law"]
)
def test_a_composite_is_called_neither_law(name):
    answers = verdicts(truth(name), *ROWS[name][1:], range(5))
    assert answers["power_law"] + answers["exponential"] == 0
    assert answers["mixed"] >= 4


def test_values_that_do_not_fall_are_called_nothing():
    assert verdicts(truth("constant"), 0.015, 2e-4, range(5)) == {"undecided": 5}


# Exact information of corpora of known law. A pair that shares an ancestor with probability c and is
# independent otherwise has I = sum q ln(q / p^2) + (1 - c) ln(1 - c) (1 - sum p^2), q = (1 - c) p^2 + c p.
def shared_bits(c, words=500):
    p = 1 / np.arange(1.0, words + 1)
    p /= p.sum()
    c = np.asarray(c)[:, None]
    q = (1 - c) * p**2 + c * p
    apart = (1 - c[:, 0]) * np.log1p(-c[:, 0]) * (1 - np.sum(p**2))
    return (np.sum(q * np.log(q / p**2), axis=1) + apart) / np.log(2)


def tree_sharing(stay, branches, depth):
    """c_d = sum_h w_h stay^(2h) / (1 - d/q^depth), w_h the share of leaves d apart that meet at height h."""
    heights = np.arange(1, depth + 1)
    meet = np.maximum(0, 1 - OFFSET[:, None] / branches ** np.arange(depth + 1.0))
    return np.diff(meet, axis=1) @ stay ** (2.0 * heights) / meet[:, -1]


def copy_sharing(copies, exponent, longest=3000):
    """c_0 = 1, c_d = r sum_L pl(L) c_|d - L|, by iteration to the fixed point."""
    lag = np.arange(1, longest + 1)
    pull = lag**-exponent / np.sum(lag**-exponent)
    c = np.zeros(longest + 1001)
    c[0] = 1.0
    at = np.arange(1, c.size)
    for _ in range(40):
        mirrored = np.r_[c[longest:0:-1], c]
        c[1:] = copies * np.convolve(mirrored, pull)[longest - 1 + at]
    return c[OFFSET]


@pytest.mark.parametrize("stay", [0.5, 0.8, 0.95])
def test_a_markov_chain_is_exponential_never_a_power_law(stay):
    assert verdicts(shared_bits(stay ** OFFSET.astype(float)), 0.01, 2e-4, range(3)) == {"exponential": 3}


@pytest.mark.parametrize(("stay", "branches", "depth"), [(0.9, 3, 8), (0.8, 2, 12)])
def test_a_copy_tree_is_a_power_law_or_mixed_never_exponential(stay, branches, depth):
    answers = verdicts(shared_bits(tree_sharing(stay, branches, depth), 40), 0.01, 2e-4, range(3))
    assert answers["power_law"] + answers["mixed"] == 3


@pytest.mark.parametrize(("copies", "exponent"), [(0.5, 1.5), (0.7, 1.3)])
def test_a_copy_process_is_a_power_law_or_mixed_never_exponential(copies, exponent):
    answers = verdicts(shared_bits(copy_sharing(copies, exponent)), 0.01, 2e-4, range(3))
    assert answers["power_law"] + answers["mixed"] == 3
