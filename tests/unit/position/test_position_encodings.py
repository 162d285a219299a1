"""Maps: every encoding is brought back from its own kernel, and is off by what theory says from another."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lexdecay.position import biases
from lexdecay.position.encodings import ENCODINGS
from lexdecay.position.kernels import make_kernel
from lexdecay.position.mapped import Setting
from lexdecay.position.rope import frequencies, mean_kernel
from lexdecay.position.rotating import rotary_view
from lexdecay.position.scalings import Rotary

D = np.unique(np.rint(np.geomspace(1, 2048, 60)))
SETTING = Setting()


def kernel(log_value, distance=D, se=1e-3):
    return make_kernel("mi", distance, log_value, np.eye(distance.size) * se**2, "words")


def fitted(name, log_value, setting=SETTING, **kwargs):
    return ENCODINGS[name].fit(kernel(log_value, **kwargs), setting)


def values(mapped):
    return {parameter.symbol: parameter.value for parameter in mapped.parameters}


def test_an_exponential_is_one_head_of_alibi():
    """e^(-d / 100): slope 1/100 exactly, whatever the constant."""
    one = fitted("alibi", 3 - D / 100)[0]
    assert values(one)["m"] == pytest.approx(0.01)
    assert one.rms == pytest.approx(0, abs=1e-12)
    assert one.parameters[0].unit == "nats per word"


def test_alibi_is_off_a_power_law_by_theory():
    """Over x = ln d, even in [0, l], the line x against m e^x: what is left of l^2 / 12 is not explained."""
    span = math.log(2048)
    e = math.exp(span)
    spread = (e**2 - 1) / (2 * span) - ((e - 1) / span) ** 2
    shared = ((span - 1) * e + 1) / span - (e - 1) / 2
    left = math.sqrt(span**2 / 12 - shared**2 / spread)
    assert left == pytest.approx(1.42, abs=0.01)
    for exponent in (1.0, 0.5):
        off = fitted("alibi", -exponent * np.log(D))[0].rms
        assert off == pytest.approx(exponent * left, rel=0.02)


def test_spread_heads_beat_default_heads_and_those_beat_one():
    one, equal, default, spread = fitted("alibi", -np.log(D))
    assert spread.rms < 0.02 < default.rms < one.rms
    assert equal.free == 0
    assert equal.rms < one.rms
    assert sum(share for _, share in default.heads) == pytest.approx(1)
    assert "falls by e in 256 words" in default.told[0]


def test_kerple_finds_its_own_parameters():
    log, _ = fitted("kerple", biases.kerple_log(D, 1.3, 0.2))
    assert values(log) == pytest.approx({"r1": 1.3, "r2": 0.2}, rel=1e-5)
    _, power = fitted("kerple", biases.kerple_power(D, 0.05, 0.6))
    assert values(power) == pytest.approx({"r1": 0.05, "r2": 0.6}, rel=1e-5)
    assert max(log.rms, power.rms) < 1e-6


def test_a_pure_power_law_is_a_limit_of_kerple_and_is_told_so():
    log, power = fitted("kerple", -0.7 * np.log(D))
    assert values(log)["r1"] == pytest.approx(0.7, rel=1e-3)
    assert log.parameters[1].at_bound
    assert "pure power law" in log.told[0]
    assert power.parameters[1].at_bound
    assert values(power)["r1"] * values(power)["r2"] == pytest.approx(0.7, rel=0.05)


def test_an_exponential_is_the_other_limit_of_kerple_log():
    log, power = fitted("kerple", -D / 50)
    assert "exponential" in log.told[0]
    assert values(power) == pytest.approx({"r1": 1 / 50, "r2": 1.0}, rel=1e-4)


def test_errors_of_parameters_are_those_of_drawn_kernels():
    true, rng = biases.kerple_log(D, 1.0, 0.3), np.random.default_rng(0)
    told = {p.symbol: p.se for p in fitted("kerple", true, se=0.02)[0].parameters}
    drawn = [values(fitted("kerple", true + rng.normal(0, 0.02, D.size))[0]) for _ in range(60)]
    for symbol in ("r1", "r2"):
        assert np.std([one[symbol] for one in drawn]) == pytest.approx(told[symbol], rel=0.3)


def test_fire_with_a_linear_map_has_the_exponent_of_kerple_at_its_position():
    """s = r1 ln(1 + c n), so at query position n its exponent is r1."""
    (fire,) = fitted("fire", biases.kerple_log(D, 1.2, 0.5), replace(SETTING, length=4096.0))
    assert values(fire)["α(4096)"] == pytest.approx(1.2, rel=1e-4)
    assert values(fire)["α(512)"] == pytest.approx(1.2 * math.log1p(2048) / math.log1p(256), rel=1e-4)
    assert fire.rms < 1e-6


def test_t5_copies_a_staircase_and_has_no_decay_beyond_its_last_bucket():
    steps = np.sin(biases.t5_bucket(D.astype(int), 32, 128) / 3.0)
    default, reaching = fitted("t5", steps)
    assert default.rms == pytest.approx(0, abs=1e-12)
    assert default.parameters[0].value is None  # no distance 0 is measured
    assert default.parameters[1].value == 0
    assert "No decay beyond 128 words" in default.told[0]
    assert reaching.title == "T5, 32 buckets to 2,048"
    assert reaching.told == ()


def test_t5_is_off_a_power_law_by_its_last_step():
    """The last bucket, 113 to 2048, is flat over s of the l of ln d: in all sqrt(s^3 / 12 l)."""
    default, reaching = fitted("t5", -np.log(D))
    flat, span = math.log(2048 / 113), math.log(2048)
    assert default.rms == pytest.approx(math.sqrt(flat**3 / (12 * span)), rel=0.03)
    assert reaching.rms < 0.1


@pytest.mark.parametrize("name", ["rope", "xpos", "sinusoidal"])
def test_cosines_find_the_factor_of_their_own_kernel(name):
    theta = frequencies(512 if name == "sinusoidal" else 128, 1e4)
    shape = {
        "rope": mean_kernel(D, theta),
        "xpos": biases.xpos_kernel(D, theta),
        "sinusoidal": 256 * mean_kernel(D, theta),
    }[name]
    (one,) = fitted(name, 5.0 * shape - 2)
    assert one.parameters[0].value == pytest.approx(5)
    assert one.rms == pytest.approx(0, abs=1e-12)
    assert one.implied == "needs weights"


def test_rope_needs_about_alpha_ln_base_for_a_power_law():
    (one,) = fitted("rope", -np.log(D))
    assert values(one)["λ"] == pytest.approx(math.log(1e4), rel=0.1)
    assert one.rms < 0.45
    assert values(one)["α"] == pytest.approx(1, abs=0.1)


def test_no_cosine_makes_a_growing_kernel():
    (one,) = fitted("rope", np.log(D))
    assert values(one) == {"λ": 0.0, "α": 0.0}


def test_a_head_of_sandwich_is_found_and_one_that_is_not_there_is_told():
    (one,) = fitted("sandwich", biases.sandwich(D, 3.0, 8, 128))
    assert values(one)["h"] == pytest.approx(3)
    assert one.implied == "yes"
    (flat,) = fitted("sandwich", -0.3 * np.log(D))
    assert flat.implied == "out of range"
    assert values(flat)["α_8"] == pytest.approx(64 / math.log(1e4) / 8)
    assert flat.told == ("No head of Sandwich is that flat.",)
    (steep,) = fitted("sandwich", -20 * np.log(D))
    assert steep.told == ("No head is that steep.",)


def test_the_view_of_a_scaled_model_has_its_frequencies():
    from lexdecay.position.config import config_from

    config = config_from(
        {"head_dim": 64, "rope_theta": 1e4, "rope_scaling": {"type": "linear", "factor": 4}}, "x"
    )
    setting = replace(SETTING, head_dimension=64, config=config)
    view = rotary_view(kernel(-np.log(D)), setting)
    assert (view.title, view.base, view.dimension) == ("position interpolation", None, 64)
    assert view.coverage.longest == pytest.approx(4 * 2 * math.pi * 1e4 ** (62 / 64))
    assert all(law is None for _, _, law in view.values)
    plain = rotary_view(kernel(-np.log(D)), SETTING)
    assert plain.values[0][1] == pytest.approx(mean_kernel(np.array([1.0]), frequencies(128, 1e4))[0])
    assert isinstance(config.rotary, Rotary)


@pytest.mark.parametrize("name", list(ENCODINGS))
def test_every_encoding_is_closer_than_nothing_and_has_its_record(name):
    encoding = ENCODINGS[name]
    assert all((encoding.title, encoding.formula, encoding.parameters, encoding.decay, encoding.source))
    target = kernel(-0.8 * np.log(D))
    flat = math.sqrt(target.weight @ (target.log_value - target.weight @ target.log_value) ** 2)
    for one in encoding.fit(target, SETTING):
        assert one.rms <= flat + 1e-9 or one.free == 0
        assert one.bias.shape == D.shape
        assert one.max_error == pytest.approx(np.abs(one.bias - target.log_value).max())
        assert target.weight @ (one.bias - target.log_value) == pytest.approx(0, abs=1e-9)


def test_counted_from_the_predicted_token_a_power_law_is_kerple_with_a_core_of_one():
    """d^-a = (1 + (d - 1))^-a: r2 = 1 at the query's distance d - 1, and T5's bucket 0 is measured."""
    shifted = replace(kernel(-0.7 * np.log(D)), shift=1.0)
    log, _ = ENCODINGS["kerple"].fit(shifted, SETTING)
    assert values(log) == pytest.approx({"r1": 0.7, "r2": 1.0}, rel=1e-5)
    default, _ = ENCODINGS["t5"].fit(shifted, SETTING)
    assert default.parameters[0].value == 0
    one = ENCODINGS["alibi"].fit(replace(kernel(-D / 100), shift=1.0), SETTING)[0]
    assert values(one)["m"] == pytest.approx(0.01)
