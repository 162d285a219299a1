"""Published numbers, each with its source and tolerance, on the very data they were computed from.

Data: Clauset, Shalizi & Newman's word counts of *Moby Dick* (2009), the tokens of the Standardized Project
Gutenberg Corpus (2020), and frequency spectra distributed with Baayen (2001) and zipfR.
"""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from lexdecay.engine.processes import process_map
from lexdecay.zipf import alternatives, full_range, lnre, mandelbrot, tail
from lexdecay.zipf.models import FAMILIES
from lexdecay.zipf.spectrum import expand, from_counts, from_table, summarise

REFERENCE = Path(__file__).parents[3] / "shared" / "corpora" / "reference"


def reference(name):
    path = REFERENCE / name
    if not path.exists():
        pytest.skip(f"reference data {name} is not beside the repository")
    return path


def spectrum_file(name):
    table = np.loadtxt(reference(f"spectra/{name}.spc.csv"), delimiter=",", skiprows=1)
    return from_table(table[:, 0], table[:, 1])


@pytest.fixture(scope="module")
def moby():
    return from_counts(np.loadtxt(reference("clauset_words.txt")))


@pytest.fixture(scope="module")
def moby_tail(moby):
    return tail.fit_tail(moby)


@pytest.fixture(scope="module")
def moby_alternatives(moby, moby_tail):
    return {a.model: a for a in alternatives.compare_tail(moby, moby_tail)}


@pytest.fixture(scope="module")
def gutenberg():
    with gzip.open(reference("spgc_pg2701_tokens.txt.gz"), "rt", encoding="utf-8") as file:
        return from_counts(list(Counter(file.read().split()).values()))


class TestClausetMobyDick:
    """Table 6.1 and 6.3 of the paper; digits beyond it agree with igraph 1.0.0 and poweRlaw 0.70.6."""

    def test_the_moments_of_the_counts(self, moby):
        found = summarise(moby)
        assert (found.types, found.tokens, found.hapaxes, found.max_frequency) == (18855, 209994, 9161, 14086)
        assert found.distinct_frequencies == 272
        assert found.mean_frequency == pytest.approx(11.14, abs=0.005)
        assert found.sd_frequency == pytest.approx(148.33, abs=0.005)

    def test_the_exact_tail(self, moby_tail):
        assert (moby_tail.x_min, moby_tail.n_tail) == (7, 2958)
        assert moby_tail.alpha == pytest.approx(1.9527275, abs=1e-6)
        assert moby_tail.ks == pytest.approx(0.00825295, abs=1e-7)
        assert moby_tail.log_likelihood == pytest.approx(-11753.817576, abs=1e-5)
        assert moby_tail.se == pytest.approx(0.017533, abs=1e-5)

    def test_the_tail_holds_sixteen_percent_of_the_types(self, moby_tail):
        assert moby_tail.share_types == pytest.approx(2958 / 18855)

    def test_the_published_grid_gives_the_published_distance(self, moby, moby_tail):
        published = tail.as_published(moby, moby_tail)
        assert published.tail.alpha == pytest.approx(1.95, abs=1e-12)
        assert published.tail.ks == pytest.approx(0.00928863, abs=1e-7)
        assert (published.tail.x_min, published.tail.n_tail) == (7, 2958)
        assert "1.95 from x_min = 7 on where the exact" in published.explanation

    def test_p_is_two_thirds_and_on_the_published_grid_one_half(self, moby, moby_tail):
        published = tail.as_published(moby, moby_tail).tail
        with process_map(2) as mapper:
            exact, _ = tail.goodness_of_fit(moby, moby_tail, 1000, 1, mapper=mapper)
            rounded, _ = tail.goodness_of_fit(moby, published, 1000, 1, grid=0.01, mapper=mapper)
        assert exact == pytest.approx(0.67, abs=0.03)
        assert rounded == pytest.approx(0.49, abs=0.03)

    def test_the_spread_of_resampled_tails(self, moby):
        """poweRlaw, 5000 replicates: sd of alpha 0.0243, n_tail 928, x_min 1.78; 95 % [1.892, 1.993]."""
        with process_map(2) as mapper:
            x_min, alpha, n_tail = tail.resampled_tails(moby, 1000, 1, mapper=mapper)
        assert alpha.std() == pytest.approx(0.0250, rel=0.1)
        assert n_tail.std() == pytest.approx(970, rel=0.1)
        assert x_min.std() == pytest.approx(2.0, rel=0.1)
        assert np.quantile(alpha, [0.025, 0.975]) == pytest.approx([1.892, 1.993], abs=0.005)

    def test_the_exponential_is_far_worse(self, moby_alternatives):
        found = moby_alternatives["exponential"]
        assert found.llr == pytest.approx(3025.033, abs=0.01)
        assert found.z == pytest.approx(9.14, abs=0.01)
        assert found.verdict == "power_law"

    def test_the_cut_off_is_hardly_better(self, moby_alternatives):
        found = moby_alternatives["cutoff"]
        assert found.llr == pytest.approx(-0.90636, abs=1e-4)
        assert found.p == pytest.approx(0.089, abs=5e-4)
        values = {e.symbol: e.value for e in found.parameters}
        assert values["a"] == pytest.approx(1.943977, abs=1e-5)
        assert values["l"] == pytest.approx(3.4691e-5, rel=1e-3)

    def test_poisson_and_yule(self, moby_alternatives):
        assert moby_alternatives["poisson"].z == pytest.approx(4.449, abs=0.01)
        assert moby_alternatives["yule"].z == pytest.approx(0.951, abs=0.01)

    @pytest.mark.parametrize("model", ["lognormal", "stretched_exponential"])
    def test_two_published_alternatives_collapse_onto_the_power_law(self, moby_alternatives, model):
        """The published 0.395 and 4.13 are where an optimiser stopped; the likelihood climbs to penalty 0."""
        found = moby_alternatives[model]
        assert found.llr == pytest.approx(0.0, abs=1e-6)
        assert (found.verdict, found.p) == ("collapses", 1.0)

    @pytest.mark.parametrize(
        ("family", "exponent", "log_likelihood"),
        [("f1", 1.7748, -40196.00), ("f2", 1.9601, -40080.57), ("f3", 1.5546, -40823.56)],
    )
    def test_the_full_range_laws(self, moby, family, exponent, log_likelihood):
        fit = full_range.fit_full_range(moby, 0, 1, families=[family]).fits[0]
        assert fit.parameters[0].value == pytest.approx(exponent, abs=1e-4)
        assert fit.log_likelihood == pytest.approx(log_likelihood, abs=0.01)

    def test_f2_fits_all_types_and_f1_does_not(self, moby):
        with process_map(2) as mapper:
            fits = full_range.fit_full_range(moby, 400, 1, families=["f1", "f2"], mapper=mapper).fits
        p = {fit.family: fit.p for fit in fits}
        assert p["f2"] == pytest.approx(0.63, abs=0.08)
        assert p["f1"] < 0.01
        assert next(f.ks for f in fits if f.family == "f2") == pytest.approx(0.0027, abs=5e-5)


