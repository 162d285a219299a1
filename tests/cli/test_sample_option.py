"""``--sample``: a share of the documents, in every verb that reads a corpus."""

import json

import pytest


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    path = tmp_path_factory.mktemp("sample") / "lines.txt"
    path.write_text("".join(f"the cat number {i} sat on a mat\n" for i in range(200)))
    return str(path)


def test_a_sample_is_named_in_the_settings_and_counted_as_the_corpus(run, lines):
    asked = ("measure", lines, "--documents", "line", "--sample", "0.5", "--max-offset", "3", "--json", "-q")
    result = json.loads(run(*asked).out)
    assert result["corpus"]["documents"] == 100
    assert result["corpus"]["tokens"] == 800
    assert result["settings"]["corpus"]["sample"] == 0.5
    assert result["settings"]["corpus"]["sample_seed"] == 0
    other = json.loads(run(*asked, "--sample-seed", "1").out)
    assert other["curves"][0]["points"] != result["curves"][0]["points"]
    assert json.loads(run(*asked).out) == result


def test_a_store_takes_no_sample(run, lines, tmp_path):
    stopped = run("index", lines, "--documents", "line", "--sample", "0.5", "-o", str(tmp_path / "s"))
    assert stopped.code == 2
    assert "a store holds the whole corpus, not a --sample of it" in stopped.err
    assert not (tmp_path / "s").exists()


def test_a_share_beyond_one_is_refused(run, lines):
    assert run("fit", lines, "--sample", "1.5").code == 2
