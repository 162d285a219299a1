"""Expected mutual information of a table whose margins are fixed and whose pairing is random.

The "expected mutual information" of Vinh, Epps & Bailey (2010, JMLR 11:2837): each cell of a table
with n pairs, row total a and column total b is hypergeometric, so

    E[I] = log2 n - (sum a log2 a + sum b log2 b) / n + sum_ab E[X log2 X] / n,   X ~ H(n, a, b).

Types of equal total are grouped, so the double sum runs over distinct totals only. It is
computed, not sampled: no shuffle is drawn and no sampling error is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints

# Above this cell mean the moment series below is within 1e-3 of E[X log2 X], a number of a hundred or
# more (3e-5 from 64 on); below it P(X = 0) is a normal number, so the recursion may start there.
SERIES_FROM = 24.0
# Totals above EXACT_UNTIL are grouped within 5 % of each other and replaced by their mean. Measured on
# Zipf margins of 146 to 17,000 types and 2e5 to 1e7 pairs this moves E[I] by 3e-6 to 2e-5 bits, a
# hundredth of the noise of a curve; and what is left cancels, since the null is measured against E.
EXACT_UNTIL = 64
GROUP_RATIO = 1.05


def xlog2x(count: Ints | Floats) -> Floats:
    """Entropy term x log2 x, 0 at 0."""
    # log2(max(x, 1)) is 0 at 0 as well as at 1, so the product needs no special case.
    logarithm = np.log2(np.maximum(count, 1.0))
    return np.multiply(count, logarithm, out=logarithm)


def expected_information(left: Ints, right: Ints) -> float:
    """Expected plug-in mutual information under random re-pairing with both margins fixed, in bits.

    Parameters
    ----------
    left, right
        int64[M], how often each symbol stands left and right; both sum to the number of pairs.
    """
    pairs = int(left.sum())
    if pairs == 0:
        return 0.0
    a, times_a = _grouped(left)
    b, times_b = _grouped(right)
    row, column = (m.ravel() for m in np.meshgrid(a, b, indexing="ij"))
    cells = float(np.outer(times_a, times_b).ravel() @ expected_xlog2x(pairs, row, column))
    margins = float(times_a @ xlog2x(a) + times_b @ xlog2x(b))
    return float(np.log2(pairs)) + (cells - margins) / pairs


def expected_divergence(sample: int, background: Ints) -> float:
    """Expected divergence KL(sample || background) of words drawn from the background itself, in bits.

    Each word's count in ``sample`` draws without replacement is hypergeometric, X_w ~ H(N, n, C_w), so

        E[KL] = sum_w E[X log2 X] / n - log2 n - sum_w p_w log2 p_w,   p_w = C_w / N.

    Parameters
    ----------
    sample
        n, the words drawn.
    background
        int64[M], how often each word stands in the whole, C_w.
    """
    total = int(background.sum())
    if sample == 0 or total == 0:
        return 0.0
    words, times = _grouped(background)
    cells = float(times @ expected_xlog2x(total, np.full(words.size, float(sample)), words))
    entropy = float(np.log2(total)) - float(times @ xlog2x(words)) / total
    return cells / sample - float(np.log2(sample)) + entropy


def _grouped(totals: Ints) -> tuple[Floats, Ints]:
    """Distinct totals and how many symbols have each; large ones by groups of nearly equal ones."""
    present = totals[totals > 0].astype(float)
    step = np.log(np.maximum(present, EXACT_UNTIL) / EXACT_UNTIL) / np.log(GROUP_RATIO)
    label = np.where(present < EXACT_UNTIL, present, EXACT_UNTIL + np.floor(step))
    _, group = np.unique(label, return_inverse=True)
    times = np.bincount(group)
    return np.bincount(group, present) / times, times


def expected_xlog2x(pairs: int, row: Floats, column: Floats) -> Floats:
    """E[X log2 X] of hypergeometric cells, X ~ H(pairs, row, column), shape of ``row``."""
    mean = row * (column / pairs)
    result = np.empty(mean.shape)
    large = mean >= SERIES_FROM
    result[large] = _by_moments(pairs, row[large], column[large])
    result[~large] = _by_recursion(pairs, row[~large], column[~large])
    return result


def _by_moments(pairs: int, row: Floats, column: Floats) -> Floats:
    """Taylor series of x ln x about the mean, to the sixth central moment.

    The third and higher moments are those of a binomial with the hypergeometric's mean and variance;
    what that neglects is of order 1 / mean^3 in a cell.
    """
    mean = row * (column / pairs)
    spread = (1 - row / pairs) * (1 - column / pairs) * pairs / max(pairs - 1, 1)  # variance / mean
    skew = spread * (1 - 2 * row / pairs) * (1 - 2 * column / pairs)  # third moment / mean
    second, third = spread * mean, skew * mean
    fourth = 3 * second**2 + second
    fifth = 10 * second * third
    sixth = 15 * second**3
    series = second / (2 * mean) - third / (6 * mean**2) + fourth / (12 * mean**3)
    series += -fifth / (20 * mean**4) + sixth / (30 * mean**5)
    return (mean * np.log(mean) + series) / np.log(2)


def _by_recursion(pairs: int, row: Floats, column: Floats) -> Floats:
    """Sum k log2 k P(k) upwards, all cells at once, those of the longest tail first.

    A cell whose totals exceed the pairs cannot be empty; such cells, of tiny tables, start from their own
    least count.
    """
    result = np.empty(row.size)
    empty = row + column <= pairs
    result[empty] = _from_empty(pairs, row[empty], column[empty])
    result[~empty] = _from_least(pairs, row[~empty], column[~empty])
    return result


def _last_count(mean: Floats) -> Floats:
    """Count beyond which nothing is left: nine standard deviations, and eight more for small means' skew."""
    return np.ceil(mean + 9 * np.sqrt(mean) + 8)


