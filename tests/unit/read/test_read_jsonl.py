import gzip
import json
from pathlib import Path

import pytest

from lexdecay.errors import FormatError

CORPORA = Path(__file__).parents[4] / "shared/corpora"


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def test_each_object_is_a_document_and_small_ones_share_a_block(read, file):
    reading = read(file("a.jsonl", lines(*({"text": f"tweet {i}"} for i in range(500)))))
    assert len(reading.blocks) == 1
    assert [document.rstrip("\n") for document in reading.documents] == [f"tweet {i}" for i in range(500)]
    assert reading.sources[0].documents == 500


def test_the_suffix_decides_below_a_compression_and_an_option_on_standard_input(read, file):
    data = lines({"text": "one"}, {"text": "two"}).encode()
    assert read(file("a.NDJSON.gz", gzip.compress(data))).documents == ["one\n", "two"]
    assert read("-", stdin=data, documents="object").documents == ["one\n", "two"]


def test_empty_texts_are_documents_and_blank_lines_are_not(read, file):
    data = lines({"text": ""}, {"text": "a"}) + "\n \n" + lines({"text": ""})
    assert [document.strip() for document in read(file("a.jsonl", data)).documents] == ["", "a", ""]


def test_another_field_and_a_nested_one_can_be_named(read, file):
    path = file("a.jsonl", lines({"question": "q", "meta": {"body": "b"}, "x.y": "dotted"}))
    assert read(path, field="question").documents == ["q"]
    assert read(path, field="meta.body").documents == ["b"]
    assert read(path, field="x.y").documents == ["dotted"]


def test_a_missing_field_lists_the_keys_there_are_and_the_option(read, file):
    with pytest.raises(FormatError) as caught:
        read(file("a.jsonl", lines({"id": 1, "question": "q", "a": {"b": "c"}})))
    assert caught.value.message.endswith("a.jsonl, line 1: no field 'text'; the keys are: id, question, a")
    assert caught.value.hint == "--field question or --field a.b"


def test_keys_that_could_drive_a_terminal_are_shown_escaped(read, file):
    with pytest.raises(FormatError) as caught:
        read(file("a.jsonl", lines({"\x1b[2J": "q"})))
    assert r"\u001b[2J" in caught.value.message
    assert "holds no string" in caught.value.hint


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"text": null}', "line 2: field 'text' is null, not a string"),
        ('{"text": 7}', "line 2: field 'text' is a number, not a string"),
        ('{"text": true}', "line 2: field 'text' is true or false, not a string"),
        ('{"text": {"a": 1}}', "line 2: field 'text' is an object, not a string"),
        ('["text"]', "line 2: found an array where an object is needed"),
        ('"text"', "line 2: found a string where an object is needed"),
        ('{"text": "a"', "line 2: not JSON: Expecting ',' delimiter at column 13"),
        ('{"text": "a"} {}', "line 2: not JSON: Extra data at column 15"),
        ("[" * 100_000, "line 2: JSON that cannot be held"),
        ('{"n": ' + "9" * 5000 + "}", "line 2: JSON that cannot be held"),
    ],
)
def test_a_line_that_is_no_object_with_a_text_is_named_with_what_was_found(read, file, line, message):
    with pytest.raises(FormatError) as caught:
        read(file("a.jsonl", '{"text": "good"}\n' + line + "\n"))
    assert message in caught.value.message


def test_lone_surrogates_become_replacement_characters_and_are_counted(read, file):
    reading = read(file("a.jsonl", '{"text": "a\\ud800b \\ud83d\\ude00"}\n'))
    assert reading.documents == ["a\ufffdb \U0001f600"]
    assert reading.notices[0].message.startswith("1 lone surrogate replaced by U+FFFD")


def test_text_inside_json_is_cleaned_like_any_other(read, file):
    reading = read(file("a.jsonl", lines({"text": "a\r\nb\u0000c e\u0301 \ufeffd"})))
    assert reading.documents == ["a\nbc é d"]
    assert sorted(reading.codes) == ["bom_dropped", "nul_dropped"]


