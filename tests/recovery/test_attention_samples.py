"""The shipped profiles of small transformers: one is the kernel of its corpus, a random one is the null."""

import csv
import hashlib
from pathlib import Path

import numpy as np
import pytest

from lexdecay.attn_analysis import AttnOptions, attn
from lexdecay.position.heads_compare import read_kernel
from lexdecay.synth import make_law

FOLDER = Path(__file__).parents[2] / "sample_corpora" / "attention"
COPY = {"vocabulary": 64, "zipf": 0.0, "copies": 0.8, "lag_exponent": 1.5, "longest_lag": 64}


@pytest.fixture(scope="module")
def kernel():
    return read_kernel(str(FOLDER / "copy_kernel.csv"))


def described(name, kernel=None, perturb=None):
    options = AttnOptions(count_from="next")
    return attn([str(FOLDER / f"{name}.npz")], options, kernel=kernel, perturb=perturb)


def test_the_table_is_the_exact_kernel_of_the_copy_process():
    with (FOLDER / "copy_kernel.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["offset"]) for row in rows] == list(range(1, 65))
    assert [float(row["value"]) for row in rows] == pytest.approx(make_law("copy", COPY).lags(), rel=1e-8)


def test_attention_that_mixes_probabilities_learns_the_kernel_of_the_corpus(kernel):
    (head,) = described("pointer", kernel).heads
    assert head.exponent.value == pytest.approx(1.5, abs=0.05)
    assert (head.kind, head.shape) == ("local", "power")
    assert head.match.distance.size == 64
    assert head.match.ratio.value == pytest.approx(1.0, abs=0.1)
    assert head.match.rank_correlation > 0.99
    # weight by weight where the kernel has most of its own
    exact = make_law("copy", COPY).lags()[:16]
    assert np.abs(head.mass[:16] / exact - 1).max() < 0.15


def test_random_weights_show_the_null_alone():
    result = described("random")
    assert {head.kind for head in result.heads} == {"flat"}
    (mean,) = result.mixture
    assert abs(mean.exponent.value) < 0.01
    assert mean.plain_slope == pytest.approx(mean.plain_null, abs=0.02)
    assert mean.plain_null > 0.3  # and yet it looks like a power law


def test_an_ordinary_transformer_is_local_and_not_the_kernel(kernel):
    result = described("plain", kernel, str(FOLDER / "plain_logprobs.npz"))
    assert {head.kind for head in result.heads} == {"local"}
    assert max(head.match.ratio.high for head in result.heads) < 0.95
    assert not result.perturbed.agrees
    assert result.perturbed.gain_share[0] > 2 * result.perturbed.mass_share[0]


def test_a_small_text_teaches_hardly_any_distance():
    assert abs(described("english").mixture[0].exponent.value) < 0.15


def test_they_are_small_and_listed_with_their_checksums():
    files = sorted(FOLDER.iterdir())
    assert sum(file.stat().st_size for file in files) < 300_000
    listed = (FOLDER.parent / "SOURCES.md").read_text("utf-8")
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        assert f"| `attention/{file.name}` | {file.stat().st_size:,} | `{digest}` | " in listed
