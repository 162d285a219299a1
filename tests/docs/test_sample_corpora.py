"""The sample corpora: what SOURCES.md says of them is so, and the texts are worth measuring."""

import hashlib
import importlib.util
import json
import re
from collections import Counter
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "sample_corpora"
SOURCES = (FOLDER / "SOURCES.md").read_text(encoding="utf-8")
# | `file` | documents | words | bytes | sha256 |
ROW = re.compile(r"^\| `(?P<name>[^`]+)` \| (.*) \| `(?P<sha256>[0-9a-f]{64})` \|$", re.MULTILINE)
LAWS = ("copy", "markov", "iid")


def texts(name):
    content = (FOLDER / name).read_text(encoding="utf-8")
    if name.endswith(".jsonl"):
        return [json.loads(line)["text"] for line in content.splitlines()]
    return [content]


def row(name):
    data = (FOLDER / name).read_bytes()
    is_corpus = not name.endswith(".json")
    documents = f"{len(texts(name)):,}" if is_corpus else "-"
    words = f"{sum(len(text.split()) for text in texts(name)):,}" if is_corpus else "-"
    digest = hashlib.sha256(data).hexdigest()
    return f"| `{name}` | {documents} | {words} | {len(data):,} | `{digest}` |"


def paragraphs(name):
    return [line for line in (FOLDER / name).read_text(encoding="utf-8").split("\n") if line]


def most_frequent_run(units, size):
    """How often the commonest run of ``size`` units occurs."""
    return max(Counter(tuple(units[i : i + size]) for i in range(len(units) - size + 1)).values())


@pytest.mark.parametrize("name", [match["name"] for match in ROW.finditer(SOURCES)])
def test_sources_gives_each_file_with_its_counts_and_checksum(name):
    assert row(name) in SOURCES.splitlines()


def test_sources_leaves_no_data_file_out():
    listed = {match["name"] for match in ROW.finditer(SOURCES)}
    assert listed == {path.name for path in FOLDER.iterdir() if path.suffix in {".txt", ".jsonl", ".json"}}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder into which the script has written its corpora once more."""
    spec = importlib.util.spec_from_file_location("make_generated", FOLDER / "make_generated.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    folder = tmp_path_factory.mktemp("generated")
    script.make(folder)
    return folder


def test_the_script_makes_the_generated_corpora_and_nothing_else(made):
    files = {path.name for path in made.iterdir()}
    assert files == {f"{law}{ending}" for law in LAWS for ending in (".jsonl", ".truth.json")}


@pytest.mark.parametrize("law", LAWS)
def test_the_generated_corpora_are_reproduced_byte_for_byte(made, law):
    assert (made / f"{law}.jsonl").read_bytes() == (FOLDER / f"{law}.jsonl").read_bytes()


@pytest.mark.parametrize("law", LAWS)
def test_the_truths_are_reproduced_to_the_last_digits_of_a_fourier_transform(made, law):
    # those differ between processors, so the numbers are compared and not the bytes
    again, kept = (
        json.loads((at / f"{law}.truth.json").read_text(encoding="utf-8")) for at in (made, FOLDER)
    )
    for curve in ("c", "offsets"):
        assert again.pop(curve) == pytest.approx(kept.pop(curve), rel=1e-9, abs=1e-14)
    again_bits, kept_bits = again.pop("bits"), kept.pop("bits")
    assert again_bits.keys() == kept_bits.keys()
    for vocabulary, bits in kept_bits.items():
        assert again_bits[vocabulary] == pytest.approx(bits, rel=1e-9, abs=1e-14)
    assert again == kept


def test_the_truths_hold_the_exact_curves_of_their_laws():
    markov = json.loads((FOLDER / "markov.truth.json").read_text(encoding="utf-8"))
    assert markov["c"] == pytest.approx([0.8**d for d in markov["offsets"]])
    iid = json.loads((FOLDER / "iid.truth.json").read_text(encoding="utf-8"))
    assert not any(iid["c"])
    assert not any(map(any, iid["bits"].values()))


def test_the_english_story_is_long_enough_and_never_repeats_itself():
    words = texts("english.txt")[0].split()
    assert len(words) >= 9_000
    assert most_frequent_run(words, 8) <= 2


def test_the_english_story_finds_many_things_beautiful():
    following = re.findall(r"\bbeautiful (\w+)", texts("english.txt")[0])
    assert len(following) >= 25
    assert len(set(following)) >= 20


def test_the_chinese_story_is_long_enough_and_never_repeats_itself():
    characters = re.findall(r"[\u4e00-\u9fff]", texts("chinese.txt")[0])
    assert len(characters) >= 9_000
    assert most_frequent_run(characters, 12) <= 2


def test_the_notes_are_many_short_different_and_numbered():
    notes = [json.loads(line) for line in (FOLDER / "notes.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(notes) >= 200
    assert [note["id"] for note in notes] == [f"note-{number:03d}" for number in range(1, len(notes) + 1)]
    assert all(30 <= len(note["text"].split()) <= 120 for note in notes)
    assert most_frequent_run([word for note in notes for word in note["text"].split()], 8) == 1


@pytest.mark.parametrize("name", ["english.txt", "chinese.txt"])
def test_prose_has_one_paragraph_a_line_and_a_blank_line_between(name):
    content = (FOLDER / name).read_bytes().decode("utf-8")
    assert "\r" not in content
    assert content.endswith("\n")
    assert content.removesuffix("\n").split("\n\n") == paragraphs(name)
    assert all(paragraph == paragraph.strip() for paragraph in paragraphs(name))
