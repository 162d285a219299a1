"""Laws of words around a query, pairs and controls that hold for any text."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.count.neighbours import neighbours, occurrences, word_class
from lexdecay.engine.controls import CONTROLS, controlled
from lexdecay.engine.pairs import PairQuery, associated_pairs
from lexdecay.measure.arcs import arcs_of, random_order
from lexdecay.measure.association import false_discovery
from lexdecay.measure.expected import expected_divergence
from lexdecay.measure.offsets import exposures
from lexdecay.measure.profile import divergence, wilson_interval
from lexdecay.records import TokenStream, Vocabulary
from lexdecay.word_records import Trees

TYPES = 6


@st.composite
def streams(draw):
    """Short texts of several documents, some of them empty, with sentences."""
    ids = np.array(draw(st.lists(st.integers(0, TYPES - 1), max_size=60)), np.uint32)
    cuts = draw(st.lists(st.integers(0, ids.size), max_size=5))
    starts = np.array(sorted([0, *cuts]), np.int64)
    inner = draw(st.sets(st.integers(0, max(ids.size - 1, 0)), max_size=8))
    sentences = np.array(sorted({0, *inner} if ids.size else set()), np.int64)
    counts = np.bincount(ids, minlength=TYPES)
    return TokenStream(ids, starts, Vocabulary(tuple("abcdef"), counts), None, sentences)


@given(streams(), st.integers(1, 20), st.integers(0, TYPES - 1))
def test_what_stands_right_in_a_text_stands_left_in_its_reverse(stream, offset, query):
    back = controlled(stream, "reverse", 0)
    found = []
    for text, d in ((stream, offset), (back, -offset)):
        kept = word_class(text)
        _, place = neighbours(text, kept, occurrences(text, np.array([query])), d)
        found.append(sorted(kept.words[place].tolist()))
    assert found[0] == found[1]


@given(streams(), st.integers(1, 20))
def test_the_neighbours_of_all_words_are_all_pairs(stream, offset):
    kept = word_class(stream)
    _, place = neighbours(stream, kept, np.arange(len(stream)), offset)
    assert place.size == exposures(stream.starts, len(stream), np.array([offset]))[0]


@given(streams(), st.lists(st.integers(1, 20), min_size=1, max_size=3, unique=True))
def test_pairs_add_up_to_the_exposure_and_their_q_is_at_least_their_p(stream, offsets):
    each, together = associated_pairs(stream, offsets, PairQuery(1), 1)
    for found in each:
        assert found.count.sum() == found.pairs
        assert (found.q >= found.of.p - 1e-12).all()
        assert (np.sign(found.of.g2) == np.sign(found.count - found.of.expected))[
            np.abs(found.of.g2) > 1e-6
        ].all()
    assert together.count.sum() == sum(found.pairs for found in each)


@given(streams(), st.sampled_from(sorted(CONTROLS)), st.integers(0, 5))
def test_a_control_keeps_every_word_and_the_length_of_documents(stream, name, seed):
    changed = controlled(stream, name, seed)
    assert np.array_equal(np.bincount(changed.ids, minlength=TYPES), stream.vocabulary.counts)
    lengths = [np.diff(np.append(s.starts, len(s))).tolist() for s in (stream, changed)]
    assert lengths[1] == (lengths[0][::-1] if name == "reverse" else lengths[0])


@given(st.lists(st.integers(1, 30), min_size=1, max_size=8), st.data())
def test_a_divergence_is_not_negative_and_nothing_is_left_of_it_in_the_whole(background, data):
    whole = np.array(background)
    part = np.array([data.draw(st.integers(0, n)) for n in background])
    assert divergence(part[None, :], whole).value >= -1e-9
    assert abs(expected_divergence(int(whole.sum()), whole)) < 1e-9
    assert expected_divergence(1, whole) >= -1e-9


@given(st.integers(1, 500), st.data())
def test_an_interval_of_a_share_holds_it(size, data):
    count = data.draw(st.integers(0, size))
    low, high = wilson_interval(np.array([count]), size)
    assert 0 <= low[0] <= count / size + 1e-12
    assert count / size - 1e-12 <= high[0] <= 1


@given(st.lists(st.floats(0, 1), max_size=30))
def test_q_values_are_in_the_order_of_p_values(p):
    q = false_discovery(np.array(p, float))
    order = np.argsort(p, kind="stable")
    assert (np.diff(q[order]) >= 0).all()
    assert ((q >= np.array(p)) & (q <= 1)).all()


@settings(max_examples=50)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_random_order_is_a_distribution_over_possible_lengths(sizes, random):
    heads = [[0, *(random.randint(1, place) for place in range(1, n))] for n in sizes]
    starts = np.cumsum([0, *sizes])[:-1]
    flat = np.array([head for sentence in heads for head in sentence], np.int64)
    arcs = arcs_of(Trees(flat, np.zeros(flat.size, bool), starts, 0))
    share, mean = random_order(arcs)
    assert arcs.length.size == sum(n - 1 for n in sizes)
    if arcs.length.size:
        assert abs(share.sum() - 1) < 1e-9
        assert abs(share @ np.arange(1, share.size + 1) - mean) < 1e-9
