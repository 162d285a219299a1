from __future__ import annotations

import numpy as np
import pytest

from lexdecay.records import TokenStream, Vocabulary
from lexdecay.zipf.alternatives import compare_tail, vuong
from lexdecay.zipf.analyse import Plan, analyse
from lexdecay.zipf.compare import Side, compare
from lexdecay.zipf.full_range import fit_full_range, frequency_bands
from lexdecay.zipf.models import FAMILIES
from lexdecay.zipf.sampling import draw_spectrum, sampler
from lexdecay.zipf.spectrum import from_counts
from lexdecay.zipf.survey import rejections, survey, tally
from lexdecay.zipf.tail import fit_tail


def drawn(name="f1", theta=(2.0,), n=800, seed=1):
    return draw_spectrum(sampler(FAMILIES[name], np.array(theta), 1), n, np.random.default_rng(seed))


def test_the_ratio_of_two_laws_by_hand():
    """Differences 1, -1, 4 once each: sum 4, mean 4/3, variance 18/3 - 16/9 = 38/9; z = 4 / sqrt(38/3)."""
    total, z, p = vuong(np.array([1.0, 0.0, 4.0]), np.array([0.0, 1.0, 0.0]), np.ones(3))
    assert total == pytest.approx(4.0)
    assert z == pytest.approx(4.0 / np.sqrt(38 / 3))
    assert p == pytest.approx(0.26105, abs=1e-5)


def test_equal_laws_have_no_ratio():
    assert vuong(np.ones(3), np.ones(3), np.ones(3)) == (0.0, 0.0, 1.0)


def test_every_alternative_has_its_own_valid_test():
    spectrum = drawn(n=3000)
    found = {a.model: a.test for a in compare_tail(spectrum, fit_tail(spectrum))}
    assert found["lognormal"] == found["cutoff"] == found["stretched_exponential"] == "boundary"
    assert found["shifted_zeta"] == "likelihood_ratio"
    assert found["exponential"] == found["poisson"] == found["yule"] == found["f2"] == "vuong"


def test_without_a_tail_there_are_no_alternatives():
    spectrum = from_counts([1, 1])
    assert compare_tail(spectrum, fit_tail(spectrum)) == ()


def test_the_table_is_ordered_by_aic_and_its_weights_sum_to_one():
    fits = fit_full_range(drawn(), 0, 1).fits
    deltas = [f.delta_aic for f in fits]
    assert deltas == sorted(deltas)
    assert deltas[0] == 0.0
    assert sum(f.weight for f in fits) == pytest.approx(1.0)
    assert {f.family for f in fits} == set(FAMILIES)
    assert all(f.p is None for f in fits)


def test_a_quick_table_tests_only_what_is_still_in_question():
    fits = fit_full_range(drawn("lognormal", (1.0, 0.3), 3000), 5, 1, thorough=False).fits
    tested = {f.family for f in fits if f.p is not None}
    assert {"f1", "f2", "f3"} <= tested
    assert all(f.family in tested for f in fits if f.delta_aic <= 10)
    assert any(f.p is None for f in fits)


def test_bands_hold_every_type_once_and_expect_as_many():
    spectrum = drawn(n=5000)
    fit = next(f for f in fit_full_range(spectrum, 0, 1).fits if f.family == "f1")
    bands = frequency_bands(spectrum, fit)
    assert sum(b.observed for b in bands) == 5000
    assert sum(b.expected for b in bands) == pytest.approx(5000, rel=0.01)
    assert [b.low for b in bands[:3]] == [1, 2, 4]
    assert [b.high for b in bands[:3]] == [1, 3, 7]


