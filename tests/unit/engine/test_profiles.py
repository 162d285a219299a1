"""The words around a query in corpora of known law, where P(w | q, d) is a formula."""

import numpy as np
import pytest
from scipy.stats import binom, false_discovery_control

from lexdecay.engine.profiles import profile, pull, querying
from lexdecay.engine.trials import stream_of
from lexdecay.records import TokenStream
from lexdecay.synth import generate, make_law
from lexdecay.synth.law import merge

TOKENS = 120_000


def corpus(name, seed=0, **parameters):
    law = make_law(name, parameters)
    return law, stream_of(*generate(law, TOKENS, seed))


def ready(stream, word, **options):
    types = np.array([stream.vocabulary.words.index(word)])
    return querying(stream, types, **{"member": None, "vocabulary": None, "seed": 0, "jobs": 1, **options})


def exact_pull(law, offset, rank, cap):
    """KL of (1 - c) p_w + c [w = q] from p, over the cap commonest words and OTHER, in bits."""
    c, p = law.sharing(offset), merge(law.probabilities(), cap)[rank]
    stays = (1 - c) * p + c
    return (1 - c) * (1 - p) * np.log2(1 - c) + stays * np.log2(stays / p)


@pytest.mark.parametrize("name", ["copy", "exp-copy", "markov"])
@pytest.mark.parametrize("word", [1, 20])
def test_the_pull_of_a_copied_word_is_its_formula_within_errors(name, word):
    law, stream = corpus(name, vocabulary=2000)
    query = ready(stream, f"w{word}")
    curve = pull(query, 1, 200)
    assert curve.usable[:2].all()
    error = curve.value - exact_pull(law, curve.offset, word - 1, query.vocabulary)
    assert (np.abs(error) < np.maximum(0.05 * curve.value, 4 * curve.se)).all()


def test_the_pull_reaches_as_far_to_the_left():
    law, stream = corpus("copy", vocabulary=2000)
    query = ready(stream, "w20")
    curve = pull(query, -1, 50)
    error = curve.value - exact_pull(law, curve.offset, 19, query.vocabulary)
    assert (np.abs(error) < np.maximum(0.05 * curve.value, 4 * curve.se)).all()


@pytest.mark.parametrize("seed", range(5))
def test_words_drawn_independently_have_no_usable_offset(seed):
    _, stream = corpus("iid", seed, vocabulary=2000)
    for word in ("w1", "w20", "w200"):
        assert not pull(ready(stream, word, seed=seed), 1, 200).usable.any()


def test_shares_of_a_copied_word_are_its_formula():
    law, stream = corpus("copy", vocabulary=2000)
    query = ready(stream, "w2")
    c, p = law.sharing(np.array([3]))[0], law.probabilities()
    words = {w.word: w for w in profile(query, 3, pull(query, 1, 8), top=None).words}
    for rank, exact in ((1, (1 - c) * p[0]), (2, (1 - c) * p[1] + c), (5, (1 - c) * p[4])):
        share = words[f"w{rank}"]
        assert share.p == pytest.approx(exact, abs=5 * np.sqrt(exact / share.count * share.p))


def test_shares_equal_a_loop_and_sum_to_one():
    _, stream = corpus("copy", vocabulary=100)
    ids = stream.ids.tolist()
    q = stream.vocabulary.words.index("w7")
    after = [ids[t + 4] for t in range(len(ids) - 4) if ids[t] == q]
    found = profile(ready(stream, "w7"), 4, None, top=None).words
    assert {w.word: w.count for w in found} == {
        stream.vocabulary.words[i]: after.count(i) for i in set(after)
    }
    assert sum(w.p for w in found) == pytest.approx(1)
    one = found[3]
    assert one.base == pytest.approx(ids.count(stream.vocabulary.words.index(one.word)) / len(ids))
    assert one.lift == pytest.approx(one.p / one.base)
    assert one.bits == pytest.approx(one.p * np.log2(one.lift))


