import json

import pytest

from lexdecay.report.safe_text import safe_json, safe_lines, safe_text


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2J", r"\x1b[2J"),
        ("\x1b]52;c;aGk=\x07", r"\x1b]52;c;aGk=\x07"),
        ("\x9b31m", r"\x9b31m"),
        ("a\tb\r\n", r"a\tb\r\n"),
        ("\x00\x7f", r"\x00\x7f"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\u2066x\u2069", r"\u2066x\u2069"),
        ("\u200b\ufeff\u00ad", r"\u200b\ufeff\xad"),
        ("\u2028", r"\u2028"),
        ("caf\udce9", r"caf\udce9"),
    ],
)
def test_every_control_character_becomes_a_visible_escape(hostile, shown):
    assert safe_text(hostile) == shown


@pytest.mark.parametrize(
    "word", ["naïve", "春天", "नमस्ते", "می\u200cخواهم", "👩\u200d🚀", "[/b]", ":x:", "=1+1"]
)
def test_ordinary_words_of_any_script_stay_as_they_are(word):
    assert safe_text(word) == word


def test_lines_stay_lines_but_nothing_in_them_acts():
    assert safe_lines("one\n\x1btwo\n") == "one\n\\x1btwo\n"


def test_json_keeps_its_value_while_its_text_becomes_inert():
    value = {"path": "a\u202eb\x9b\u200b", "layout": [1]}
    text = safe_json(json.dumps(value, ensure_ascii=False, indent=1))
    assert json.loads(text) == value
    assert not {"\u202e", "\x9b", "\u200b"} & set(text)
