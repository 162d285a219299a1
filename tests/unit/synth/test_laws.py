"""What each law says of itself: published values, closed forms, edges, errors."""

import math

import numpy as np
import pytest

from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.synth import (
    LAWS,
    Copy,
    ExponentialCopy,
    Independent,
    Markov,
    MarkovRandom,
    Topics,
    Tree,
    TwoScaleCopy,
    generate,
    make_law,
    truth,
)
from lexdecay.synth.copying import copy_sharing, resolve
from lexdecay.synth.law import draw, joint_bits, merge, sharing_bits, zipf_probabilities

SMALL = [
    Copy(vocabulary=50, longest_lag=20),
    ExponentialCopy(vocabulary=50),
    TwoScaleCopy(vocabulary=50, long_lag=10),
    Markov(vocabulary=50),
    MarkovRandom(vocabulary=60, groups=3),
    Tree(vocabulary=10, depth=4),
    Topics(vocabulary=50, topics=5),
    Independent(vocabulary=50),
]


def name_of(law):
    return law.name


def test_the_copy_process_has_the_sharing_and_the_information_worked_out_for_it():
    exact = truth(Copy(), [1, 2, 5, 10, 30, 100], [30_000])
    assert exact.c == pytest.approx([0.220089, 0.127470, 0.053726, 0.025225, 0.006526, 0.001274], abs=1e-6)
    nats = exact.bits[30_000] * math.log(2)
    assert nats == pytest.approx([1.10159, 0.57114, 0.20065, 0.07941, 0.01459, 0.00173], abs=1e-5)


def test_the_slope_of_information_over_sharing_depends_on_the_vocabulary():
    exact = truth(Copy(), [10, 100], [50, 1000, 30_000])
    slope = {cap: math.log(bits[0] / bits[1]) for cap, bits in exact.bits.items()}
    ratio = [slope[cap] / math.log(exact.c[0] / exact.c[1]) for cap in (50, 1000, 30_000)]
    assert ratio == pytest.approx([1.77, 1.47, 1.28], abs=0.005)


def test_the_binary_chain_that_flips_with_probability_a_tenth_has_the_entropy_formula():
    law = Markov(vocabulary=2, zipf=0, stay=0.8)
    offsets = [1, 2, 5, 10, 20]
    nats = truth(law, offsets, [2]).bits[2] * math.log(2)
    assert nats == pytest.approx([0.368064, 0.221754, 0.054692, 0.005776, 6.6e-5], abs=6e-7)
    odd = [(1 - 0.8**d) / 2 for d in offsets]
    entropy = [-q * math.log(q) - (1 - q) * math.log(1 - q) for q in odd]
    assert nats == pytest.approx([math.log(2) - h for h in entropy], rel=1e-9)


def test_the_binary_tree_has_the_values_and_the_exponents_of_lin_and_tegmark():
    law = Tree(vocabulary=2, zipf=0, stay=0.9, branches=2, depth=13)
    bits = truth(law, [1, 4, 16, 64, 256, 1024], [2]).bits[2]
    assert bits == pytest.approx([0.36659, 0.14921, 0.06306, 0.02715, 0.01200, 0.00563], abs=6e-6)
    deep = Tree(vocabulary=2, zipf=0, stay=0.9, branches=2, depth=26)
    c = deep.sharing(np.array([2**10, 2**20]))
    assert math.log(c[0] / c[1]) / math.log(2**10) == pytest.approx(0.304, abs=0.01)


def test_a_tree_of_two_leaves_shares_only_through_its_root():
    assert Tree(stay=0.6, branches=2, depth=1).sharing(np.array([1])) == pytest.approx([0.36])


