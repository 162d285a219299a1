"""A head beside a corpus, and weight beside what context is worth."""

from dataclasses import replace

import numpy as np
import pytest

from lexdecay.attn_analysis import AttnOptions, attn, kernel_of
from lexdecay.errors import FormatError, NotEnoughDataError, UsageError
from lexdecay.position.heads_compare import perturbed, read_kernel, read_logprobs


@pytest.fixture
def power(tmp_path):
    """Maps whose bias is -1.5 ln(d + 1) exactly, and the kernel as a table."""
    n = 96
    distance = np.arange(n)[:, None] - np.arange(n)
    weights = np.where(distance >= 0, np.maximum(distance + 1.0, 1) ** -1.5, 0)
    np.savez(tmp_path / "maps.npz", maps=(weights / weights.sum(-1, keepdims=True))[None])
    rows = "".join(f"{d},{3 * d**-1.5}\n" for d in range(1, 40))
    (tmp_path / "kernel.csv").write_text(f"offset,value\n{rows}", "utf-8")
    return str(tmp_path / "maps.npz"), str(tmp_path / "kernel.csv")


def test_a_head_that_is_the_kernel_up_to_a_factor_is_0_nats_apart(power):
    maps, table = power
    (head,) = attn([maps], AttnOptions(count_from="next"), kernel=read_kernel(table)).heads
    assert head.match.rms == pytest.approx(0, abs=1e-9)
    assert head.match.ratio.value == pytest.approx(1)
    assert head.match.rank_correlation == pytest.approx(1)
    assert head.match.distance.tolist() == list(range(1, 40))


def test_counted_from_the_query_the_same_head_is_not_the_kernel(power):
    maps, table = power
    result = attn([maps], kernel=read_kernel(table))
    assert result.notices[-1].hint == "add --count-from next"
    (head,) = result.heads
    # ln((d + 1) / d) is what is between them
    d = np.arange(1, 40)
    assert head.match.rms == pytest.approx((1.5 * np.log((d + 1) / d)).std())


def test_the_kernel_of_a_curve_is_the_root_of_its_information(measure_result):
    kernel = kernel_of(measure_result, "corr")
    value = measure_result.curves[0].value[:5] * np.log(2)
    assert kernel.log_value == pytest.approx(np.log(np.sqrt(2 * value)))
    with pytest.raises(
        NotEnoughDataError, match="'direct' is made of recurrence, and fewer than two offsets"
    ):
        kernel_of(measure_result, "direct")
    with pytest.raises(UsageError, match="'direct' is made of recurrence, and the curve holds none"):
        kernel_of(replace(measure_result, curves=measure_result.curves[:1]), "direct")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,2\n", "neither a curve nor a table of offset,value"),
        ("offset,value\n1,x\n", "neither a curve nor a table of offset,value"),
        ("offset,value\n1,1\n2,0\n3,-1\n", "1 offsets with a value above 0, too few"),
        ("offset,value\n1,inf\n2,1\n3,1\n4,1\n", "a number is not finite"),
        ("offset,value\n1,1\n1,1\n2,1\n3,1\n4,1\n", "an offset is there twice"),
    ],
)
def test_what_is_no_kernel_is_refused(tmp_path, text, message):
    (tmp_path / "kernel.csv").write_text(text, "utf-8")
    with pytest.raises(FormatError, match=message):
        read_kernel(str(tmp_path / "kernel.csv"))


def contexts(gains, tokens=400):
    """Log-probabilities that rise by ``gains`` from one context length to the next, with noise."""
    rng = np.random.default_rng(0)
    steps = np.concatenate([[-6.0], gains])
    return np.cumsum(steps) + 0.01 * rng.normal(size=(tokens, steps.size)) - 1.0


def test_weight_where_context_helps_agrees():
    context, distance = np.array([1, 2, 4, 8]), np.arange(1, 9)
    mass = np.array([0.3, 0.4, 0.1, 0.1, 0.025, 0.025, 0.025, 0.025])
    found = perturbed(context, contexts([0.4, 0.2, 0.1]), distance, mass)
    assert found.gain == pytest.approx([0.4, 0.2, 0.1], abs=0.003)
    assert found.mass_share == pytest.approx([0.4 / 0.7, 0.2 / 0.7, 0.1 / 0.7])
    assert found.tau == pytest.approx(1.0)
    assert found.apart < 0.01
    assert found.agrees


def test_weight_where_context_does_not_help_disagrees():
    context, distance = np.array([1, 2, 4, 8]), np.arange(1, 9)
    found = perturbed(context, contexts([0.4, 0.2, 0.1]), distance, distance / 36)
    assert found.tau == pytest.approx(-1.0)
    assert not found.agrees


def test_stretches_beyond_the_maps_are_left_out():
    found = perturbed(np.array([1, 2, 4, 8, 64]), contexts([0.4, 0.2, 0.1, 0.1]), np.arange(1, 9), np.ones(8))
    assert found.high.tolist() == [2, 4, 8]


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"context": np.array([1, 2, 4])}, "no log-probabilities by context length"),
        ({"context": np.array([1, 2]), "logprob": np.zeros((5, 3))}, r"logprob has the shape \(5, 3\)"),
        ({"context": np.array([1, 2, 4]), "logprob": np.full((5, 3), 0.5)}, "must be finite and not above 0"),
        (
            {"context": np.array([1, 2, 4]), "logprob": np.full((5, 3), np.nan)},
            "must be finite and not above 0",
        ),
        ({"context": np.array([4, 2, 1]), "logprob": np.zeros((5, 3))}, "in ascending order are needed"),
    ],
)
def test_what_are_no_log_probabilities_is_refused(tmp_path, arrays, message):
    np.savez(tmp_path / "logprobs.npz", **arrays)
    with pytest.raises(FormatError, match=message):
        read_logprobs(str(tmp_path / "logprobs.npz"))
