"""``decay map``: from a text or a curve to encodings; what is not there is said, what is wrong is refused."""

import json

import jsonschema
import numpy as np
import pytest

from lexdecay.analysis import index
from lexdecay.cli.reference import schema_text
from lexdecay.corpus import CorpusOptions
from lexdecay.position.encodings import ENCODINGS
from lexdecay.report.json_text import json_text
from lexdecay.report.to_json import measure_json
from lexdecay.synth import generate, make_law

QUICK = ("--max-offset", "60", "--no-cache")


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    ids, _ = generate(make_law("copy", {"vocabulary": 50, "longest_lag": 100}), 30_000, 0)
    folder = tmp_path_factory.mktemp("map")
    (folder / "copied.txt").write_text(" ".join(f"w{word}" for word in ids), "utf-8")
    reading = CorpusOptions(tokenizer="whitespace", cache=False)
    index([str(folder / "copied.txt")], reading, str(folder / "store"))
    return str(folder / "store")


@pytest.fixture
def stored(tmp_path, measure_result):
    file = tmp_path / "curve.json"
    file.write_text(json_text(measure_json(measure_result)), "utf-8")
    return str(file)


def test_a_text_is_mapped_to_every_encoding(run, copied):
    document = valid(run("map", copied, *QUICK, "--json").out)
    assert {one["encoding"] for one in document["encodings"]} == set(ENCODINGS)
    assert document["kernel"]["name"] == "corr"
    assert document["kernel"]["high"] <= 60
    assert [one["implied"] for one in document["encodings"] if one["encoding"] == "rope"] == ["needs_weights"]
    sizes = [document["model"][key] for key in ("heads", "length", "head_dimension", "base")]
    assert sizes == [8, 2048, 128, 10_000]


def test_direct_links_of_a_text_use_every_offset(run, copied):
    """A copy process with lags D^-1.5: its links have that exponent, its recurrence a smaller one."""
    document = valid(run("map", copied, *QUICK, "--kernel", "direct", "--to", "kerple", "--json").out)
    kernel = document["kernel"]
    assert kernel["measure"] == "recurrence"
    assert kernel["exponents"][0]["value"] == pytest.approx(1.5, abs=4 * kernel["exponents"][0]["se"])


def test_a_shuffled_text_has_no_kernel_and_is_exit_3(run, copied):
    ran = run("map", copied, *QUICK, "--control", "shuffle", "--json")
    assert ran.code == 3
    document = valid(ran.out)
    assert document["encodings"] == []
    assert document["kernel"]["points"] == []
    assert document["rotary"] is None
    assert "error: no kernel: 0 of " in ran.err
    page = run("map", copied, *QUICK, "--control", "shuffle", "-q")
    assert "No distance stands out of the noise: there is nothing to map." in page.out


def test_independent_words_have_no_kernel_by_any_measure(run, tmp_path):
    ids, _ = generate(make_law("iid", {"vocabulary": 300}), 30_000, 0)
    file = tmp_path / "iid.txt"
    file.write_text(" ".join(f"w{word}" for word in ids), "utf-8")
    for kernel in ("corr", "direct"):
        assert run("map", str(file), *QUICK, "--tokenizer", "whitespace", "--kernel", kernel, "-q").code == 3


def test_a_text_read_backwards_has_the_same_kernel(run, copied):
    """I(d) is symmetric: the raw tables are transposed, only the draws of the floor differ."""
    there, back = (
        json.loads(run("map", copied, *QUICK, "--to", "alibi", *how, "--json").out)["kernel"]["points"]
        for how in ((), ("--control", "reverse"))
    )
    common = {point["distance"] for point in there} & {point["distance"] for point in back}
    assert len(common) > 5
    values = [[p["log_value"] for p in points if p["distance"] in common] for points in (there, back)]
    errors = np.array([p["se"] for p in there if p["distance"] in common])
    assert (np.abs(np.subtract(*values)) < 2 * errors).all()


def test_a_stored_curve_is_mapped_like_its_text(run, copied, tmp_path):
    file = str(tmp_path / "curve.json")
    run("measure", copied, *QUICK, "--json", "-o", file)
    one, other = (json.loads(run("map", *what, "--json").out) for what in ((file,), (copied, *QUICK)))
    assert one["encodings"] == other["encodings"]


