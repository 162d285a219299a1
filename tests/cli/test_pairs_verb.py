"""``decay pairs`` on real files: what is typed, what is shown, what is refused."""

import json

import jsonschema
import pytest

from lexdecay.cli.reference import schema_text


@pytest.fixture
def texts(tmp_path):
    for name, noun in (("a", "man"), ("b", "sea")):
        text = f"The old {noun}, the tall ship and a small boat sail in the fog. " * 30
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    return str(tmp_path / "a.txt"), str(tmp_path / "b.txt")


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


def asked(run, *arguments):
    ran = run("pairs", *arguments, "--json", "--no-cache")
    assert ran.code == 0, ran.err
    return valid(ran.out)


def test_every_pair_of_an_offset_is_listed_on_demand(run, texts):
    """14 words a sentence, 30 sentences a file: 419 pairs a file at offset 1."""
    document = asked(run, *texts, "--offset", "1,14", "--top", "all")
    near, far = document["offsets"]
    assert (near["pairs"], far["pairs"]) == (2 * 419, 2 * 406)
    counts = {(p["left"], p["right"]): p["count"] for p in near["listed"]}
    assert counts["old", "man"] == 30
    assert counts["fog", "the"] == 58
    assert near["tested"] == len(near["listed"]) == len(counts)
    assert document["tested"] == near["tested"] + far["tested"]
    assert document["together"]["offsets"] == [1, 14]


def test_lines_show_where_a_pair_stands(run, texts):
    document = asked(run, texts[0], "--offset", "2", "--word", "TALL", "--kwic", "1", "--top", "1")
    pair = document["offsets"][0]["listed"][0]
    assert "tall" in (pair["left"], pair["right"])
    (line,) = pair["lines"]
    words = " ".join((line["before"], line["left"], line["between"], line["right"], line["after"])).split()
    assert " ".join(words) in "the old man the tall ship and a small boat sail in the fog " * 3
    assert document["together"]["listed"][0]["lines"] == []


def test_rare_pairs_are_not_tested(run, texts):
    document = asked(run, *texts, "--offset", "1", "--min-count", "31", "--top", "all")
    assert min(pair["count"] for pair in document["offsets"][0]["listed"]) > 30


def test_pairs_that_avoid_each_other_come_first_on_demand(run, texts):
    listed = asked(run, *texts, "--offset", "2", "--by", "avoided", "--top", "all")["offsets"][0]["listed"]
    g2 = [pair["g2"] for pair in listed]
    assert g2 == sorted(g2)
    assert (listed[0]["count"], listed[0]["pmi"]) == (0, None)
    assert min(pair["expected"] for pair in listed) >= 5


def test_the_page_of_avoided_pairs_says_which_were_tested(run, texts):
    page = run("pairs", *texts, "--offset", "2", "--by", "avoided", "--top", "2", "--no-cache").out
    assert "pairs that chance would make 5 times or more" in " ".join(page.split())
    assert "-inf" in page


def test_the_page_names_offsets_and_rows_hold_them(run, texts):
    page = run("pairs", *texts, "--offset", "1..2", "--kwic", "1", "--top", "2", "--no-cache").out
    assert "Offset 1: 838 pairs, " in page
    assert "2 offsets together: " in page
    rows = run(
        "pairs", *texts, "--offset", "2", "--top", "1", "--format", "csv", "--no-cache"
    ).out.splitlines()
    assert rows[0] == "offset,left,right,count,expected,g2,pmi,p,q,share"
    assert rows[1].startswith("2,")


def test_a_shuffled_text_has_no_pair_left_that_stands_out(run, texts):
    document = asked(run, *texts, "--offset", "1", "--control", "shuffle", "--min-count", "3")
    assert document["settings"]["measuring"]["control"] == "shuffle"
    assert min(pair["q"] for pair in document["offsets"][0]["listed"]) > 0.001


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--offset", "-1"),
            "error: --offset -1: a pair is ordered, its right word stands after the left one",
        ),
        (("--min-count", "0"), "0 is not in the range x>=1"),
    ],
)
def test_what_cannot_be_asked_is_explained_and_is_exit_2(run, texts, arguments, message):
    ran = run("pairs", *texts, *arguments, "--no-cache")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_text_without_a_pair_is_printed_and_is_exit_3(run, tmp_path):
    (tmp_path / "one.txt").write_text("word", "utf-8")
    ran = run("pairs", str(tmp_path / "one.txt"), "--json", "--no-cache")
    assert ran.code == 3
    assert valid(ran.out)["together"]["pairs"] == 0
    assert "error: 1 token holds no pair at these offsets" in ran.err
