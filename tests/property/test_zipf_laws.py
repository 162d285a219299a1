"""Laws that hold for any counts: order and form of the input never matter, sums and bounds are kept."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.zipf.estimate import distance, maximise
from lexdecay.zipf.full_range import fit_full_range, frequency_bands
from lexdecay.zipf.growth import first_types, rarefaction
from lexdecay.zipf.mandelbrot import log_rank_sum, split_ranks
from lexdecay.zipf.models import FAMILIES
from lexdecay.zipf.scan import scan
from lexdecay.zipf.spectrum import expand, from_counts, from_table, thin
from lexdecay.zipf.survey import rejections
from lexdecay.zipf.tail import fit_tail

some_counts = st.lists(st.integers(1, 5000), min_size=1, max_size=200)
# Word counts: many rare words, so that there are types and frequencies enough for every law.
word_counts = st.builds(
    lambda seed, a, n: np.random.default_rng(seed).zipf(a, n).clip(max=10**6),
    st.integers(0, 2**32),
    st.floats(1.6, 2.6),
    st.integers(80, 400),
).filter(lambda counts: len(set(counts.tolist())) >= 5)


@given(some_counts)
def test_a_spectrum_expands_to_its_counts(counts):
    assert expand(from_counts(counts)).tolist() == sorted(counts, reverse=True)


@given(some_counts, st.randoms())
def test_order_and_form_of_the_counts_do_not_matter(counts, random):
    shuffled = random.sample(counts, len(counts))
    spectrum = from_counts(counts)
    again = from_table(shuffled, [1] * len(shuffled))
    assert spectrum.frequency.tolist() == again.frequency.tolist()
    assert spectrum.types.tolist() == again.types.tolist()


@given(some_counts, st.data())
def test_rarefaction_lies_between_one_and_all_and_grows(counts, data):
    spectrum = from_counts(counts)
    n = spectrum.n_tokens
    sizes = np.unique(data.draw(st.lists(st.integers(1, n), min_size=1, max_size=8)))
    types, spread, hapaxes = rarefaction(spectrum, sizes)
    assert (types >= 1 - 1e-6).all()
    assert (types <= np.minimum(sizes, spectrum.n_types) + 1e-6).all()
    assert (np.diff(types) >= -1e-6).all()
    assert (hapaxes <= types + 1e-6).all()
    assert np.isfinite(spread).all()


@given(st.lists(st.integers(0, 9), min_size=1, max_size=60), st.data())
def test_types_in_order_are_those_of_the_prefix(ids, data):
    size = data.draw(st.integers(1, len(ids)))
    assert first_types(np.array(ids, np.uint32), np.array([size]))[0] == len(set(ids[:size]))


@given(some_counts, st.integers(0, 1000), st.data())
def test_thinning_keeps_tokens_and_invents_no_type(counts, seed, data):
    spectrum = from_counts(counts)
    tokens = data.draw(st.integers(1, spectrum.n_tokens))
    kept = thin(spectrum, tokens, np.random.default_rng(seed))
    assert kept.n_tokens == tokens
    assert kept.n_types <= spectrum.n_types


@given(some_counts, st.integers(0, 1000))
def test_a_split_never_counts_a_token_twice(counts, seed):
    ranked = split_ranks(np.array(counts), np.random.default_rng(seed))
    assert ranked.sum() <= sum(counts)
    assert (ranked >= 0).all()


@settings(deadline=None, max_examples=40)
@given(word_counts)
def test_pruning_leaves_the_best_tail_as_it_is(counts):
    spectrum = from_counts(counts)
    pruned, full = scan(spectrum), scan(spectrum, full=True)
    assert pruned.ks.min() == full.ks.min()
    assert (full.ks >= 0).all()
    assert (full.ks <= 1).all()


@settings(deadline=None, max_examples=25)
@given(word_counts, st.sampled_from(sorted(FAMILIES)))
def test_doubling_the_types_changes_no_estimate_and_halves_no_distance(counts, name):
    """The same counts twice: same optimum, same distribution functions, twice the log-likelihood."""
    once, twice = from_counts(counts), from_counts(np.repeat(counts, 2))
    first, second = maximise(once, FAMILIES[name]), maximise(twice, FAMILIES[name])
    assert second.log_likelihood == pytest.approx(2 * first.log_likelihood, rel=1e-9, abs=1e-5)
    ks = [distance(s, FAMILIES[name], first.theta, int(s.frequency[0])) for s in (once, twice)]
    assert ks[0] == pytest.approx(ks[1], abs=1e-12)


@settings(deadline=None, max_examples=25)
@given(word_counts)
def test_a_law_with_one_more_parameter_never_fits_worse(counts):
    fits = {fit.family: fit for fit in fit_full_range(from_counts(counts), 0, 1).fits}
    for family in FAMILIES.values():
        inner = family.contains and fits[family.contains].log_likelihood
        outer = fits[family.name].log_likelihood
        if inner and outer is not None:
            assert outer >= inner - 1e-6


@settings(deadline=None, max_examples=25)
@given(word_counts)
def test_bands_partition_the_types(counts):
    spectrum = from_counts(counts)
    for fit in fit_full_range(spectrum, 0, 1, families=["f1", "f2"]).fits:
        bands = frequency_bands(spectrum, fit)
        assert sum(band.observed for band in bands) == spectrum.n_types
        assert all(a.high + 1 == b.low for a, b in pairwise(bands))


@settings(deadline=None, max_examples=25)
@given(some_counts)
def test_a_tail_is_a_number_or_a_status_never_both_nor_neither(counts):
    fit = fit_tail(from_counts(counts))
    assert (fit.alpha is None) == (fit.status == "too_few_types")
    assert (fit.reason == "") == (fit.status == "ok")


@given(st.floats(0.2, 6.0), st.floats(-0.9, 50.0), st.integers(1, 3000))
def test_the_rank_sum_grows_by_one_term_per_rank(a, q, ranks):
    more, less = np.exp(log_rank_sum(a, q, ranks + 1)), np.exp(log_rank_sum(a, q, ranks))
    assert more - less == pytest.approx((ranks + 1 + q) ** -a, abs=1e-9 * more)


@given(st.lists(st.floats(0, 1), max_size=50))
def test_no_more_is_discovered_than_there_is(p):
    assert 0 <= rejections(np.array(p)) <= sum(value <= 0.05 for value in p)