def test_a_deviation_is_rejected_from_about_the_size_that_is_named():
    """At a quarter of the size that is named the same law is still accepted, at four times it is not."""
    spectrum = drawn("lognormal", (1.2, 0.15), 1500, 3)
    size = next(f for f in fit_full_range(spectrum, 100, 1, families=["f2"]).fits).rejected_from
    few, many = (drawn("lognormal", (1.2, 0.15), n, 5) for n in (max(size // 4, 60), 4 * size))
    assert fit_full_range(few, 100, 1, families=["f2"]).fits[0].p > 0.05
    assert fit_full_range(many, 100, 1, families=["f2"]).fits[0].p < 0.05


def test_discoveries_by_hand():
    """Benjamini & Hochberg: 0.01 <= 0.0125, 0.02 <= 0.025, 0.04 > 0.0375, 0.9."""
    assert rejections(np.array([0.9, 0.01, 0.04, 0.02])) == 2
    assert rejections(np.array([0.5, 0.9])) == 0
    assert rejections(np.array([])) == 0


def test_a_tally_counts_each_book_once():
    books = [survey(str(seed), drawn(seed=seed, n=300), Plan(2, 1)) for seed in range(3)]
    books.append(survey("empty", from_counts([]), Plan(20, 1)))
    found = tally(books)
    assert (found.books, found.tested) == (4, 3)
    assert found.f1_only + found.f2_only + found.both + found.neither == 3
    assert sum(found.histogram["f1"]) == 3
    assert books[3].verdict.answer == "too_little_data"


def test_two_halves_of_one_text_do_not_differ():
    rng = np.random.default_rng(1)
    p = 1.0 / np.arange(2, 4002)
    halves = [from_counts(np.bincount(rng.choice(4000, 15_000, p=p / p.sum()))) for _ in range(2)]
    found = compare(Side(halves[0], None), Side(halves[1], None), 1)
    assert found.status == "ok"
    assert "no parameter of the two spectra differs by more than chance" in found.sentence


def test_a_longer_text_of_the_same_law_does_not_differ_once_it_is_thinned():
    rng = np.random.default_rng(2)
    p = 1.0 / np.arange(2, 4002)
    texts = [from_counts(np.bincount(rng.choice(4000, n, p=p / p.sum()))) for n in (10_000, 40_000)]
    found = compare(Side(texts[0], None), Side(texts[1], None), 1)
    assert found.tokens == 10_000
    assert all(abs(parameter.z) < 3.5 for parameter in found.parameters)


def test_a_richer_vocabulary_is_seen():
    rng = np.random.default_rng(3)
    poor, rich = (np.arange(2, 4002) ** -a for a in (1.3, 0.9))
    texts = [from_counts(np.bincount(rng.choice(4000, 10_000, p=p / p.sum()))) for p in (poor, rich)]
    found = compare(Side(texts[0], None), Side(texts[1], None), 1)
    types = next(p for p in found.parameters if p.name == "types")
    assert types.difference > 0
    assert types.p < 1e-6
    assert "the spectra differ in types" in found.sentence


def test_too_few_words_cannot_be_compared():
    found = compare(Side(from_counts([3, 1]), None), Side(drawn(), None), 1)
    assert (found.status, found.parameters) == ("too_few_types", ())
    assert "2 types" in found.sentence


def test_the_whole_analysis_is_the_same_for_the_same_seed():
    ids = np.random.default_rng(1).zipf(1.8, 3000).clip(max=2000) - 1
    counts = np.bincount(ids)
    stream = TokenStream(
        ids.astype(np.uint32), np.zeros(1, np.int64), Vocabulary(tuple(map(str, range(counts.size))), counts)
    )
    once, again = (analyse(from_counts(counts), stream, Plan(2, 3, csn2009=True)) for _ in range(2))
    assert once.tail == again.tail
    assert once.full_range.fits == again.full_range.fits
    assert once.verdict == again.verdict
    assert once.published.tail.p is not None


@pytest.mark.parametrize("counts", [[], [9], [1] * 5, [1] * 500, [7, 3, 2, 1, 1, 1, 1]])
def test_degenerate_counts_give_statuses_and_no_numbers(counts):
    found = analyse(from_counts(counts), None, Plan(10))
    assert found.verdict.answer == "too_little_data"
    assert found.full_range is None
    assert found.tail.alpha is None
    assert found.mandelbrot is None
    assert found.power == ()
    assert {model.status for model in found.lnre} == {"too_few_types"}
