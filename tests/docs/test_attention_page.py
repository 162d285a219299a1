"""What docs/attention.md prints to be copied works as printed."""

import re
from pathlib import Path

import numpy as np
import pytest

from lexdecay.attn_analysis import AttnOptions, attn

PAGE = (Path(__file__).parents[2] / "docs" / "attention.md").read_text("utf-8")


@pytest.fixture(scope="module")
def exporter():
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL).group(1)
    names = {}
    exec(compile(code, "docs/attention.md", "exec"), names)  # noqa: S102  the page's own lines
    return names["save_profile"]


def test_the_exporter_writes_what_the_maps_give(exporter, tmp_path):
    logits = np.random.default_rng(0).normal(size=(2, 3, 2, 48, 48))  # layers, sequences, heads
    weights = np.exp(logits) * np.tri(48)
    weights /= weights.sum(-1, keepdims=True)
    weights[0, :, :, :, 0] += 1  # a sink
    weights /= weights.sum(-1, keepdims=True)
    np.savez(tmp_path / "maps.npz", maps=weights)
    exporter(weights, tmp_path / "profile.npz", reach=24)
    by_hand = attn([str(tmp_path / "profile.npz")])
    expected = attn([str(tmp_path / "maps.npz")], AttnOptions(max_offset=24))
    for one, other in zip(expected.heads, by_hand.heads, strict=True):
        assert (other.layer, other.head, other.kind) == (one.layer, one.head, one.kind)
        assert other.logit == pytest.approx(one.logit, abs=1e-5)
        assert other.exponent.se == pytest.approx(one.exponent.se, abs=1e-5)
        assert other.entropy == pytest.approx(one.entropy, abs=1e-5)
        assert other.visible == pytest.approx(one.visible, abs=1e-5)
        assert other.sink_mass == pytest.approx(one.sink_mass, abs=1e-5)
        assert other.plain == pytest.approx(one.plain, abs=1e-5)
        assert other.plain_null == pytest.approx(one.plain_null, abs=1e-5)


def test_the_numbers_of_the_null_are_right():
    """0.31 over 1..256 of 512 keys; 0.78 with a prompt of d + 50 tokens for each distance."""
    n, d = 512, np.arange(1, 257)
    harmonic = np.concatenate([[0], np.cumsum(1 / np.arange(1, n + 1))])
    mean = (harmonic[n] - harmonic[d]) / (n - d)
    assert -np.polyfit(np.log(d), np.log(mean), 1)[0] == pytest.approx(0.31, abs=0.005)
    prompts = np.array([30, 50, 100, 200, 500, 1000, 2000])
    assert -np.polyfit(np.log(prompts), -np.log(prompts + 50.0), 1)[0] == pytest.approx(0.78, abs=0.005)
