"""``--control`` on the verbs of ``zipf`` that look at the order of the words: what moves and what may not."""

import json
from pathlib import Path

import numpy as np
import pytest

from lexdecay.cli.reference import schema_text
from lexdecay.zipf_inputs import load


@pytest.fixture
def clustered(tmp_path):
    """Two documents: words that come twice in a row, then common words alone, so that rare ones are early."""
    pick, p = np.random.default_rng(5), 1 / np.arange(1, 1201)
    first = np.repeat(pick.choice(1200, 1500, p=p / p.sum()), 2)
    drawn = np.concatenate([first, pick.integers(0, 5, 2400)])
    lines = [" ".join(f"w{word}" for word in piece) for piece in (drawn[:3000], drawn[3000:])]
    path = tmp_path / "clustered.txt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


@pytest.fixture
def zipf(capsys, monkeypatch):
    """Run ``zipf`` in this process: exit code, stdout, stderr."""
    from lexdecay.cli.boundary import run
    from lexdecay.cli.zipf import zipf as command

    monkeypatch.delenv("_ZIPF_COMPLETE", raising=False)

    def runner(*arguments):
        code = run(command, "zipf", (*arguments, "--no-cache"))
        return code, *capsys.readouterr()

    return runner


def document(zipf, *arguments):
    import jsonschema

    code, out, err = zipf(*arguments, "--documents", "line", "--json")
    assert code == 0, err
    found = json.loads(out)
    jsonschema.validate(found, json.loads(schema_text(found["schema"], "zipf")))
    return found


def observed(found):
    return [point["observed"] for point in found["growth"]["points"]]


def test_a_shuffle_leaves_every_count_and_every_law_and_moves_the_growth(zipf, clustered):
    plain, shuffled = (
        document(zipf, "report", clustered, "--bootstrap", "0", *control)
        for control in ((), ("--control", "shuffle"))
    )
    for part in ("corpus", "spectrum", "full_range", "bands", "tail", "alternatives", "mandelbrot", "power"):
        assert shuffled[part] == plain[part], part
    assert plain["settings"]["zipf"]["control"] is None
    assert shuffled["settings"]["zipf"]["control"] == "shuffle"
    assert observed(shuffled) != observed(plain)
    assert shuffled["dependence"]["lag"] < plain["dependence"]["lag"]


def test_the_growth_of_a_shuffled_text_is_that_of_any_order(zipf, clustered):
    plain, shuffled = (
        document(zipf, "growth", clustered, *control) for control in ((), ("--control", "shuffle"))
    )
    assert shuffled["settings"]["zipf"] == {**plain["settings"]["zipf"], "control": "shuffle"}
    assert shuffled["corpus"] == plain["corpus"]
    expected, kept = ([{**point, "observed": 0} for point in found["growth"]["points"]]
                      for found in (plain, shuffled))  # fmt: skip
    assert kept == expected
    late = shuffled["growth"]["points"][-3]
    assert late["lo"] <= late["observed"] <= late["hi"]
    assert plain["growth"]["points"][-3]["observed"] > late["hi"]


def test_a_text_read_backwards_grows_from_its_end(zipf, clustered, tmp_path):
    backwards = tmp_path / "backwards.txt"
    backwards.write_text(" ".join(Path(clustered).read_text("utf-8").split()[::-1]), "utf-8")
    turned = document(zipf, "growth", clustered, "--control", "reverse")
    assert observed(turned) == observed(document(zipf, "growth", str(backwards)))


def test_the_seed_decides_how_growth_is_shuffled(zipf, clustered):
    one, same, other = (
        observed(document(zipf, "growth", clustered, "--control", "shuffle", "--seed", seed))
        for seed in ("1", "1", "2")
    )
    assert one == same
    assert one != other


def test_sentences_change_places_before_words_of_one_tag_are_taken(tmp_path):
    """The words of one tag keep no sentences: the control has to come first."""
    from lexdecay.corpus import CorpusOptions

    file = tmp_path / "trees.conllu"
    file.write_text(
        "".join(
            f"1\tn{i % 9}\tn\tNOUN\t_\t_\t2\tdep\t_\t_\n2\tis\tbe\tVERB\t_\t_\t0\troot\t_\t_\n\n"
            for i in range(40)
        )
    )
    plain = load([str(file)], CorpusOptions(cache=False), tag="NOUN").stream
    moved = load([str(file)], CorpusOptions(cache=False), tag="NOUN", control="sentence-order").stream
    assert moved.vocabulary.words == plain.vocabulary.words
    assert np.array_equal(np.bincount(moved.ids), np.bincount(plain.ids))
    assert not np.array_equal(moved.ids, plain.ids)


@pytest.mark.parametrize("verb", ["report", "growth"])
@pytest.mark.parametrize("kind", ["counts", "spectrum"])
def test_a_table_has_no_order_to_change(zipf, tmp_path, verb, kind):
    table = tmp_path / "table.csv"
    table.write_text("word,count\na,2\nb,1\n" if kind == "counts" else "m,Vm\n1,1\n2,1\n")
    code, _, err = zipf(verb, str(table), f"--{kind}", "--control", "shuffle")
    assert code == 2
    assert f"a table of {kind} has no order that --control could change" in err
    assert "give the text, or leave out --control" in err


@pytest.mark.parametrize("flag", ["--each", "--sensitivity"])
def test_what_looks_at_counts_alone_takes_no_control(zipf, clustered, flag):
    code, _, err = zipf("report", clustered, flag, "--control", "reverse")
    assert code == 2
    assert f"{flag} tests counts alone, and --control changes none" in err
    assert f"leave out one of them: {flag} or --control reverse" in err
