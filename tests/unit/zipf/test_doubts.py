from __future__ import annotations

import numpy as np
import pytest

from lexdecay.records import TokenStream, Vocabulary
from lexdecay.zipf import dependence
from lexdecay.zipf.models import ZETA
from lexdecay.zipf.power import detectable
from lexdecay.zipf.sampling import draw_spectrum, sampler
from lexdecay.zipf.spectrum import from_counts
from lexdecay.zipf.tail import fit_tail


def stream_of(ids):
    counts = np.bincount(ids)
    words = tuple(f"w{i}" for i in range(counts.size))
    return TokenStream(np.asarray(ids, np.uint32), np.zeros(1, np.int64), Vocabulary(words, counts))


def independent(seed=1, tokens=20_000):
    p = 1.0 / np.arange(1, 4001)
    return np.random.default_rng(seed).choice(4000, tokens, p=p / p.sum())


def test_independent_tokens_are_forgotten_at_once():
    ids = independent()
    assert dependence.autocorrelation_time(ids, np.bincount(ids)) <= 3


def test_tokens_that_come_in_runs_are_remembered_for_the_length_of_a_run():
    ids = np.repeat(independent(tokens=2000), 40)
    assert 20 <= dependence.autocorrelation_time(ids, np.bincount(ids)) <= 60


def test_a_text_of_one_word_has_no_correlation():
    assert dependence.autocorrelation_time(np.zeros(100, np.int64), np.array([100])) == 1


def test_blocks_add_error_where_words_cluster_and_none_where_they_do_not():
    calm = independent()
    clustered = np.concatenate([(block + 100 * i) % 4000 for i, block in enumerate(np.array_split(calm, 20))])
    ratios = []
    for ids in (calm, clustered):
        spectrum = from_counts(np.bincount(ids))
        found = dependence.block_estimates(spectrum, stream_of(ids), fit_tail(spectrum))
        ratios.append({e.name: e.se_block / e.se_iid for e in found}["f2"])
    assert ratios[0] < 1.6
    assert ratios[1] > ratios[0]


def test_counts_alone_have_no_order():
    spectrum = from_counts(np.bincount(independent()))
    found = dependence.measure_dependence(spectrum, None, fit_tail(spectrum), 1)
    assert found.status == "not_run"
    assert found.reason.startswith("counts alone have no order")


def test_tests_on_the_effective_number_of_tokens_stand_beside_those_on_all():
    ids = np.repeat(independent(tokens=4000), 5)
    spectrum = from_counts(np.bincount(ids))
    found = dependence.measure_dependence(spectrum, stream_of(ids), fit_tail(spectrum), 1, replicates=20)
    assert found.effective_tokens == spectrum.n_tokens // found.lag
    assert 0 < found.p_f1 <= 1
    assert 0 < found.p_f2 <= 1


def test_a_large_tail_shows_smaller_bends_than_a_small_one():
    small, large = (
        detectable(draw_spectrum(sampler(ZETA, np.array([2.0]), 1), n, np.random.default_rng(1)), 1, 0, 1)
        for n in (200, 20_000)
    )
    assert large.bend < small.bend
    assert large.caught is None


def test_the_bend_that_is_found_with_probability_four_fifths_is_found_that_often():
    """Simulate a bend of 0.5 at the size where the Fisher information promises 0.8 for it."""
    spectrum = draw_spectrum(sampler(ZETA, np.array([2.0]), 1), 1300, np.random.default_rng(4))
    power = detectable(spectrum, 1, 200, 1)
    assert power.bend == pytest.approx(0.5, abs=0.2)
    assert power.caught == pytest.approx(0.8, abs=0.2)


def test_one_frequency_has_no_bend():
    assert detectable(from_counts([1] * 60), 1, 0, 1).bend is None