def test_tree_sharing_equals_the_average_over_the_leaves_by_hand():
    law = Tree(stay=0.7, branches=3, depth=3)

    def height(a, b):
        return next(h for h in range(4) if a // 3**h == b // 3**h)

    for d in (1, 2, 5, 11, 26):
        by_hand = np.mean([0.7 ** (2 * height(i, i + d)) for i in range(27 - d)])
        assert law.sharing(np.array([d])) == pytest.approx([by_hand])


def test_geometric_lags_make_an_exact_exponential():
    law = ExponentialCopy(copies=0.4, length=6.0)
    b = law.lag_ratio()
    lags = (1 - b) * b ** np.arange(400)
    assert law.sharing(np.arange(1, 30)) == pytest.approx(copy_sharing(0.4, lags, 400)[1:30], rel=1e-9)
    c = law.sharing(np.array([5, 6]))
    assert c[1] / c[0] == pytest.approx(math.exp(-1 / 6))


def test_two_scales_of_lags_make_a_sum_of_two_exponentials():
    c = TwoScaleCopy(short_lag=2, long_lag=30).sharing(np.arange(1, 60))
    # A sum of two exponentials obeys c_d = a c_(d-1) + b c_(d-2) with the same a and b everywhere.
    (a, b), *_ = np.linalg.lstsq(np.column_stack((c[1:-1], c[:-2])), c[2:], rcond=None)
    assert c[2:] == pytest.approx(a * c[1:-1] + b * c[:-2], rel=1e-9)
    low, high = sorted(np.roots([1, -a, -b]).real)
    assert 0 < low < 0.8
    assert 0.97 < high < 1


def test_two_equal_scales_are_one():
    one = ExponentialCopy(copies=0.5, length=-1 / np.log(1 - 0.5 / 8))
    two = TwoScaleCopy(copies=0.5, short_lag=8, long_lag=8)
    assert two.sharing(np.arange(1, 40)) == pytest.approx(one.sharing(np.arange(1, 40)), rel=1e-9)


def test_copy_sharing_ends_even_where_nearly_all_tokens_are_copies():
    c = copy_sharing(0.99, zipf_probabilities(50, 0.5), 60)
    assert c[1] == pytest.approx(0.99 * sum(zipf_probabilities(50, 0.5) * c[:50]), rel=1e-12)


def test_copy_sharing_solves_its_own_equation():
    lags = zipf_probabilities(7, 1.2)
    c = copy_sharing(0.8, lags, 30)
    for d in range(1, 31):
        assert c[d] == pytest.approx(0.8 * sum(lags[k - 1] * c[abs(d - k)] for k in range(1, 8)), abs=1e-13)


def test_the_pair_law_lemma_agrees_with_the_table_it_stands_for():
    p = zipf_probabilities(6, 0.7)
    for c in (0.0, 1e-4, 0.3, 0.95):
        table = (1 - c) * np.outer(p, p) + c * np.diag(p)
        assert sharing_bits(c, p) == pytest.approx(joint_bits(table), abs=1e-12)


def test_full_sharing_carries_the_entropy():
    p = np.array([0.5, 0.25, 0.25])
    assert sharing_bits(1.0, p) == pytest.approx(1.5)


def test_merging_keeps_the_first_words_and_sums_the_others():
    p = np.array([0.4, 0.3, 0.2, 0.1])
    assert merge(p, 2) == pytest.approx([0.4, 0.3, 0.3])
    assert merge(p, 4) is p


def test_a_random_chain_keeps_its_stationary_law_and_never_repeats_a_word_by_the_chain():
    law = MarkovRandom(vocabulary=60, groups=3)
    p = law.probabilities()
    chain = law.successors()
    matrix = np.zeros((60, 60))
    for word in range(60):
        after = chain.following[chain.start[word] : chain.start[word + 1]]
        np.add.at(matrix[word], after, 1 / after.size)
    assert p @ matrix == pytest.approx(p, abs=1e-15)
    assert np.all(np.diagonal(matrix) == 0)
    step = law.stay * matrix + (1 - law.stay) * p
    for d in (1, 2, 7):
        joint = p[:, None] * np.linalg.matrix_power(step, d)
        merged = merge(merge(joint, 10).T, 10).T
        assert law.information(np.array([d]), 10) == pytest.approx([joint_bits(merged)], rel=1e-9)
        excess = (np.trace(joint) - np.sum(p**2)) / (1 - np.sum(p**2))
        assert law.recurrence(np.array([d])) == pytest.approx([excess], abs=1e-12)


def test_topics_have_zipfs_margin_and_the_information_of_their_full_table():
    law = Topics(vocabulary=30, topics=4, stay=0.8, focus=0.5)
    p, weight, emission = law.probabilities(), law.topic_weights(), law.emission()
    assert weight @ emission == pytest.approx(p)
    stays = 0.8**3
    topic_pair = stays * np.diag(weight) + (1 - stays) * np.outer(weight, weight)
    table = emission.T @ topic_pair @ emission
    assert law.information(np.array([3]), 30) == pytest.approx([joint_bits(table)])
    excess = (np.trace(table) - np.sum(p**2)) / (1 - np.sum(p**2))
    assert law.recurrence(np.array([3])) == pytest.approx([excess])


@pytest.mark.parametrize("law", SMALL, ids=name_of)
def test_probabilities_fall_and_sum_to_one(law):
    p = law.probabilities()
    assert p.sum() == pytest.approx(1)
    assert np.all(np.diff(p) <= 0)


@pytest.mark.parametrize("law", SMALL, ids=name_of)
def test_a_smaller_vocabulary_never_knows_more(law):
    exact = truth(law, [1, 3, 9], [2, 5, 10, 60])
    for fewer, more in ((2, 5), (5, 10), (10, 60)):
        assert np.all(exact.bits[fewer] <= exact.bits[more] + 1e-12)


@pytest.mark.parametrize("law", SMALL, ids=name_of)
def test_the_same_seed_gives_the_same_corpus_and_another_seed_another(law):
    ids, starts = generate(law, 500, seed=3)
    again, starts_again = generate(law, 500, seed=3)
    other, _ = generate(law, 500, seed=4)
    assert ids.dtype == starts.dtype == np.int64
    assert np.array_equal(ids, again)
    assert np.array_equal(starts, starts_again)
    assert not np.array_equal(ids, other)
    assert starts[0] == 0
    assert 0 <= ids.min() <= ids.max() < law.vocabulary


@pytest.mark.parametrize("law", SMALL, ids=name_of)
def test_a_corpus_of_one_token_has_at_least_one(law):
    ids, starts = generate(law, 1, seed=0)
    assert ids.size >= 1
    assert starts.tolist() == [0]


def test_trees_are_whole_documents():
    ids, starts = generate(Tree(branches=3, depth=2), 20, seed=1)
    assert ids.size == 27
    assert starts.tolist() == [0, 9, 18]


def test_pointers_are_followed_to_their_roots():
    assert resolve(np.array([0, 0, 2, 1, 3, 2])).tolist() == [0, 0, 2, 0, 0, 2]


def test_drawing_never_returns_a_word_outside_the_law():
    rng = np.random.default_rng(0)
    assert set(draw(np.array([0.0, 1.0, 0.0]), 100, rng).tolist()) == {1}


def test_every_law_is_registered_under_its_own_name():
    assert {name: LAWS[name].name for name in LAWS} == {name: name for name in LAWS}
    assert set(LAWS) == {
        "copy",
        "exp-copy",
        "two-scale-copy",
        "markov",
        "markov-random",
        "tree",
        "topics",
        "iid",
    }


def test_a_law_is_made_by_name_with_parameters_replaced():
    assert make_law("markov", {"stay": 0.5}) == Markov(stay=0.5)


def test_an_unknown_parameter_is_named_with_those_there_are():
    with pytest.raises(UnknownNameError, match="parameter of the law 'markov'") as caught:
        make_law("markov", {"stays": 0.5})
    assert "did you mean 'stay'?" in caught.value.hint


def test_an_unknown_law_is_named_with_those_there_are():
    with pytest.raises(UnknownNameError, match="no law is named 'coppy'") as caught:
        make_law("coppy", {})
    assert "did you mean 'copy'?" in caught.value.hint


@pytest.mark.parametrize(
    ("law", "values", "message", "hint"),
    [
        (Copy, {"copies": 1.5}, "copies is 1.5", "--copies must be between 0 and 0.99"),
        (TwoScaleCopy, {"short_lag": 5, "long_lag": 2}, "long_lag is 2", "--long-lag must be at least 5"),
        (Copy, {"longest_lag": 0}, "longest_lag is 0", "--longest-lag must be at least 1"),
        (ExponentialCopy, {"copies": 0.5, "length": 1.0}, "too short for copies = 0.5", "at least 1.443"),
        (Markov, {"stay": 1.0}, "stay is 1", "--stay must be between"),
        (MarkovRandom, {"vocabulary": 30, "groups": 20}, "groups is 20", "between 1 and 10"),
        (Topics, {"focus": -0.1}, "focus is -0.1", "--focus must be between 0 and 1"),
        (Tree, {"branches": 10, "depth": 9}, "depth is 9", "--depth must be between 1 and 8"),
        (Independent, {"vocabulary": 1}, "vocabulary is 1", "--vocabulary must be at least 2"),
    ],
)
def test_a_parameter_out_of_range_is_refused_with_its_range(law, values, message, hint):
    with pytest.raises(UsageError, match=message) as caught:
        law(**values)
    assert hint in caught.value.hint


def test_an_empty_corpus_is_refused():
    with pytest.raises(UsageError, match="0 tokens") as caught:
        generate(Independent(), 0, seed=1)
    assert caught.value.hint == "--tokens must be at least 1"


@pytest.mark.parametrize(
    ("offsets", "caps", "message"),
    [
        ([0], [5], "offset 0 was asked for"),
        ([81], [5], "hold no pair beyond 80"),
        ([1], [0], "vocabulary of 0 words"),
    ],
)
def test_a_truth_that_does_not_exist_is_refused(offsets, caps, message):
    with pytest.raises(UsageError, match=message) as caught:
        truth(Tree(depth=4), offsets, caps)
    assert caught.value.hint