def test_a_class_is_a_distribution_of_its_own():
    _, stream = corpus("copy", vocabulary=100)
    member = stream.ids % 2 == 0
    query = ready(stream, "w7", member=member)
    found = profile(query, 4, pull(query, 1, 8), top=None)
    assert sum(w.p for w in found.words) == pytest.approx(1)
    assert all(stream.vocabulary.words.index(w.word) % 2 == 0 for w in found.words)
    assert found.pull is not None
    assert found.n < query.positions.size


def test_the_words_that_keep_their_identity_are_as_many_as_the_class_has_at_an_offset():
    _, stream = corpus("copy", vocabulary=2000)
    everything, half = ready(stream, "w20"), ready(stream, "w20", member=np.arange(TOKENS) % 2 == 0)
    assert everything.vocabulary == everything.positions.size
    assert half.vocabulary == pytest.approx(everything.vocabulary / 2, abs=1)
    assert ready(stream, "w20", vocabulary=77).vocabulary == 77


@pytest.mark.parametrize("by", ["p", "lift", "bits"])
def test_words_come_in_the_order_asked_for_then_by_count_then_by_the_alphabet(by):
    _, stream = corpus("copy", vocabulary=2000)
    query = ready(stream, "w20")
    words = profile(query, 1, None, top=None, by=by).words
    keys = [(-getattr(w, by), -w.count, w.word) for w in words]
    assert keys == sorted(keys)
    assert profile(query, 1, None, top=5, by=by).words == words[:5]


def test_repelled_words_come_after_attracted_ones_whether_the_pull_is_usable_or_not():
    _, stream = corpus("iid", vocabulary=200)
    query = ready(stream, "w20")
    found = profile(query, 7, pull(query, 1, 20), top=None)
    assert not found.usable
    attracted = [w.lift > 1 for w in found.words]
    assert attracted == sorted(attracted, reverse=True)
    assert not all(attracted)


def test_the_q_of_a_word_is_its_binomial_tail_corrected_over_the_whole_class():
    _, stream = corpus("copy", vocabulary=100)
    found = profile(ready(stream, "w7"), 2, None, top=None)
    tails = {w.word: binom.sf(w.count - 1, found.n, w.base) for w in found.words}
    absent = [1.0] * (len(stream.vocabulary) - len(tails))
    theirs = dict(zip(tails, false_discovery_control([*tails.values(), *absent]), strict=False))
    assert {w.word: w.q for w in found.words} == pytest.approx(theirs, rel=1e-9)
    assert min(found.words, key=lambda w: w.q).word == "w7"


def test_too_few_words_at_an_offset_have_a_reason_instead_of_a_pull():
    _, stream = corpus("copy", vocabulary=100)
    short = TokenStream(stream.ids, np.arange(0, TOKENS, 4), stream.vocabulary)
    query = ready(short, "w7")
    curve = pull(query, 1, 50)
    assert curve.offset.tolist() == [1, 2, 3]
    found = profile(query, 5, curve, top=3)
    assert (found.n, found.pull, found.words) == (0, None, ())
    assert found.reason == "0 words stand there; fewer than 50, or than a tenth of the nearest"


def test_a_query_that_ends_every_document_has_no_right_side():
    stream = stream_of(np.tile([0, 1, 2], 100), np.arange(0, 300, 3))
    assert pull(querying(
        stream, np.array([stream.vocabulary.words.index("w3")]), member=None, vocabulary=None, seed=0, jobs=1
    ), 1, 20) is None  # fmt: skip


def test_any_number_of_threads_gives_the_same_bytes():
    _, stream = corpus("copy", vocabulary=2000)
    one, two = (pull(ready(stream, "w20", jobs=jobs), 1, 50) for jobs in (1, 2))
    assert one.value.tobytes() == two.value.tobytes()
    assert one.covariance.tobytes() == two.covariance.tobytes()
