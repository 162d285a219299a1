from __future__ import annotations

import math

import numpy as np
import pytest

from lexdecay.fit.weights import (
    JACKKNIFE_40,
    KNOWN,
    Sampling,
    deviance,
    goodness_of_fit,
    inflation,
    quantile_squared,
    weigh,
)


def test_uncorrelated_errors_count_every_offset():
    weights = weigh(np.diag(np.arange(1.0, 13.0)), 1.0)
    assert weights.effective == pytest.approx(12)


def test_errors_that_move_together_count_as_about_one_offset():
    # One eigenvalue m = 30, shrunk by a tenth: 0.9 * 30 / (0.9 * 30 + 0.1) is what is left of it.
    assert weigh(np.ones((30, 30)), 1.0).effective == pytest.approx(1.0, abs=0.15)
    shrunk = 0.9 * np.ones((30, 30)) + 0.1 * np.eye(30)
    assert weigh(shrunk, 1.0).effective == pytest.approx(30 / (0.9 * 30 + 0.1))


def test_effective_number_falls_as_correlation_grows(offsets, covariance_of):
    ones = np.ones(offsets.size)
    numbers = [weigh(covariance_of(offsets, ones, share), 1.0).effective for share in (1.0, 0.5, 0.2, 0.1)]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] == pytest.approx(offsets.size)


def test_whitened_errors_have_the_unit_matrix_as_covariance(offsets, covariance_of):
    covariance = covariance_of(offsets, 1e-9 * np.linspace(1, 50, offsets.size))
    transform = weigh(covariance, 1e-7).transform
    np.testing.assert_allclose(transform @ covariance @ transform.T, np.eye(offsets.size), atol=1e-9)


def test_chi2_equals_that_of_cholesky(offsets, covariance_of):
    covariance = covariance_of(offsets, np.linspace(1, 3, offsets.size))
    misfit = np.sin(np.arange(offsets.size))
    whitened = weigh(covariance, 1.0).transform @ misfit
    assert whitened @ whitened == pytest.approx(misfit @ np.linalg.solve(covariance, misfit))


def test_a_singular_covariance_gives_finite_weights():
    weights = weigh(np.ones((6, 6)), 1.0)
    assert np.isfinite(weights.transform).all()


def test_a_covariance_of_zeros_gives_finite_weights():
    assert np.isfinite(weigh(np.zeros((6, 6)), 1.0).transform).all()
    assert np.isfinite(weigh(np.zeros((6, 6)), 0.0).transform).all()


def test_the_law_of_chi2_with_a_known_covariance_is_chi_squared():
    # Tables: P(chi2_10 > 18.307) = 0.05.
    assert goodness_of_fit(18.307, 10, KNOWN) == pytest.approx(0.05, abs=1e-5)
    assert quantile_squared(10, KNOWN) == pytest.approx(1.959964**2, abs=1e-5)
    assert deviance(12.5, KNOWN) == 12.5


def test_many_blocks_come_to_the_same_as_a_known_covariance():
    many = Sampling(1e7, 0.0)
    assert goodness_of_fit(18.307, 10, many) == pytest.approx(0.05, abs=1e-4)
    assert deviance(12.5, many) == pytest.approx(12.5, rel=1e-5)
    assert inflation(9.0, 10, many) == pytest.approx(1.0, abs=1e-5)
    assert quantile_squared(10, many) == pytest.approx(3.8415, abs=1e-3)


def test_hotellings_law_is_that_of_misfits_with_covariances_from_forty_blocks():
    rng = np.random.default_rng(1)
    q, draws = 6, 4000
    blocks = rng.standard_normal((draws, 40, q))
    mean, centred = blocks.mean(axis=1), blocks - blocks.mean(axis=1, keepdims=True)
    covariance = np.einsum("abi,abj->aij", centred, centred) / 39 / 40
    chi2 = np.einsum("ai,ai->a", mean, np.linalg.solve(covariance, mean[..., None])[..., 0])
    p = np.array([goodness_of_fit(c, q, Sampling(39.0, 0.0)) for c in chi2])
    # 4000 draws: standard error of a share near 0.05 is 0.0034, near 0.5 it is 0.008.
    assert np.mean(p < 0.05) == pytest.approx(0.05, abs=0.014)
    assert np.mean(p < 0.5) == pytest.approx(0.5, abs=0.032)


def test_an_estimated_covariance_widens_errors_and_a_misfit_widens_them_further():
    assert inflation(8.0, 8, KNOWN) == 1.0
    assert inflation(8.0, 8, JACKKNIFE_40) == pytest.approx(1 + 8 / 39)
    assert inflation(800.0, 8, KNOWN) == pytest.approx(100.0)


def test_deviance_is_the_multivariate_t_of_forty_blocks():
    assert deviance(39.0, JACKKNIFE_40) == pytest.approx(40 * math.log(2))