def test_a_line_separator_inside_a_string_ends_no_line(read, file):
    data = '{"text": "a\u2028b\u0085c"}\n{"text": "d"}\n'
    assert read(file("a.jsonl", data)).documents == ["a\u2028b\u0085c\n", "d"]


def test_marks_of_concatenated_files_are_dropped(read, file):
    data = "\ufeff" + lines({"text": "a"}) + "\ufeff" + lines({"text": "b"})
    reading = read(file("a.jsonl", data))
    assert reading.documents == ["a\n", "b"]
    assert reading.codes == ["bom_dropped"]


def test_other_kinds_of_documents_divide_or_join_the_objects(read, file):
    path = file("a.jsonl", lines({"text": "one\n\ntwo"}, {"text": "three"}))
    assert read(path, documents="file").documents == ["one\n\ntwo\nthree\n"]
    assert read(path, documents="paragraph").documents == ["one\n\n", "two\n", "three\n"]
    assert read(path, documents="line").documents == ["one\n", "\n", "two\n", "three\n"]


def test_one_object_larger_than_a_block_is_cut_and_stays_one_document(read, file):
    text = "word " * 500_000
    reading = read(file("a.jsonl", lines({"text": "first"}, {"text": text}, {"text": ""}, {"text": "last"})))
    assert max(len(block.data) for block in reading.blocks) < 2 << 20
    assert [document.removesuffix("\n") for document in reading.documents] == ["first", text, "", "last"]


def test_a_json_array_is_an_error_that_says_how_to_turn_it(read, file):
    for name in ("a.json", "a.jsonl", "a.txt"):
        with pytest.raises(FormatError, match="one JSON array of objects") as caught:
            read(file(name, '[\n  {"text": "a"}\n]'))
        assert "jq -c '.[]' FILE > FILE.jsonl" in caught.value.hint


@pytest.mark.parametrize("name", ["a.txt", "a.json", "a"])
def test_a_first_line_that_is_an_object_is_jsonl_whatever_the_name(read, file, name):
    path = file(name, lines({"text": "a"}, {"text": "b"}))
    assert read(path).documents == ["a\n", "b"]
    assert read("-", stdin=path.read_bytes()).documents == ["a\n", "b"]
    assert read(path, documents="file").documents == ["a\nb\n"]
    assert read(path, input_format="text").documents == ['{"text": "a"}\n{"text": "b"}\n']


def test_a_long_first_object_is_recognised_by_its_beginning(read):
    text = "word " * 20_000
    assert read("-", stdin=lines({"text": text}).encode()).documents == [text]


@pytest.mark.parametrize("data", [b"{}", b'{"a": 1}'])
def test_objects_without_a_text_are_refused_alike_from_everywhere(read, file, data):
    for reading in (lambda: read(file("a.txt", data)), lambda: read("-", stdin=data)):
        with pytest.raises(FormatError, match="line 1: no field 'text'"):
            reading()


def test_json_of_several_lines_is_not_read_as_running_text_unless_asked(read, file):
    path = file("a.txt", '{\n  "text": "a"\n}\n')
    with pytest.raises(FormatError, match="JSON, not running text") as caught:
        read(path)
    assert "jq -c . FILE" in caught.value.hint
    assert "--input-format text" in caught.value.hint
    assert read(path, input_format="text").text == path.read_text()


def test_real_files_name_their_own_keys(read):
    if not CORPORA.exists():
        pytest.skip("the shared corpora are not here")
    with pytest.raises(FormatError) as caught:
        read(CORPORA / "en/gsm8k_train.jsonl")
    assert caught.value.hint == "--field question or --field answer"
    assert read(CORPORA / "en/gsm8k_train.jsonl", field="question").sources[0].documents == 7473
    assert read(CORPORA / "en/state_union.jsonl.gz").sources[0].documents == 65
