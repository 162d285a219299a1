"""The aligned sample: made again byte for byte, and its verbs stand where German puts them."""

import importlib.util
from pathlib import Path

import pytest

from lexdecay.corpus import CorpusOptions
from lexdecay.cross_analysis import CrossOptions, cross

FOLDER = Path(__file__).parents[2] / "sample_corpora"
NAMES = ("parallel_english.txt", "parallel_german.txt")


def test_the_script_makes_both_texts_again(tmp_path):
    spec = importlib.util.spec_from_file_location("make_parallel", FOLDER / "make_parallel.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    script.make(tmp_path)
    for name in NAMES:
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes()


@pytest.mark.parametrize(("query", "word", "far"), [("garden", "garten", False), ("buys", "kauft", True)])
def test_a_noun_stands_on_the_diagonal_and_a_verb_also_far_from_it(query, word, far):
    paths = [str(FOLDER / name) for name in NAMES]
    reading = CorpusOptions(language="de", cache=False)
    result = cross(*paths, reading, CrossOptions(max_offset=3, query=query, top=3))
    assert result.peak == 0
    rows = {at.offset: at for at in result.query.offsets}
    found = {offset for offset, at in rows.items() if word in [w.word for w in at.words] and at.usable}
    assert 0 in found
    # "today the man buys the house": second; "she knows that the man buys the house": last
    assert ({-2, 2} <= found) == far
