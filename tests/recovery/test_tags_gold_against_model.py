"""Constructions from a treebank's own tags and from our tagger's, on the same text."""

from pathlib import Path

import pytest

from lexdecay.corpus import CorpusOptions
from lexdecay.tag_analysis import NAMED, TagOptions, tags

TREEBANK = Path(__file__).parents[3] / "shared" / "corpora" / "ud" / "en_ewt-ud-test.conllu"


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    if not TREEBANK.exists():
        pytest.skip(f"{TREEBANK.name} is not here")
    documents = []
    for line in TREEBANK.read_text("utf-8").splitlines():
        if line.startswith("# newdoc"):
            documents.append([])
        elif line.startswith("# text = "):
            documents[-1].append(line.removeprefix("# text = "))
    plain = tmp_path_factory.mktemp("plain") / "ewt.txt"
    plain.write_text("\n".join(map(" ".join, documents)), "utf-8")
    options = TagOptions(offsets=(1, 2, 3, 4), max_offset=20)
    return (
        tags([str(TREEBANK)], CorpusOptions(cache=False), options),
        tags([str(plain)], CorpusOptions(cache=False, documents="line"), options),
    )


def ratio(result, left, right):
    names = result.matrix.tags
    return float(result.matrix.ratio[0, names.index(left), names.index(right)])


@pytest.mark.parametrize(("left", "right"), NAMED)
def test_neighbouring_tags_attract_each_other_alike_within_a_fifth(both, left, right):
    gold, ours = (ratio(result, left, right) for result in both)
    assert ours == pytest.approx(gold, rel=0.2)


def test_every_named_construction_reaches_as_far_within_a_word(both):
    gold, ours = ({(c.left, c.right): c.reach for c in result.constructions[: len(NAMED)]} for result in both)
    assert list(gold) == list(ours) == list(NAMED)
    assert all(abs(gold[pair] - ours[pair]) <= 1 for pair in NAMED)


def test_a_sentence_end_cuts_alike(both):
    gold, ours = (result.boundaries.points[0] for result in both)
    assert abs(gold.ratio - ours.ratio) < 2 * (gold.se + ours.se)
    assert max(gold.ratio, ours.ratio) < 0.2
