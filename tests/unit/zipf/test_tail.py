from __future__ import annotations

import numpy as np
import pytest
from scipy.special import zeta

from lexdecay.zipf import scan as scanning
from lexdecay.zipf import tail
from lexdecay.zipf.models import ZETA
from lexdecay.zipf.replicates import monte_carlo_error, shares
from lexdecay.zipf.sampling import draw_spectrum, sampler
from lexdecay.zipf.spectrum import expand, from_counts


def zeta_spectrum(alpha=2.0, n=400, seed=1, x_min=1):
    return draw_spectrum(sampler(ZETA, np.array([alpha]), x_min), n, np.random.default_rng(seed))


def brute_scan(counts):
    """Every candidate by a fine search of the likelihood and a distance over all integers."""
    counts, grid = np.asarray(counts), np.linspace(1.01, 6, 50_001)
    found = {}
    for x_min in np.unique(counts)[:-1]:
        held = counts[counts >= x_min]
        alpha = grid[np.argmax(-grid * np.log(held).sum() - held.size * np.log(zeta(grid, float(x_min))))]
        k = np.arange(x_min, held.max() + 2)
        fitted = zeta(alpha, k.astype(float)) / zeta(alpha, float(x_min))
        empirical = 1 - np.searchsorted(np.sort(held), k) / held.size
        found[int(x_min)] = (alpha, np.abs(fitted - empirical).max())
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_scan_agrees_with_brute_force(seed):
    spectrum = zeta_spectrum(n=150, seed=seed)
    found = scanning.scan(spectrum, full=True)
    expected = brute_scan(expand(spectrum))
    for x_min, alpha, ks in zip(found.x_min.tolist(), found.alpha, found.ks, strict=True):
        if expected[x_min][0] < 5.9:  # the grid of the brute search ends there
            assert alpha == pytest.approx(expected[x_min][0], abs=2e-4)
            assert ks == pytest.approx(expected[x_min][1], abs=2e-4)


@pytest.mark.parametrize("seed", range(12))
def test_pruning_never_changes_the_minimum(seed):
    spectrum = zeta_spectrum(alpha=1.7, n=300, seed=seed)
    pruned, full = scanning.scan(spectrum), scanning.scan(spectrum, full=True)
    assert pruned.ks.argmin() == full.ks.argmin()
    assert pruned.ks.min() == full.ks.min()


@pytest.mark.parametrize("seed", range(6))
def test_early_exit_answers_as_the_full_scan_does(seed):
    spectrum = zeta_spectrum(n=300, seed=seed)
    least = scanning.scan(spectrum).ks.min()
    assert scanning.fits_better_than(spectrum, least * 1.0001)
    assert not scanning.fits_better_than(spectrum, least)


def test_the_grid_of_2009_is_searched_for_the_highest_likelihood():
    spectrum = zeta_spectrum()
    exact, rounded = scanning.scan(spectrum, full=True), scanning.scan(spectrum, grid=0.01, full=True)
    inside = (exact.alpha > 1.5) & (exact.alpha < 3.5)
    assert np.abs(rounded.alpha - exact.alpha)[inside].max() <= 0.01
    assert (rounded.alpha * 100) == pytest.approx(np.round(rounded.alpha * 100), abs=1e-9)
    assert rounded.alpha.min() >= 1.5
    assert rounded.alpha.max() <= 3.5 + 1e-12


def test_a_tail_steeper_than_any_word_count_is_at_its_bound():
    alpha, _ = scanning.exponents(np.array([10.0]), np.array([5.0]), np.array([5 * np.log(10.0)]))
    assert alpha[0] == pytest.approx(scanning.EXPONENT_MAX, abs=1e-2)


def test_a_tail_reports_what_it_covers():
    spectrum = zeta_spectrum(n=2000)
    fit = tail.fit_tail(spectrum)
    counts = expand(spectrum)
    held = counts[counts >= fit.x_min]
    assert fit.n_tail == held.size
    assert fit.share_types == held.size / counts.size
    assert fit.share_tokens == held.sum() / counts.sum()
    assert [p.x_min for p in fit.stability] == sorted({p.x_min for p in fit.stability})
    assert fit.stability[0].x_min == 1


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([], "0 types; at least 50 are needed"),
        ([9], "1 type; at least 50 are needed"),
        ([1] * 5, "5 types; at least 50 are needed"),
        ([7, 3, 2, 1, 1, 1, 1], "7 types; at least 50 are needed"),
        ([1] * 5000, "5000 types have only 1 distinct frequencies; at least 5 are needed"),
    ],
)
def test_too_few_types_are_a_status_never_a_number(counts, reason):
    fit = tail.fit_tail(from_counts(counts))
    assert (fit.status, fit.reason) == ("too_few_types", reason)
    assert fit.alpha is None
    assert fit.p is None


def test_what_was_not_fitted_cannot_be_tested():
    nothing = tail.fit_tail(from_counts([1, 1]))
    with pytest.raises(ValueError, match="not fitted"):
        tail.goodness_of_fit(from_counts([1, 1]), nothing, 10, 1)


def test_the_same_seed_gives_the_same_p_however_the_shares_are_run():
    spectrum = zeta_spectrum()
    fit = tail.fit_tail(spectrum)

    def backwards(function, items):
        return list(reversed([function(item) for item in reversed(list(items))]))

    once = tail.goodness_of_fit(spectrum, fit, 60, 5)
    assert once == tail.goodness_of_fit(spectrum, fit, 60, 5, mapper=backwards)
    assert once != tail.goodness_of_fit(spectrum, fit, 60, 6)


def test_p_is_never_zero_and_carries_its_own_error():
    assert monte_carlo_error(0, 99)[0] == 0.01
    assert monte_carlo_error(49, 99) == (0.5, pytest.approx(0.05))


def test_shares_add_up_and_have_their_own_streams():
    cut = shares(3, 60)
    assert [share.size for share in cut] == [25, 25, 10]
    draws = [rng.random() for share in cut for rng in share.generators()]
    assert len(set(draws)) == 60


def test_resampled_tails_have_one_row_per_replicate():
    x_min, alpha, n_tail = tail.resampled_tails(zeta_spectrum(), 30, 1)
    assert x_min.size == alpha.size == n_tail.size == 30
    assert alpha.std() > 0
