"""Token counts that others published, reproduced by the matching pattern (corpora/GOLD.md)."""

import gzip
import unicodedata
from pathlib import Path

import numpy as np
import pytest

from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"
NLTK = r"\w+|[^\w\s]+"
TIDYTEXT = r"\w+(?:[’'.]\w+)*"


def read(name):
    path = CORPORA / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    return unicodedata.normalize("NFC", data.decode())


def store_of(text, rule, pattern=None):
    return build_store([TextBlock(text.encode(), np.array([0]))], TokenizerSettings(rule, pattern=pattern))


@pytest.mark.parametrize(
    ("name", "tokens", "types"),
    [
        ("en/moby_dick.txt", 260_819, 19_317),
        ("reference/genesis_kjv_nltk.txt", 44_764, 2_789),
        ("reference/inaugural_nltk.txt.gz", 152_901, None),
    ],
)
def test_nltks_published_counts_come_out_of_its_rule(name, tokens, types):
    manifest = store_of(read(name), "pattern", NLTK).manifest
    assert manifest.tokens == tokens
    assert types in {None, manifest.types}


def test_moby_dick_has_nltks_lower_case_types():
    words = store_of(read("en/moby_dick.txt"), "pattern", NLTK).stream("lower", "keep").vocabulary.words
    assert len(words) == 17_231
    assert sum(word.isalpha() for word in words) == 16_948


def test_pride_and_prejudice_has_tidytexts_count():
    text = read("en/pride_and_prejudice.txt").lower().replace("_", " ")
    vocabulary = store_of(text, "pattern", TIDYTEXT).stream("form", "keep").vocabulary
    assert int(vocabulary.counts.sum()) == 122_204
    assert len(vocabulary) == 6_409
    assert int(vocabulary.counts[vocabulary.words.index("the")]) == 4_331


@pytest.mark.parametrize(
    ("name", "tokens", "lines"),
    [("en/wikitext2_test.txt", 241_211, 4_358), ("en/wikitext2_valid.txt.gz", 213_886, 3_760)],
)
def test_wikitext_has_its_published_blank_separated_tokens(name, tokens, lines):
    text = read(name)
    assert store_of(text, "whitespace").manifest.tokens == tokens
    assert len(text.splitlines()) == lines
