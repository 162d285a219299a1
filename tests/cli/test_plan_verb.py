"""``decay plan``: horizon, chunks, bases; with a text, with a curve, with neither."""

import io
import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_text
from lexdecay.report.json_text import json_text
from lexdecay.report.to_json import measure_json

SMALL = ("--context", "256", "--head-dim", "32")


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


@pytest.fixture
def stored(tmp_path, measure_result):
    file = tmp_path / "curve.json"
    file.write_text(json_text(measure_json(measure_result)), "utf-8")
    return str(file)


def test_a_curve_has_a_horizon_chunks_and_bases(run, stored):
    """Usable to 16, so a chunk of 32 is beyond what was measured."""
    document = valid(run("plan", stored, *SMALL, "--json").out)
    assert document["usable_max_offset"] == 16
    assert document["horizon"]["ends"] == [4, 8, 16]
    assert all(row["beyond_measured"] for row in document["chunks"]["rows"])
    assert document["chunks"]["overlaps"] == [0, 0.1, 0.25]
    assert document["bases"]["context"] == 256
    assert document["found"][-1].startswith("None of these tables names a best value")


def test_the_horizon_of_a_known_curve(run, stored):
    """0.8 / d to 16: 0.8 H_16 = 2.70 bits, half of it within 3 words (1 + 1/2 + 1/3 > H_16 / 2 = 1.69)."""
    horizon = valid(run("plan", stored, *SMALL, "--json").out)["horizon"]
    assert horizon["bits"] == pytest.approx(0.8 * sum(1 / d for d in range(1, 17)))
    assert horizon["rows"][0]["distances"][-1] == 3
    assert horizon["answer"] == "not_intrinsic"
    assert horizon["tail"]["value"] == pytest.approx(1)


def test_without_a_corpus_only_bases_are_told(run):
    ran = run("plan", "--no-corpus", *SMALL, "--base", "2000", "--json")
    assert ran.code == 0
    document = valid(ran.out)
    assert document["horizon"] is document["chunks"] is document["corpus"] is None
    assert document["inputs"] == []
    assert 2000 in [row["base"] for row in document["bases"]["rows"]]
    page = run("plan", "--no-corpus", *SMALL).out
    assert page.startswith("Rotary bases for 256 tokens and 32 dimensions a head: arithmetic")


def test_a_config_stands_first_among_the_bases(run, tmp_path):
    config = tmp_path / "config.json"
    config.write_text(
        json.dumps(
            {
                "head_dim": 32,
                "rope_theta": 10_000.0,
                "max_position_embeddings": 512,
                "rope_scaling": {"rope_type": "dynamic", "factor": 2.0},
            }
        )
    )
    document = valid(run("plan", "--no-corpus", "--config", str(config), "--context", "1024", "--json").out)
    first = document["bases"]["rows"][0]
    assert first["name"] == "this model (dynamic NTK)"
    assert first["longest"] == pytest.approx(3 * document["bases"]["rows"][1]["longest"])
    assert document["config"]["context"] == 512
    assert (
        json.loads(run("plan", "--no-corpus", "--config", str(config), "--json").out)["bases"]["context"]
        == 512
    )


def test_a_text_with_nothing_to_find_still_has_bases_and_is_exit_3(run, tmp_path):
    words = np.random.default_rng(0).integers(0, 60, 4000)
    file = tmp_path / "noise.txt"
    file.write_text(" ".join(f"w{word}" for word in words), "utf-8")
    ran = run("plan", str(file), "--no-cache", "--max-offset", "20", *SMALL, "--json")
    assert ran.code == 3
    document = valid(ran.out)
    assert document["horizon"] is None
    assert document["bases"]["rows"]
    assert "error: no horizon: fewer than two offsets stand out of the noise" in ran.err


