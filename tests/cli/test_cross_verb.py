"""``decay cross``: two aligned texts in, information by offset out."""

import json

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_text

QUICK = ("--tokenizer", "whitespace", "--no-cache", "--max-offset", "3")


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


@pytest.fixture(scope="module")
def lines():
    """B says word by word what A says, every second word replaced; the words have other names."""
    rng = np.random.default_rng(3)
    first, second = [], []
    for _ in range(400):
        a = rng.integers(0, 12, rng.integers(5, 12))
        b = np.where(rng.random(a.size) < 0.5, a, rng.integers(0, 12, a.size))
        first.append(" ".join(f"a{w}" for w in a))
        second.append(" ".join(f"b{w}" for w in b))
    return first, second


@pytest.fixture
def texts(lines, tmp_path):
    for name, said in zip("ab", lines, strict=True):
        (tmp_path / f"{name}.txt").write_text("\n".join(said) + "\n", "utf-8")
    return str(tmp_path / "a.txt"), str(tmp_path / "b.txt")


def test_the_diagonal_stands_out(run, texts):
    ran = run("cross", *texts, *QUICK, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = valid(ran.out)
    assert (document["lines"], document["aligned_lines"], document["peak"]) == (400, 400, 0)
    before, after = document["sides"]
    assert [point["distance"] for point in after["points"]] == [0, 1, 2, 3]
    assert [point["distance"] for point in before["points"]] == [1, 2, 3]
    assert [point["usable"] for point in after["points"]] == [True, False, False, False]
    assert document["query"] is None


def test_a_query_finds_its_word(run, texts):
    ran = run("cross", *texts, *QUICK, "--query", "a7", "--top", "2", "--json")
    query = valid(ran.out)["query"]
    at = next(row for row in query["offsets"] if row["offset"] == 0)
    assert at["words"][0]["word"] == "b7"
    assert at["words"][0]["ci95"][0] < 0.5 + 0.5 / 12 < at["words"][0]["ci95"][1]
    rows = run("cross", *texts, *QUICK, "--query", "a7", "--format", "csv").out.splitlines()
    assert rows[0] == "offset,n,pull,usable,word,count,p,base,lift,ci95_low,ci95_high"


def test_the_page_ends_with_what_was_found(run, texts):
    page = run("cross", *texts, *QUICK, "--query", "a7").out
    assert "400 lines, 400 with words on both sides" in page
    assert "Words of B around 'a7' in A" in page
    assert "A word of A tells most at offset 0 from the diagonal of B:" in page
    rows = run("cross", *texts, *QUICK, "--format", "csv").out.splitlines()
    assert rows[0] == "side,distance,pairs,raw,floor,value,se,noise,usable"
    assert len(rows) == 8


def test_a_rare_query_is_said_to_be_rare(run, texts):
    page = " ".join(run("cross", *texts, *QUICK, "--query", "zebra").out.split())
    assert "Of the query nothing can be said: 'zebra' occurs 0 times in A: 50 is the least." in page
    page = " ".join(run("cross", *texts, *QUICK, "--query", "A7").out.split())
    assert "'A7' occurs 0 times in A: 50 is the least (did you mean 'a7'?)." in page


def test_the_same_seed_gives_the_same_bytes_and_another_one_another_floor(run, texts):
    one, two, other = (run("cross", *texts, *QUICK, "--seed", seed, "--json").out for seed in ("1", "1", "2"))
    assert one == two
    assert json.loads(one)["sides"][0]["points"][1] != json.loads(other)["sides"][0]["points"][1]


def test_fields_of_one_file_are_two_texts(run, lines, tmp_path):
    said = [json.dumps({"q": q, "a": a}) for q, a in zip(*lines, strict=True)]
    (tmp_path / "qa.jsonl").write_text("\n".join(said) + "\n", "utf-8")
    path = str(tmp_path / "qa.jsonl")
    document = valid(run("cross", path, path, "--field", "q", "--field-b", "a", *QUICK, "--json").out)
    assert document["peak"] == 0
    assert document["second"]["settings"]["field"] == "a"


def test_texts_of_different_length_are_refused(run, texts, tmp_path):
    (tmp_path / "c.txt").write_text("one\ntwo\n", "utf-8")
    ran = run("cross", texts[0], str(tmp_path / "c.txt"), *QUICK)
    assert ran.code == 2
    assert f"error: {texts[0]} has 400 lines and {tmp_path / 'c.txt'} 2: they are not aligned" in ran.err
    assert "A and B are read side by side, from files" in run("cross", "-", texts[1]).err


def test_too_few_lines_are_printed_and_are_exit_3(run, tmp_path):
    (tmp_path / "c.txt").write_text("one two\n" * 12, "utf-8")
    ran = run("cross", str(tmp_path / "c.txt"), str(tmp_path / "c.txt"), *QUICK, "--json")
    assert ran.code == 3
    assert valid(ran.out)["sides"] == []
    assert "error: 12 aligned lines with words on both sides are too few: 40 is the least" in ran.err
