"""The options of reading, from the command line to the JSON."""

import json

import pytest

from lexdecay.cli.options import INPUT_FORMATS
from lexdecay.read.formats import FORMATS

WORDS = "one two three four five six seven eight nine ten\n"


@pytest.fixture
def decay(run):
    return run


@pytest.fixture
def zipf(capsys):
    from lexdecay.cli.boundary import run as run_command
    from lexdecay.cli.zipf import zipf as command

    def runner(*arguments):
        code = run_command(command, "zipf", arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return runner


class Ran:
    """What one run left behind."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def counted(zipf, *arguments):
    ran = zipf("count", *arguments, "--json", "--no-cache", "--tokenizer", "whitespace")
    assert ran.code == 0, ran.err
    return json.loads(ran.out), ran.err


def test_the_formats_of_the_option_are_those_that_can_be_read():
    assert set(INPUT_FORMATS) == set(FORMATS)


def test_tokens_of_each_input_add_up_to_those_of_the_corpus(zipf, folder):
    (folder / "a.txt").write_text(WORDS * 3)
    (folder / "b.jsonl").write_text('{"text": "one two"}\n{"text": ""}\n')
    (folder / "c.txt").write_text("")
    result, _ = counted(zipf, "a.txt", "b.jsonl", "c.txt")
    assert [(each["documents"], each["tokens"]) for each in result["inputs"]] == [(1, 30), (2, 2), (1, 0)]
    assert result["corpus"]["tokens"] == 32


def test_an_encoding_that_was_detected_is_in_the_result_and_said(zipf, folder):
    (folder / "a.txt").write_bytes("Der Müller fährt über die Brücke.\n".encode("latin-1") * 9)
    result, said = counted(zipf, "a.txt", "--encoding", "auto")
    assert result["inputs"][0]["encoding"] == "cp1252"
    assert "note: 1 input read as cp1252" in said
    assert "--encoding" in said


def test_what_was_stripped_and_joined_is_in_the_settings(zipf, folder):
    start, end = (f"*** {word} OF THE PROJECT GUTENBERG EBOOK X ***\n" for word in ("START", "END"))
    (folder / "a.txt").write_text(f"{start}one hyphen-\nation\n{end}licence\n")
    result, _ = counted(zipf, "a.txt", "--strip", "gutenberg", "--strip", "invisible", "--dehyphenate")
    assert result["corpus"]["tokens"] == 2
    settings = result["settings"]["corpus"]
    assert (settings["strip"], settings["dehyphenate"]) == ("gutenberg,invisible", True)


def test_types_that_look_alike_are_noted(zipf, folder):
    (folder / "a.txt").write_text("re\u00adsult result ", "utf-8")
    _, said = counted(zipf, "a.txt")
    assert "1 type holds soft hyphens or other invisible characters, such as re\\xadsult" in said


def test_a_path_that_is_not_utf8_is_kept_exactly_also_by_a_store(zipf, decay, folder):
    name = b"\xff.txt".decode("utf-8", "surrogateescape")
    (folder / name).write_text(WORDS)
    for inputs in ([name], ["st"]):
        if inputs == ["st"]:
            assert decay("index", name, "--tokenizer", "whitespace", "-o", "st").code == 0
        result, _ = counted(zipf, *inputs)
        assert result["inputs"][0]["path_base64"] == "/y50eHQ="


def test_a_file_called_like_an_option_gets_the_line_to_type(zipf, folder):
    (folder / "-dash.txt").write_text(WORDS)
    ran = zipf("count", "-dash.txt")
    assert ran.code == 2
    assert "hint: zipf count -- -dash.txt reads the file of that name" in ran.err
    assert zipf("count", "--tokenizer", "whitespace", "--", "-dash.txt").code == 0


def test_a_folder_of_results_is_read_around_them(zipf, folder):
    (folder / "a.txt").write_text(WORDS)
    assert zipf("count", "a.txt", "--tokenizer", "whitespace", "--json", "-o", "r.json").code == 0
    result, said = counted(zipf, ".", "--recursive")
    assert [each["path"] for each in result["inputs"]] == ["./a.txt"]
    assert "./r.json was not read: a result of this program" in said


def test_what_edits_a_text_is_refused_for_a_store(zipf, decay, folder):
    (folder / "a.txt").write_text(WORDS)
    assert decay("index", "a.txt", "--tokenizer", "whitespace", "-o", "st").code == 0
    ran = zipf("count", "st", "--strip", "gutenberg", "--dehyphenate")
    assert ran.code == 2
    assert (
        "st is a store, whose text is read already: --strip gutenberg, --dehyphenate comes too late"
        in ran.err
    )
    assert "hint: decay index TEXT --strip gutenberg --dehyphenate -o STORE" in ran.err
