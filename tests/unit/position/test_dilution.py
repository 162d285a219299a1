"""Dilution in closed form against softmaxes worked out key by key, and of maps made for the purpose."""

import numpy as np
import pytest

from lexdecay.dilute_analysis import DiluteOptions, dilute
from lexdecay.errors import UsageError
from lexdecay.position.dilution import bias, kernel_bias, needle, noise
from lexdecay.position.kernels import make_kernel


def softmax(logits):
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def bits(weights):
    return float(-(weights[weights > 0] * np.log2(weights[weights > 0])).sum())


def test_a_needle_of_8_nats_keeps_what_the_formula_says():
    found = needle(8, [1000, 10_000, 100_000])
    assert [row.top for row in found.rows] == pytest.approx([0.749, 0.230, 0.029], abs=5e-4)
    assert found.half_length == pytest.approx(np.exp(8) + 1)  # e^g = n - 1
    assert [row.within["1"] for row in found.rows] == [1, 1, 1]


@pytest.mark.parametrize(("gap", "half"), [(4, 55.6), (8, 2982), (12, 162_756)])
def test_half_of_the_weight_is_lost_at_e_to_the_gap(gap, half):
    assert needle(gap, [100]).half_length == pytest.approx(half, rel=1e-3)


@pytest.mark.parametrize("gap", [0.0, 1.5, 8.0])
def test_a_needle_is_the_softmax_it_stands_for(gap):
    logits = np.zeros(500)
    logits[7] = gap
    weights = softmax(logits)
    (row,) = needle(gap, [500]).rows
    assert row.top == pytest.approx(weights[7])
    assert row.entropy == pytest.approx(bits(weights))
    assert row.effective_keys == pytest.approx(2 ** bits(weights))
    assert row.within["1"] == (500 if gap <= 1 else 1)


def test_scaled_by_what_is_suggested_a_needle_keeps_its_weight():
    found = needle(8, [1000, 50_000])
    scaled = needle(8 * found.rows[1].scale, [50_000]).rows[0]
    assert scaled.top == pytest.approx(found.rows[0].top)


def test_gaussian_logits_have_the_entropy_of_the_formula_while_it_holds():
    """H = ln n - sigma^2 / 2 nats while sigma^2 < 2 ln n; at sigma = 4, n = 256 it would be negative."""
    (row,) = noise(1, [4096], 0).rows
    assert row.entropy * np.log(2) == pytest.approx(np.log(4096) - 0.5, abs=0.02)
    (frozen,) = noise(4, [256], 0).rows
    assert frozen.entropy * np.log(2) == pytest.approx(1.68, abs=0.35)
    assert noise(0, [256], 0).rows[0].effective_keys == pytest.approx(256)


@pytest.mark.parametrize("sigma", [0.5, 100])
def test_gaussian_logits_are_softmaxes_of_draws_one_after_another(sigma):
    """More keys than are in work at once: some pieces weigh nothing at sigma = 100, all weigh at 0.5."""
    (row,) = noise(sigma, [70_000], 3).rows
    logits = sigma * np.random.default_rng([3, 70_000]).standard_normal((64, 70_000))
    below = logits.max(1, keepdims=True) - logits
    assert row.entropy == pytest.approx(np.mean([bits(weights) for weights in softmax(logits)]), rel=1e-9)
    assert row.top == pytest.approx(softmax(logits).max(1).mean(), rel=1e-12)
    assert row.within == {f"{gap}": (below <= gap).sum(1).mean() for gap in (1, 2, 4)}


def test_the_scale_of_gaussian_logits_keeps_their_share_of_the_threshold():
    found = noise(2, [1000, 100_000], 0)
    assert found.rows[1].scale ** 2 == pytest.approx(np.log(100_000) / np.log(1000))


@pytest.mark.parametrize(
    ("exponent", "near", "far"), [(0.5, 0.236, 0.023), (1.0, 0.634, 0.392), (1.5, 0.927, 0.907)]
)
def test_a_bias_of_distance_keeps_the_published_share_near(exponent, near, far):
    found = bias(exponent, [1000, 100_000], 64)
    assert [row.nearest for row in found.rows] == pytest.approx([near, far], abs=1e-3)


