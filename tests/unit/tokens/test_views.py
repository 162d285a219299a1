import numpy as np
import pytest

from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store
from lexdecay.tokens import views as views_module
from lexdecay.tokens.words import holds_position


def store(*documents, rule="whitespace"):
    data = [document.encode() + b"\n" for document in documents]
    starts = np.cumsum([0, *map(len, data[:-1])]).astype(np.int64)
    return build_store([TextBlock(b"".join(data), starts)], TokenizerSettings(rule))


def spelled(stream):
    return [stream.vocabulary.words[index] for index in stream.ids.tolist()]


def test_types_are_lower_case_by_default_and_punctuation_holds_no_position():
    stream = store("The the — THE cat .").stream()
    assert spelled(stream) == ["the", "the", "the", "cat"]
    assert stream.vocabulary.words == ("the", "cat")
    assert stream.vocabulary.counts.tolist() == [3, 1]


def test_forms_are_left_as_written():
    assert spelled(store("The the .").stream("form", "keep")) == ["The", "the", "."]


def test_equally_common_types_stand_in_code_point_order():
    assert store("b é a Z z").stream("form").vocabulary.words == ("Z", "a", "b", "z", "é")


def test_lower_case_keeps_german_sharp_s():
    assert store("Maße Masse").stream().vocabulary.words == ("masse", "maße")


def test_the_documents_of_a_stream_begin_at_their_first_kept_token():
    stream = store(". a .", ". .", "", "b c .").stream()
    assert stream.starts.tolist() == [0, 1, 1, 1]
    assert spelled(stream) == ["a", "b", "c"]


def test_a_stream_is_the_same_whatever_piece_is_translated_at_once(monkeypatch):
    text = store(". a b", ".", "", "B . a .", "c")
    whole = text.stream()
    monkeypatch.setattr(views_module, "PIECE", 2)
    pieces = text.stream()
    assert pieces.ids.tolist() == whole.ids.tolist()
    assert pieces.starts.tolist() == whole.starts.tolist() == [0, 2, 2, 2, 4]


def test_ids_are_unsigned_32_bit_and_starts_signed_64_bit():
    stream = store("a").stream()
    assert (stream.ids.dtype, stream.starts.dtype) == (np.dtype(np.uint32), np.dtype(np.int64))


@pytest.mark.parametrize("token", ["word", "3", "½", "中", "😀", "❤\ufe0f", "\u0301", "©", "x.", "\ue000"])
def test_words_numbers_marks_and_emoji_hold_a_position(token):
    assert holds_position(token)


@pytest.mark.parametrize(
    "token", [".", "—", "«", "$", "+", "^", "_", "\u200b", "\u00ad", "\x1b", "...", "()"]
)
def test_punctuation_signs_and_controls_hold_none(token):
    assert not holds_position(token)


def test_an_unknown_unit_is_an_error_that_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match="no unit is named 'stems'") as error:
        store("a").stream("stems")
    assert error.value.hint == "known: char, form, lemma, lower, pos"


def test_an_unknown_punctuation_rule_is_an_error_that_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match="no punctuation rule is named 'kept'") as error:
        store("a").stream(punctuation="kept")
    assert "did you mean 'keep'" in error.value.hint


def test_characters_of_a_store_of_words_are_refused_with_the_option_to_type():
    with pytest.raises(
        UsageError, match="needs a store of characters, this one was cut by 'whitespace'"
    ) as error:
        store("a").stream("char")
    assert "--unit char" in error.value.hint


def test_characters_are_what_a_reader_sees():
    text = "e\u0301 中文 👩\u200d🚀 👍🏽 ❤\ufe0f 🇫🇮🇸🇪🇳 \u0301"
    assert spelled(store(text, rule="char").stream("char", "keep")) == [
        *("e\u0301", "中", "文", "👩\u200d🚀", "👍🏽", "❤\ufe0f", "🇫🇮", "🇸🇪", "🇳", "\u0301")
    ]  # fmt: skip


def test_documents_of_characters_begin_after_characters_of_several_bytes():
    assert store("é中", "", "𝄞a", rule="char").starts.tolist() == [0, 2, 2]


def test_spacys_chinese_characters_come_through_its_own_tokenizer():
    text = build_store(
        [TextBlock("我爱你。\n好 的\n".encode(), np.array([0, 13]))], TokenizerSettings(language="zh")
    )
    assert spelled(text.stream("form", "keep")) == ["我", "爱", "你", "。", "好", "的"]
    assert text.starts.tolist() == [0, 4]
