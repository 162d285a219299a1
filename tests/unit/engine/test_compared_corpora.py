"""Differences of curves and of fitted parameters, on corpora whose exact curves are known."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from lexdecay.engine.curves import measuring, recurrence, total_information
from lexdecay.engine.trials import stream_of
from lexdecay.fit.difference import parameter_differences
from lexdecay.measure.difference import curve_difference
from lexdecay.synth import generate, make_law

CAP = 60


@cache
def measured(copies, seed, max_offset=200):
    law = make_law("copy", {"vocabulary": 500, "copies": copies})
    ready = measuring(
        stream_of(*generate(law, 50_000, seed)), vocabulary=CAP, max_offset=max_offset, seed=seed, jobs=1
    )
    return law, total_information(ready), recurrence(ready)


def test_the_interval_of_a_difference_covers_the_exact_one():
    (one, *first), (two, *second) = measured(0.5, 0), measured(0.3, 1)
    for of in map(curve_difference, first, second):
        exact = (
            one.recurrence(of.offset) - two.recurrence(of.offset)
            if of.measure == "recurrence"
            else one.information(of.offset, CAP) - two.information(of.offset, CAP)
        )
        assert (np.abs(of.difference - exact) < np.maximum(0.05 * np.abs(exact), 4 * of.se)).all()
        assert of.differs[:2].all()
        assert of.difference == pytest.approx(of.first - of.second)


@pytest.mark.parametrize("seeds", [(0, 1), (2, 3)])
def test_two_corpora_of_one_law_cannot_be_told_apart(seeds):
    (_, *first), (_, *second) = (measured(0.5, seed) for seed in seeds)
    for of in map(curve_difference, first, second):
        assert of.differs.sum() == 0
        assert ((of.low < 0) & (of.high > 0)).mean() > 0.8


def test_variances_add_and_only_common_offsets_are_compared():
    _, first, _ = measured(0.5, 0)
    _, second, _ = measured(0.5, 1, max_offset=30)
    of = curve_difference(first, second)
    assert of.offset.tolist() == [d for d in second.offset.tolist() if d in first.offset.tolist()]
    assert of.se[0] == pytest.approx(np.sqrt(first.se[0] ** 2 + second.se[0] ** 2))
    assert (of.high - of.low)[0] == pytest.approx(2 * 1.959964 * of.se[0])


def test_curves_of_different_kinds_have_no_difference():
    _, information, returning = measured(0.5, 0)
    with pytest.raises(ValueError, match="curves of different kinds have no difference"):
        curve_difference(information, returning)
    with pytest.raises(ValueError, match=r"'60'.*'70'"):
        curve_difference(information, replace(information, vocabulary=70))


def power_law(exponent, noise, seed):
    _, curve, _ = measured(0.5, 0)
    exact = curve.offset**-exponent
    se = 0.01 * exact + 1e-4
    value = exact + noise * se * np.random.default_rng(seed).normal(size=exact.size)
    return replace(curve, value=value, se=se, covariance=np.diag(se**2), usable=value > 8e-4)


def test_exponents_of_the_same_model_over_the_same_offsets_are_compared():
    span, parameters = parameter_differences(power_law(1.0, 1, 0), power_law(1.3, 1, 1))
    assert span is not None
    found = next(p for p in parameters if (p.model, p.name) == ("power_law", "exponent"))
    assert found.difference == pytest.approx(-0.3, abs=0.03)
    assert found.low < -0.3 < found.high
    assert found.differs


def test_a_curve_without_usable_offsets_has_no_parameters():
    curve = power_law(1.0, 0, 0)
    nothing = replace(curve, usable=np.zeros(curve.offset.size, bool))
    assert parameter_differences(curve, nothing) == (None, ())


def test_ranges_that_do_not_meet_have_no_parameters():
    curve = power_law(1.0, 0, 0)
    near = replace(curve, usable=curve.offset <= 2)
    late = replace(curve, measure="recurrence", value=np.where(curve.offset == 8, 5, curve.value))
    assert parameter_differences(replace(near, measure="recurrence"), late) == (None, ())
