"""``decay fit --left TAG --right TAG``: one curve, fitted; what cannot be asked is refused."""

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_text

ROW = "{}\t{}\t_\t{}\t_\t_\t0\t_\t_\t_\n"


@pytest.fixture(scope="module")
def bank(tmp_path_factory):
    """A DET, then an ADJ more often than not, then a NOUN; verbs of any number stand between."""
    rng = np.random.default_rng(0)
    lines = ["# newdoc\n"]
    for _ in range(700):
        words = [("the", "DET"), *[("old", "ADJ")] * int(rng.integers(0, 2)), ("dog", "NOUN")]
        words += [("barks", "VERB")] * int(rng.integers(0, 6))
        lines += [ROW.format(at, *word) for at, word in enumerate(words, 1)] + ["\n"]
    path = tmp_path_factory.mktemp("bank") / "bank.conllu"
    path.write_text("".join(lines), "utf-8")
    return str(path)


def asked(run, verb, *arguments):
    ran = run(verb, *arguments, "--json", "--no-cache", "--jobs", "1", "--max-offset", "12")
    assert ran.code == 0, ran.err
    document = json.loads(ran.out)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


def test_tags_words_and_the_unit_of_tags_ask_for_the_same_curve(run, bank):
    by_tag = asked(run, "fit", bank, "--left", "DET", "--right", "NOUN")
    by_word = asked(run, "fit", bank, "--left", "the", "--right", "Dog")
    by_unit = asked(run, "fit", bank, "--left", "DET", "--right", "NOUN", "--unit", "pos")
    (curve,) = by_tag["curves"]
    assert (curve["measure"], curve["unit"], curve["estimand"]) == ("attraction", "1", "total")
    assert curve["points"] == by_word["curves"][0]["points"] == by_unit["curves"][0]["points"]
    assert curve["points"][0]["usable"]
    assert "DET before NOUN" in curve["verdict"]["reason"]
    assert by_tag["settings"]["measuring"]["left"] == "DET"


def test_several_names_make_one_class(run, bank):
    curve = asked(run, "measure", bank, "--left", "DET,ADJ", "--right", "NOUN, dog")["curves"][0]
    assert curve["points"][0]["raw"] > 1.5


def test_a_measured_construction_is_fitted_from_a_file_as_at_once(run, bank, tmp_path):
    stored = tmp_path / "curve.json"
    measured = asked(run, "measure", bank, "--left", "DET", "--right", "NOUN")
    stored.write_text(json.dumps(measured), "utf-8")
    again = json.loads(run("fit", str(stored), "--json").out)["curves"][0]
    at_once = asked(run, "fit", bank, "--left", "DET", "--right", "NOUN")["curves"][0]
    assert again["verdict"] == at_once["verdict"]
    assert again["points"] == at_once["points"]


def test_the_page_names_the_pair_and_where_it_is_rarer_than_by_chance(run, bank):
    page = run("fit", bank, "--left", "DET", "--right", "NOUN", "--no-cache", "--max-offset", "12").out
    assert "DET before NOUN, observed over expected: attraction is O/E - 1" in page
    assert "K = 2" not in page
    assert "Attraction at offset" in page


def test_verdicts_call_tags_tags(run, bank):
    reason = asked(run, "fit", bank, "--unit", "pos")["curves"][0]["verdict"]["reason"]
    assert "4 tags kept apart" in reason


def test_a_pair_too_rare_to_judge_is_a_note(run, bank):
    ran = run("measure", bank, "--left", "old", "--right", "old", "--no-cache", "--jobs", "1")
    assert ran.code == 0
    assert "rarer" not in ran.err
    path = bank.replace("bank.conllu", "rare.conllu")
    rows = [ROW.format(1, "one" if at % 250 == 0 else "other", "X") + "\n" for at in range(900)]
    Path(path).write_text("".join(rows), "utf-8")
    ran = run("measure", path, "--left", "one", "--right", "one", "--no-cache", "--jobs", "1")
    assert "chance would make 0.0 pairs of one and one at an offset; 20 are the least" in ran.err


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (("--left", "DET"), "--left alone: a construction has two sides", "add --right TAG"),
        (
            ("--left", "DET", "--right", "NUON"),
            "no tag or word of this text is named 'NUON'",
            "ADJ, DET, NOUN, VERB",
        ),
        (
            ("--left", "DET", "--right", ","),
            "--right ',' names no tag and no word",
            "--right NOUN, or a word",
        ),
        (
            ("--left", "DET", "--right", "NOUN", "--vocabulary", "100"),
            "--vocabulary means nothing for the curve of --left and --right",
            "leave out --vocabulary",
        ),
    ],
)
def test_what_cannot_be_asked_is_explained_and_is_exit_2(run, bank, arguments, message, hint):
    ran = run("fit", bank, *arguments, "--no-cache")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert hint in ran.err


def test_tags_of_text_without_tags_need_a_model(run, tmp_path):
    (tmp_path / "plain.txt").write_text("the old man and the sea. " * 100, "utf-8")
    assert run("index", str(tmp_path / "plain.txt"), "-o", str(tmp_path / "store"), "-q").code == 0
    ran = run("fit", str(tmp_path / "store"), "--left", "ADJ", "--right", "NOUN")
    assert ran.code == 2
    assert "'ADJ' is a tag, and this text has no tags" in ran.err
    assert "--model NAME" in ran.err
    short = tmp_path / "short.txt"
    short.write_text("the old man", "utf-8")
    ran = run("fit", str(short), "--left", "the", "--right", "man", "--no-cache", "--json")
    assert ran.code == 3
    assert json.loads(ran.out)["curves"] == []


def test_characters_are_called_characters(run, tmp_path):
    """Two letters that alternate in runs: what a letter says of the next fades over characters."""
    rng = np.random.default_rng(0)
    runs = ["a" * int(n) if at % 2 else "b" * int(n) for at, n in enumerate(rng.geometric(0.15, 1500))]
    (tmp_path / "runs.txt").write_text("".join(runs), "utf-8")
    ran = run(
        "fit", str(tmp_path / "runs.txt"), "--unit", "char", "--max-offset", "60", "--no-cache", "--json"
    )
    curve = json.loads(ran.out)["curves"][0]
    assert "2 characters kept apart: the values fall by a factor e every" in curve["verdict"]["reason"]
    assert curve["verdict"]["reason"].count("characters") == 2
    units = {
        p["symbol"]: p["unit"]
        for fit in curve["fits"]
        if fit["model"] == "exponential"
        for p in fit["parameters"]
    }
    assert units["ξ"] == "characters"


def test_a_plot_names_what_it_shows_and_has_no_floor_of_another_scale(run, bank):
    page = run(
        "measure", bank, "--left", "DET", "--right", "NOUN", "--no-cache", "--max-offset", "12", "--plot"
    ).out
    assert "O/E - 1 against offset in words" in page
    assert "floor" not in page
