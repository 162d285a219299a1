"""A share of the documents: which, what is kept of them, and that intervals know it."""

from itertools import pairwise

import numpy as np
import pytest

from lexdecay.engine.curves import measuring, total_information
from lexdecay.engine.sample import sampled
from lexdecay.errors import UsageError
from lexdecay.records import TokenStream, Vocabulary

WORDS = ("b", "a", "c", "d", "e")


def stream(documents, tags=None, sentences=None):
    ids = np.concatenate(documents).astype(np.uint32)
    starts = np.append(0, np.cumsum([len(d) for d in documents])[:-1])
    vocabulary = Vocabulary(WORDS, np.bincount(ids, minlength=len(WORDS)))
    return TokenStream(ids, starts, vocabulary, tags, sentences, ("X", "Y") if tags is not None else ())


def spelled(corpus):
    bounds = [*corpus.starts.tolist(), len(corpus)]
    words = [corpus.vocabulary.words[i] for i in corpus.ids]
    return ["".join(words[a:b]) for a, b in pairwise(bounds)]


def test_whole_documents_are_kept_in_order_and_their_words_counted_anew():
    rng = np.random.default_rng(0)
    documents = [rng.integers(0, 5, rng.integers(0, 6)) for _ in range(200)]
    corpus = stream(documents)
    sample = sampled(corpus, 0.3, 0)
    everything = iter(spelled(corpus))
    assert len(sample.starts) == 60
    assert all(document in everything for document in spelled(sample))  # a subsequence
    assert sample.vocabulary.counts.tolist() == np.bincount(sample.ids).tolist()
    pairs = list(zip((-sample.vocabulary.counts).tolist(), sample.vocabulary.words, strict=True))
    assert pairs == sorted(pairs)


def test_tags_and_sentences_go_with_their_words():
    documents = [np.array([0, 1, 2]), np.array([3, 4])] * 50
    total = 250
    tags = np.tile([0, 1, 0, 1, 1], 50).astype(np.uint8)
    sentences = np.arange(
        0, total, 5
    )  # each begins a document of three; the two after belong to none of their own
    sample = sampled(stream(documents, tags, sentences), 0.5, 3)
    spelt = spelled(sample)
    expected = {"bac": [0, 1, 0], "de": [1, 1]}
    assert sample.tags.tolist() == [tag for document in spelt for tag in expected[document]]
    begins = [start for start, document in zip(sample.starts, spelt, strict=True) if document == "bac"]
    assert sample.sentences.tolist() == begins


def test_the_seed_chooses_and_all_documents_are_all():
    documents = [np.array([i % 5]) for i in range(100)]
    one, two, again = (spelled(sampled(stream(documents), 0.5, seed)) for seed in (0, 1, 0))
    assert one == again
    assert one != two
    assert spelled(sampled(stream(documents), 1.0, 0)) == spelled(stream(documents))


def test_too_few_documents_are_refused():
    with pytest.raises(UsageError) as refused:
        sampled(stream([np.array([0, 1])] * 100), 0.1, 0)
    assert refused.value.message == "--sample 0.1 of 100 documents is 10 of them, 40 are the least"
    assert "--documents line" in str(refused.value.hint)


def test_a_sample_says_what_the_whole_does_with_the_errors_of_fewer_words():
    # Documents that repeat their words: P(x_t = x_t+1) is high, so I(1) is far above its floor.
    rng = np.random.default_rng(5)
    documents = [np.repeat(rng.integers(0, 5, 50), 2) for _ in range(1600)]
    whole = stream(documents)
    part = sampled(whole, 0.25, 0)
    curves = [
        total_information(measuring(corpus, vocabulary=5, max_offset=3, seed=0, jobs=1))
        for corpus in (whole, part)
    ]
    assert abs(curves[0].value[0] - curves[1].value[0]) < 4 * np.hypot(curves[0].se[0], curves[1].se[0])
    assert curves[1].se[0] / curves[0].se[0] == pytest.approx(2, rel=0.4)  # four times fewer words
