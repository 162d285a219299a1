"""Damaged and foreign stores, and tokens that would drive a terminal, a spreadsheet or a table."""

import csv
import io
import json
import os
import random
import sys
from html.parser import HTMLParser

import numpy as np
import polars as pl
import pytest

WORDS = ("--tokenizer", "whitespace", "--no-cache")


# ---- stores


@pytest.fixture
def store(here, place, text):  # noqa: ARG001  the file is read by its name
    assert here("decay", "index", "text.txt", "-o", "s", "-q", *WORDS).code == 0
    return place / "s"


def test_a_flipped_bit_in_any_file_of_a_store_is_an_error_that_names_the_file(here, store):
    chance = random.Random(3)  # noqa: S311  places, not secrets
    for path in sorted(store.iterdir()):
        whole = path.read_bytes()
        for _ in range(6):
            at = chance.randrange(len(whole))
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
            ran = here("zipf", "count", "s", "--json", "-q")
            if json_value(path, whole) == json_value(path, path.read_bytes()):
                assert ran.code == 0  # between the values of the manifest: nothing has changed
                continue
            assert (ran.code, ran.out) == (1, "")
            assert path.name in ran.err or "store format" in ran.err, ran.err
            assert "hint: run `decay index` on the text again" in ran.err
        path.write_bytes(whole)


def json_value(path, data):
    try:
        return json.loads(data) if path.suffix == ".json" else data
    except ValueError:
        return None


@pytest.mark.parametrize("cut", [0, 1, 100])
def test_a_file_of_a_store_that_was_cut_short_is_an_error(here, store, cut):
    for path in sorted(store.iterdir()):
        whole = path.read_bytes()
        if len(whole) <= cut:
            continue
        path.write_bytes(whole[:cut])
        ran = here("zipf", "count", "s", "-q")
        assert ran.code in {1, 2}
        assert ran.err.startswith("error: ")
        assert "Traceback" not in ran.err
        path.write_bytes(whole)


@pytest.mark.parametrize("number", [1, 2, 99])
def test_a_store_of_another_version_is_refused_with_what_to_do(here, store, number):
    manifest = json.loads((store / "manifest.json").read_text())
    (store / "manifest.json").write_text(json.dumps(manifest | {"format": number, "lexdecay": "0.0.1"}))
    ran = here("decay", "fit", "s")
    assert ran.code == 1
    assert f"store format {number} (made by lexdecay 0.0.1, this version reads 3)" in ran.err
    assert "hint: run `decay index` on the text again" in ran.err


def test_a_damaged_store_can_be_replaced(here, store):
    (store / "manifest.json").write_bytes(b'{"kind": "lexdecay.tokens"')
    assert here("decay", "index", "text.txt", "-o", "s", "-q", *WORDS).code == 0
    assert here("zipf", "count", "s", "-q").code == 0


OTHER_INPUTS = {
    "another file": (("text.txt",), ("other.txt",), "text.txt"),
    "fewer files": (("text.txt", "other.txt"), ("text.txt",), "2 inputs, such as other.txt"),
    "standard input": (("-",), ("-",), "standard input"),
}


@pytest.mark.usefixtures("text")
@pytest.mark.parametrize(("before", "after", "named"), OTHER_INPUTS.values(), ids=OTHER_INPUTS)
def test_a_store_of_other_inputs_is_replaced_only_when_that_is_asked_for(
    here, place, monkeypatch, before, after, named
):
    (place / "other.txt").write_text("another text " * 300)

    def index(piped, inputs, *options):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped)))
        return here("decay", "index", *inputs, "-o", "s", "-q", *WORDS, *options)

    assert index(b"one text", before).code == 0
    manifest = (place / "s" / "manifest.json").read_bytes()
    ran = index(b"two texts", after)
    assert ran.code == 1
    assert ran.err == (
        f"error: s is a store of {named}, which would be lost\n"
        "hint: decay index ... --replace -o s, or name a new folder with -o\n"
    )
    assert (place / "s" / "manifest.json").read_bytes() == manifest
    assert index(b"two texts", after, "--replace").code == 0
    assert (place / "s" / "manifest.json").read_bytes() != manifest


