import os
from functools import partial

import numpy as np
import pytest
import spacy

from lexdecay.engine.processes import process_map
from lexdecay.errors import ResourceError, UsageError
from lexdecay.records import TextBlock, TokenBlock
from lexdecay.tokens import Processes, TokenizerSettings, build_store
from lexdecay.tokens.apart import LEAST_BLOCKS, TaggedApart, encode_apart
from lexdecay.tokens.checked_model import CheckedTokenizer

ENGLISH = TokenizerSettings(tagged=True)
TEXTS = (
    "The whale swam away. It was white.\n\nNobody saw it again.\n",
    "Call me Ishmael.\n",
    "\n \n",
    "Some years ago, never mind how long, I thought I would sail about a little.\n",
    "The whale was gone; the sea was not.\n",
    "It rolled on" + " as it rolled" * 30 + ".\n",
)


def blocks(texts=TEXTS):
    """Each text a block; every other one begins a document."""
    return [TextBlock(text.encode(), np.zeros(1 - index % 2, np.int64)) for index, text in enumerate(texts)]


def columns(store):
    words = [store.words[index] for index in store.ids.tolist()]
    annotations = [store.starts, store.counts, store.sentences, store.tags, store.ids]
    return words, store.words, [column.tolist() for column in annotations], store.manifest


@pytest.fixture(scope="module")
def here():
    """The store that one process makes."""
    return columns(build_store(blocks(), ENGLISH))


class Sender:
    """Tags blocks in this process, and remembers how many were sent at a time."""

    def __init__(self):
        self.sent = []

    def __call__(self, work, some):
        self.sent.append(len(some))
        return map(work, some)


@pytest.mark.parametrize("window", [1, 2, 50])
def test_blocks_tagged_apart_make_the_same_store(here, window):
    sender = Sender()
    store = build_store(blocks(), ENGLISH, processes=Processes(sender, window))
    assert columns(store) == here
    assert sum(sender.sent) == len(TEXTS)
    assert max(sender.sent) == min(window, len(TEXTS))


def test_other_processes_make_the_same_store(here):
    with process_map(2) as mapped:
        assert columns(build_store(blocks(), ENGLISH, processes=Processes(mapped, 2))) == here


def test_no_more_blocks_are_read_than_two_windows_ahead():
    read, taken = [], 0

    def reading():
        for block in blocks(TEXTS * 5):
            read.append(block)
            yield block

    tokenizer = TaggedApart(ENGLISH, None, Processes(Sender(), 4))
    for _ in tokenizer.encodings(reading()):
        taken += 1
        assert len(read) - taken < 2 * 4
    assert taken == len(read)


def test_a_short_text_is_tagged_here():
    sender = Sender()
    short = blocks()[: LEAST_BLOCKS - 1]
    store = build_store(short, ENGLISH, processes=Processes(sender, 4))
    assert not sender.sent
    assert columns(store) == columns(build_store(short, ENGLISH))


def test_a_model_goes_the_way_that_was_chosen_on_the_first_text(monkeypatch):
    monkeypatch.setattr("lexdecay.tokens.checked_model._agree", lambda *_: False)
    ways = []

    def mapped(work, some):
        ways.append(work.args[0].fast)
        return map(work, some)

    store = build_store(blocks(), ENGLISH, processes=Processes(mapped, 3))
    assert set(ways) == {False}
    assert [notice.code for notice in store.notices] == ["slow-tagger"]


def test_a_text_without_a_word_leaves_a_model_undecided():
    tokenizer = TaggedApart(ENGLISH, None, Processes(Sender(), 2))
    assert [encoded.types.size for _, encoded in tokenizer.encodings(blocks(["\n"] * 6))] == [0] * 6


def test_long_runs_are_counted_wherever_they_are_cut():
    ruled = [*TEXTS, "=" * 300 + "\n"]
    apart, one = (
        build_store(blocks(ruled), ENGLISH, processes=processes)
        for processes in (Processes(Sender(), 2), None)
    )
    assert apart.manifest == one.manifest
    assert apart.manifest.long_runs_split == 1


def test_lemmas_come_back(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("attribute_ruler").add([[{"LOWER": "was"}]], {"POS": "AUX", "LEMMA": "be"})
    nlp.add_pipe("lemmatizer", config={"mode": "lookup"}, last=True).lookups.add_table(
        "lemma_lookup", {"was": "be"}
    )
    nlp.to_disk(tmp_path / "tiny")
    settings = TokenizerSettings(model=str(tmp_path / "tiny"), lemmas=True)
    apart, one = (
        build_store(blocks(), settings, processes=processes) for processes in (Processes(Sender(), 2), None)
    )
    assert apart.lemma_words == one.lemma_words
    assert apart.lemmas.tolist() == one.lemmas.tolist()
    assert "be" in apart.lemma_words


def test_tokens_between_text_are_refused():
    given = TokenBlock(["a"], np.zeros(1, np.int64), np.zeros(1, np.int64), None, None, "conllu")
    with pytest.raises(UsageError, match="conllu"):
        build_store([*blocks(), given], ENGLISH, processes=Processes(Sender(), 2))


def die(_work, _block):
    """Stand for a process that the system killed."""
    os._exit(9)


def build_with_dying_processes():
    with process_map(2) as mapped:
        processes = Processes(lambda work, some: mapped(partial(die, work), some), 2)
        build_store(blocks(), ENGLISH, processes=processes)


def test_a_process_that_dies_is_an_error():
    with pytest.raises(ResourceError, match="a worker process was killed"):
        build_with_dying_processes()


def test_words_of_a_block_are_its_own():
    tokenizer = TaggedApart(ENGLISH, None, Processes(Sender(), 1))
    recipe = tokenizer._recipe
    first, second = (encode_apart(recipe, block) for block in blocks(["A whale.\n", "A sea.\n"]))
    assert set(first.words) == {"A", "whale", "."}
    assert set(second.words) == {"A", "sea", "."}


def test_deciding_for_spacy_is_told():
    tokenizer = TaggedApart(ENGLISH, None, Processes(Sender(), 1))._here
    assert isinstance(tokenizer, CheckedTokenizer)
    tokenizer.decide(fast=False)
    assert [notice.code for notice in tokenizer.close()] == ["slow-tagger"]
