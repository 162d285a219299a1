"""Horizons and chunks against closed forms and a plain loop over the words of a chunk."""

import math

import numpy as np
import pytest

from lexdecay.engine import curves as engine
from lexdecay.engine.trials import stream_of
from lexdecay.measure.offsets import offset_grid
from lexdecay.position.chunks import chunking, knee, lost_share
from lexdecay.position.horizon import Reach, holding, horizon, reach
from lexdecay.records import Curve
from lexdecay.synth import generate, make_law


def power(exponent, last):
    return np.arange(1, last + 1.0) ** -exponent


def curve(value, *, se=1e-4, last=1000):
    offset = offset_grid(last)
    bits = value(offset.astype(float))
    spread = se * bits
    return Curve(
        measure="mutual_information",
        estimand="total",
        unit="bits",
        vocabulary=100,
        offset=offset,
        pairs=np.full(offset.shape, 10**6),
        raw=bits,
        floor=np.zeros(offset.shape),
        value=bits,
        se=spread,
        noise=bits / 100,
        usable=np.ones(offset.shape, dtype=bool),
        covariance=np.diag(spread**2),
    )


@pytest.mark.parametrize(
    ("exponent", "last", "distance"),
    [(0.5, 1000, 815), (0.5, 10_000, 8114), (1.2, 1000, 227), (1.5, 1000, 40), (1.5, 100_000, 56)],
)
def test_ninety_percent_of_a_power_law(exponent, last, distance):
    """x^(1 / (1 - a)) D below exponent 1; the other values are sums (research of this project)."""
    assert holding(power(exponent, last), 0.9) == distance


def test_an_exponential_has_a_horizon_of_its_own():
    """-xi ln(1 - x), and no end of the measurement in it."""
    decay = np.exp(-np.arange(1, 3001) / 30.0)
    assert holding(decay, 0.9) == math.ceil(-30 * math.log(0.1))
    assert holding(decay[:500], 0.9) == holding(decay, 0.9)


def test_a_straight_power_law_between_offsets_is_filled_in_exactly():
    found = reach(curve(lambda d: d**-0.8), 0)
    assert found.value == pytest.approx(power(0.8, 1000))
    assert found.last == 1000
    assert found.drawn.std(0) == pytest.approx(1e-4 * found.value, rel=0.5)


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (lambda d: d**-0.6, "not_intrinsic"),
        (lambda d: d**-2.0, "intrinsic"),
        (lambda d: np.exp(-d / 30), "intrinsic"),
    ],
    ids=["slow", "steep", "exponential"],
)
def test_the_tail_says_whether_a_horizon_is_intrinsic(value, answer):
    measured = curve(value, last=300)
    found = horizon(measured, reach(measured, 0), (0.5, 0.9))
    assert found.answer == answer
    assert found.ends == (75, 150, 300)
    assert found.rows[1].distances[-1] == holding(reach(measured, 0).value, 0.9)
    assert found.rows[1].ci95[0] <= found.rows[1].distances[-1] <= found.rows[1].ci95[1]


def test_a_tail_with_large_errors_cannot_tell():
    measured = curve(lambda d: d**-1.2, se=0.2)
    assert horizon(measured, reach(measured, 0), (0.9,)).answer == "cannot_tell"


def test_one_usable_offset_has_no_horizon():
    measured = curve(lambda d: d**-1.0, last=5)
    lone = np.array([True, False, False, False, False])
    object.__setattr__(measured, "usable", lone)
    assert reach(measured, 0) is None


@pytest.mark.parametrize(("size", "overlap"), [(1, 0), (7, 0), (7, 3), (50, 10), (200, 0)])
def test_the_lost_share_is_that_of_a_loop_over_words(size, overlap):
    """Word k of a chunk sees k words before it; with an overlap it is taken at place overlap..size-1."""
    value = power(0.7, 100)
    lost = np.mean([value[k:].sum() for k in range(overlap, size)])
    assert lost_share(value, size, overlap) == pytest.approx(lost / value.sum())


@pytest.mark.parametrize(
    ("value", "shares"),
    [
        (np.exp(-np.arange(1, 100_001) / 30.0), (0.42, 0.119, 0.03)),
        (power(1.5, 100_000), (0.181, 0.091, 0.045)),
        (power(1.1, 100_000), (0.56, 0.433, 0.322)),
    ],
    ids=["exponential", "1.5", "1.1"],
)
def test_shares_lost_by_chunks_of_64_256_and_1024(value, shares):
    assert [float(lost_share(value, size)) for size in (64, 256, 1024)] == pytest.approx(shares, abs=5e-4)


def test_an_exponential_in_closed_form():
    """(xi / c)(1 - e^(-c / xi)) for a smooth decay; discrete sums differ by the half step."""
    value = np.exp(-np.arange(1, 20_001) / 300.0)
    expected = 300 / 512 * (1 - math.exp(-512 / 300))
    assert lost_share(value, 512) == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("value", [power(0.5, 60), power(1.5, 200), np.exp(-np.arange(1, 200) / 9.0)])
def test_the_knee_is_the_last_doubling_worth_a_twentieth(value):
    saved = [float(lost_share(value, c) - lost_share(value, 2 * c)) for c in range(1, 10 * value.size)]
    assert knee(value) == max(c for c, gain in enumerate(saved, start=1) if gain >= 0.05) + 1


def test_a_knee_beyond_the_measurement_is_not_told():
    slow, fast = Reach(power(0.5, 300), power(0.5, 300)[None]), None
    assert chunking(slow, (32, 512), (0.0, 0.25)).knee is None
    quick = np.exp(-np.arange(1, 301) / 5.0)
    fast = chunking(Reach(quick, quick[None]), (32, 512), (0.0, 0.25))
    assert fast.knee == knee(quick) <= 300
    assert [row.beyond for row in fast.rows] == [False, True]
    assert fast.rows[0].lost[1] == pytest.approx(float(lost_share(quick, 32, 8)))
    assert fast.rows[0].bits == pytest.approx(fast.rows[0].lost[0] * quick.sum())


def test_a_copy_process_has_the_horizon_and_the_losses_of_its_exact_curve():
    law = make_law("copy", {"vocabulary": 300, "longest_lag": 300})
    ids, starts = generate(law, 60_000, 5)
    ready = engine.measuring(stream_of(ids, starts), vocabulary=80, max_offset=100, seed=0, jobs=1)
    measured = engine.total_information(ready)
    found = reach(measured, 0)
    exact = law.information(np.arange(1, found.last + 1), 80)
    for row in horizon(measured, found, (0.5, 0.8)).rows:
        assert row.ci95[0] <= holding(exact, row.share) <= row.ci95[1]
    for row in chunking(found, (8, 32), (0.0,)).rows:
        assert row.ci95[0] <= float(lost_share(exact, row.size)) <= row.ci95[1]