@pytest.mark.usefixtures("text")
def test_a_store_is_made_again_from_its_files_and_more_without_a_word(here, place):
    (place / "other.txt").write_text("another text " * 300)
    for inputs in (("text.txt",), (str(place / "text.txt"),), ("text.txt", "other.txt")):
        ran = here("decay", "index", *inputs, "-o", "s", "-q", *WORDS)
        assert (ran.code, ran.err) == (0, "")


@pytest.mark.usefixtures("text")
def test_something_else_is_never_replaced_by_a_store(here, place):
    (place / "photos").mkdir()
    (place / "photos" / "a.jpg").write_bytes(b"x")
    ran = here("decay", "index", "text.txt", "-o", "photos", *WORDS)
    assert ran.code == 2
    assert "exists and is not a token store; nothing was written" in ran.err
    assert [path.name for path in (place / "photos").iterdir()] == ["a.jpg"]


@pytest.mark.usefixtures("text")
def test_a_damaged_cache_is_rebuilt_with_a_note_and_the_answer_is_right(here, place):
    right = here("zipf", "count", "text.txt", "--format", "csv", "--cache-dir", "cache").out
    (path,) = (place / "cache").glob("*.npz")
    whole = path.read_bytes()
    chance = random.Random(4)  # noqa: S311
    for _ in range(8):
        at = chance.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        ran = here("zipf", "count", "text.txt", "--format", "csv", "--cache-dir", "cache")
        assert (ran.code, ran.out) == (0, right)
        assert "cannot be read and is rebuilt: its checksum differs" in ran.err


def test_counts_above_32_bits_are_counted_exactly():
    from lexdecay.count.runs import Run, add_runs
    from lexdecay.count.words import exposure
    from lexdecay.records import TokenStream, Vocabulary

    tokens = 2**32 + 7
    ids = np.broadcast_to(np.uint32(0), tokens)  # one word, without memory
    stream = TokenStream(ids, np.array([0]), Vocabulary(("a",), np.array([tokens])))
    assert exposure(stream, 3).tolist() == [tokens, tokens - 1, tokens - 2, tokens - 3]
    run = Run(np.array([5], np.uint64), np.array([2**33]))
    assert add_runs([run, run, run]).counts.tolist() == [3 * 2**33]


# ---- tokens

HOSTILE = [
    "=HYPERLINK(1)",
    "+1",
    "-2",
    "@x",
    "\x1b[2J",
    "\x1b]52;c;aGk=\x07",
    "\x9b31m",
    "\u202eevil",
    "[/]",
    "[red]",
]
HOSTILE += [":smile:", "<script>alert(1)</script>", '"></svg>', "{{7*7}}", "]]>"]
RESERVED = ["<unk>", "<s>", "</s>", "_", "NA", "null", "nan", "None", "TRUE", "NULL", "1e5", "0x10", "#N/A"]


@pytest.fixture
def hostile(place):
    words = [word for word in HOSTILE for _ in range(12)]
    random.Random(1).shuffle(words)  # noqa: S311
    path = place / "hostile.jsonl"
    path.write_text("".join(json.dumps({"text": " ".join(words)}) + "\n" for _ in range(9)), "utf-8")
    return path


COMMANDS = [
    ("zipf", "count", "hostile.jsonl", "--punctuation", "keep"),
    ("decay", "pairs", "hostile.jsonl", "--offset", "1", "--kwic", "1", "--punctuation", "keep"),
    ("decay", "word", "hostile.jsonl", "[red]", "--punctuation", "keep"),
]


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[1])
@pytest.mark.parametrize("color", ["always", "never"])
def test_no_token_drives_the_terminal_or_is_taken_for_markup(here, arguments, color):
    ran = here(*arguments, "--color", color, "--tokenizer", "whitespace", "--no-cache")
    assert ran.code == 0
    for said in (ran.out, ran.err):
        plain = said.replace("\x1b[1m", "").replace("\x1b[0m", "").replace("\x1b[2m", "")
        assert not {"\x9b", "\x07", "\u202e"} & set(plain)
        assert "\x1b]" not in plain
        assert "\x1b[2J" not in plain
    assert "[red]" in ran.out


