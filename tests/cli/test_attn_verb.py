"""``decay attn``: maps in, heads out; every form of output, profiles, comparisons, and what is refused."""

import json
import struct
from hashlib import sha256

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_text
from lexdecay.report.terms import find_term


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


def power_law(n=64, heads=2, seed=0):
    """Causal weights of logits -ln(d + 1) with a little noise: [heads, n, n]."""
    distance = np.arange(n)[:, None] - np.arange(n)
    noise = 0.3 * np.random.default_rng(seed).normal(size=(heads, n, n))
    weights = np.where(distance >= 0, np.exp(noise) / np.maximum(distance + 1, 1), 0)
    return weights / weights.sum(-1, keepdims=True)


@pytest.fixture
def maps(tmp_path):
    np.savez(tmp_path / "maps.npz", layer0=power_law()[None], layer1=power_law(seed=1)[None])
    return str(tmp_path / "maps.npz")


def test_the_document_has_a_record_a_head_and_the_mean(run, maps):
    ran = run("attn", maps, "--count-from", "next", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = valid(ran.out)
    assert [(h["layer"], h["head"]) for h in document["heads"]] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert document["maps"] == {
        "queries": 64,
        "keys": 64,
        "heads": 4,
        "rows": 31,
        "masked_rows": 0,
        "offsets": [-32, 0],
    }
    for head in document["heads"]:
        low, high = head["exponent"]["ci95"]
        assert low < 1.0 < high
        assert head["kind"] == "local"
        assert head["shape"] == "power"
    assert document["mixture"][0]["layer"] is None
    assert len(document["mixture"][0]["points"]) == 33
    assert document["perturbation"] is None
    assert document["found"][0] == "Heads: 4 local."


def test_the_page_shows_a_profile_a_head_and_uniform_attention_beside_the_mean(run, maps):
    page = run("attn", maps, "--count-from", "next").out
    assert "causal attention, 4 heads, 64 queries on 64 keys; 31 rows in which every distance exists" in page
    assert "\n0.0   █" in page
    assert "distance weight all rows uniform logit ± se" in " ".join(page.split())
    assert "of which uniform attention alone gives" in " ".join(page.split())
    assert all(len(line) <= 100 for line in page.splitlines())


def test_the_plot_draws_the_mean_over_uniform_attention(run, maps):
    page = run("attn", maps, "--plot").out
    assert "weight by distance: ● mean of all heads, common rows u uniform, all rows" in " ".join(
        page.split()
    )


def test_a_narrow_page_in_ascii_has_no_sign_outside_it(run, maps, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "dumb")
    page = run("attn", maps).out
    grid = page[page.index("head  profile") : page.index("Mean of all")]
    assert grid.isascii()
    assert all(len(line) <= 60 for line in page.splitlines())


def test_rows_hold_every_distance_of_every_head(run, maps):
    rows = run("attn", maps, "--format", "csv").out.splitlines()
    assert rows[0] == "layer,head,side,kind,distance,weight,uniform,logit,se,usable"
    assert len(rows) == 1 + (4 + 1) * 32


def test_a_profile_gives_the_document_its_maps_gave(run, maps, tmp_path):
    profile = str(tmp_path / "profile.npz")
    first = valid(run("attn", maps, "--save-profile", profile, "--json").out)
    again = valid(run("attn", profile, "--json").out)
    for one, other in zip(first["heads"], again["heads"], strict=True):
        assert other["exponent"]["value"] == pytest.approx(one["exponent"]["value"], abs=1e-5)


@pytest.mark.parametrize(("kind", "digits"), [("F16", "<f2"), ("BF16", None), ("F32", "<f4")])
def test_safetensors_of_any_precision_agree_with_npz(run, maps, tmp_path, kind, digits):
    weights = power_law()[None]
    upper = (weights.astype("<f4").view("<u4") + 0x8000) >> 16
    data = (weights.astype(digits) if digits else upper.astype("<u2")).tobytes()
    held = {"dtype": kind, "shape": list(weights.shape), "data_offsets": [0, len(data)]}
    header = json.dumps({"layer0": held}).encode()
    (tmp_path / "maps.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + data)
    expected = valid(run("attn", maps, "--json").out)["heads"][:2]
    found = valid(run("attn", str(tmp_path / "maps.safetensors"), "--json").out)["heads"]
    for one, other in zip(expected, found, strict=True):
        assert other["exponent"]["value"] == pytest.approx(one["exponent"]["value"], abs=1e-3)
        assert other["entropy"] == pytest.approx(one["entropy"], abs=1e-2)


def test_a_head_is_set_beside_a_curve_and_a_table(run, maps, tmp_path, measure_result):
    from lexdecay.report.json_text import json_text
    from lexdecay.report.to_json import measure_json

    (tmp_path / "curve.json").write_text(json_text(measure_json(measure_result)), "utf-8")
    (tmp_path / "kernel.csv").write_text("offset,value\n" + "".join(f"{d},{1 / d}\n" for d in range(1, 9)))
    curve = valid(
        run("attn", maps, "--count-from", "next", "--curve", str(tmp_path / "curve.json"), "--json").out
    )
    assert curve["settings"]["kernel"] == "corr"
    assert [source["path"] for source in curve["inputs"]] == [maps, str(tmp_path / "curve.json")]
    assert curve["inputs"][1]["sha256"] == sha256((tmp_path / "curve.json").read_bytes()).hexdigest()
    assert curve["inputs"][1]["bytes"] == (tmp_path / "curve.json").stat().st_size
    # the curve falls as 0.8 / d, so its root as d^-1/2, and the heads as d^-1: twice as steep
    assert curve["mixture"][0]["match"]["ratio"]["value"] == pytest.approx(2.0, abs=0.15)
    assert curve["mixture"][0]["match"]["distances"] == [1, 16]
    ran = run("attn", maps, "--count-from", "next", "--curve", str(tmp_path / "kernel.csv"))
    assert "this is no evidence of cause" in " ".join(ran.out.split())
    assert "ratio  nats" in ran.out


def test_context_that_helps_elsewhere_is_a_warning(run, maps, tmp_path):
    steps = np.array([-4.0, 0.01, 0.02, 0.5])
    np.savez(tmp_path / "lp.npz", context=np.array([1, 2, 4, 8]), logprob=np.tile(np.cumsum(steps), (100, 1)))
    ran = run("attn", maps, "--count-from", "next", "--perturb", str(tmp_path / "lp.npz"), "--json")
    document = valid(ran.out)
    assert [row["low"] for row in document["perturbation"]["stretches"]] == [2, 3, 5]
    assert document["perturbation"]["tau"] < 0.5
    assert [source["path"] for source in document["inputs"]] == [maps, str(tmp_path / "lp.npz")]
    assert document["warnings"][0]["code"] == "attention-disagrees"
    assert "note: where weight lies and where context helps are not the same distances" in ran.err


def test_maps_too_small_are_printed_and_are_exit_3(run, tmp_path):
    np.savez(tmp_path / "small.npz", maps=np.tri(4)[None] / np.arange(1, 5)[:, None])
    ran = run("attn", str(tmp_path / "small.npz"), "--json")
    assert ran.code == 3
    assert valid(ran.out)["heads"] == []
    assert (
        "error: 4 queries on 4 keys are too few for a slope over distance\nhint: give maps of longer"
        in ran.err
    )


def test_what_is_no_map_is_one_error_with_a_hint(run, tmp_path):
    np.savez(tmp_path / "encoder.npz", maps=np.full((1, 9, 9), 1 / 9))
    ran = run("attn", str(tmp_path / "encoder.npz"))
    assert (ran.code, ran.out) == (1, "")
    assert (
        "88.9 % of the weight lies on later keys\nhint: --attention bidirectional for an encoder" in ran.err
    )
    ran = run("attn", str(tmp_path / "encoder.npz"), "--curve", str(tmp_path / "none.json"))
    assert "none.json: cannot be read" in ran.err


@pytest.mark.parametrize(
    "word", ["attention logit", "uniform attention", "head kind", "sink", "dilution", "diagonal"]
)
def test_the_words_of_the_page_are_explained(word):
    assert find_term(word).meaning
