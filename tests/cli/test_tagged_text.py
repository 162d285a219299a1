"""Tagged text through the command, from a file to the JSON."""

import json

import pytest

ROW = "{}\t{}\t{}\t{}\t_\t_\t0\t_\t_\t_\n"
# The determiner stands before each noun and nowhere else: two tags that alternate say it all.
SENTENCE = (
    ROW.format(1, "the", "the", "DET")
    + ROW.format(2, "dogs", "dog", "NOUN")
    + ROW.format(3, ".", ".", "PUNCT")
)


@pytest.fixture
def treebank(tmp_path):
    path = tmp_path / "tiny.conllu"
    path.write_text("# newdoc\n" + f"{SENTENCE}\n" * 400)
    return path


def test_tags_of_conllu_are_measured_and_fitted(treebank, run):
    done = run("fit", str(treebank), "--unit", "pos", "--max-offset", "4", "--json", "--jobs", "1")
    assert done.code == 0, done.err
    result = json.loads(done.out)
    assert result["corpus"] == {"documents": 1, "tokens": 800, "types": 2}
    assert result["settings"]["corpus"]["unit"] == "pos"
    assert result["settings"]["corpus"]["tokenizer"] == "conllu"
    assert result["settings"]["corpus"]["words"] == "surface"
    raw = result["curves"][0]["points"][0]["raw"]
    assert raw == pytest.approx(1, abs=0.01)  # one bit: the tag before says which of two follows


def test_a_store_of_conllu_answers_for_lemmas_too(treebank, tmp_path, run):
    assert run("index", str(treebank), "-o", str(tmp_path / "s"), "-q").code == 0
    done = run(
        "measure", str(tmp_path / "s"), "--unit", "lemma", "--max-offset", "2", "--json", "--jobs", "1"
    )
    assert json.loads(done.out)["corpus"]["types"] == 2
