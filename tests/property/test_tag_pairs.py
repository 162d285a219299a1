"""Pairs of tags against walks through random streams: with documents, with sentences, at any offset."""

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.count.tables import boundary_tables, pair_tables, segments_of
from lexdecay.engine.tags import across_sentences, tags_by_offset
from lexdecay.measure.boundaries import equally_exposed
from lexdecay.records import TokenStream, Vocabulary

TAGS = ("NOUN", "VERB", "DET", "ADJ")


@st.composite
def tagged_streams(draw):
    """Streams of tags in several documents, some of them empty, with sentences."""
    found = draw(st.lists(st.integers(0, len(TAGS) - 1), min_size=1, max_size=80))
    ids = np.array(found, np.uint32)
    starts = np.array(sorted([0, *draw(st.lists(st.integers(0, ids.size), max_size=4))]), np.int64)
    inner = draw(st.sets(st.integers(0, ids.size - 1), max_size=12))
    counts = np.bincount(ids, minlength=len(TAGS))
    return TokenStream(ids, starts, Vocabulary(TAGS, counts), None, np.array(sorted({0, *inner}), np.int64))


def walked(stream, offset):
    """Positions of the left tokens of all pairs, document by document."""
    bounds = [*stream.starts.tolist(), len(stream)]
    return [t for first, last in itertools.pairwise(bounds) for t in range(first, last - offset)]


@settings(max_examples=30, deadline=None)
@given(tagged_streams(), st.integers(1, 12))
def test_observed_over_expected_is_that_of_a_walk(stream, offset):
    matrix = tags_by_offset(stream, (offset,), 0, 1)
    pairs = [(int(stream.ids[t]), int(stream.ids[t + offset])) for t in walked(stream, offset)]
    assert matrix.pairs.tolist() == [len(pairs)]
    for i, j in itertools.product(range(len(TAGS)), repeat=2):
        count = pairs.count((i, j))
        begun, ended = sum(a == i for a, _ in pairs), sum(b == j for _, b in pairs)
        assert matrix.observed[0, i, j] == count
        if begun and ended:
            assert np.isclose(matrix.expected[0, i, j], begun * ended / len(pairs))
            assert np.isclose(matrix.ratio[0, i, j], count * len(pairs) / (begun * ended))
        else:
            assert np.isnan(matrix.ratio[0, i, j])


@given(tagged_streams(), st.integers(1, 12), st.integers(1, 5))
def test_every_pair_is_either_within_or_across(stream, offset, blocks):
    edges = np.linspace(0, len(stream), blocks + 1).astype(np.int64)
    within, across = boundary_tables(stream, segments_of(stream.sentences, len(stream)), offset, edges)
    assert np.array_equal(within + across, pair_tables(stream, offset, edges))
    ends = set(stream.sentences.tolist())
    parted = [t for t in walked(stream, offset) if any(s in ends for s in range(t + 1, t + offset + 1))]
    assert across.sum() == len(parted)
    for i, j in itertools.product(range(len(TAGS)), repeat=2):
        assert across.sum(0)[i, j] == sum((stream.ids[t], stream.ids[t + offset]) == (i, j) for t in parted)


@given(tagged_streams(), st.integers(1, 6), st.integers(0, 3))
def test_thinning_leaves_as_many_of_each_kind_and_invents_no_pair(stream, offset, seed):
    edges = np.linspace(0, len(stream), 4).astype(np.int64)
    tables = boundary_tables(stream, segments_of(stream.sentences, len(stream)), offset, edges)
    thinned = equally_exposed(*tables, np.random.default_rng(seed))
    sizes = [table.sum((1, 2)) for table in thinned]
    assert np.array_equal(*sizes)
    assert np.array_equal(sizes[0], np.minimum(*(table.sum((1, 2)) for table in tables)))
    for few, all_ in zip(thinned, tables, strict=True):
        assert ((few >= 0) & (few <= all_)).all()


@settings(max_examples=25, deadline=None)
@given(tagged_streams(), st.integers(1, 100), st.sampled_from([None, (0, 1)]))
def test_text_of_any_shortness_has_a_point_and_never_a_failure(stream, offset, cell):
    (point,) = across_sentences(stream, stream.sentences, (offset,), cell=cell, seed=0, jobs=1)
    assert point.offset == offset
    assert point.pairs >= 0
