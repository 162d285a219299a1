"""``decay tags`` on real files: what is typed, what is shown, what is refused."""

import json

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_text

ROW = "{}\tw{}\tw\t{}\t_\t_\t0\t_\t_\t_\n"


def treebank(path, sentences):
    text = "".join(
        "".join(ROW.format(at, at, tag) for at, tag in enumerate(tags, 1)) + "\n" for tags in sentences
    )
    path.write_text("# newdoc\n" + text, "utf-8")
    return str(path)


@pytest.fixture
def tagged(tmp_path):
    """Sentences of random length: each is DET NOUN, DET ADJ NOUN and the like, and a verb at the end."""
    rng = np.random.default_rng(0)
    phrases = (("DET", "NOUN"), ("DET", "ADJ", "NOUN"), ("PRON",), ("NOUN",))
    sentences = []
    for _ in range(900):
        chosen = [phrases[i] for i in rng.integers(0, len(phrases), rng.integers(1, 4))]
        sentences.append([tag for phrase in chosen for tag in phrase] + ["VERB"] * int(rng.integers(0, 2)))
    return treebank(tmp_path / "tagged.conllu", sentences)


def asked(run, *arguments, code=0):
    ran = run("tags", *arguments, "--json", "--no-cache", "--jobs", "1")
    assert ran.code == code, ran.err
    document = json.loads(ran.out)
    jsonschema.validate(document, json.loads(schema_text("decay.tags/1", "decay")))
    return document


def of(document, left, right):
    return next(c for c in document["constructions"] if (c["left"], c["right"]) == (left, right))


def test_the_matrix_is_square_by_offset_and_constructions_are_taken_from_it(run, tagged):
    document = asked(run, tagged, "--offset", "1..4", "--max-offset", "20")
    matrix = document["matrix"]
    size = len(matrix["tags"])
    for name in ("observed", "expected", "ratio", "se", "noise", "differs"):
        assert np.shape(matrix[name]) == (4, size, size)
    assert [np.sum(table) for table in matrix["observed"]] == matrix["pairs"]
    found = of(document, "ADJ", "NOUN")
    i, j = matrix["tags"].index("ADJ"), matrix["tags"].index("NOUN")
    assert [p["ratio"] for p in found["points"]] == [table[i][j] for table in matrix["ratio"]]
    assert found["points"][0]["ci95"][0] <= found["points"][0]["ratio"] <= found["points"][0]["ci95"][1]
    assert (found["peak"], found["points"][0]["differs"]) == (1, True)
    assert {p["offset"] for p in document["information"]["points"]} >= {1, 2, 3, 4}
    assert document["information"]["verdict"]["answer"]


def test_sentence_ends_are_measured_beside_ends_moved_elsewhere(run, tagged):
    boundaries = asked(run, tagged, "--offset", "1")["boundaries"]
    assert boundaries["statistic"] == "mutual_information"
    (point,) = boundaries["points"]
    assert point["ratio"] < 0.2
    assert abs(point["control"] - 1) < 4 * point["control_se"]


def test_two_tags_ask_for_one_construction_and_its_boundaries(run, tagged):
    document = asked(run, tagged, "--offset", "2,1", "--left", "DET", "--right", "NOUN")
    assert [(c["left"], c["right"]) for c in document["constructions"]] == [("DET", "NOUN")]
    assert document["boundaries"]["statistic"] == "observed_over_expected"
    assert document["matrix"]["offsets"] == [1, 2]
    lefts = asked(run, tagged, "--offset", "1", "--left", "DET")["constructions"]
    assert {c["left"] for c in lefts} == {"DET"}
    assert len(lefts) == len(document["matrix"]["tags"])


def test_a_shuffle_leaves_no_construction_and_no_sentences(run, tagged):
    document = asked(run, tagged, "--offset", "1..3", "--control", "shuffle")
    assert not np.any(document["matrix"]["differs"])
    assert {c["reach"] for c in document["constructions"]} == {None}
    assert document["boundaries"] is None
    assert document["boundaries_reason"] == "--control shuffle leaves no sentences"


def test_documents_of_one_sentence_have_no_boundary_to_compare(run, tmp_path):
    path = treebank(tmp_path / "one.conllu", [["DET", "NOUN", "VERB", "ADV"] * 150])
    document = asked(run, path, "--offset", "1")
    assert document["boundaries"] is None
    assert document["boundaries_reason"] == "no document has two sentences, and no pair crosses a document"


def test_the_page_marks_what_differs_and_rows_hold_every_pair(run, tagged):
    page = run("tags", tagged, "--offset", "1..3", "--no-cache").out
    assert "DET → NOUN" in page
    assert "* differs from 1" in page
    assert "At offset 1 the mutual information across a sentence end is" in page
    one = run("tags", tagged, "--offset", "1..3", "--left", "NOUN", "--right", "VERB", "--no-cache").out
    assert "Information of all tags; NOUN → VERB across sentence ends" in one
    rows = run("tags", tagged, "--offset", "1..3", "--format", "csv", "--no-cache").out.splitlines()
    assert rows[0] == "offset,left,right,count,expected,ratio,se,ci95_low,ci95_high,noise,differs"
    assert len(rows) == 1 + 3 * 5 * 5


def test_the_answer_is_the_same_for_any_number_of_jobs(run, tagged):
    once, again = (
        run("tags", tagged, "--json", "--no-cache", "--offset", "1,3", "--jobs", jobs).out
        for jobs in ("1", "3")
    )
    assert once == again


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (("--offset", "-1"), "error: --offset -1: a pair is ordered, its right tag", "--offset 1..10"),
        (("--unit", "lemma"), "error: --unit lemma: decay tags counts tags", "leave out --unit"),
        (("--left", "NOUM"), "error: no tag of this text is named 'NOUM'", "did you mean 'NOUN'?"),
    ],
)
def test_what_cannot_be_asked_is_explained_and_is_exit_2(run, tagged, arguments, message, hint):
    ran = run("tags", tagged, *arguments, "--no-cache")
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert hint in ran.err


def test_text_without_tags_is_refused_with_what_to_add(run, tmp_path):
    (tmp_path / "plain.txt").write_text("the old man and the sea. " * 100, "utf-8")
    assert run("index", str(tmp_path / "plain.txt"), "-o", str(tmp_path / "store"), "-q").code == 0
    ran = run("tags", str(tmp_path / "store"))
    assert (ran.code, ran.out) == (2, "")
    assert "error: the unit 'pos' needs tagged text, and this text has no tags" in ran.err
    assert "--model NAME" in ran.err
    assert "or give CoNLL-U" in ran.err


def test_too_little_text_is_printed_and_is_exit_3(run, tmp_path):
    path = treebank(tmp_path / "short.conllu", [["DET", "NOUN"]])
    document = asked(run, path, code=3)
    assert (document["matrix"], document["information"], document["boundaries"]) == (None, None, None)
    ran = run("tags", path, "--no-cache")
    assert ran.code == 3
    assert "error: 2 tagged tokens are too few to measure anything: 400 is the least" in ran.err
