"""Files read in shards: the same words, inputs, notices and errors as one machine has."""

import os
from pathlib import Path

import pytest

from lexdecay.corpus import CorpusOptions, described, load_corpus, tokenizer_settings
from lexdecay.engine import reading
from lexdecay.engine.shards import Cutting
from lexdecay.errors import FormatError, UsageError
from lexdecay.read import ReadOptions

HERE = CorpusOptions(tokenizer="whitespace", cache=False)


def load(engine, paths, options=HERE, tokens=5):
    asked = ReadOptions(documents=options.documents)
    cutting = Cutting(options.unit, options.punctuation, 3, tokens)
    files = reading.located(paths, asked)
    how = reading.Reading(asked, tokenizer_settings(options), None, cutting, str(Path.cwd()))
    return reading.load_files(engine, *files, how)


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """Several documents a file, an odd character in two of them, named relative to the folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text(
        "one two\x00 three — one\n\nfour one two two five six\n" * 3 + "ten " * 40, "utf-8"
    )
    (tmp_path / "b.jsonl").write_text(
        '{"text": "six one"}\n{"text": ""}\n{"text": "seven\\ud83d one"}\n', "utf-8"
    )
    (tmp_path / "c.txt").write_text("", "utf-8")
    (tmp_path / "d.txt").write_text("Eight nine two — —", "utf-8")
    return ["a.txt", "b.jsonl", "c.txt", "d.txt"]


@pytest.mark.parametrize(("bundle", "group"), [(1, 1), (1 << 20, 1), (1 << 20, 1 << 20)])
def test_corpus_and_words_are_those_of_one_machine(engine, texts, monkeypatch, bundle, group):
    monkeypatch.setattr(reading, "LEAST_BUNDLE", bundle)
    monkeypatch.setattr(reading, "GROUP_BYTES", group)
    about, stream = load_corpus(texts, HERE)
    loaded = load(engine, texts)
    in_shards = loaded.outline.stream
    same = described(loaded.manifest, in_shards, HERE, loaded.notices)
    for name in ("sources", "settings", "documents", "tokens", "types", "notices"):
        assert getattr(same, name) == getattr(about, name)
    assert {notice.code for notice in about.notices} == {"nul_dropped", "surrogate_replaced"}
    assert in_shards.vocabulary.words == stream.vocabulary.words
    assert in_shards.vocabulary.counts.tolist() == stream.vocabulary.counts.tolist()
    assert in_shards.starts.tolist() == stream.starts.tolist()
    assert sum(shard.own for shard in loaded.shards.collected()) == len(stream)


def test_no_text_at_all_is_no_shard_and_no_error(engine, tmp_path):
    (tmp_path / "a.txt").write_bytes(b"")
    loaded = load(engine, [str(tmp_path / "a.txt")])
    assert len(loaded.outline.stream) == 0


def test_the_first_broken_file_is_named_as_it_would_be_here(engine, texts):
    for name in ("e.jsonl", "f.jsonl"):
        Path(name).write_text('{"text": "one"}\n{"text": \n', "utf-8")
    with pytest.raises(FormatError, match=r"^e\.jsonl, line 2: not JSON") as caught:
        load(engine, [*texts, "e.jsonl", "f.jsonl"])
    assert "jq" in caught.value.hint


@pytest.mark.usefixtures("texts")
def test_text_and_tokens_together_are_refused(engine, monkeypatch):
    monkeypatch.setattr(reading, "LEAST_BUNDLE", 1)
    Path("e.conllu").write_text("1\tone\tone\tNUM\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    plain = CorpusOptions(cache=False)
    with pytest.raises(UsageError, match="conllu"):
        load(engine, ["a.txt", "e.conllu"], plain)


def test_a_stream_is_refused(engine, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match=r"pipe: a stream cannot be read by several machines") as caught:
        load(engine, [str(tmp_path / "pipe")])
    assert "--engine" in caught.value.hint
