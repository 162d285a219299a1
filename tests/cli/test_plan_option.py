"""`--plan`: what a run would take, and runs that are refused because there is no room."""

import json
import random
import shutil
from types import SimpleNamespace

import jsonschema
import polars as pl
import pytest

from lexdecay import needs
from lexdecay.analysis import index
from lexdecay.cli.reference import schema_text
from lexdecay.corpus import CorpusOptions
from lexdecay.count import spill
from lexdecay.errors import ResourceError


@pytest.fixture
def text(tmp_path):
    chance = random.Random(5)  # noqa: S311  words, not secrets
    words = [f"w{int(chance.paretovariate(1.0)) % 5000}" for _ in range(60_000)]
    (tmp_path / "a.txt").write_text(" ".join(words), "utf-8")
    return tmp_path / "a.txt"


@pytest.fixture
def small_disk(monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10_000))


@pytest.mark.parametrize("verb", ["index", "count"])
def test_the_document_follows_its_schema_and_nothing_is_written(run, text, verb):
    ran = run(
        verb, str(text), "-o", str(text.parent / "out"), "--plan", "--json", "--tokenizer", "whitespace"
    )
    document = json.loads(ran.out)
    jsonschema.validate(document, json.loads(schema_text("decay.needs/1", "decay")))
    assert (ran.code, document["sampled"], document["tokens"]) == (0, 1.0, 60_000)
    assert [path.name for path in text.parent.iterdir()] == ["a.txt"]


def test_a_store_takes_what_was_planned(run, text, monkeypatch):
    monkeypatch.setattr(needs, "SAMPLE_BYTES", 100_000)  # a third of the text
    options = ("--tokenizer", "whitespace", "--no-cache", "--json", "-o", str(text.parent / "s"))
    planned = json.loads(run("index", str(text), "--plan", *options).out)
    found = json.loads(run("index", str(text), *options).out)["corpus"]
    size = sum(path.stat().st_size for path in (text.parent / "s").glob("*.bin"))
    assert planned["tokens"] == pytest.approx(found["tokens"], rel=0.05)
    assert planned["types"] == pytest.approx(found["types"], rel=0.3)
    assert planned["disk_bytes"] == pytest.approx(size, rel=0.2)


def test_pair_counts_take_what_was_planned(run, text):
    options = ("--tokenizer", "whitespace", "--no-cache", "--max-offset", "3", "-o", str(text.parent / "p"))
    planned = json.loads(run("count", str(text), *options, "--memory", "1M", "--plan", "--json").out)
    assert run("count", str(text), *options, "--memory", "1M").code == 0
    rows = pl.read_parquet(text.parent / "p" / "*.parquet").height
    size = sum(path.stat().st_size for path in (text.parent / "p").glob("*.parquet"))
    assert planned["rows"] == pytest.approx(rows, rel=0.1)
    assert planned["disk_bytes"] == pytest.approx(size, rel=0.5)
    assert planned["temporary_bytes"] > 0


def test_the_page_says_what_it_takes_in_words(run, text):
    ran = run("count", str(text), "-o", "nowhere/p", "--plan", "--tokenizer", "whitespace")
    assert "the text: about 60,000 tokens" in ran.out
    assert "(all of it was looked at)" in ran.out
    assert "temporary files: about 0 bytes" in ran.out


def test_standard_input_cannot_be_planned_for(run):
    ran = run("index", "-o", "x", "--plan", "-")
    assert ran.code == 2
    assert "hint: name files to plan for" in ran.err


@pytest.mark.usefixtures("small_disk")
def test_a_store_that_cannot_fit_is_refused_before_the_text_is_read(run, text):
    ran = run("index", str(text), "-o", str(text.parent / "s"), "--tokenizer", "whitespace", "--no-cache")
    assert ran.code == 1
    assert ran.err.startswith("error: the result would take about 0 MB in ")
    assert "hint: -o on a disk with more room" in ran.err
    assert [path.name for path in text.parent.iterdir()] == ["a.txt"]


@pytest.mark.usefixtures("small_disk")
def test_a_program_that_builds_a_store_is_refused_alike(text):
    reading = CorpusOptions(tokenizer="whitespace", cache=False)
    with pytest.raises(ResourceError, match="the result would take about 0 MB in "):
        index([str(text)], reading, str(text.parent / "s"))
    assert [path.name for path in text.parent.iterdir()] == ["a.txt"]


@pytest.mark.usefixtures("small_disk")
def test_temporary_counts_that_cannot_fit_are_refused_after_the_first_piece(run, text, monkeypatch):
    written = []
    monkeypatch.setattr(spill.RunFolder, "write", lambda *_: written.append(1))
    out = str(text.parent / "p")
    ran = run("count", str(text), "-o", out, "--tokenizer", "whitespace", "--no-cache", "--memory", "100K")
    assert ran.code == 1
    assert "error: temporary counts take about" in ran.err
    assert "--temp-dir DIR on a disk with more room" in ran.err
    assert not written
    assert [path.name for path in text.parent.iterdir()] == ["a.txt"]


def test_a_folder_that_exists_is_refused_before_the_text_is_read(run, text):
    ran = run("count", str(text.parent / "absent.txt"), "-o", str(text.parent))
    assert (ran.code, "exists already" in ran.err) == (1, True)