@pytest.mark.usefixtures("hostile")
def test_a_cell_that_a_spreadsheet_would_run_is_escaped_in_csv_and_whole_elsewhere(here, place):
    options = ("--unit", "form", "--punctuation", "keep", *WORDS)
    table = here("zipf", "count", "hostile.jsonl", "--format", "csv", *options).out
    words = {row["word"] for row in csv.DictReader(io.StringIO(table))}
    assert {"'=HYPERLINK(1)", "'+1", "'-2", "'@x"} <= words
    assert not any(word.startswith(("=", "+", "-", "@", "\t", "\r")) for word in words)
    assert here("zipf", "count", "hostile.jsonl", "-o", "out.parquet", *options).code == 0
    assert {"=HYPERLINK(1)", "\x1b[2J"} <= set(pl.read_parquet(place / "out.parquet")["word"])
    counts = here("zipf", "count", "hostile.jsonl", "--json", *options).counts
    assert counts["=HYPERLINK(1)"] == counts["<script>alert(1)</script>"] == 108


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("form", ["csv", "tsv", "ndjson", "json"])
def test_rows_on_a_terminal_are_inert(here, monkeypatch, form):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    ran = here("zipf", "count", "hostile.jsonl", "--format", form, "--punctuation", "keep", *WORDS)
    assert ran.code == 0
    assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(ran.out)
    assert r"\x1b[2j,108" in ran.out or form != "csv"
    assert "\t108\n" in ran.out or form != "tsv"


def test_reserved_words_of_other_programs_are_words(here, place):
    (place / "a.txt").write_text(" ".join(RESERVED * 5), "utf-8")
    options = ("--unit", "form", "--punctuation", "keep", *WORDS)
    right = dict.fromkeys(RESERVED, 5)
    assert here("zipf", "count", "a.txt", "--json", *options).counts == right
    here("zipf", "count", "a.txt", "-o", "a.csv", *options)
    assert here("zipf", "count", "a.csv", "--counts", "--json").counts == right
    here("zipf", "count", "a.txt", "-o", "a.parquet", *options)
    assert here("zipf", "count", "a.parquet", "--counts", "--json").counts == right
    assert here("decay", "count", "a.txt", "-o", "p", "--max-offset", "1", "-q", *options).code == 0
    assert set(pl.read_parquet(place / "p" / "*.parquet")["left"]) == set(RESERVED)


@pytest.mark.parametrize("name", ["a\nb.txt", "😀.txt", "-x.txt", "a\x1b[2J.txt", b"caf\xe9.txt"])
def test_any_file_name_works_and_is_shown_inert(here, place, name):
    (place / os.fsdecode(name)).write_text("the whale saw the sea", "utf-8")
    ran = here("zipf", "count", "--json", *WORDS, "--", os.fsdecode(name))
    assert ran.code == 0
    assert ran.document["corpus"]["tokens"] == 5
    page = here("zipf", "count", *WORDS, "--", os.fsdecode(name))
    assert page.code == 0
    assert "\x1b" not in page.out + page.err


@pytest.mark.usefixtures("hostile")
def test_a_figure_holds_tokens_as_text_and_never_as_markup(here, place):
    pytest.importorskip("matplotlib")
    import xml.etree.ElementTree as ET

    options = ("--punctuation", "keep", "--figure", "f.svg", *WORDS)
    ran = here("decay", "word", "hostile.jsonl", "<script>alert(1)</script>", *options)
    if ran.code == 2:
        pytest.skip("this verb has no figure")
    drawn = (place / "f.svg").read_text("utf-8")
    assert "<script" not in drawn
    ET.fromstring(drawn)  # noqa: S314  made here


class Elements(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.mark.usefixtures("hostile")
def test_a_page_of_html_holds_tokens_as_text_and_runs_its_own_script_alone(here, place):
    options = ("--max-offset", "5", "--punctuation", "keep", "-o", "page.html", *WORDS)
    ran = here("decay", "report", "hostile.jsonl", *options)
    assert ran.code == 0, ran.err
    page = (place / "page.html").read_text("utf-8")
    elements = Elements(page).found
    scripts = [of.get("type") for tag, of in elements if tag == "script"]
    assert scripts.count(None) == 1
    assert set(scripts) <= {None, "application/json"}
    (policy,) = [of["content"] for tag, of in elements if of.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(page)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
