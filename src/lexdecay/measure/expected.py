"""Expected mutual information of a table whose margins are fixed and whose pairing is random.

The "expected mutual information" of Vinh, Epps & Bailey (2010, JMLR 11:2837): each cell of a table
with n pairs, row total a and column total b is hypergeometric, so

    E[I] = log2 n - (sum a log2 a + sum b log2 b) / n + sum_ab E[X log2 X] / n,   X ~ H(n, a, b).

Types of equal total are grouped, so the double sum runs over distinct totals only. It is
computed, not sampled: no shuffle is drawn and no sampling error is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammaln

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Floats, Ints

# Above this cell mean the moment series below is within 1e-3 of E[X log2 X], a number of a hundred or
# more (3e-5 from 64 on); below it P(X = 0) is a normal number, so the recursion may start there.
SERIES_FROM = 24.0
# Totals above EXACT_UNTIL are grouped within 5 % of each other and replaced by their mean. Measured on
# Zipf margins of 146 to 17,000 types and 2e5 to 1e7 pairs this moves E[I] by 3e-6 to 2e-5 bits, a
# hundredth of the noise of a curve; and what is left cancels, since the null is measured against E.
EXACT_UNTIL = 64
GROUP_RATIO = 1.05
# Tables whose cells are worked on at once: with fewer numpy's calls take longer than its sums, with more the
# cells leave the cache.
TOGETHER = 8


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
    return float(expected_informations([(left, right)])[0])


def expected_informations(margins: Sequence[tuple[Ints, Ints]]) -> Floats:
    """`expected_information` of each left and right, [n]; cells of several tables are worked on at once."""
    found: list[float] = []
    for start in range(0, len(margins), TOGETHER):
        found += _together([_Cells.of(left, right) for left, right in margins[start : start + TOGETHER]])
    return np.array(found)


def _together(tables: Sequence[_Cells]) -> list[float]:
    pairs = np.repeat([float(t.pairs) for t in tables], [t.row.size for t in tables])
    row, column = np.concatenate([t.row for t in tables]), np.concatenate([t.column for t in tables])
    ends = np.cumsum([t.row.size for t in tables])[:-1]
    found = np.split(expected_xlog2x(pairs, row, column), ends)
    return [t.information(xlog2x) for t, xlog2x in zip(tables, found, strict=True)]


@dataclass(frozen=True, slots=True, eq=False)
class _Cells:
    """The different cells of a table, by their totals, and how many there are of each."""

    pairs: int
    row: Floats
    column: Floats
    times: Ints
    margins: float  # sum of n log2 n of both margins

    @classmethod
    def of(cls, left: Ints, right: Ints) -> _Cells:
        a, times_a = _grouped(left)
        b, times_b = _grouped(right)
        row, column = (m.ravel() for m in np.meshgrid(a, b, indexing="ij"))
        margins = float(times_a @ xlog2x(a) + times_b @ xlog2x(b))
        return cls(int(left.sum()), row, column, np.outer(times_a, times_b).ravel(), margins)

    def information(self, expected: Floats) -> float:
        if self.pairs == 0:
            return 0.0
        return float(np.log2(self.pairs)) + (float(self.times @ expected) - self.margins) / self.pairs


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


def expected_xlog2x(pairs: int | Floats, row: Floats, column: Floats) -> Floats:
    """E[X log2 X] of hypergeometric cells, X ~ H(pairs, row, column), shape of ``row``."""
    pairs = np.broadcast_to(np.asarray(pairs, np.float64), row.shape)
    mean = row * (column / pairs)
    result = np.empty(mean.shape)
    large = mean >= SERIES_FROM
    result[large] = _by_moments(pairs[large], row[large], column[large])
    result[~large] = _by_recursion(pairs[~large], row[~large], column[~large])
    return result


def _by_moments(pairs: Floats, row: Floats, column: Floats) -> Floats:
    """Taylor series of x ln x about the mean, to the sixth central moment.

    The third and higher moments are those of a binomial with the hypergeometric's mean and variance;
    what that neglects is of order 1 / mean^3 in a cell.
    """
    mean = row * (column / pairs)
    spread = (1 - row / pairs) * (1 - column / pairs) * pairs / np.maximum(pairs - 1, 1)  # variance / mean
    skew = spread * (1 - 2 * row / pairs) * (1 - 2 * column / pairs)  # third moment / mean
    second, third = spread * mean, skew * mean
    fourth = 3 * second**2 + second
    fifth = 10 * second * third
    sixth = 15 * second**3
    series = second / (2 * mean) - third / (6 * mean**2) + fourth / (12 * mean**3)
    series += -fifth / (20 * mean**4) + sixth / (30 * mean**5)
    return (mean * np.log(mean) + series) / np.log(2)


def _by_recursion(pairs: Floats, row: Floats, column: Floats) -> Floats:
    """Sum k log2 k P(k) upwards, all cells at once, those of the longest tail first.

    A cell whose totals exceed the pairs cannot be empty; such cells, of tiny tables, start from their own
    least count.
    """
    result = np.empty(row.size)
    empty = row + column <= pairs
    result[empty] = _from_empty(pairs[empty], row[empty], column[empty])
    result[~empty] = _from_least(pairs[~empty], row[~empty], column[~empty])
    return result


def _last_count(mean: Floats) -> Floats:
    """Count beyond which nothing is left: nine standard deviations, and eight more for small means' skew."""
    return np.ceil(mean + 9 * np.sqrt(mean) + 8)


def _from_empty(pairs: Floats, row: Floats, column: Floats) -> Floats:
    """Sum over counts from P(0) up; cells whose tail is spent are the last ones of the order."""
    last = _last_count(row * (column / pairs))
    order = np.argsort(last, kind="stable")[::-1]
    pairs, a, b, last = pairs[order], row[order], column[order], last[order]
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


def _from_least(pairs: Floats, row: Floats, column: Floats) -> Floats:
    """Sum over every count of each cell, one cell at a time."""
    found = np.empty(row.size)
    for i, (n, a, b) in enumerate(zip(pairs, row, column, strict=True)):
        k = np.arange(a + b - n, min(a, b) + 1)
        p = np.exp(_log_hypergeometric(np.full(k.size, n), np.full(k.size, a), np.full(k.size, b), k))
        found[i] = p @ xlog2x(k)
    return found


def _log_hypergeometric(pairs: Floats, a: Floats, b: Floats, k: Floats) -> Floats:
    def log_choose(n: Floats, r: Floats) -> Floats:
        return gammaln(n + 1) - gammaln(r + 1) - gammaln(n - r + 1)

    return log_choose(a, k) + log_choose(pairs - a, b - k) - log_choose(pairs, b)