def test_a_bias_is_the_softmax_it_stands_for():
    weights = softmax(-0.8 * np.log(np.arange(1, 301)))
    (row,) = bias(0.8, [300], 10).rows
    assert row.entropy == pytest.approx(bits(weights))
    assert row.nearest == pytest.approx(weights[:10].sum())
    assert row.within["1"] == (weights >= weights[0] * np.exp(-1)).sum()


def test_scaled_by_what_is_suggested_a_bias_keeps_its_near_keys():
    found = bias(0.8, [1000, 20_000], 64)
    scaled = bias(0.8 * found.rows[1].scale, [20_000], 64).rows[0]
    assert scaled.nearest == pytest.approx(found.rows[0].nearest)


def kernel(values, distance):
    size = len(distance)
    return make_kernel("corr", np.array(distance, float), np.log(values), np.zeros((size, size)), "words")


def test_the_kernel_of_a_power_law_dilutes_as_its_exponent_beyond_its_last_distance_too():
    distance = np.array([1, 2, 4, 8, 16, 32, 64])
    found, expected = kernel_bias(kernel(distance**-0.8, distance), [50, 1000], 8), bias(0.8, [50, 1000], 8)
    assert found.value == pytest.approx(0.8)
    assert [row.entropy for row in found.rows] == pytest.approx([row.entropy for row in expected.rows])
    assert found.half_length == expected.half_length
    assert found.assumption.startswith(
        "distances beyond 64, where the curve ends, go on with exponent 0.80, and"
    )


def test_a_kernel_of_three_distances_does_not_go_on():
    with pytest.raises(UsageError, match="the kernel 'corr' has 3 usable distances, too few to go on from"):
        kernel_bias(kernel([3.0, 2.0, 1.0], [1, 2, 3]), [100], 8)


def test_the_half_length_of_a_bias_is_where_the_near_keys_hold_half():
    half = int(bias(1.0, [100], 8).half_length)
    share = [bias(1.0, [n], 8).rows[0].nearest for n in (half - 1, half)]
    assert share[0] > 0.5 >= share[1]
    assert bias(2.0, [100], 8).half_length is None  # they hold more than half of any number


def test_uniform_maps_dilute_wholly_and_a_needle_does_not(tmp_path):
    n = 128
    even = np.tri(n) / np.arange(1, n + 1)[:, None]
    np.savez(tmp_path / "maps.npz", maps=np.stack([even, np.eye(n)]))
    flat, sharp = dilute([str(tmp_path / "maps.npz")], DiluteOptions(nearest=16)).dilutions
    assert flat.growth == pytest.approx(1.0)
    for row in flat.rows:
        assert row.effective_keys == pytest.approx(row.keys, rel=0.05)
        assert row.within["1"] == pytest.approx(row.keys, rel=0.05)
    assert flat.rows[-1].nearest == pytest.approx(np.mean([16 / v for v in range(64, 128)]), rel=0.02)
    assert sharp.growth == pytest.approx(0.0, abs=1e-9)
    assert {row.top for row in sharp.rows} == {1.0}


def test_sinks_are_taken_out_and_reported(tmp_path):
    n = 64
    weights = 0.5 * np.tri(n) / np.arange(1, n + 1)[:, None]
    weights[:, 0] += 0.5
    np.savez(tmp_path / "maps.npz", maps=weights[None])
    (found,) = dilute([str(tmp_path / "maps.npz")]).dilutions
    assert found.rows[-1].sink_mass == pytest.approx(0.51, abs=0.01)
    assert found.growth == pytest.approx(1.0)


def test_something_must_attend():
    with pytest.raises(UsageError, match="nothing attends") as caught:
        dilute([])
    assert caught.value.hint == "give maps, or --curve book.txt, --gap 8, --sigma 2 or --exponent 1"
