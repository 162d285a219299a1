"""``decay measure --json | decay fit -`` says what ``decay fit`` says of the text itself."""

import json

import numpy as np
import pytest

from lexdecay.synth import generate, make_law

READING = ("--tokenizer", "whitespace", "--no-cache")


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    """A text that is large enough for a check on its halves, and one that is not."""
    folder = tmp_path_factory.mktemp("piped")
    ids, _ = generate(make_law("copy", {"vocabulary": 40, "longest_lag": 60}), 40_000, 0)
    words = [f"w{word}" for word in ids]
    (folder / "large.txt").write_text(" ".join(words), "utf-8")
    (folder / "small.txt").write_text(" ".join(words[:39_999]), "utf-8")
    return folder


@pytest.fixture
def piped(run, texts, tmp_path):
    """Return what ``decay fit`` prints of a stored curve, after ``change`` has been at each curve of it."""

    def fit(name, change=lambda _: None):
        document = json.loads(run("measure", str(texts / name), *READING, "--json").out)
        for curve in document["curves"]:
            change(curve)
        (tmp_path / "curve.json").write_text(json.dumps(document), "utf-8")
        return run("fit", str(tmp_path / "curve.json"), "--json")

    return fit


@pytest.mark.parametrize(("name", "checked"), [("large.txt", True), ("small.txt", False)])
def test_a_stored_curve_is_fitted_like_its_text(run, texts, piped, name, checked):
    of_text = run("fit", str(texts / name), *READING, "--json")
    assert piped(name).out == of_text.out
    information = json.loads(of_text.out)["curves"][0]
    assert all((fit["held_out"] is not None) == checked for fit in information["fits"])
    assert information["verdict"]["reason"].endswith("not checked on unseen text.") != checked


def test_a_text_that_repeats_a_frame_is_undecided_and_told_of_the_other_estimand(run, tmp_path):
    rng = np.random.default_rng(0)
    users, hosts = rng.integers(0, 300, 400), rng.integers(0, 30, 400)
    lines = [f"INFO user{u} did X on host{h} ok" for u, h in zip(users, hosts, strict=True)]
    (tmp_path / "log.txt").write_text("\n".join(lines), "utf-8")
    asked = (str(tmp_path / "log.txt"), *READING, "--documents", "line", "--max-offset", "20")
    ran = run("fit", *asked, "--json")
    found = json.loads(ran.out)
    assert [curve["verdict"]["answer"] for curve in found["curves"]] == ["undecided", "undecided"]
    assert "the text repeats a frame or a period" in found["curves"][0]["verdict"]["reason"]
    assert [warning["code"] for warning in found["warnings"]] == ["far-dependence"]
    assert "--estimand within-document" in ran.err
    (tmp_path / "curve.json").write_text(run("measure", *asked, "--json").out, "utf-8")
    assert run("fit", str(tmp_path / "curve.json"), "--json").out == ran.out
    within = json.loads(run("measure", *asked, "--estimand", "within-document", "--json").out)
    assert [warning["hint"] for warning in within["warnings"]] == [None]


def test_a_curve_that_lacks_the_halves_of_its_large_text_is_fitted_with_a_doubt(piped):
    ran = piped("large.txt", lambda curve: curve.pop("halves"))
    found = json.loads(ran.out)
    assert [warning["code"] for warning in found["warnings"]] == ["not-checked"]
    assert "the check on unseen text was skipped" in ran.err
    assert "(make the curve again: decay measure CORPUS --json -o curve.json)" in ran.err
    assert found["curves"][0]["verdict"]["reason"].endswith("; not checked on unseen text.")