class TestGutenbergMobyDick:
    """Tokens of SPGC PG2701; rank laws from Altmann (2024), shared code of `StatisticalLaws`."""

    def test_size(self, gutenberg):
        assert (gutenberg.n_tokens, gutenberg.n_types) == (210258, 16402)

    def test_the_tail(self, gutenberg):
        found = tail.fit_tail(gutenberg, stability=False)
        assert found.x_min == 7
        assert found.alpha == pytest.approx(1.9485, abs=5e-5)
        assert found.ks == pytest.approx(0.01357, abs=5e-6)

    def test_p_of_the_tail_is_near_the_usual_level(self, gutenberg):
        fit = tail.fit_tail(gutenberg, stability=False)
        with process_map(2) as mapper:
            p, _ = tail.goodness_of_fit(gutenberg, fit, 500, 1, mapper=mapper)
        assert p == pytest.approx(0.09, abs=0.04)

    def test_f2_is_rejected(self, gutenberg):
        fit = full_range.fit_full_range(gutenberg, 100, 1, families=["f2"]).fits[0]
        assert fit.parameters[0].value == pytest.approx(1.8871, abs=5e-5)
        assert fit.p < 0.02

    def test_zipf_mandelbrot_on_infinite_ranks(self, gutenberg):
        law = mandelbrot.fit_rank_law(expand(gutenberg), infinite=True)
        assert law.a.value == pytest.approx(1.3790, abs=1e-3)
        assert law.q.value == pytest.approx(9.967, abs=1e-3)

    def test_zipf_mandelbrot_on_the_observed_ranks(self, gutenberg):
        law = mandelbrot.fit_rank_law(expand(gutenberg))
        assert law.a.value == pytest.approx(1.0993, abs=1e-4)
        assert law.q.value == pytest.approx(2.001, abs=1e-3)
        assert law.loss == pytest.approx(6.82712, abs=1e-5)

    def test_held_out_ranks_give_another_law(self, gutenberg):
        law = mandelbrot.fit_ranks(gutenberg, 1).held_out
        assert law.a.value == pytest.approx(1.1275, abs=0.004)
        assert law.q.value == pytest.approx(2.28, abs=0.06)

    def test_the_double_power_law_is_refused(self, gutenberg):
        double = mandelbrot.fit_ranks(gutenberg, 1).double
        assert double.status == "not_identified"
        assert double.b > 0.9 * gutenberg.n_types
        assert "double power law not identified" in double.reason


