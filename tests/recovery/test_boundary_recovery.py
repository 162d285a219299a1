"""What a sentence end does, where it is known: everything, or nothing."""

import numpy as np
import pytest

from lexdecay.engine.tags import across_sentences
from lexdecay.records import TokenStream, Vocabulary

TAGS = 6
STEPS = (1, 2, 3)


def chain(lengths, seed):
    """Tags of a Markov chain that begins anew with each length, and where it does."""
    rng = np.random.default_rng(seed)
    step = np.cumsum(rng.dirichlet(np.full(TAGS, 0.4), TAGS), 1)
    drawn, ids, state = rng.random(lengths.sum()), [], 0
    begins = set((np.cumsum(lengths) - lengths).tolist())
    for t, u in enumerate(drawn.tolist()):
        # Each beginning is drawn evenly, so that nothing of what came before is left.
        state = int(u * TAGS) if t in begins else min(int(np.searchsorted(step[state], u)), TAGS - 1)
        ids.append(state)
    return np.array(ids, np.uint32), np.array(sorted(begins), np.int64)


def stream_of(ids, sentences):
    counts = np.bincount(ids, minlength=TAGS)
    return TokenStream(ids, np.array([0]), Vocabulary(tuple("ABCDEF"), counts), None, sentences)


@pytest.fixture(scope="module", params=[1, 2])
def glued(request):
    lengths = np.random.default_rng(request.param).integers(4, 15, 6000)
    ids, begins = chain(lengths, request.param)
    return across_sentences(stream_of(ids, begins), begins, STEPS, cell=None, seed=0, jobs=1)


def test_independent_sentences_keep_nothing_across_their_ends(glued):
    for point in glued:
        assert abs(point.ratio) < 0.05
        assert abs(point.ratio) < 4 * point.se + 0.01


def test_ends_moved_to_other_places_change_nothing(glued):
    for point in glued:
        assert point.control == pytest.approx(1, abs=max(4 * point.control_se, 0.05))
        assert point.control_se < 0.1


def test_ends_that_mean_nothing_cut_nothing():
    lengths = np.random.default_rng(3).integers(4, 15, 6000)
    ids, _ = chain(np.array([lengths.sum()]), 3)
    begins = np.cumsum(lengths) - lengths
    for point in across_sentences(stream_of(ids, begins), begins, STEPS, cell=None, seed=0, jobs=1):
        assert point.ratio == pytest.approx(1, abs=4 * point.se)
        assert point.se < 0.2


def test_a_construction_is_cut_to_chance_by_independent_sentences():
    lengths = np.random.default_rng(1).integers(4, 15, 6000)
    ids, begins = chain(lengths, 1)
    stream = stream_of(ids, begins)
    pairs = np.zeros((TAGS, TAGS))
    np.add.at(pairs, (ids[:-1], ids[1:]), 1)
    ratio = pairs / np.outer(pairs.sum(1), pairs.sum(0)) * pairs.sum()
    common = np.where(pairs > 2000, ratio, 0)  # of 57,000: enough are left once ends are thinned out
    cell = tuple(int(i) for i in np.unravel_index(common.argmax(), common.shape))
    (point,) = across_sentences(stream, begins, (1,), cell=cell, seed=0, jobs=1)
    assert point.within > 1.5
    assert point.across == pytest.approx(1, abs=0.2)
    assert point.control == pytest.approx(1, abs=4 * point.control_se)
