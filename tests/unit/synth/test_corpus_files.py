"""Corpora and truths on disk."""

import json

import numpy as np
import pytest

from lexdecay.errors import OutputError
from lexdecay.synth import Markov, Tree, generate, truth, write_jsonl, write_truth


def test_a_corpus_is_one_object_per_document_with_words_named_by_rank(tmp_path):
    path = tmp_path / "corpus.jsonl"
    write_jsonl(path, np.array([0, 2, 1, 0, 0]), np.array([0, 3, 3]))
    texts = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert texts == ["w1 w3 w2", "", "w1 w1"]


def test_the_same_seed_writes_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        write_jsonl(tmp_path / name, *generate(Tree(depth=3), 100, seed=5))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_truth_says_its_law_and_lists_its_curve_by_vocabulary(tmp_path):
    path = tmp_path / "truth.json"
    write_truth(path, truth(Markov(vocabulary=4, stay=0.5), range(1, 4), [2, 4]))
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["schema"] == "decay.truth/1"
    assert written["law"] == "markov"
    assert written["parameters"] == {"vocabulary": 4, "zipf": 1.0, "stay": 0.5}
    assert written["offsets"] == [1, 2, 3]
    assert written["c"] == [0.5, 0.25, 0.125]
    assert sorted(written["bits"]) == ["2", "4"]
    assert len(written["bits"]["2"]) == 3


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    nowhere = tmp_path / "missing" / "file"
    with pytest.raises(OutputError, match="missing/file: No such file") as caught:
        write_jsonl(nowhere, np.array([0]), np.array([0]))
    assert "-o" in caught.value.hint
    with pytest.raises(OutputError, match="missing/file: No such file"):
        write_truth(nowhere, truth(Markov(), [1], [2]))