def test_the_page_says_what_its_tables_mean(run, stored):
    page = run("plan", stored, *SMALL, "--plot").out
    assert "Horizon: how many words hold a share of the pairwise information\n" in page
    assert "≥: beyond 16 words chunks also lose what could not be measured" in page
    assert "share lost against chunk size in words" in page
    assert page.rstrip().endswith("what a larger chunk or base costs is not in the text.")


def test_rows_are_the_tables_one_below_the_other(run, stored):
    rows = run(
        "plan", stored, *SMALL, "--chunk", "8,16", "--overlap", "0", "--format", "csv"
    ).out.splitlines()
    assert rows[0] == "table,key,quantity,value"
    assert [row.split(",")[:2] for row in rows if row.startswith("chunks")] == [
        ["chunks", "8"],
        ["chunks", "16"],
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--share", "0.5,1"), "1 is not within 0.01 below 1"),
        (("--chunk", "0"), "0 is not within 1 to 1e+09"),
        (("--overlap", "x"), "'x' is not a list of numbers with commas between"),
        (("--head-dim", "33"), "--head-dim 33 is odd"),
        (("--no-corpus",), "and --no-corpus contradict each other"),
    ],
)
def test_what_cannot_be_asked_is_refused(run, stored, arguments, message):
    ran = run("plan", stored, *arguments)
    assert ran.code == 2
    assert message in ran.err


def test_the_verbs_load_no_numbers_for_their_help(run):
    for verb in ("map", "plan"):
        page = run(verb, "--help").out
        assert page.index("Examples:") < page.index("Model:")


def test_both_verbs_draw_what_they_found(run, stored, tmp_path):
    pytest.importorskip("matplotlib")
    for verb, label in (("map", "ln of the kernel, nats below its largest"), ("plan", "chunk size, words")):
        file = tmp_path / f"{verb}.svg"
        assert run(verb, stored, "--figure", str(file), "-q").code == 0
        assert label in file.read_text("utf-8")
    ran = run("plan", "--no-corpus", *SMALL, "--figure", str(tmp_path / "none.svg"))
    assert "there is nothing to draw" in ran.err


def test_a_context_beyond_a_million_is_refused(run, tmp_path):
    config = tmp_path / "config.json"
    config.write_text('{"head_dim": 128, "rope_theta": 500000, "max_position_embeddings": 10485760}')
    ran = run("plan", "--no-corpus", "--config", str(config))
    assert ran.code == 2
    assert "error: bases are judged at every distance, and 10,485,760 are too many\n" in ran.err
    assert "hint: --context 1048576\n" in ran.err


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_narrow_page_gives_up_columns_before_digits(run, stored, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    for verb, options in (("plan", SMALL), ("map", ())):
        page = run(verb, stored, *options, "-q").out
        assert all(len(row) <= width for row in page.splitlines())
        assert "…" not in page.partition("\n")[2]  # a long path may be cut
        if verb == "plan":
            assert "1,024" in page
            assert "10,000,000" in page


def test_a_curve_by_hand_that_reaches_too_far_or_holds_nothing_is_refused(run, stored):
    document = json.loads(Path(stored).read_text("utf-8"))
    last = document["curves"][0]["points"][-1]
    last.update(offset=10**9, usable=True, value=1.0, raw=1.0, floor=0.0, se=0.1, noise=0.1)
    Path(stored).write_text(json.dumps(document), "utf-8")
    ran = run("plan", stored, *SMALL)
    assert ran.code == 2
    assert "a horizon is summed over every distance, and 1,000,000,000 are too many" in ran.err
    Path(stored).write_text(json.dumps({**document, "curves": [], "warnings": []}), "utf-8")
    for verb in ("map", "plan"):
        ran = run(verb, stored)
        assert ran.code == 2
        assert "the curve holds no mutual information" in ran.err


def test_an_empty_standard_input_points_to_bases_alone(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(b""))))
    ran = run("plan", *SMALL, "-q")
    assert ran.code == 3
    assert ran.err.endswith("hint: name a text, or tell of bases alone with --no-corpus\n")
