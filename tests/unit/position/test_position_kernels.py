"""Kernels of curves that are known exactly: powers, exponents, units, errors, direct links."""

import math

import numpy as np
import pytest

from lexdecay.engine import curves as engine
from lexdecay.engine.trials import stream_of
from lexdecay.position.kernels import KERNELS, exponent, in_tokens, log_weights, make_kernel, strong_until
from lexdecay.position.yule_walker import bins, direct_links, unbroken
from lexdecay.records import Curve
from lexdecay.synth import generate, make_law
from lexdecay.synth.copying import copy_sharing
from lexdecay.synth.law import zipf_probabilities

COPY = {"copies": 0.5, "lag_exponent": 1.5, "longest_lag": 200}


def curve(offset, value, *, measure="mutual_information", se=None, noise=1e-12, usable=None):
    offset, value = np.asarray(offset), np.asarray(value, dtype=float)
    se = np.full(value.shape, 1e-9) if se is None else np.asarray(se, dtype=float)
    return Curve(
        measure=measure,
        estimand="total",
        unit="bits" if measure == "mutual_information" else "probability",
        vocabulary=100,
        offset=offset,
        pairs=np.full(value.shape, 10**6),
        raw=value,
        floor=np.zeros(value.shape),
        value=value,
        se=se,
        noise=np.full(value.shape, noise),
        usable=value > 4 * noise if usable is None else np.asarray(usable),
        covariance=np.diag(se**2),
    )


def slope(kernel):
    return -np.polyfit(np.log(kernel.distance), kernel.log_value, 1)[0]


def test_the_correlation_is_the_root_of_twice_the_nats():
    kernel = KERNELS["corr"].build(curve([1, 2, 4], [0.02, 0.01, 0.005]), "words")
    assert np.exp(kernel.log_value) == pytest.approx(np.sqrt(2 * np.array([0.02, 0.01, 0.005]) * math.log(2)))
    assert KERNELS["mi"].build(curve([1, 2], [0.02, 0.01]), "words").log_value[0] == pytest.approx(
        math.log(0.02 * math.log(2))
    )


def test_only_usable_offsets_carry_a_kernel():
    kernel = KERNELS["mi"].build(
        curve([1, 2, 3, 4], [0.2, 0.1, -0.1, 0.1], usable=[True, False, False, True]), "words"
    )
    assert kernel.distance.tolist() == [1, 4]
    assert (kernel.low, kernel.high) == (1, 4)


def test_errors_of_the_logarithm_are_those_of_drawn_curves():
    offset, value = np.arange(1, 9), 0.5 / np.arange(1, 9)
    drawn = np.random.default_rng(0).normal(value, 0.02 * value, (4000, 8))
    kernel = KERNELS["corr"].build(curve(offset, value, se=0.02 * value), "words")
    told = exponent(kernel, 1, 8)
    found = [
        exponent(KERNELS["corr"].build(curve(offset, one, se=0.02 * value), "words"), 1, 8).value
        for one in drawn[:400]
    ]
    assert kernel.se == pytest.approx(np.log(drawn).std(0) / 2, rel=0.05)
    assert told.se == pytest.approx(np.std(found), rel=0.1)
    assert told.value == pytest.approx(0.5)


def test_weights_give_every_doubling_the_same_say():
    weight = log_weights(np.arange(1.0, 65.0))
    assert weight.sum() == pytest.approx(1)
    # The trapezoid rule: up to the halves at the borders, 1..8 is half of 1..64 in ln d.
    assert weight[:8].sum() == pytest.approx(0.5, abs=0.02)


def test_distances_in_tokens_leave_the_exponent_and_stretch_a_length():
    distance = np.geomspace(1, 100, 12)
    power = make_kernel("mi", distance, -1.3 * np.log(distance), np.eye(12) * 1e-6, "words")
    tokens = in_tokens(power, 1.5)
    assert exponent(tokens, 1, 1000).value == pytest.approx(exponent(power, 1, 1000).value)
    assert (tokens.high, tokens.unit) == (150, "tokens")


def test_fewer_than_four_distances_have_no_exponent():
    kernel = make_kernel("mi", np.array([1.0, 2.0, 3.0]), np.zeros(3), np.eye(3), "words")
    assert exponent(kernel, 1, 3) is None


def test_strong_dependence_is_told_with_its_last_offset():
    """0.1 nats are 0.144 bits."""
    assert strong_until(curve([1, 2, 3], [0.5, 0.15, 0.14])) == 2
    assert strong_until(curve([1, 2], [0.1, 0.05])) is None


def test_a_chain_gives_its_length_by_both_powers():
    """Markov, stay 0.8: I ~ 0.8^(2 d), so xi = 1 / (2 ln 1.25) = 2.24, and twice that for the correlation.

    On offsets 7 to 15 the exact curve still has xi = 2.56, since its next order is not over there.
    """
    law = make_law("markov", {"vocabulary": 20, "zipf": 0.0, "stay": 0.8})
    near, far = np.arange(7, 16), np.arange(40, 56)
    lengths = {}
    for name in ("mi", "corr"):
        for where, offsets in (("near", near), ("far", far)):
            bits = np.maximum(law.information(offsets, 20), 1e-300)
            kernel = KERNELS[name].build(curve(offsets, bits, noise=0.0, usable=bits > 0), "words")
            lengths[name, where] = -1 / np.polyfit(offsets, kernel.log_value, 1)[0]
    assert lengths["mi", "near"] == pytest.approx(2.56, abs=0.01)
    assert lengths["mi", "far"] == pytest.approx(1 / (2 * math.log(1.25)), rel=1e-3)
    assert lengths["corr", "far"] == pytest.approx(1 / math.log(1.25), rel=1e-3)


