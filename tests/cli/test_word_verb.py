"""``decay word`` on real files: what is typed, what is shown, what is refused."""

import io
import json
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_text
from lexdecay.errors import UsageError
from lexdecay.records import TokenStream, Vocabulary
from lexdecay.word_analysis import tagged

EN = Path(__file__).parents[3] / "shared" / "corpora" / "en"


@pytest.fixture
def novel(tmp_path):
    """Two documents in which 'old' is always followed by 'man' or 'sea' and by 'the' two words on."""
    for name, noun in (("a", "man"), ("b", "sea")):
        text = f"The old {noun}, the tall ship and a small boat sail in the fog. " * 60
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    return str(tmp_path / "a.txt"), str(tmp_path / "b.txt")


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


def asked(run, *arguments):
    ran = run("word", *arguments, "--json", "--no-cache")
    assert ran.code == 0, ran.err
    return valid(ran.out)


def test_the_last_argument_is_the_query_and_files_stand_before_it(run, novel):
    document = asked(run, *novel, "old", "--offset", "1,2,-1", "--top", "all")
    assert (document["query"], document["types"], document["occurrences"]) == ("old", ["old"], 120)
    near, next_, left = document["profiles"]
    assert {w["word"]: w["p"] for w in near["words"]} == {"man": 0.5, "sea": 0.5}
    assert [(w["word"], w["p"]) for w in next_["words"]] == [("the", 1.0)]
    assert [(w["word"], w["p"]) for w in left["words"]] == [("the", 1.0)]
    assert left["offset"] == -1
    assert document["pull"]["left"]["points"][0]["value"] == left["pull"]


def test_base_rates_and_lifts_are_those_of_the_whole_text(run, novel):
    """'the' stands 3 times in every sentence of 14 words."""
    word = asked(run, *novel, "old", "--offset", "2")["profiles"][0]["words"][0]
    assert word["base"] == pytest.approx(3 / 14)
    assert word["lift"] == pytest.approx(14 / 3)


def test_a_query_is_folded_as_the_text_is(run, novel):
    assert asked(run, *novel, "OLD")["types"] == ["old"]
    assert asked(run, *novel, "The", "--unit", "form")["types"] == ["The"]
    assert asked(run, *novel, "The", "--unit", "form")["occurrences"] == 120
    assert asked(run, *novel, "the", "--unit", "form")["occurrences"] == 240


def test_several_words_and_expressions_are_one_query(run, novel):
    assert asked(run, *novel, "man, sea")["occurrences"] == 120
    assert asked(run, *novel, "S.*", "--regex")["types"] == ["sail", "ship", "small", "sea"]
    assert asked(run, *novel, "a", "--regex")["types"] == ["a"]


def test_a_lone_comma_is_a_word_when_punctuation_is_kept(run, novel):
    assert asked(run, *novel, ",", "--punctuation", "keep")["occurrences"] == 120


def test_standard_input_is_read_when_the_query_stands_alone(run, novel, monkeypatch):
    text = Path(novel[0]).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(text))))
    assert asked(run, "man")["occurrences"] == 60


def test_offsets_are_lists_and_ranges_without_0(run, novel):
    document = asked(run, *novel, "old", "--offset", "9,-2..2,9")
    assert [profile["offset"] for profile in document["profiles"]] == [9, -2, -1, 1, 2]


def test_a_shuffle_takes_the_pull_away_and_says_so(run, novel):
    document = asked(run, *novel, "old", "--control", "shuffle", "--offset", "1,2")
    assert document["settings"]["measuring"]["control"] == "shuffle"
    assert document["reach"] is None
    assert document["half_life"] == {
        "offset": None,
        "ci95": [None, None],
        "reason": "no offset stands out of the noise",
    }