def _from_empty(pairs: int, row: Floats, column: Floats) -> Floats:
    """Sum over counts from P(0) up; cells whose tail is spent are the last ones of the order."""
    last = _last_count(row * (column / pairs))
    order = np.argsort(last, kind="stable")[::-1]
    a, b, last = row[order], column[order], last[order]
    neither = pairs - a - b
    p, total = np.exp(_log_hypergeometric(pairs, a, b, np.zeros(a.size))), np.zeros(a.size)
    steps = np.arange(last[0] if last.size else 0)
    # How many cells still go on after each count; P is 0 beyond min(a, b) of itself.
    going = last.size - np.searchsorted(last[::-1], steps, side="right")
    for k, m in zip(steps.tolist(), going.tolist(), strict=True):
        p = p[:m]
        p *= (a[:m] - k) * (b[:m] - k) / ((neither[:m] + (k + 1)) * (k + 1))
        total[:m] += p * ((k + 1) * np.log2(k + 1))
    result = np.empty(total.size)
    result[order] = total
    return result


def _from_least(pairs: int, row: Floats, column: Floats) -> Floats:
    """Sum over every count of each cell, one cell at a time."""
    found = np.empty(row.size)
    for i, (a, b) in enumerate(zip(row, column, strict=True)):
        k = np.arange(a + b - pairs, min(a, b) + 1)
        p = np.exp(_log_hypergeometric(pairs, np.full(k.size, a), np.full(k.size, b), k))
        found[i] = p @ xlog2x(k)
    return found


def _log_hypergeometric(pairs: int, a: Floats, b: Floats, k: Floats) -> Floats:
    def log_choose(n: Floats | float, r: Floats) -> Floats:
        return gammaln(np.asarray(n) + 1.0) - gammaln(r + 1) - gammaln(np.asarray(n) - r + 1)

    return log_choose(a, k) + log_choose(pairs - a, b - k) - log_choose(float(pairs), b)
