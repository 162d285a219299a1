"""Tokens equal spaCy's own on real texts of every language with a rule tokenizer that the corpora have."""

import gzip
import unicodedata
from pathlib import Path

import numpy as np
import pytest
import spacy

from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store

CORPORA = Path(__file__).parents[3] / "shared" / "corpora"
MOST_BYTES = 600_000  # of each text: the comparison of all 50 MB takes minutes
BLOCK = 100_000

TEXTS = [
    ("en", "en/moby_dick.txt"),
    ("en", "en/ulysses.txt.gz"),
    ("en", "en/goemotions_dev.tsv"),
    ("en", "en/ubuntu_irc_dev.txt"),
    ("en", "en/gsm8k_train.jsonl"),
    ("en", "ud/en_ewt-ud-dev.conllu.gz"),
    ("de", "de/buddenbrooks.txt"),
    ("fr", "fr/madame_bovary.txt"),
    ("es", "es/don_quijote.txt"),
    ("fi", "fi/kalevala.txt"),
    ("hu", "hu/egri_csillagok.txt"),
    ("ru", "ru/idiot.txt"),
    ("tr", "ud/tr_boun-ud-test.conllu.gz"),
    ("xx", "ud/zh_gsd-ud-dev.conllu.gz"),
]


def read(name):
    path = CORPORA / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    return unicodedata.normalize("NFC", data[:MOST_BYTES].decode("utf-8", "ignore"))


def blocks(data):
    """Cut after any blank, in the middle of lines too."""
    start = 0
    while start < len(data):
        stop = len(data) if start + BLOCK >= len(data) else data.rindex(b" ", start, start + BLOCK) + 1
        yield TextBlock(data[start:stop], np.array([0] if not start else [], np.int64))
        start = stop


@pytest.mark.parametrize(("language", "name"), TEXTS)
def test_tokens_are_the_non_space_tokens_of_spacy(language, name):
    text = read(name)
    store = build_store(blocks(text.encode()), TokenizerSettings(language=language))
    expected = [token.text for token in spacy.blank(language).tokenizer(text) if not token.is_space]
    assert [store.words[index] for index in store.ids.tolist()] == expected
    assert store.manifest.long_runs_split == 0