def test_a_word_that_does_not_occur_is_refused_and_the_document_is_printed_all_the_same(run, novel):
    ran = run("word", *novel, "whale", "--json", "--no-cache")
    assert ran.code == 3
    document = valid(ran.out)
    assert (document["occurrences"], document["profiles"], document["reach"]) == (0, [], None)
    assert document["warnings"][0]["code"] == "not-in-text"
    assert ran.err == (
        f"error: 'whale' does not occur in {novel[0]} and 1 more\n"
        "hint: look for a part of a word: --regex '.*whale.*'\n"
    )


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("shipp",), "hint: did you mean 'ship'?"),
        (("SHIPP",), "hint: did you mean 'ship'?"),
        (("ta",), "hint: did you mean 'tall' or 'a'?"),
        (("shi", "--regex"), "hint: an expression matches whole words: write .* where letters may follow"),
    ],
)
def test_what_does_not_occur_is_guessed_among_the_words_of_the_text(run, novel, arguments, hint):
    assert hint in run("word", *novel, *arguments, "--no-cache").err


def test_standard_input_is_named_as_such(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"one word only")))
    assert "error: 'two' does not occur in standard input\n" in run("word", "two", "--no-cache").err


@pytest.fixture
def short(tmp_path):
    """Twelve times "a white whale dives deep", and three times "red" before a full stop."""
    (tmp_path / "short.txt").write_text("A white whale dives deep. " * 12 + "Red. " * 3, "utf-8")
    return str(tmp_path / "short.txt")


def test_a_rare_word_has_neighbours_with_intervals_and_no_pull(run, short):
    """Wilson's interval of 12 of 12 begins at 12 / (12 + 1.96^2) and ends at 1."""
    ran = run("word", short, "whale", "--offset", "1,-1", "--json", "--no-cache")
    assert ran.code == 0
    assert ran.err == (
        "note: 'whale' occurs 12 times: 50 is the least that says how its pull decays "
        "(give more text or a commoner word)\n"
    )
    document = valid(ran.out)
    right, left = document["profiles"]
    assert [word["word"] for word in (*right["words"], *left["words"])] == ["dives", "white"]
    assert right["words"][0]["ci95"] == pytest.approx([12 / (12 + 1.959964**2), 1])
    assert (right["pull"], right["reason"].partition(";")[0]) == (None, "12 words stand there")
    assert document["pull"] == {"right": None, "left": None}
    assert document["half_life"] == {
        "offset": None,
        "ci95": [None, None],
        "reason": "fewer than 50 words stand at each offset",
    }
    assert document["warnings"][0]["code"] == "too-few-occurrences"


@pytest.mark.parametrize(("width", "interval"), [("80", " 75.8–100.0 "), ("24", "[75.8–100.0]")])
def test_the_page_of_a_rare_word_shows_intervals(run, short, monkeypatch, width, interval):
    monkeypatch.setenv("COLUMNS", width)
    page = run("word", short, "whale", "--offset", "1", "--no-cache").out
    assert interval in page
    assert "How the pull of 'whale' decays cannot be told: fewer than 50 words stand at each offset." in (
        " ".join(page.split())
    )


def test_a_word_that_occurs_three_times_is_sent_to_the_concordance(run, short):
    ran = run("word", short, "red", "--no-cache")
    assert ran.code == 3
    assert "'red' is too rare here" in ran.out
    assert ran.err == (
        "error: 'red' occurs 3 times: 4 is the least for a list of what stands around it\n"
        "hint: see where it stands: decay pairs ... --word red --min-count 1 --kwic 1\n"
    )


@pytest.mark.parametrize("query", ["", "  ", " , "])
def test_an_empty_query_is_a_usage_error(run, novel, query):
    ran = run("word", *novel, query, "--no-cache")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"error: QUERY '{query}' holds no word\nhint: give a word, such as decay word")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("old", "--offset", "0"), "error: --offset 0 is the query itself\nhint: give offsets such as"),
        (("old", "--offset", "1-3"), "'1-3' is no offset; write 1,2,9 or 1..9 or -3..3"),
        (("old", "--offset", "3..1"), "'3..1' is no range of at most 1,000 offsets, as 1..9 is"),
        (("old", "--top", "0"), "'0' is neither a number, such as 20, nor 'all'"),
        (("o(ld", "--regex"), "'o(ld' is no regular expression: missing ), unterminated subpattern"),
        (
            ("old", "--control", "none"),
            "'none' is not one of 'shuffle', 'within-document', 'sentence-order', 'reverse'",
        ),
    ],
)
def test_what_cannot_be_asked_is_explained_and_is_exit_2(run, novel, arguments, message):
    ran = run("word", *novel, *arguments, "--no-cache")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_text_without_tags_has_no_class_to_answer():
    words = Vocabulary(("a",), np.array([1]))
    plain = TokenStream(np.zeros(1, np.uint32), np.array([0]), words)
    with pytest.raises(UsageError, match="--tag NOUN needs tagged text, and this text has no tags") as raised:
        tagged(plain, "NOUN")
    assert raised.value.hint.startswith("index it again with --unit pos")


