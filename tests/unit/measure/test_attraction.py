"""Observed over expected of two classes as a curve: against hand, against a chain, against nothing."""

import numpy as np
import pytest

from lexdecay.engine.constructions import construction_curve, halves_of, tables_of, two_classes
from lexdecay.engine.controls import controlled
from lexdecay.fit import fit_curve
from lexdecay.measure.attraction import attraction_curve, class_pairs
from lexdecay.records import TokenStream, Vocabulary


def stream_of(ids, types):
    ids = np.asarray(ids, np.uint32)
    return TokenStream(
        ids, np.array([0]), Vocabulary(tuple("abcdefghij"[:types]), np.bincount(ids, minlength=types))
    )


def one(index, types):
    return np.arange(types) == index


def chain(tokens, transition, seed=1):
    draws = np.random.default_rng(seed).random(tokens)
    steps = transition.cumsum(1)
    state, states = 0, np.empty(tokens, np.uint32)
    for at, draw in enumerate(draws.tolist()):
        states[at] = state = min(int(np.searchsorted(steps[state], draw)), len(steps) - 1)
    return stream_of(states, len(transition))


def test_classes_are_summed_block_by_block_with_their_margins():
    """Two blocks of a table of three symbols; left class {0, 1}, right class {2}."""
    tables = np.array([[[1, 2, 3], [0, 4, 5], [6, 0, 1]], [[0, 0, 1], [1, 0, 0], [2, 2, 2]]])
    found = class_pairs(tables, np.array([True, True, False]), np.array([False, False, True]))
    assert (found.both.tolist(), found.left.tolist()) == ([8, 1], [15, 2])
    assert (found.right.tolist(), found.pairs.tolist()) == ([9, 3], [22, 8])
    assert found.expected == pytest.approx(17 * 12 / 30)
    curve = attraction_curve(np.array([1]), [found], [found])
    assert curve.raw[0] == pytest.approx(9 * 30 / (17 * 12))
    assert curve.value[0] == pytest.approx(curve.raw[0] - 1)
    assert not curve.usable[0]  # seven pairs by chance: too few to say


def test_a_chain_falls_as_its_transition_matrix_says_and_is_called_exponential():
    transition = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]])  # eigenvalue 0.7, thirds
    curve = tables_of(chain(60_000, transition), 60, seed=0, jobs=1).curve(one(0, 3), one(0, 3))
    exact = 2 * 0.7**curve.offset
    assert curve.measure == "attraction"
    assert np.all(np.abs(curve.value - exact) < 3.5 * curve.se)
    fitted = fit_curve(curve)
    assert fitted.verdict.answer == "exponential"
    length = next(fit for fit in fitted.fits if fit.model == "exponential").parameters[1]
    assert length.low < -1 / np.log(0.7) < length.high


def test_classes_that_avoid_each_other_have_a_curve_of_their_own():
    transition = np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]])
    curve = tables_of(chain(60_000, transition), 60, seed=0, jobs=1).curve(one(0, 3), one(1, 3))
    assert curve.measure == "avoidance"
    assert np.all(np.abs(curve.value - 0.7**curve.offset) < 3.5 * curve.se)


def test_independent_words_have_no_usable_offset():
    rng = np.random.default_rng(5)
    for _ in range(4):
        tables = tables_of(stream_of(rng.integers(0, 8, 20_000), 8), 300, seed=0, jobs=1)
        curves = [tables.curve(one(i, 8), one(j, 8)) for i, j in ((0, 0), (0, 1), (2, 5), (7, 3))]
        assert not any(curve.usable.any() for curve in curves)
        assert fit_curve(curves[0]).verdict.answer == "no_dependence"


def test_classes_of_tokens_equal_the_same_classes_of_symbols():
    stream = stream_of(np.random.default_rng(2).integers(0, 6, 5000), 6)
    left, right = np.isin(stream.ids, [0, 3]), np.isin(stream.ids, [3, 4, 5])
    by_token = construction_curve(two_classes(stream, left, right), 40, seed=0, jobs=1)
    of_symbols = tables_of(stream, 40, seed=0, jobs=2).curve(
        np.isin(range(6), [0, 3]), np.isin(range(6), [3, 4, 5])
    )
    for name in ("value", "se", "noise", "covariance"):
        np.testing.assert_allclose(getattr(by_token, name), getattr(of_symbols, name))


def test_halves_are_cut_at_a_document_and_keep_every_token():
    stream = TokenStream(np.zeros(100, np.uint32), np.array([0, 48]), Vocabulary(("a",), np.array([100])))
    first, second = halves_of(stream)
    assert (len(first), len(second), second.starts.tolist()) == (48, 52, [0])


def test_a_text_read_backwards_exchanges_the_two_classes():
    stream = chain(8000, np.array([[0.1, 0.7, 0.2], [0.3, 0.1, 0.6], [0.5, 0.3, 0.2]]))
    back = controlled(stream, "reverse", 0)
    forth, turned = (tables_of(each, 30, seed=0, jobs=1) for each in (stream, back))
    np.testing.assert_allclose(
        forth.curve(one(0, 3), one(1, 3)).raw, turned.curve(one(1, 3), one(0, 3)).raw, rtol=1e-12
    )


def test_a_shuffled_text_has_no_usable_offset():
    stream = chain(20_000, np.array([[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.1, 0.1, 0.8]]))
    tables = tables_of(controlled(stream, "shuffle", 0), 100, seed=0, jobs=1)
    assert not any(tables.curve(one(i, 3), one(j, 3)).usable.any() for i in range(3) for j in range(3))