@pytest.mark.parametrize(
    ("name", "tokens", "types", "hapaxes"),
    [
        ("Brown", 1006770, 45215, 19130),
        ("DickensOliverTwist", 157302, 10710, 4788),
        ("ItaRi", 1399898, 1098, 346),
    ],
)
def test_sizes_of_the_spectra(name, tokens, types, hapaxes):
    spectrum = spectrum_file(name)
    assert (spectrum.n_tokens, spectrum.n_types, spectrum.count_of(1)) == (tokens, types, hapaxes)


# zipfR 0.6-70: parameters, types of the population, chi-square, its degrees of freedom.
ZIPFR = [
    ("Brown", "zm", {"a": 0.48779, "B": 1.1945e-3}, None, None, None),
    ("Brown", "fzm", {"a": 0.57946, "A": 1.706e-7, "B": 1.8690e-3}, 86439, 410.1, 13),
    ("Brown", "gigp", {"gamma": -0.58690, "b": 0.013637, "c": 0.0023744}, 106338, 213.8, 13),
    ("DickensOliverTwist", "zm", {"a": 0.54597}, None, None, None),
    ("DickensOliverTwist", "fzm", {"a": 0.69748}, 19197, None, 13),
    ("DickensOliverTwist", "gigp", {"gamma": -0.72976}, 23007, 82.9, 13),
    ("ItaRi", "zm", {"a": 0.30538, "B": 0.098018}, None, 21.93, 14),
]


@pytest.mark.parametrize(("name", "model", "parameters", "population", "x2", "dof"), ZIPFR)
def test_population_models_agree_with_zipfr(name, model, parameters, population, x2, dof):
    fit = lnre.fit_population(spectrum_file(name), model)
    found = {e.symbol: e.value for e in fit.parameters}
    assert {symbol: found[symbol] for symbol in parameters} == pytest.approx(parameters, rel=0.005)
    if population is not None:
        assert fit.population == pytest.approx(population, rel=0.01)
    if x2 is not None:
        assert fit.x2 == pytest.approx(x2, rel=0.005)
    if dof is not None:
        assert fit.dof == dof


def test_the_one_population_that_zipfr_accepts_is_accepted():
    assert lnre.fit_population(spectrum_file("ItaRi"), "zm").p == pytest.approx(0.080, abs=0.002)


def test_the_tail_of_the_brown_corpus():
    fit = tail.fit_tail(spectrum_file("Brown"), stability=False)
    assert (fit.x_min, fit.n_tail) == (51, 2150)
    assert fit.alpha == pytest.approx(2.0702, abs=1e-4)
    assert fit.ks == pytest.approx(0.010978, abs=1e-6)


@pytest.mark.parametrize("family", ["f1", "f2", "f3"])
def test_no_one_parameter_law_fits_the_whole_brown_corpus(family):
    fit = full_range.fit_full_range(spectrum_file("Brown"), 50, 1, families=[family]).fits[0]
    assert fit.p < 0.05


def test_f2_fits_oliver_twist():
    fit = full_range.fit_full_range(spectrum_file("DickensOliverTwist"), 200, 1, families=["f2"]).fits[0]
    assert fit.p == pytest.approx(0.16, abs=0.06)


def test_every_family_is_normalised_on_the_published_counts(moby):
    for family in FAMILIES.values():
        fit = full_range.fit_full_range(moby, 0, 1, families=[family.name]).fits[0]
        theta = np.array([e.value for e in fit.parameters])
        k = np.arange(1.0, 200_001.0)
        total = np.exp(family.log_pmf(k, 1.0, theta)).sum()
        rest = np.exp(family.log_survival(np.array([200_001.0]), 1.0, theta))[0]
        assert total + rest == pytest.approx(1.0, abs=1e-8), family.name
