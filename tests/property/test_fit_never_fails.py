from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.fit import fit_curve
from lexdecay.records import Curve

OFFSETS = np.unique(np.r_[np.arange(1, 17), np.round(np.geomspace(20, 1000, 14))]).astype(np.int64)
SHAPES = {
    "noise": lambda d, rng: rng.standard_normal(d.size),
    "heavy noise": lambda d, rng: np.abs(rng.standard_cauchy(d.size)),
    "power law": lambda d, rng: d ** -rng.uniform(0, 4),
    "exponential": lambda d, rng: np.exp(-d / rng.uniform(0.2, 3000)),
    "growth": lambda d, rng: d ** rng.uniform(0, 2),
    "constant": lambda d, _: np.ones(d.size),
    "zero": lambda d, _: np.zeros(d.size),
}


def draw(shape, size, rank, measure, seed):
    """Draw a curve at any offsets, in any unit, whose covariance may be singular."""
    rng = np.random.default_rng(seed)
    offset = np.sort(rng.choice(OFFSETS, size, replace=False))
    value = SHAPES[shape](offset.astype(float), rng) * 10 ** rng.uniform(-12, 6)
    loading = rng.standard_normal((size, rank)) * 10 ** rng.uniform(-6, 0) * np.abs(value).max()
    covariance = loading @ loading.T
    se, zero = np.sqrt(np.diag(covariance)), np.zeros(size)
    pairs, usable = np.full(size, 1000), rng.uniform(size=size) < 0.8
    return Curve(measure, "total", "bits", 9, offset, pairs, value, zero, value, se, zero, usable, covariance)


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(sorted(SHAPES)),
    st.integers(1, OFFSETS.size),
    st.integers(1, 40),
    st.sampled_from(["mutual_information", "recurrence"]),
    st.integers(0, 10**6),
)
def test_every_curve_gets_an_answer_in_finite_numbers(shape, size, rank, measure, seed):
    result = fit_curve(draw(shape, size, rank, measure, seed))
    assert result.verdict.reason
    for fit in result.fits:
        assert (fit.reason == "") == (fit.status == "ok")
        numbers = [fit.chi2, fit.dof, fit.p, fit.bic, fit.delta_bic, fit.weight, fit.deviation]
        numbers += [x for e in fit.parameters for x in (e.value, e.se, e.low, e.high)]
        assert np.isfinite([x for x in numbers if x is not None]).all()
        for e in fit.parameters:
            slack = 1e-9 * abs(e.value)
            assert e.low is None or e.low <= e.value + slack
            assert e.high is None or e.value <= e.high + slack
