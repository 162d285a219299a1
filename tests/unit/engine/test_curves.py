"""Curves of small corpora: laws that hold for any text, and independence of the number of threads."""

import numpy as np
import pytest

from lexdecay.engine import curves
from lexdecay.engine.local import jobs_within, map_in_order
from lexdecay.records import TokenStream, Vocabulary


def stream(ids, starts=(0,)):
    counts = np.bincount(ids)
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(order.size, np.uint32)
    rank[order] = np.arange(order.size)
    words = tuple(f"w{i}" for i in order)
    return TokenStream(rank[ids], np.asarray(starts, np.int64), Vocabulary(words, counts[order]))


def repeating(seed, tokens=20_000, keep=0.6):
    """A lazy chain over 40 Zipf words: each word is repeated with probability ``keep``."""
    rng = np.random.default_rng(seed)
    p = 1 / np.arange(1, 41)
    fresh = rng.choice(40, tokens, p=p / p.sum())
    last = np.maximum.accumulate(np.where(rng.random(tokens) < keep, 0, np.arange(tokens)))
    return fresh[last]


def ready(corpus, **options):
    chosen = {"vocabulary": 20, "max_offset": 60, "seed": 0, "jobs": 1, **options}
    return curves.measuring(corpus, **chosen)


def test_any_number_of_threads_gives_the_same_bytes():
    corpus = stream(repeating(0), [0, 7_000, 7_000, 15_000])
    one, two = (curves.total_information(ready(corpus, jobs=jobs)) for jobs in (1, 2))
    assert one.value.tobytes() == two.value.tobytes()
    assert one.covariance.tobytes() == two.covariance.tobytes()


def test_another_seed_draws_other_shifts_and_little_else():
    corpus = stream(repeating(1))
    one, two = (curves.total_information(ready(corpus, seed=seed)) for seed in (0, 1))
    assert one.raw.tobytes() == two.raw.tobytes()
    assert (one.value != two.value).any()
    assert one.value == pytest.approx(two.value, abs=6 * one.noise.max())


def test_reading_backwards_gives_the_same_plug_in_information():
    ids = repeating(2)
    forwards = curves.total_information(ready(stream(ids)))
    backwards = curves.total_information(ready(stream(ids[::-1])))
    assert forwards.raw == pytest.approx(backwards.raw, abs=1e-12)


def test_shuffled_words_leave_no_usable_offset():
    ids = np.random.default_rng(3).permutation(repeating(3))
    corpus = ready(stream(ids))
    assert not curves.total_information(corpus).usable.any()
    assert not curves.recurrence(corpus).usable.any()


def test_recurrence_of_a_lazy_chain_is_its_power():
    curve = curves.recurrence(ready(stream(repeating(4, tokens=60_000))))
    exact = 0.6**curve.offset
    assert (np.abs(curve.value - exact) < 4 * curve.se).all()


def test_shuffling_inside_documents_keeps_each_document_s_words():
    symbols = np.arange(10, dtype=np.uint16)
    shuffled = curves.shuffle_within(np.array([0, 4, 4, 7]), symbols, np.random.default_rng(0))
    assert sorted(shuffled[:4]) == [0, 1, 2, 3]
    assert sorted(shuffled[4:7]) == [4, 5, 6]
    assert shuffled.tolist() != symbols.tolist()


def test_words_that_only_share_a_topic_have_information_that_is_not_within_documents():
    rng = np.random.default_rng(5)
    documents = np.repeat(np.arange(300), 100)
    topics = rng.integers(0, 5, 300)
    ids = 8 * topics[documents] + rng.integers(0, 8, documents.size)  # each topic has words of its own
    corpus = ready(stream(ids, np.arange(0, documents.size, 100)), vocabulary=40)
    total = curves.total_information(corpus)
    within = curves.within_document_information(corpus)
    assert total.value[0] == pytest.approx(np.log2(5), rel=0.05)  # the topic, nothing else
    assert not within.usable.any()


def test_halves_are_counted_with_the_whole_and_share_its_pairs():
    corpus = ready(stream(repeating(6), [0, 9_000, 15_000]))
    whole, first, second = curves.total_information_of(corpus, curves.AND_HALVES)
    alone = curves.total_information(corpus)
    assert (whole.value == alone.value).all()
    assert (whole.covariance == alone.covariance).all()
    assert (first.pairs + second.pairs == whole.pairs).all()
    assert (first.offset == whole.offset).all()


def test_a_half_is_what_its_own_text_gives():
    # The two differ by the pairs across the middle, and by whose words a far shift brings.
    corpus = ready(stream(repeating(7)))
    first = curves.total_information_of(corpus, curves.AND_HALVES)[1]
    own = curves.total_information(ready(stream(repeating(7)[: int(corpus.edges[20])])))
    assert first.raw[:5] == pytest.approx(own.raw[:5], rel=0.05)
    assert np.abs(first.value[:5] - own.value[:5]).max() < 4 * first.se[:5].max()


def test_halves_of_recurrence_are_halves_of_the_blocks():
    corpus = ready(stream(repeating(6), [0, 9_000, 15_000]))
    first, second = curves.recurrence_of_halves(corpus)
    whole = curves.recurrence(corpus)
    across = whole.pairs - first.pairs - second.pairs
    assert (across >= 0).all()
    assert (across <= whole.offset).all()


def test_work_is_done_in_order_by_any_number_of_threads():
    for jobs in (1, 3):
        assert list(map_in_order(lambda n: n * n, range(20), jobs)) == [n * n for n in range(20)]


def test_memory_bounds_how_many_offsets_are_in_work():
    # 1e8 tokens: 600 MB of corpus, 600 MB for each offset in work, 150 MiB besides.
    assert jobs_within(None, 10**8, 4) == 4
    assert jobs_within(2_000 << 20, 10**8, 4) == 2
    assert jobs_within(1_400 << 20, 10**8, 4) == 1
    assert jobs_within(700 << 20, 10**8, 4) == 0
    assert jobs_within(8_000 << 20, 10**8, 4) == 4
