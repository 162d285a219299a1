"""``--control`` on the verbs that measure: what reaches the library, and what is said about it."""

import json

import numpy as np
import pytest

from lexdecay.analysis import MeasureOptions
from lexdecay.synth import generate, make_law


@pytest.fixture
def copied(tmp_path):
    ids, _ = generate(make_law("copy", {"vocabulary": 300}), 20_000, 0)
    file = tmp_path / "copied.txt"
    file.write_text(" ".join(f"w{word}" for word in ids), "utf-8")
    return str(file)


def measured(run, *arguments):
    ran = run("measure", *arguments, "--max-offset", "40", "--json", "--no-cache")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize("verb", ["fit", "measure"])
def test_a_control_reaches_the_library(run, library, verb):
    run(verb, "a.txt", "--control", "within-document", "--jobs", "1")
    assert library[0][1][2] == MeasureOptions(control="within-document")


def test_a_shuffled_text_has_the_same_words_and_no_usable_offset(run, copied):
    plain, shuffled = measured(run, copied), measured(run, copied, "--control", "shuffle")
    assert plain["corpus"] == shuffled["corpus"]
    assert plain["settings"]["measuring"]["control"] is None
    assert shuffled["settings"]["measuring"]["control"] == "shuffle"
    assert all(curve["usable_max_offset"] for curve in plain["curves"])
    assert not any(curve["usable_max_offset"] for curve in shuffled["curves"])


def test_a_text_read_backwards_has_the_same_raw_information(run, copied):
    plain, back = measured(run, copied), measured(run, copied, "--control", "reverse")
    forwards, backwards = (
        np.array([point["raw"] for point in document["curves"][0]["points"]]) for document in (plain, back)
    )
    assert backwards == pytest.approx(forwards, abs=1e-12)


def test_the_fit_of_a_shuffled_text_finds_no_dependence(run, copied):
    ran = run("fit", copied, "--control", "shuffle", "--max-offset", "40", "--json", "--no-cache")
    assert {curve["verdict"]["answer"] for curve in json.loads(ran.out)["curves"]} == {"no_dependence"}