def test_links_of_the_exact_recurrence_are_the_lags_of_the_process():
    lags = zipf_probabilities(200, 1.5)
    rho = copy_sharing(0.5, lags, 900)[1:301]
    links = direct_links(curve(np.arange(1, 301), rho, measure="recurrence"))
    assert links.value[:200] == pytest.approx(0.5 * lags, abs=1e-9)
    assert links.value[200:] == pytest.approx(np.zeros(100), abs=1e-9)
    assert links.value.sum() == pytest.approx(0.5, abs=1e-9)


def test_errors_of_links_are_those_of_drawn_recurrences():
    rho = copy_sharing(0.5, zipf_probabilities(30, 1.5), 60)[1:31]
    drawn = np.random.default_rng(0).normal(rho, 1e-3, (400, 30))
    found = np.array(
        [direct_links(curve(np.arange(1, 31), one, measure="recurrence")).value for one in drawn]
    )
    told = direct_links(curve(np.arange(1, 31), rho, measure="recurrence", se=np.full(30, 1e-3), noise=1e-3))
    assert np.sqrt(np.diag(told.covariance)) == pytest.approx(found.std(0), rel=0.2)
    assert np.diag(told.noise) == pytest.approx(
        np.diag(
            np.linalg.inv(_toeplitz(rho))
            @ _own(told.value)
            @ _own(told.value).T
            @ np.linalg.inv(_toeplitz(rho))
        )
        * 1e-6,
        rel=1e-6,
    )


def _toeplitz(rho):
    full = np.concatenate(([1.0], rho[:-1]))
    return full[np.abs(np.subtract.outer(np.arange(rho.size), np.arange(rho.size)))]


def _own(a):
    """I - S by its definition, entry by entry."""
    size = a.size

    def link(d):
        return a[d - 1] if 1 <= d <= size else 0.0

    return np.array(
        [[(i == k) - link(i - k) - link(i + k) for k in range(1, size + 1)] for i in range(1, size + 1)]
    )


def test_bins_hold_every_distance_once_and_keep_a_power_law():
    centre, mean = bins(500)
    assert mean.sum(1) == pytest.approx(np.ones(centre.size))
    assert ((mean > 0).sum(0) == 1).all()
    assert centre[:16].tolist() == list(range(1, 17))
    binned = np.log(mean @ np.arange(1, 501.0) ** -1.5)
    assert -np.polyfit(np.log(centre), binned, 1)[0] == pytest.approx(1.5, abs=0.005)


def test_a_log_spaced_curve_has_direct_links_up_to_its_first_gap():
    offsets = np.array([1, 2, 3, 4, 6, 8])
    assert unbroken(curve(offsets, 0.1 / offsets, measure="recurrence")) == 4
    assert KERNELS["direct"].build(curve(offsets, 0.1 / offsets, measure="recurrence"), "words").high <= 4
    assert unbroken(curve([2, 3], [0.1, 0.1], measure="recurrence")) == 0
    assert (
        KERNELS["direct"].build(curve([2, 3], [0.1, 0.1], measure="recurrence"), "words").distance.size == 0
    )


@pytest.mark.parametrize(
    ("vocabulary", "zipf", "exact"), [(20, 0.0, 2.20), (300, 1.0, 1.75)], ids=["uniform", "zipf"]
)
def test_a_copy_process_gives_back_its_lags_and_its_exact_exponent(vocabulary, zipf, exact):
    """p(D) ~ D^-1.5, copies 0.5, 400,000 tokens: three exponents for one process.

    The exact I(d) is steeper than the lags' law, the correlation is flatter; direct links have it. ``exact``
    is the published exponent of I over the distances of 5..180 that stand out of the noise.
    """
    law = make_law("copy", {"vocabulary": vocabulary, "zipf": zipf, **COPY})
    ids, starts = generate(law, 400_000, 1)
    ready = engine.measuring(stream_of(ids, starts), vocabulary=vocabulary, max_offset=200, seed=0, jobs=1)
    information = engine.total_information(ready)
    seen = information.usable & (information.offset >= 5)
    offsets = information.offset[seen]
    measured, true = (
        -np.polyfit(np.log(offsets), np.log(bits), 1)[0]
        for bits in (information.value[seen], law.information(offsets, vocabulary))
    )
    assert measured == pytest.approx(true, abs=0.1)
    assert true == pytest.approx(exact, abs=0.12)
    every = engine.recurrence(engine.replace(ready, offsets=np.arange(1, 201)))
    links = direct_links(every)
    assert links.value.sum() == pytest.approx(0.5, abs=0.03)
    kernel = KERNELS["direct"].build(every, "words")
    within = exponent(kernel, 2, 40)
    assert within.value == pytest.approx(1.5, abs=0.08)
    assert within.value == pytest.approx(1.5, abs=4 * within.se)
