"""Stretched rotary frequencies against a plain loop over pairs, written from the papers."""

import math

import numpy as np
import pytest

from lexdecay.errors import FormatError, UnknownNameError
from lexdecay.position.rope import frequencies, mean_kernel
from lexdecay.position.scalings import SCALINGS, Rotary, scaled

LLAMA = {
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192.0,
}


def rotary(kind, base=1e4, context=4096, dimension=128, **settings):
    return Rotary(dimension, base, context, kind, {key: float(value) for key, value in settings.items()})


def test_interpolation_divides_every_distance():
    theta = scaled(rotary("linear", factor=4), 10).theta
    d = np.arange(1.0, 500.0)
    assert mean_kernel(4 * d, theta) == pytest.approx(mean_kernel(d, frequencies(128, 1e4)))


def test_ntk_keeps_the_fastest_pair_and_slows_the_slowest_by_the_factor():
    plain, theta = frequencies(128, 1e4), scaled(rotary("ntk", factor=4), 10).theta
    assert theta[0] == plain[0]
    assert theta[-1] == pytest.approx(plain[-1] / 4)
    assert (np.diff(plain / theta) > 0).all()


def test_dynamic_ntk_changes_nothing_within_the_context_and_grows_beyond():
    plain = frequencies(128, 1e4)
    assert scaled(rotary("dynamic", factor=2), 100).theta == pytest.approx(plain)
    twice = scaled(rotary("dynamic", factor=2), 8192).theta  # s n / L - (s - 1) = 3
    assert twice[-1] == pytest.approx(plain[-1] / 3)
    assert twice == pytest.approx(frequencies(128, 1e4 * 3 ** (128 / 126)))


def test_yarn_pair_by_pair():
    """Base 10^4, 128 dimensions, 4096 positions: the ramp runs from pair 20 to pair 46."""
    used = scaled(rotary("yarn", factor=16), 10)

    def pair(turns):
        return 128 * math.log(4096 / (turns * 2 * math.pi)) / (2 * math.log(1e4))

    low, high = math.floor(pair(32)), math.ceil(pair(1))
    assert (low, high) == (20, 46)
    for j, theta in enumerate(used.theta):
        plain = 1e4 ** (-2 * j / 128)
        slowed = min(max((j - low) / (high - low), 0), 1)
        assert theta == pytest.approx(plain * (1 - slowed) + plain / 16 * slowed)
    assert used.factor == pytest.approx(1 + 0.1 * math.log(16))


def test_yarn_takes_the_context_it_was_trained_on_and_its_own_factors():
    same = scaled(rotary("yarn", context=65_536, factor=16, original_max_position_embeddings=4096), 10)
    assert same.theta == pytest.approx(scaled(rotary("yarn", factor=16), 10).theta)
    assert scaled(rotary("yarn", factor=4, attention_factor=1.25), 10).factor == 1.25
    # DeepSeek: the ratio of two temperatures, 1 when they are equal.
    assert scaled(rotary("yarn", factor=40, mscale=1.0, mscale_all_dim=1.0), 10).factor == 1.0
    assert scaled(rotary("yarn", factor=1), 10).factor == 1.0


def test_yarn_with_equal_ends_of_the_ramp_is_a_step():
    theta = scaled(rotary("yarn", factor=2, beta_fast=3, beta_slow=3, truncate=0), 10).theta
    ratio = frequencies(128, 1e4) / theta
    assert set(np.round(ratio, 9)) == {1.0, 2.0}


def test_llama_pair_by_pair():
    used = scaled(rotary("llama3", base=5e5, context=131_072, **LLAMA), 131_072)
    kinds = set()
    for j, theta in enumerate(used.theta):
        plain = 5e5 ** (-2 * j / 128)
        wavelength = 2 * math.pi / plain
        if wavelength < 8192 / 4:
            expected, kind = plain, "kept"
        elif wavelength > 8192:
            expected, kind = plain / 8, "slowed"
        else:
            smooth = (8192 / wavelength - 1) / (4 - 1)
            expected, kind = (1 - smooth) * plain / 8 + smooth * plain, "between"
        kinds.add(kind)
        assert theta == pytest.approx(expected)
    assert kinds == {"kept", "slowed", "between"}
    assert used.factor == 1.0


@pytest.mark.parametrize("name", list(SCALINGS))
def test_every_scaling_says_what_it_does_and_where_it_is_from(name):
    rule = SCALINGS[name]
    assert rule.name == name
    assert all((rule.title, rule.formula, rule.meaning, rule.source))


def test_a_missing_key_is_named():
    with pytest.raises(FormatError, match="rope scaling 'linear': key 'factor' is missing"):
        scaled(rotary("linear"), 10)
    with pytest.raises(FormatError, match="needs the context the model was trained on"):
        scaled(rotary("yarn", context=None, factor=2), 10)
    with pytest.raises(UnknownNameError, match="no rope scaling is named 'warp'"):
        scaled(rotary("warp"), 10)
