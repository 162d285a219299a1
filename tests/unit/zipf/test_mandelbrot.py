from __future__ import annotations

import numpy as np
import pytest

from lexdecay.zipf import mandelbrot
from lexdecay.zipf.spectrum import from_counts


def tokens_of(a, q, ranks=3000, tokens=200_000, seed=1):
    p = (np.arange(1, ranks + 1) + q) ** -a
    return np.random.default_rng(seed).multinomial(tokens, p / p.sum())


@pytest.mark.parametrize("a", [0.6, 1.0, 1.3, 4.0, 40.0])
@pytest.mark.parametrize("ranks", [3, 512, 513, 20_000])
def test_the_sum_over_ranks_is_the_sum_over_ranks(a, ranks):
    r = np.arange(1, ranks + 1) + 2.7
    expected = np.log(((r / r[0]) ** -a).sum()) - a * np.log(r[0])
    assert mandelbrot.log_rank_sum(a, 2.7, ranks) == pytest.approx(expected, abs=1e-11)


def test_tokens_listed_by_their_true_rank_give_the_parameters_back():
    law = mandelbrot.fit_rank_law(tokens_of(1.1, 2.5))
    assert law.a.value == pytest.approx(1.1, abs=3 * law.a.se)
    assert law.q.value == pytest.approx(2.5, abs=3 * law.q.se)


def test_held_out_ranks_are_nearer_to_the_truth_than_ranks_of_the_same_tokens():
    """Flat truth: all words equally frequent. The naive ranking makes it fall, the held-out one does not."""
    counts = np.sort(np.random.default_rng(2).poisson(5, 2000))[::-1]
    held_out = mandelbrot.split_ranks(counts, np.random.default_rng(3)).astype(float)
    top, bottom = held_out[:200].mean(), held_out[-200:].mean()
    assert counts[:200].mean() > 2 * counts[-200:].mean()
    assert top == pytest.approx(bottom, rel=0.25)


def test_a_split_keeps_every_token_of_the_words_it_ranks():
    counts = np.array([500, 300, 80, 40, 9])
    ranked = mandelbrot.split_ranks(counts, np.random.default_rng(1))
    assert ranked.sum() == pytest.approx(counts.sum() / 2, abs=60)


def test_two_power_laws_are_found_where_there_are_two():
    r = np.arange(1.0, 40_001)
    p = np.where(r <= 400, 1 / r, 400**1.1 * r**-2.1)
    tokens = np.random.default_rng(5).multinomial(3_000_000, p / p.sum())
    counts = np.sort(tokens)[::-1]
    double = mandelbrot.fit_double(counts, mandelbrot.fit_rank_law(counts, infinite=True))
    assert double.status == "ok"
    assert double.b == pytest.approx(400, rel=0.15)
    assert double.gamma == pytest.approx(2.1, abs=0.1)


def test_a_second_law_that_is_only_the_end_of_the_vocabulary_is_refused():
    counts = np.sort(tokens_of(1.0, 0.0, ranks=500))[::-1]
    double = mandelbrot.fit_double(counts, mandelbrot.fit_rank_law(counts, infinite=True))
    assert double.status == "not_identified"
    assert double.reason.startswith("double power law not identified: its break")


def test_the_plot_has_the_held_out_frequencies_scaled_to_the_corpus():
    spectrum = from_counts(tokens_of(1.1, 2.5))
    found = mandelbrot.fit_ranks(spectrum, 1)
    assert found.observed.size == found.rank.size == found.expected.size
    assert (np.diff(found.rank) > 0).all()
    # bands of more than a hundred tokens follow the law they were drawn from
    heavy = found.observed > 200
    assert found.observed[heavy] == pytest.approx(found.expected[heavy], rel=0.2)


def test_too_few_types_have_no_ranks():
    assert mandelbrot.fit_ranks(from_counts([3, 2, 1]), 1) is None
