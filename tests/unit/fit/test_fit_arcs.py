"""Laws of arc lengths recovered from arcs drawn from them, and the likelihood against scipy."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from lexdecay.fit.arcs import fit_arcs, lengths_of, maximum
from lexdecay.word_records import Arcs


def drawn(law, seed, sentences=3000):
    """Ten arcs in each sentence, their lengths from ``law`` cut off at the sentence's end."""
    rng = np.random.default_rng(seed)
    words = rng.integers(2, 50, sentences)
    lengths = []
    for n in words:
        p = law(np.arange(1, n, dtype=float))
        lengths.append(rng.choice(np.arange(1, n), 10, p=p / p.sum()))
    sign = rng.choice([-1, 1], 10 * sentences)
    return Arcs(sign * np.concatenate(lengths), np.repeat(np.arange(sentences), 10), words)


LAWS = {
    "exponential": (lambda d: 0.7**d, {"q": 0.7}),
    "power_law": (lambda d: d**-1.4, {"γ": 1.4}),
    "cutoff_power_law": (lambda d: d**-0.8 * 0.9**d, {"γ": 0.8, "q": 0.9}),
    "two_exponential_regimes": (
        lambda d: np.where(d <= 5, 0.5**d, 0.5**5 * 0.85 ** (d - 5)),
        {"q1": 0.5, "q2": 0.85, "b": 5},
    ),
}


@pytest.mark.parametrize("name", LAWS)
def test_the_law_that_drew_the_arcs_is_found_with_its_parameters(name):
    law, exact = LAWS[name]
    fits = {fit.model: fit for fit in fit_arcs(drawn(law, 1))}
    assert fits[name].delta_bic < 10  # a law with one more parameter may come a little closer
    assert all(fit.delta_bic > 10 for other, fit in fits.items() if other not in {name, *_holding(name)})
    for parameter in fits[name].parameters:
        if parameter.low is None:
            assert parameter.value == exact[parameter.symbol]
        else:
            width = parameter.high - parameter.low
            assert parameter.low - width < exact[parameter.symbol] < parameter.high + width


def _holding(name):
    """Laws of which the one named is a special case."""
    return {
        "exponential": ("two_exponential_regimes", "cutoff_power_law"),
        "power_law": ("cutoff_power_law",),
    }.get(name, ())


def test_words_in_random_order_are_random_order():
    fits = fit_arcs(drawn(lambda d: d[::-1], 2))
    assert fits[0].model == "random_order"
    assert fits[0].parameters == ()


def test_intervals_cover_the_parameter_as_often_as_they_say():
    covered = []
    for seed in range(60):
        arcs = drawn(lambda d: 0.7**d, seed, sentences=100)
        (q,) = next(fit for fit in fit_arcs(arcs) if fit.model == "exponential").parameters
        covered.append(q.low < 0.7 < q.high)
    assert 0.87 <= np.mean(covered) <= 1


def test_the_maximum_is_that_of_a_search():
    arcs = drawn(lambda d: d**-1.4, 3, sentences=200)
    n, d = arcs.words[arcs.sentence], np.abs(arcs.length)

    def minus_log_likelihood(exponent):
        total = np.array([(np.arange(1.0, words) ** -exponent).sum() for words in n])
        return float((exponent * np.log(d) + np.log(total)).sum())

    best = minimize_scalar(minus_log_likelihood, bracket=(1, 2))
    fit = next(fit for fit in fit_arcs(arcs) if fit.model == "power_law")
    assert fit.parameters[0].value == pytest.approx(best.x, abs=1e-5)
    assert fit.log_likelihood == pytest.approx(-best.fun)
    assert fit.bic == pytest.approx(np.log(d.size) + 2 * best.fun)


def test_a_law_that_rises_is_found_too():
    arcs = drawn(lambda d: 1.3**d, 4, sentences=300)
    seen = lengths_of(arcs)
    features = np.arange(seen.count.size, dtype=float)[:, None]
    assert np.exp(-maximum(seen, features).theta[0]) == pytest.approx(1.3, abs=0.02)


def test_too_few_lengths_give_no_fit():
    assert fit_arcs(Arcs(np.array([1, 1, 2, 3]), np.zeros(4, int), np.array([5]))) == ()
    assert fit_arcs(Arcs(np.empty(0, int), np.empty(0, int), np.empty(0, int))) == ()
