import sys

import numpy as np
import pytest

from lexdecay.errors import MissingExtraError, UsageError
from lexdecay.records import UNIVERSAL_TAGS, TextBlock
from lexdecay.tokens import TokenizerSettings, build_store
from lexdecay.tokens.jieba import universal

JIEBA = TokenizerSettings("jieba", "zh")


def block(*documents):
    data = [document.encode() + b"\n" for document in documents]
    return TextBlock(b"".join(data), np.cumsum([0, *map(len, data[:-1])]).astype(np.int64))


def tagged(stream):
    return [
        (stream.vocabulary.words[index], stream.tag_names[tag])
        for index, tag in zip(stream.ids.tolist(), stream.tags.tolist(), strict=True)
    ]


def test_chinese_is_cut_into_words_with_universal_tags():
    pytest.importorskip("rjieba")
    store = build_store([block("我来到北京清华大学。", "他 是 好人")], JIEBA)
    assert tagged(store.stream()) == [
        *(("我", "PRON"), ("来到", "VERB"), ("北京", "PROPN"), ("清华大学", "PROPN")),
        *(("他", "PRON"), ("是", "AUX"), ("好人", "NOUN")),
    ]
    assert store.stream().starts.tolist() == [0, 4]
    assert (store.manifest.tokenizer.name, store.manifest.tokenizer.language) == ("jieba", "zh")


def test_tags_of_several_blocks_follow_each_other():
    pytest.importorskip("rjieba")
    store = build_store([block("我爱你"), block("北京")], JIEBA)
    assert [UNIVERSAL_TAGS[tag] for tag in store.tags.tolist()][-1] == "PROPN"
    assert store.tags.size == store.ids.size


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        *(("北京", "ns", "PROPN"), ("好人", "n", "NOUN"), ("小明", "nrt", "PROPN"), ("漂亮", "a", "ADJ")),
        *(
            ("是", "v", "AUX"),
            ("了", "ul", "AUX"),
            ("的", "uj", "PART"),
            ("。", "x", "PUNCT"),
            ("+", "eng", "PUNCT"),
        ),
        *(
            ("apple", "eng", "X"),
            ("年", "m", "NOUN"),
            ("甲", "??", "X"),
            ("这", "r", "DET"),
            ("不", "d", "ADV"),
        ),
    ],
)
def test_jiebas_tags_become_universal_ones(word, tag, expected):
    assert universal(word, tag) == expected


def test_a_missing_rjieba_comes_with_its_install_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "rjieba", None)
    with pytest.raises(MissingExtraError, match="the tokenizer 'jieba' needs a package") as error:
        build_store([block("我")], JIEBA)
    assert error.value.hint == "pip install 'lexdecay[zh]'"


def test_it_may_be_asked_for_tags_and_not_for_lemmas():
    pytest.importorskip("rjieba")
    assert build_store([block("我")], TokenizerSettings("jieba", "zh", tagged=True)).tags.size == 1
    with pytest.raises(UsageError, match="not from the tokenizer 'jieba'"):
        build_store([block("我")], TokenizerSettings("jieba", "zh", lemmas=True))


def test_chinese_without_a_tokenizer_says_which_one_tags():
    with pytest.raises(UsageError, match="no model gives tags for the language 'zh'") as error:
        build_store([block("我")], TokenizerSettings(language="zh", tagged=True))
    assert error.value.hint == "--tokenizer jieba"
