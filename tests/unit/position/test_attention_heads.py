"""The estimator on attention of known bias: exponents are found, nulls stay nulls, heads get their names."""

from dataclasses import fields

import numpy as np
import pytest

from lexdecay.attn_analysis import AttnOptions, attn
from lexdecay.errors import FormatError, UsageError
from lexdecay.position.attention import frame
from lexdecay.position.attention_records import Profile
from lexdecay.position.maps_profile import profile_bytes, read_profile


def softmax(logits):
    weights = np.exp(logits - logits.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def biased(bias, n=96, noise=0.0, seed=0, heads=1):
    """Causal weights of logits bias(d) plus independent noise, d = 0, 1, ...: [heads, n, n]."""
    distance = np.arange(n)[:, None] - np.arange(n)
    logits = np.where(distance >= 0, bias(np.maximum(distance, 0).astype(float)), -np.inf)
    return softmax(logits + noise * np.random.default_rng(seed).normal(size=(heads, n, n)))


@pytest.fixture
def analysed(tmp_path):
    def run(*files, **options):
        paths = []
        for at, arrays in enumerate(files):
            paths.append(str(tmp_path / f"{at}.npz"))
            np.savez(paths[-1], **(arrays if isinstance(arrays, dict) else {"maps": arrays}))
        return attn(paths, AttnOptions(**options))

    return run


def test_uniform_attention_has_slope_0_here_and_a_power_law_in_the_usual_average(analysed):
    n = 512
    (head,) = analysed(np.tri(n)[None] / np.arange(1, n + 1)[:, None]).heads
    assert abs(head.exponent.value) < 1e-9
    assert head.kind == "flat"
    # the average over all rows by hand: mean of 1 / (i + 1) over i >= d
    d = np.arange(1, n // 2 + 1)
    mean = np.array([np.mean(1 / np.arange(k + 1, n + 1)) for k in d])
    slope = -np.polyfit(np.log(d), np.log(mean), 1)[0]
    assert slope == pytest.approx(0.31, abs=0.005)
    assert head.plain_slope == pytest.approx(slope)
    assert head.plain_null == pytest.approx(slope)


def test_an_exponent_is_found_under_noise_and_a_sink(analysed):
    weights = biased(lambda d: -0.7 * np.log(d + 1), n=400, noise=2.0, heads=6)
    weights *= 0.4
    weights[:, :, 0] += 0.6
    result = analysed(weights, count_from="next", max_offset=199)
    found = np.array([head.exponent.value for head in result.heads])
    inside = [head.exponent.low < 0.7 < head.exponent.high for head in result.heads]
    assert found.mean() == pytest.approx(0.7, abs=0.03)
    assert sum(inside) >= 5
    assert {head.kind for head in result.heads} == {"sink"}
    assert result.heads[0].sink_mass == pytest.approx(0.6, abs=0.05)


def test_each_kind_of_head_is_told(analysed):
    n = 96
    previous = np.tri(n) * 0.3 / np.arange(1, n + 1)[:, None] + 0.7 * np.eye(n, k=-1)
    previous[0] = np.eye(n)[0]
    sink = 0.5 * np.tri(n) / np.arange(1, n + 1)[:, None] + 0.5 * np.eye(n)[0]
    others = [
        biased(lambda d, g=g: -g * np.log(np.maximum(d, 1)), noise=0.5, seed=3, heads=1)[0]
        for g in (0.8, -0.8, 0)
    ]
    heads = analysed(np.stack([sink, previous, *others])).heads
    assert [head.kind for head in heads] == ["sink", "previous_token", "local", "rising", "flat"]
    assert [head.exponent.value for head in heads[2:]] == pytest.approx([0.8, -0.8, 0], abs=0.08)


@pytest.mark.parametrize(
    ("bias", "shape"), [(lambda d: -0.1 * d, "exponential"), (lambda d: -np.log(np.maximum(d, 1)), "power")]
)
def test_the_nearer_of_two_laws_is_told(analysed, bias, shape):
    (head,) = analysed(biased(bias, noise=0.3)).heads
    assert head.shape == shape
    expected = {"exponential": (head.rate, 0.1), "power": (head.exponent, 1.0)}[shape]
    assert expected[0].value == pytest.approx(expected[1], abs=0.06)


def test_intervals_cover_the_truth_as_often_as_they_say(analysed):
    """95 % of 60 heads is 57; fewer than 52 would happen once in 100 times."""
    weights = biased(lambda d: -0.5 * np.log(np.maximum(d, 1)), n=64, noise=1.0, heads=60, seed=5)
    covered = [h.exponent.low < 0.5 < h.exponent.high for h in analysed(weights).heads]
    assert sum(covered) >= 52


def test_a_window_of_attention_is_usable_where_it_reaches(analysed):
    n = 64
    distance = np.arange(n)[:, None] - np.arange(n)
    inside = (distance >= 0) & (distance < 16)
    result = analysed((inside / inside.sum(-1, keepdims=True))[None])
    (head,) = result.heads
    assert head.distance[head.usable].tolist() == list(range(1, 16))
    assert "weights are 0 in more than 1 % of the cells at 17 of 33 offsets" in result.notices[0].message


def test_scores_give_what_weights_too_small_for_their_type_cannot(analysed):
    n = 64
    distance = np.arange(n)[:, None] - np.arange(n)
    scores = np.where(distance >= 0, -2.0 * distance, 0)[None]
    (head,) = analysed(scores, scores=True).heads
    assert head.rate.value == pytest.approx(2.0)
    assert head.usable.all()


def test_half_precision_changes_little(analysed):
    weights = biased(lambda d: -0.7 * np.log(d + 1), noise=1.0)
    whole, half = (analysed(w).heads[0].exponent.value for w in (weights, weights.astype(np.float16)))
    assert half == pytest.approx(whole, abs=2e-3)


def test_both_sides_of_a_bidirectional_head_are_apart(analysed):
    n = 80
    offset = np.arange(n) - np.arange(n)[:, None]
    logits = np.where(offset > 0, -0.3 * offset, 0.1 * offset).astype(float)
    before, after = analysed(softmax(logits)[None], attention="bidirectional").heads
    assert (before.side, after.side) == ("before", "after")
    assert before.rate.value == pytest.approx(0.1)
    assert after.rate.value == pytest.approx(0.3)
    assert before.distance[-1] == n // 4


def test_cross_attention_is_measured_from_the_diagonal(analysed):
    queries, keys = 40, 80
    place = ((np.arange(queries) + 0.5) * keys / queries).astype(int)
    distance = np.maximum(np.abs(np.arange(keys) - place[:, None]), 1)
    before, after = analysed(softmax(-1.2 * np.log(distance))[None], attention="cross").heads
    assert before.exponent.value == pytest.approx(1.2)
    assert after.exponent.value == pytest.approx(1.2)
    assert before.plain_null == pytest.approx(0, abs=1e-9)


def test_the_last_queries_of_longer_keys_are_read_as_such(analysed):
    weights = biased(lambda d: -0.7 * np.log(np.maximum(d, 1)))
    (whole,) = analysed(weights).heads
    (part,) = analysed(weights[:, -40:]).heads
    assert part.exponent.value == pytest.approx(whole.exponent.value)


def test_files_of_more_sequences_are_as_one_batch(analysed):
    weights = biased(lambda d: -0.7 * np.log(d + 1), noise=1.0, heads=4)[:, None]
    apart = analysed(*({"layer0": weights[at : at + 2]} for at in (0, 2))).heads[0]
    together = analysed({"layer0": weights}).heads[0]
    assert apart.logit == pytest.approx(together.logit)
    assert apart.exponent.value == pytest.approx(together.exponent.value)


def test_masked_rows_are_left_out_and_counted(analysed):
    weights = biased(lambda d: -0.7 * np.log(np.maximum(d, 1)))
    weights[:, -5:] = 0
    result = analysed(weights)
    assert result.heads[0].exponent.value == pytest.approx(0.7)
    assert result.notices[0].message == "5 rows attend to nothing and were left out"


def test_a_sink_inside_the_text_is_left_out(analysed):
    weights = biased(lambda d: -0.7 * np.log(np.maximum(d, 1)))
    column = np.zeros(96)
    column[20] = 1
    later = np.arange(96)[:, None] > 20
    spoilt = np.where(later, 0.6 * weights + 0.4 * column, weights)
    (head,) = analysed(spoilt).heads
    assert head.sink_mass == pytest.approx(0.4, abs=0.03)
    assert head.exponent.value == pytest.approx(0.7, abs=0.01)


def test_maps_too_small_for_a_slope_are_a_result_without_heads(analysed):
    result = analysed(np.tri(5)[None] / np.arange(1, 6)[:, None])
    assert result.heads == ()
    assert result.notices[0].message == "5 queries on 5 keys are too few for a slope over distance"


def test_a_profile_says_what_its_maps_said(analysed, tmp_path):
    result = analysed(biased(lambda d: -0.7 * np.log(d + 1), noise=1.0, heads=3))
    path = tmp_path / "profile.npz"
    path.write_bytes(profile_bytes(result.profile))
    again = attn([str(path)])
    for one, other in zip(result.heads, again.heads, strict=True):
        assert other.exponent.value == pytest.approx(one.exponent.value, abs=1e-5)
        assert other.kind == one.kind
        assert other.entropy == pytest.approx(one.entropy, rel=1e-6)
    with pytest.raises(UsageError, match=r"--max-offset, --sinks cannot change .*, a profile made before"):
        attn([str(path)], AttnOptions(max_offset=20, sinks=0))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "other/1"}, "the format is 'other/1', not 'lexdecay.profile/1'"),
        ({"geometry": "spiral"}, "the geometry is 'spiral'"),
        ({"rows": None}, "the profile has no array 'rows'"),
        ({"mass": np.zeros((1, 1, 1))}, "the array 'mass' has the shape 1x1x1, not 20x1x49"),
        ({"entropy": np.full((20, 1), np.nan)}, "the array 'entropy' holds NaN"),
        ({"rows": np.array(3)}, r"the array 'rows' has the shape \(\), not 0x1"),
        ({"mass": np.full((20, 1, 49), "x")}, "the array 'mass' holds <U1"),
        ({"cells": np.full((20, 1, 49), -1.0)}, "the array 'cells' holds a sum below 0"),
        ({"queries": np.array([1, 2])}, "the array 'queries' should be a whole number, 0 or more"),
        ({"offset": np.arange(0, -49, -1)}, "the array 'offset' should rise by 1"),
        ({"geometry": "cross"}, "the array 'offset' should rise by 1"),
        ({"layer": np.array([{}], dtype=object)}, "Object arrays cannot be loaded when allow_pickle=False"),
    ],
)
def test_a_damaged_profile_names_the_array(analysed, tmp_path, change, message):
    profile = analysed(biased(lambda d: -d)).profile
    held = {"format": "lexdecay.profile/1", **{f.name: getattr(profile, f.name) for f in fields(Profile)}}
    held.update(change)
    path = tmp_path / "profile.npz"
    np.savez(path, **{name: value for name, value in held.items() if value is not None})
    with pytest.raises(FormatError, match=message):
        read_profile(str(path))


def test_different_heads_are_not_put_together(analysed):
    with pytest.raises(
        FormatError, match="profiles of 1 heads over 49 offsets and of 2 heads over 49 offsets"
    ):
        analysed(biased(lambda d: -d), biased(lambda d: -d, heads=2))
    with pytest.raises(FormatError, match="32x32 queries and keys, 96x96 in the first array"):
        analysed({"layer0": biased(lambda d: -d)[None], "layer1": biased(lambda d: -d, n=32)[None]})


def test_contexts_are_compared_with_distances_from_the_predicted_token_only(tmp_path):
    np.savez(tmp_path / "maps.npz", maps=biased(lambda d: -d))
    with pytest.raises(UsageError, match="contexts are counted from the predicted token") as caught:
        attn([str(tmp_path / "maps.npz")], perturb="logprobs.npz")
    assert caught.value.hint == "add --count-from next"


def test_rows_hold_every_offset():
    at = frame("causal", 100, 100, max_offset=None, sinks=2)
    assert (at.offset[0], at.offset[-1], at.rows[0]) == (-50, 0, 52)
    assert (at.place[at.rows][:, None] + at.offset).min() == 2
    assert frame("causal", 1, 100, max_offset=None, sinks=1).rows.tolist() == [0]