def test_direct_links_of_a_stored_curve_end_at_its_first_gap(run, copied, tmp_path):
    file = str(tmp_path / "curve.json")
    run("measure", copied, *QUICK, "--json", "-o", file)
    ran = run("map", file, "--kernel", "direct", "--json")
    assert json.loads(ran.out)["kernel"]["high"] <= 16
    assert "note: the curve has every offset up to 16 only" in ran.err


def test_tokens_and_a_config_change_what_distances_and_heads_are(run, stored, tmp_path):
    config = tmp_path / "config.json"
    config.write_text(
        json.dumps(
            {
                "num_attention_heads": 12,
                "hidden_size": 768,
                "max_position_embeddings": 4096,
                "rope_theta": 1e6,
                "rope_scaling": {"rope_type": "linear", "factor": 2.0},
            }
        )
    )
    ran = run("map", stored, "--config", str(config), "--tokens-per-unit", "1.5", "--json")
    document = valid(ran.out)
    assert document["kernel"]["unit"] == "tokens"
    assert document["kernel"]["high"] == 24
    assert document["model"]["heads"] == 12
    assert document["rotary"]["scaling"] == "position interpolation"
    assert document["rotary"]["dimension"] == 64
    assert document["model"]["config"]["rotary"] == {"dimension": 64, "base": 1e6, "scaling": "linear"}
    assert "nothing is known from there to 4,096" in ran.err
    own = json.loads(
        run("map", stored, "--config", str(config), "--heads", "4", "--base", "100", "--json").out
    )
    assert (own["model"]["heads"], own["model"]["base"]) == (4, 100)


def test_doubts_are_told_beside_the_result(run, stored):
    ran = run("map", stored)
    assert ran.code == 0
    assert "note: distances count words, a model counts its own tokens (--tokens-per-unit F" in ran.err
    assert "note: dependence is not weak up to offset 4" in ran.err


def test_the_page_ends_with_what_it_does_not_say(run, stored):
    page = run("map", stored, "--plot").out
    assert (
        "Kernel 'corr': K(d) = sqrt(2 I(d)), I in nats\nfrom mutual information (total), K = 1,000\n" in page
    )
    assert "K / largest K against distance in words" in page
    assert page.endswith(
        "No encoding's base, context length or number of heads follows from a text, and a kernel of a text "
        "is\nnot the attention of a model trained on it.\n"
    )


def test_rows_hold_the_kernel_beside_every_encoding(run, stored):
    rows = run("map", stored, "--to", "alibi,rope", "--format", "csv").out.splitlines()
    assert rows[0] == "encoding,title,distance,unit,log_kernel,se,log_encoding,error"
    assert len(rows) == 1 + 5 * 5  # four forms of ALiBi and RoPE at the five usable offsets above noise


def test_what_cannot_be_asked_is_refused(run, stored, measure_result, tmp_path):
    ran = run("map", stored, "--to", "alibi,roap")
    assert ran.code == 2
    assert "no position encoding is named 'roap'\nhint: did you mean 'rope'? known: alibi, fire, " in ran.err
    assert "is not a list of names with commas between" in run("map", stored, "--to", "alibi,,rope").err
    assert (
        "--head-dim 7 is odd: rotations take dimensions in pairs" in run("map", stored, "--head-dim", "7").err
    )
    assert "--max-offset cannot change a curve that was measured before" in run("map", stored, *QUICK[:2]).err
    bare = json.loads(json_text(measure_json(measure_result)))
    bare["curves"] = bare["curves"][:1]
    (tmp_path / "bare.json").write_text(json.dumps(bare))
    ran = run("map", str(tmp_path / "bare.json"), "--kernel", "direct")
    assert "error: the curve holds no recurrence\nhint: measure it again: decay measure CORPUS" in ran.err


def test_too_little_text_is_printed_and_is_exit_3(run, tmp_path):
    (tmp_path / "short.txt").write_text("a few words", "utf-8")
    for kernel in ("corr", "direct"):
        ran = run("map", str(tmp_path / "short.txt"), "--no-cache", "--kernel", kernel, "--json")
        assert ran.code == 3
        assert valid(ran.out)["encodings"] == []
        assert "error: 3 tokens are too few to measure anything" in ran.err


def test_one_curve_is_mapped(run, copied):
    for verb in ("map", "plan"):
        ran = run(verb, copied, *QUICK, "--estimand", "both")
        assert ran.code == 2
        assert (
            "error: one curve is taken, and --estimand both measures two\nhint: --estimand total" in ran.err
        )
    ran = run("map", copied, *QUICK, "--estimand", "within-document", "--kernel", "direct")
    assert "error: recurrence is measured in total only, not within-document" in ran.err
