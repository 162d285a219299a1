"""Counts that the treebanks publish about themselves (stats.xml), reproduced by the reader."""

from pathlib import Path

import pytest

from lexdecay.corpus import CorpusOptions, load_corpus

UD = Path(__file__).parents[4] / "shared" / "corpora" / "ud"


@pytest.mark.parametrize(
    ("name", "sentences", "surface", "syntactic", "types"),
    [
        ("en_ewt-ud-dev.conllu.gz", 2_001, 24_787, 25_147, 4_813),
        ("en_ewt-ud-test.conllu", 2_077, 24_740, 25_094, 4_949),
        ("zh_gsd-ud-dev.conllu.gz", 500, 12_665, 12_665, 4_322),
        ("zh_gsd-ud-test.conllu", 500, 12_010, 12_010, 4_053),
        ("de_gsd-ud-dev.conllu.gz", 799, 12_316, 12_480, 3_819),
        ("de_gsd-ud-test.conllu", 977, 16_225, 16_499, 5_183),
        ("fr_gsd-ud-dev.conllu.gz", 1_476, 34_664, 35_721, 8_851),
        ("fr_gsd-ud-test.conllu", 416, 9_738, 10_018, 3_122),
        ("tr_boun-ud-test.conllu.gz", 979, 12_015, 12_210, 5_966),
    ],
)
def test_every_treebank_has_its_published_counts(name, sentences, surface, syntactic, types):
    path = UD / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    streams = {
        words: load_corpus([str(path)], CorpusOptions(conllu_words=words, punctuation="keep"))[1]
        for words in ("surface", "syntactic")
    }
    assert {words: len(stream) for words, stream in streams.items()} == {
        "surface": surface,
        "syntactic": syntactic,
    }
    assert [stream.sentences.size for stream in streams.values()] == [sentences, sentences]
    assert types in {len(stream.vocabulary) for stream in streams.values()}
