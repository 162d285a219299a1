"""The generators against their own formulas: pair frequencies of simulated corpora, with their errors."""

import numpy as np
import pytest

from lexdecay.synth import (
    Copy,
    ExponentialCopy,
    Independent,
    Markov,
    MarkovRandom,
    Topics,
    Tree,
    TwoScaleCopy,
    generate,
    truth,
)
from lexdecay.synth.law import joint_bits

TOKENS = 600_000
OFFSETS = (1, 2, 5, 10, 30, 100)
CAP = 6
BLOCKS = 40

LAWS = [
    Copy(vocabulary=3000, longest_lag=1000),
    Copy(vocabulary=200, zipf=0.5, copies=0.8, lag_exponent=2.0, longest_lag=50),
    ExponentialCopy(vocabulary=3000, length=20.0),
    ExponentialCopy(vocabulary=100, copies=0.7, length=5.0),
    TwoScaleCopy(vocabulary=1000),
    Markov(vocabulary=3000, stay=0.7),
    Markov(vocabulary=2, zipf=0, stay=0.8),
    MarkovRandom(vocabulary=500),
    MarkovRandom(vocabulary=200, groups=1, stay=0.97, links=3),
    Tree(vocabulary=40, branches=3, depth=5),
    Tree(vocabulary=2, zipf=0, branches=2, depth=8),
    Topics(vocabulary=1000),
    Topics(vocabulary=300, topics=3, stay=0.98, focus=0.8),
    Independent(vocabulary=3000),
]


def pairs_at(ids, starts, offset):
    document = np.zeros(ids.size, dtype=np.int64)
    document[starts[1:]] = 1
    document = np.cumsum(document)
    together = document[:-offset] == document[offset:]
    return ids[:-offset][together], ids[offset:][together]


def jackknife(total, blocks, statistic):
    """Estimate, bias-corrected, and standard error from leaving out one block at a time."""
    left_out = np.array([statistic(total - block) for block in blocks])
    estimate = BLOCKS * statistic(total) - (BLOCKS - 1) * left_out.mean()
    return estimate, np.sqrt((BLOCKS - 1) * left_out.var())


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{law.name}-{law.vocabulary}")
def test_pairs_of_a_simulated_corpus_are_as_frequent_as_the_law_says(law):
    ids, starts = generate(law, TOKENS, seed=11)
    exact = truth(law, OFFSETS, [CAP])
    chance = float(np.sum(law.probabilities() ** 2))
    size = min(CAP + 1, law.vocabulary)
    for index, offset in enumerate(OFFSETS):
        left, right = pairs_at(ids, starts, offset)
        cell = np.minimum(left, size - 1) * size + np.minimum(right, size - 1)
        block = np.arange(left.size) * BLOCKS // left.size
        tables = np.bincount(block * size**2 + cell, minlength=BLOCKS * size**2).reshape(BLOCKS, size, size)
        bits, bits_se = jackknife(tables.sum(axis=0), tables, lambda table: joint_bits(table / table.sum()))
        assert abs(bits - exact.bits[CAP][index]) < 4.5 * bits_se + 1e-5

        same = np.array([np.mean(part) for part in np.array_split(left == right, BLOCKS)])
        recurrence = (same.mean() - chance) / (1 - chance)
        se = same.std(ddof=1) / np.sqrt(BLOCKS) / (1 - chance)
        assert abs(recurrence - exact.c[index]) < 4.5 * se


@pytest.mark.parametrize("law", LAWS, ids=lambda law: f"{law.name}-{law.vocabulary}")
def test_words_of_a_simulated_corpus_are_as_frequent_as_the_law_says(law):
    ids, _ = generate(law, TOKENS, seed=12)
    p = law.probabilities()[:5]
    share = np.array([np.bincount(part, minlength=5)[:5] / part.size for part in np.array_split(ids, BLOCKS)])
    se = share.std(axis=0, ddof=1) / np.sqrt(BLOCKS)
    assert np.all(np.abs(share.mean(axis=0)[: p.size] - p) < 4.5 * se[: p.size] + 1e-12)
