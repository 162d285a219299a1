"""G2, PMI and q: by hand, by the formulas of concordancers, and by scipy."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency, false_discovery_control

from lexdecay.measure.association import association, false_discovery


def one(count, left, right, pairs):
    return [float(part[0]) for part in association(*(np.array([x]) for x in (count, left, right)), pairs)]


def cells(count, left, right, pairs):
    return [count, left - count, right - count, pairs - left - right + count]


def reference_g2(count, left, right, pairs):
    """Sum of O ln(O / E) over the contingency table, as collocation tools write it, times 2."""
    expected = [left * right / pairs, left * (pairs - right) / pairs,
                (pairs - left) * right / pairs, (pairs - left) * (pairs - right) / pairs]  # fmt: skip
    observed = cells(count, left, right, pairs)
    return 2 * sum(o * np.log(o / e) for o, e in zip(observed, expected, strict=True) if o)


# 'new companies' in a newspaper of 14,307,668 bigrams, and tables with a cell that is empty or nearly full.
TABLES = [
    (8, 15828, 4675, 14_307_668),
    (1, 2, 3, 10),
    (3, 3, 3, 10),
    (20, 42, 20, 14_307_668),
    (52, 90, 60, 100),
]


@pytest.mark.parametrize("table", TABLES)
def test_g2_and_pmi_are_those_of_the_contingency_table(table):
    count, left, right, pairs = table
    expected, g2, pmi, _ = one(*table)
    assert expected == pytest.approx(left * right / pairs)
    assert abs(g2) == pytest.approx(reference_g2(*table), rel=1e-7, abs=1e-8)
    assert (g2 >= 0) == (count >= expected)
    assert pmi == pytest.approx(np.log2(count * pairs / (left * right)))


@pytest.mark.parametrize("table", [(8, 15828, 4675, 14_307_668), (1, 2, 3, 10), (52, 90, 60, 100)])
def test_g2_and_p_are_scipys(table):
    observed = np.array(cells(*table)).reshape(2, 2)
    theirs = chi2_contingency(observed, correction=False, lambda_="log-likelihood")
    _, g2, _, p = one(*table)
    assert abs(g2) == pytest.approx(theirs.statistic, rel=1e-7)
    assert p == pytest.approx(theirs.pvalue, rel=1e-6)


def test_a_pair_that_is_missing_is_infinitely_rare_and_its_g2_is_finite():
    table = (0, 30, 20, 100)
    expected, g2, pmi, _ = one(*table)
    assert (expected, pmi) == (6, -np.inf)
    assert g2 == pytest.approx(-reference_g2(*table))


def test_words_that_meet_by_chance_have_nothing():
    expected, g2, pmi, p = one(6, 30, 20, 100)
    assert (expected, g2, pmi, p) == (6, 0, 0, 1)


def test_a_pair_that_fills_the_table_has_nothing():
    assert one(10, 10, 10, 10)[1:] == [0, 0, 1]


@pytest.mark.parametrize("size", [0, 1, 2, 500])
def test_q_values_are_scipys(size):
    p = np.random.default_rng(size).beta(0.5, 1, size)
    p[: size // 5] = p[-1] if size else 0  # ties
    theirs = false_discovery_control(p) if size else p
    assert false_discovery(p) == pytest.approx(theirs, rel=1e-12)


def test_q_values_worked_by_hand():
    # 3 tests: 0.01 * 3/1, 0.04 * 3/3 and 0.03 * 3/2, which the larger rank pulls down to 0.04.
    assert false_discovery(np.array([0.04, 0.01, 0.03])) == pytest.approx([0.04, 0.03, 0.04])
