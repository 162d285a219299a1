from __future__ import annotations

import numpy as np
import pytest

from lexdecay.errors import UnknownNameError
from lexdecay.fit import MODELS, formulas

D = np.array([1.0, 2.0, 10.0])


def at(function, *theta):
    return function(np.array(theta), D)


def test_formulas_have_the_values_worked_by_hand():
    np.testing.assert_allclose(at(formulas.constant, 0.3), [0.3, 0.3, 0.3])
    np.testing.assert_allclose(
        at(formulas.exponential, 2, 10), [2 * np.exp(-0.1), 2 * np.exp(-0.2), 2 / np.e]
    )
    np.testing.assert_allclose(at(formulas.power_law, 3, 2), [3, 0.75, 0.03])
    np.testing.assert_allclose(at(formulas.stretched_exponential, 1, 1, 2)[:2], [np.exp(-1), np.exp(-4)])
    np.testing.assert_allclose(at(formulas.cutoff_power_law, 4, 1, 2)[1], 2 / np.e)
    np.testing.assert_allclose(at(formulas.shifted_power_law, 12, 1, 2), [4, 3, 1])
    np.testing.assert_allclose(at(formulas.two_exponentials, 1, 1, 2, 2)[1], np.exp(-2) + 2 / np.e)
    np.testing.assert_allclose(at(formulas.exponential_plus_power_law, 1, 1, 2, 1)[1], np.exp(-2) + 1)


def test_the_broken_law_has_one_exponent_far_on_each_side_of_the_break():
    d = np.array([1.0, 2.0, 1e6, 2e6])
    value = formulas.broken_power_law(np.array([1.0, 0.5, 2.0, 1000.0]), d)
    assert np.log2(value[0] / value[1]) == pytest.approx(0.5, abs=1e-6)
    assert np.log2(value[2] / value[3]) == pytest.approx(2.0, abs=1e-6)
    assert np.isfinite(formulas.broken_power_law(np.array([1.0, 0.0, 10.0, 1.0]), np.array([1e9]))).all()


@pytest.mark.parametrize("name", list(MODELS))
def test_formulas_take_stacks_of_parameters(name):
    model = MODELS[name]
    theta = np.linspace(0.5, 2.0, len(model.parameters))
    stacked = model.function(np.stack([theta, 2 * theta]), D)
    assert stacked.shape == (2, 3)
    np.testing.assert_array_equal(stacked[1], model.function(2 * theta, D))


@pytest.mark.parametrize("name", list(MODELS))
def test_every_model_says_what_it_is(name):
    model = MODELS[name]
    assert model.name == name
    assert all([model.title, model.formula, model.meaning, model.source])
    assert all(p.symbol in model.formula and p.meaning and p.low < p.high for p in model.parameters)
    assert len({p.name for p in model.parameters}) == len(model.parameters)


def test_an_unknown_model_is_refused_with_the_names_there_are():
    with pytest.raises(UnknownNameError, match="no decay model is named 'powerlaw'") as error:
        MODELS["powerlaw"]
    assert "did you mean 'power_law'?" in error.value.hint