@pytest.fixture
def treebank(tmp_path):
    """Sixty times "the old man saw a ship", tagged."""
    tags = ("DET", "ADJ", "NOUN", "VERB", "DET", "NOUN")
    words = ["the", "old", "man", "saw", "a", "ship"]
    lines = [
        f"{i}\t{word}\t{word}\t{tag}\t_\t_\t{int(i > 1)}\tdep\t_\t_"
        for i, (word, tag) in enumerate(zip(words, tags, strict=True), 1)
    ]
    (tmp_path / "bank.conllu").write_text(("\n".join(lines) + "\n\n") * 60, "utf-8")
    return str(tmp_path / "bank.conllu")


def test_only_words_of_a_class_answer(run, treebank):
    document = asked(run, treebank, "old", "--tag", "NOUN", "--offset", "1,2,4", "--top", "all")
    assert document["tag"] == "NOUN"
    near, verb, far = document["profiles"]
    assert [(w["word"], w["p"], w["base"]) for w in near["words"]] == [("man", 1.0, 0.5)]
    assert (verb["n"], verb["words"], verb["pull"]) == (0, [], None)
    assert verb["reason"].startswith("0 words stand there; fewer than 50")
    assert [w["word"] for w in far["words"]] == ["ship"]


def test_a_class_that_stands_at_few_distances_is_shown_there_and_no_pull_has_no_bar(run, treebank):
    page = run("word", treebank, "man", "--tag", "ADJ", "--offset=-1,1", "--no-cache").out
    right = page.split("Pull to the right")[1].split("Pull to the left")[0].splitlines()
    assert [row.split()[:3] for row in right[3:5]] == [["5", "59", "0.0000"], ["11", "58", "0.0000"]]
    assert not any("█" in row for row in page.split("Pull to the right")[1].splitlines())


def test_a_word_of_several_characters_is_not_looked_for_among_characters_in_vain(run, tmp_path):
    (tmp_path / "zh.txt").write_text("美丽的花，美丽的人。" * 20, "utf-8")
    ran = run("word", str(tmp_path / "zh.txt"), "美丽", "--language", "zh", "--no-cache")
    assert ran.code == 3
    assert "hint: this text is cut into characters: ask for one, or --tokenizer jieba cuts Chinese" in ran.err


def test_pairs_of_two_classes(run, treebank):
    ran = run(
        "pairs",
        treebank,
        "--left-tag",
        "ADJ",
        "--right-tag",
        "NOUN",
        "--offset",
        "1,4",
        "--json",
        "--no-cache",
    )
    near, far = valid(ran.out)["offsets"]
    assert [(p["left"], p["right"], p["count"]) for p in near["listed"]] == [("old", "man", 60)]
    assert [(p["left"], p["right"], p["count"]) for p in far["listed"]] == [("old", "ship", 60)]


def test_a_tag_that_is_not_in_the_set_is_guessed(run, treebank):
    ran = run("word", treebank, "old", "--tag", "NOUNS", "--no-cache")
    assert ran.code == 2
    assert "error: no tag of this text is named 'NOUNS'\nhint: did you mean 'NOUN'?" in ran.err


def test_a_file_without_a_query_is_explained(run, novel):
    ran = run("word", novel[0])
    assert ran.code == 2
    assert "is a file, and no QUERY follows it" in ran.err
    assert f"hint: decay word {novel[0]} WORD" in ran.err


