"""``decay compare``: two texts, a text and its control, two stored curves."""

import json
from pathlib import Path

import jsonschema
import pytest

from lexdecay.cli.reference import schema_text
from lexdecay.synth import generate, make_law

QUICK = ("--max-offset", "20", "--no-cache")


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


@pytest.fixture
def texts(tmp_path):
    for name, size, copies in (("a", 20_000, 0.6), ("b", 40_000, 0.2)):
        ids, _ = generate(make_law("copy", {"vocabulary": 300, "copies": copies}), size, 0)
        (tmp_path / f"{name}.txt").write_text(" ".join(f"w{word}" for word in ids), "utf-8")
    return str(tmp_path / "a.txt"), str(tmp_path / "b.txt")


def test_two_texts_are_measured_over_the_vocabulary_of_the_smaller(run, texts):
    ran = run("compare", *texts, *QUICK, "--json")
    assert ran.code == 0, ran.err
    document = valid(ran.out)
    assert (document["first"]["corpus"]["tokens"], document["second"]["corpus"]["tokens"]) == (20_000, 40_000)
    information, returning = document["comparisons"]
    assert information["vocabulary"] == 50  # sqrt(20,000 / 10) = 45 is below the least size
    assert information["points"][0]["differs"]
    assert information["points"][0]["difference"] > 0
    assert returning["measure"] == "recurrence"
    assert texts[0] in information["found"][0]


def test_a_text_differs_from_its_shuffle_and_not_from_its_reverse(run, texts):
    shuffled = valid(run("compare", texts[0], "--control", "shuffle", *QUICK, "--json").out)
    assert shuffled["second"]["name"] == f"{texts[0]}, shuffle"
    assert shuffled["comparisons"][0]["points"][0]["differs"]
    assert abs(shuffled["comparisons"][0]["points"][0]["second"]) < 0.01
    reverse = valid(run("compare", texts[0], "--control", "reverse", *QUICK, "--json").out)
    assert not any(point["differs"] for point in reverse["comparisons"][0]["points"])


def test_stored_curves_are_compared_like_the_texts(run, texts, tmp_path):
    stored = []
    for text in texts:
        stored.append(str(tmp_path / f"{len(stored)}.json"))
        run("measure", text, *QUICK, "--vocabulary", "50", "--json", "-o", stored[-1])
    from_curves = valid(run("compare", *stored, "--json").out)
    from_texts = valid(run("compare", *texts, *QUICK, "--json").out)
    assert [c["points"] for c in from_curves["comparisons"]] == [
        c["points"] for c in from_texts["comparisons"]
    ]


def test_curves_over_different_vocabularies_are_refused(run, texts, tmp_path):
    stored = []
    for size in ("50", "60"):
        stored.append(str(tmp_path / f"{size}.json"))
        run("measure", texts[0], *QUICK, "--vocabulary", size, "--json", "-o", stored[-1])
    ran = run("compare", *stored)
    assert ran.code == 2
    assert "bits over 50 and over 60 words cannot be compared" in ran.err
    assert "hint: measure both alike: --vocabulary 50" in ran.err
    assert "is compared with another such curve" in run("compare", stored[0], texts[0]).err


def test_one_text_alone_is_refused(run, texts):
    ran = run("compare", texts[0], *QUICK)
    assert ran.code == 2
    assert ran.err == (
        "error: one corpus alone has nothing to be compared with\n"
        "hint: give a second one, or compare it with its own shuffle: --control shuffle\n"
    )
    assert "A and B cannot both be standard input" in run("compare", "-", "-").err


def test_too_little_text_is_printed_and_is_exit_3(run, texts, tmp_path):
    (tmp_path / "short.txt").write_text("a few words", "utf-8")
    ran = run("compare", texts[0], str(tmp_path / "short.txt"), *QUICK, "--json")
    assert ran.code == 3
    assert valid(ran.out)["comparisons"] == []
    assert "error: 3 tokens are too few to measure anything" in ran.err


def test_the_page_ends_with_what_was_found(run, texts, tmp_path, monkeypatch):
    """Texts are named from their own folder: the page cuts a long path."""
    monkeypatch.chdir(tmp_path)
    texts = [Path(text).name for text in texts]
    page = run("compare", *texts, *QUICK).out
    assert page.startswith("A = a.txt: 20,000 tokens")
    assert "Mutual information (total): A lies above B at " in page
    rows = run("compare", *texts, *QUICK, "--format", "csv").out.splitlines()
    assert rows[0].startswith("measure,estimand,unit,vocabulary,offset,first,second,difference,se,")
