"""``decay dilute``: closed forms and maps, as page, JSON and rows."""

import json
import re
from hashlib import sha256

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_text
from lexdecay.synth import generate, make_law


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


def test_every_source_has_its_rows(run):
    ran = run("dilute", "--gap", "8", "--sigma", "1", "--exponent", "1", "--lengths", "1000,10000", "--json")
    assert (ran.code, ran.err) == (0, "")
    document = valid(ran.out)
    gap, sigma, exponent = document["dilutions"]
    assert [row["top"] for row in gap["rows"]] == pytest.approx([0.749, 0.230], abs=5e-4)
    assert gap["half_length"] == pytest.approx(np.exp(8) + 1)
    assert sigma["rows"][0]["nearest"] is None
    assert exponent["rows"][0]["nearest"] == pytest.approx(0.634, abs=5e-4)
    assert [one["rows"][0]["scale"] for one in document["dilutions"]] == [1.0, 1.0, 1.0]


def test_two_dots_double(run):
    document = valid(run("dilute", "--gap", "4", "--lengths", "1k..8k", "--json").out)
    assert [row["keys"] for row in document["dilutions"][0]["rows"]] == [1024, 2048, 4096, 8192]


@pytest.mark.parametrize("lengths", ["one", "1", "1k..x", "99999999"])
def test_lengths_that_are_none_are_refused(run, lengths):
    ran = run("dilute", "--gap", "4", "--lengths", lengths)
    assert ran.code == 2
    assert "is no number of keys, such as 1000 or 1k..128k" in ran.err


def test_the_page_names_what_a_scale_assumes(run):
    page = run("dilute", "--exponent", "0.5", "--lengths", "1000,100000").out
    assert "A bias of distance^-0.500\n" in page
    assert "nearest 64" in page
    assert "The scale assumes that the bias grows so that the nearest 64 keep the weight" in " ".join(
        page.split()
    )
    assert all(len(line) <= 100 for line in page.splitlines())


def test_the_plot_draws_effective_keys_below_all(run):
    page = run("dilute", "--exponent", "1", "--lengths", "1k..16k", "--plot").out
    assert "keys by number of keys: ● effective n all" in " ".join(page.split())


def test_maps_are_grouped_by_the_keys_their_rows_see(run, tmp_path):
    np.savez(tmp_path / "maps.npz", maps=np.tri(64)[None] / np.arange(1, 65)[:, None])
    document = valid(run("dilute", str(tmp_path / "maps.npz"), "--nearest", "8", "--json").out)
    (one,) = document["dilutions"]
    assert (one["source"], one["layer"], one["head"]) == ("maps", 0, 0)
    assert one["growth"] == pytest.approx(1.0)
    assert [row["rows"] for row in one["rows"]] == [
        8,
        16,
        32,
    ]  # 8 to 15, 16 to 31 and 32 to 63 keys, sink aside
    page = run("dilute", str(tmp_path / "maps.npz"), "--nearest", "8").out
    assert page.startswith("Head 0.0\n")


def test_a_text_dilutes_as_its_measured_decay(run, tmp_path, measure_result):
    from lexdecay.report.json_text import json_text
    from lexdecay.report.to_json import measure_json

    (tmp_path / "curve.json").write_text(json_text(measure_json(measure_result)), "utf-8")
    ran = run("dilute", "--curve", str(tmp_path / "curve.json"), "--lengths", "100,1000", "--json")
    document = valid(ran.out)
    (one,), (source,) = document["dilutions"], document["inputs"]
    assert source["path"] == str(tmp_path / "curve.json")
    assert source["sha256"] == sha256((tmp_path / "curve.json").read_bytes()).hexdigest()
    assert (source["documents"], source["tokens"]) == (0, None)
    assert one["source"] == "kernel"
    assert one["value"] == pytest.approx(0.5, abs=0.01)  # the root of information that falls as 1/d
    assert "distances beyond 16, where the curve ends, go on with exponent 0.50" in one["assumption"]


def test_rows_are_one_a_source_and_length(run):
    rows = run(
        "dilute", "--gap", "8", "--sigma", "2", "--lengths", "100,200", "--format", "csv"
    ).out.splitlines()
    assert rows[0].startswith("source,value,layer,head,keys,entropy,effective_keys,top,")
    assert len(rows) == 5


def test_without_anything_that_attends_there_is_a_hint(run):
    ran = run("dilute")
    assert ran.code == 2
    assert "error: nothing attends\nhint: give maps, or --curve book.txt" in ran.err


def test_profiles_and_small_maps_are_refused(run, tmp_path):
    maps, profile = tmp_path / "maps.npz", tmp_path / "profile.npz"
    np.savez(maps, maps=np.tri(64)[None] / np.arange(1, 65)[:, None])
    run("attn", str(maps), "--save-profile", str(profile))
    assert (
        "is a profile, in which the rows of each length are no longer apart"
        in run("dilute", str(profile)).err
    )
    np.savez(maps, maps=np.tri(4)[None] / np.arange(1, 5)[:, None])
    ran = run("dilute", str(maps), "--json")
    assert ran.code == 3
    assert valid(ran.out)["dilutions"] == []
    assert "error: maps of so few queries or keys show no dilution" in ran.err


def test_a_text_is_read_with_the_options_of_a_corpus(run, tmp_path):
    ids, _ = generate(make_law("copy", {"vocabulary": 50, "longest_lag": 100}), 30_000, 0)
    (tmp_path / "text.txt").write_text("".join(chr(0x4E00 + word) for word in ids), "utf-8")
    text = ("--curve", str(tmp_path / "text.txt"), "--language", "zh", "--unit", "char")
    ran = run("dilute", *text, "--kernel", "direct", "--lengths", "100,1000", "--json", "-q")
    assert (ran.code, ran.err) == (0, "")
    document = valid(ran.out)
    (one,), (source,) = document["dilutions"], document["inputs"]
    assert (source["path"], source["documents"], source["tokens"]) == (text[1], 1, 30_000)
    # Direct links of a text reach beyond 16, where the offsets of a curve begin to have gaps.
    assert int(re.search(r"distances beyond (\d+),", one["assumption"])[1]) > 16
    ran = run("dilute", "--gap", "8", "--language", "zh")
    assert (ran.code, ran.err) == (
        2,
        "error: --language is about a text, and none is read\nhint: --curve book.txt\n",
    )


@pytest.mark.parametrize("option", ["--gap", "--sigma", "--exponent"])
def test_nan_is_in_no_range(run, option):
    ran = run("dilute", option, "nan")
    assert ran.code == 2
    assert "nan is not in the range 0<=x<=" in ran.err