def test_a_store_without_a_query_is_explained(run, novel, tmp_path):
    store = str(tmp_path / "my.store")
    run("index", *novel, "-o", store, "--no-cache")
    ran = run("word", store)
    assert ran.code == 2
    assert ran.err == f"error: {store} is a store, and no QUERY follows it\nhint: decay word {store} WORD\n"


def test_of_an_empty_text_it_is_said_that_it_is_empty(run, tmp_path):
    (tmp_path / "empty.txt").write_text("\n", "utf-8")
    ran = run("word", str(tmp_path / "empty.txt"), "beautiful", "--no-cache")
    assert ran.code == 3
    assert "hint: it holds no word: name a file of text, such as decay word book.txt beautiful\n" in ran.err


@pytest.mark.parametrize("query", ["tall york", "old,a tall york"])
def test_a_query_of_two_words_is_explained(run, novel, query):
    ran = run("word", novel[0], query, "--no-cache")
    assert "a query is one word: ask for 'york', and --offset=-1 tells how often 'tall' is before" in ran.err


def test_rows_are_words_at_offsets(run, novel):
    rows = run("word", *novel, "old", "--offset", "2", "--format", "csv", "--no-cache").out.splitlines()
    assert rows[0].startswith("query,tag,offset,n,pull,pull_se,floor,usable,word,count,p,")
    assert rows[1].startswith("old,,2,120,")
    assert ",the,120,1.0," in rows[1]


def test_the_page_shows_words_pull_and_sentence(run, novel):
    """The text repeats itself, so far shifts hold what the offset holds: no offset can be told from them."""
    said = run("word", *novel, "old", "--offset", "1,2", "--no-cache", "--plot").out
    assert "'old': 120 occurrences" in said
    assert "Pull to the right, bits above its floor; K = 13 words keep their identity" in said
    assert "bits against offset in words" in said
    assert " ".join(said.split()).endswith(
        "The pull of 'old' does not stand out of the noise at any offset to the right: cannot tell."
    )


def test_controls_of_the_command_are_those_of_the_library():
    from lexdecay.cli.options import CONTROLS
    from lexdecay.engine.controls import CONTROLS as REGISTRY

    assert list(CONTROLS) == list(REGISTRY)


@pytest.mark.timeout(300)
def test_what_follows_beautiful_is_sharp_at_1_and_flat_at_9(run):
    files = sorted(str(file) for file in EN.glob("*.txt"))
    if not files:
        pytest.skip("the corpora are not beside this checkout")
    document = valid(run("word", *files, "beautiful", "--offset", "1,9", "--json", "--no-cache").out)
    near, far = document["profiles"]
    assert near["usable"]
    assert near["pull"] > 0.5
    assert not far["usable"]
    assert {"eyes", "young", "woman"} <= {word["word"] for word in near["words"]}
    assert 1 < document["half_life"]["offset"] < 4
    assert document["reach"] < 9


def test_a_word_of_several_that_is_missing_is_named(run, novel):
    ran = run("word", *novel, "old,talll,none", "--offset", "1", "--no-cache", "--jobs", "1")
    assert ran.code == 0
    assert "'none', 'talll' do not occur in" in ran.err
    assert "the query means the other words only (did you mean 'tall'" in ran.err
    assert "occur in" not in run("word", *novel, "old,tall", "--offset", "1", "--no-cache", "--jobs", "1").err
    ran = run("pairs", *novel, "--word", "old,none", "--no-cache", "--jobs", "1")
    assert ran.code == 0
    assert "'none' does not occur in" in ran.err


def test_a_report_says_on_stderr_which_query_the_text_does_not_hold(run, novel, tmp_path):
    page = tmp_path / "z.html"
    ran = run("report", novel[0], "--word", "zzzq", "--max-offset", "4", "--no-cache", "-o", str(page))
    assert ran.code == 0
    assert f"note: 'zzzq' does not occur in {novel[0]}" in ran.err
    assert "zzzq" in page.read_text("utf-8")
