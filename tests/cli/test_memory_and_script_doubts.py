"""What the front door says of memory that does not suffice and of text cut by the wrong rules."""

import json

import jsonschema
import pytest

from lexdecay import analysis
from lexdecay.cli.reference import schema_text
from lexdecay.corpus import CorpusOptions, load_corpus
from lexdecay.engine.local import pair_buffers
from lexdecay.errors import ResourceError


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("the cat sat on the mat and the dog lay by the door " * 50, "utf-8")
    return str(path)


def test_too_little_memory_is_refused_with_the_need_named(text):
    with pytest.raises(ResourceError) as caught:
        analysis.measure([text], measuring=analysis.MeasureOptions(memory=1 << 20))
    assert caught.value.message == "1,048,576 bytes do not suffice to measure 650 tokens"
    assert "--memory" in caught.value.hint


def test_less_memory_changes_no_number(text):
    plain, bounded = (
        analysis.measure([text], measuring=analysis.MeasureOptions(memory=memory, jobs=2))
        for memory in (None, 200 << 20)
    )
    assert json.dumps(plain.curves[0].value.tolist()) == json.dumps(bounded.curves[0].value.tolist())


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("河水流过城市。他们在桥上说话。钟声很远。\n", "--language zh"),
        ("私はその人を常に先生と呼んでいた。だからここでも。\n", "--language ja"),
        ("ผมชอบกินข้าว เขาไปโรงเรียน\n", "--unit char"),
    ],
)
def test_text_without_spaces_cut_by_english_rules_is_noticed(tmp_path, text, instead):
    path = tmp_path / "a.txt"
    path.write_text(text * 40, "utf-8")
    described, _ = load_corpus([str(path)], CorpusOptions(cache=False))
    assert [notice.code for notice in described.notices] == ["unspaced-script"]
    assert instead in str(described.notices[0].hint)


def test_buffers_leave_room_for_the_corpus_and_the_interpreter():
    # 20 million tokens: 80 MB of ids and 150 MiB besides; a quarter where those alone take it all.
    assert pair_buffers(500 << 20, 20_000_000) == (350 << 20) - 80_000_000
    assert pair_buffers(100 << 20, 20_000_000) == 25 << 20


def test_an_index_says_what_its_store_says(run, tmp_path):
    text = tmp_path / "fr.txt"
    text.write_text("Elle avait lu Paul et Virginie, et rêvé la maisonnette de bambous. " * 90, "utf-8")
    ran = run("index", str(text), "--unit", "pos", "--json", "--no-cache", "-o", str(tmp_path / "fr.store"))
    assert "note: the English tagger tagged it, but the text does not look English: 0.0 %" in ran.err
    document = json.loads(ran.out)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    assert [warning["code"] for warning in document["warnings"]] == ["not-english"]
    opened = json.loads(run("tags", str(tmp_path / "fr.store"), "--max-offset", "4", "--json").out)
    assert document["warnings"][0] in opened["warnings"]
