from __future__ import annotations

import numpy as np
import pytest

from lexdecay.zipf.models import FAMILIES
from lexdecay.zipf.sampling import draw_spectrum, frequencies, sampler


def draw(law, size, rng):
    """Return what the spectrum is of."""
    found = draw_spectrum(law, size, rng)
    return np.repeat(found.frequency, found.types)


@pytest.mark.parametrize(
    ("name", "theta", "x_min"),
    [("f1", [2.1], 1), ("f1", [1.6], 7), ("lognormal", [1.4, 0.1], 1), ("waring", [2.0, 1.5], 3)],
)
def test_draws_fall_on_each_frequency_as_often_as_the_law_says(name, theta, x_min):
    n, family = 200_000, FAMILIES[name]
    found = draw(sampler(family, np.array(theta), x_min), n, np.random.default_rng(1))
    k = np.arange(x_min, x_min + 30)
    expected = n * np.exp(family.log_pmf(k.astype(float), float(x_min), np.array(theta)))
    observed = np.array([(found == value).sum() for value in k])
    assert (np.abs(observed - expected) < 4.5 * np.sqrt(expected)).all()


def test_draws_beyond_the_table_follow_the_law_too():
    family, theta = FAMILIES["f1"], np.array([1.4])
    found = draw(sampler(family, theta, 1), 300_000, np.random.default_rng(2))
    for bound in (50_000, 1_000_000, 10**9):
        expected = 300_000 * float(np.exp(family.log_survival(np.array([float(bound)]), 1.0, theta))[0])
        assert (found >= bound).sum() == pytest.approx(expected, abs=4.5 * expected**0.5)


def test_the_same_seed_gives_the_same_draws():
    law = sampler(FAMILIES["f2"], np.array([1.9]), 1)
    once, again = (draw(law, 1000, np.random.default_rng(9)) for _ in range(2))
    assert once.tolist() == again.tolist()
    assert once.min() >= 1


@pytest.mark.parametrize(
    ("name", "theta", "x_min"), [("f1", [1.4], 1), ("f1", [20.0], 1), ("waring", [2.0, 1.5], 40)]
)
@pytest.mark.parametrize("size", [0, 1, 5000])
def test_a_spectrum_is_that_of_every_draw_looked_up_by_itself(name, theta, x_min, size):
    law = sampler(FAMILIES[name], np.array(theta), x_min)
    found = draw_spectrum(law, size, np.random.default_rng(3))
    each, types = np.unique(frequencies(law, np.random.default_rng(3).random(size)), return_counts=True)
    assert (found.frequency.tolist(), found.types.tolist()) == (each.tolist(), types.tolist())
