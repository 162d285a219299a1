from __future__ import annotations

import numpy as np
import pytest
from scipy.special import gamma, zeta

from lexdecay.zipf import families as law
from lexdecay.zipf.models import FAMILIES
from lexdecay.zipf.series import rule

THETA = {
    "f1": [1.8],
    "f2": [1.9],
    "f3": [1.6],
    "yule": [2.2],
    "waring": [2.1, 0.7],
    "shifted_zeta": [2.0, 0.6],
    "lomax": [1.9, -0.3],
    "cutoff": [1.4, 0.003],
    "lognormal": [1.2, 0.15],
    "stretched_exponential": [1.8, 0.25],
}


def test_every_registered_family_is_tested_here():
    assert set(THETA) == set(FAMILIES)


@pytest.mark.parametrize("x_min", [1.0, 4.0, 60.0])
@pytest.mark.parametrize("name", THETA)
def test_probabilities_sum_to_one_and_survival_is_their_sum_from_above(name, x_min):
    family, theta = FAMILIES[name], np.array(THETA[name])
    k = np.arange(x_min, x_min + 6000)
    pmf = np.exp(family.log_pmf(k, x_min, theta))
    survival = np.exp(family.log_survival(np.append(k, k[-1] + 1), x_min, theta))
    assert survival[0] == pytest.approx(1.0, abs=1e-12)
    assert pmf.sum() + survival[-1] == pytest.approx(1.0, abs=1e-9)
    assert -np.diff(survival) == pytest.approx(pmf, rel=1e-5, abs=1e-11)


@pytest.mark.parametrize("name", ["cutoff", "lognormal", "stretched_exponential"])
@pytest.mark.parametrize("x_min", [1.0, 7.0])
def test_a_penalty_of_zero_is_exactly_the_zeta_law(name, x_min):
    k = np.array([x_min, x_min + 1, 100.0, 1e6])
    theta = np.array([1.95, 0.0])
    assert FAMILIES[name].log_pmf(k, x_min, theta) == pytest.approx(law.zeta_pmf(k, x_min, theta), abs=1e-10)


def test_the_shifted_families_contain_the_unshifted_ones():
    k = np.array([1.0, 2.0, 50.0])
    pairs = [("f1", "shifted_zeta"), ("f2", "lomax"), ("yule", "waring")]
    for inner, outer in pairs:
        assert FAMILIES[outer].contains == inner
        small, large = FAMILIES[inner].log_pmf, FAMILIES[outer].log_pmf
        assert large(k, 1.0, np.array([2.0, 0.0])) == pytest.approx(small(k, 1.0, np.array([2.0])), abs=1e-12)


def test_the_formulas_of_moreno_sanchez():
    n, b = np.array([1.0, 2.0, 9.0]), 1.7
    assert np.exp(law.zeta_pmf(n, 1.0, np.array([b]))) == pytest.approx(n**-b / zeta(b))
    assert np.exp(law.f2_pmf(n, 1.0, np.array([b]))) == pytest.approx(n ** (1 - b) - (n + 1) ** (1 - b))
    f3 = (b - 1) * gamma(n + 1 - b) / (gamma(2 - b) * gamma(n + 1))
    assert np.exp(law.f3_pmf(n, 1.0, np.array([b]))) == pytest.approx(f3)


def test_the_yule_law_of_exponent_two_is_one_over_n_times_n_plus_one():
    n = np.array([1.0, 2.0, 3.0, 10.0])
    assert np.exp(law.yule_pmf(n, 1.0, np.array([2.0]))) == pytest.approx(1 / (n * (n + 1)))


def test_the_exponential_and_poisson_laws_begin_at_x_min():
    k = np.arange(3.0, 200.0)
    assert np.exp(law.exponential_pmf(k, 3.0, np.array([0.4]))).sum() == pytest.approx(1.0)
    assert np.exp(law.poisson_pmf(k, 3.0, np.array([6.0]))).sum() == pytest.approx(1.0)


@pytest.mark.parametrize("s", [1.3, 2.0, 4.5])
@pytest.mark.parametrize("x_min", [1.0, 9.0])
def test_the_summation_rule_gives_zeta(s, x_min):
    nodes = rule(x_min)
    assert (nodes.weight * nodes.node**-s).sum() == pytest.approx(zeta(s, x_min), rel=1e-11)


def test_the_summation_rule_gives_the_geometric_series():
    nodes = rule(1.0)
    for rate in (1e-6, 1e-3, 0.3):
        total = (nodes.weight * np.exp(-rate * nodes.node)).sum()
        assert total == pytest.approx(1.0 / np.expm1(rate), rel=1e-9)


def test_a_family_travels_between_processes_by_name():
    import pickle

    for family in FAMILIES.values():
        assert pickle.loads(pickle.dumps(family)) is family  # noqa: S301 - our own bytes
