"""Tables of tag pairs -> observed against expected, and how far each construction reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri

from lexdecay.measure.curve import USABLE_SIGMAS
from lexdecay.word_records import TagMatrix

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.records import Flags, Floats, Ints

# Pairs that chance must be expected to make; with fewer, the counts of chance are too skewed for
# standard deviations to say what is rare.
LEAST_EXPECTED = 20.0


def tag_matrix(
    tags: tuple[str, ...], offsets: Sequence[int], tables: Sequence[Ints], draws: Sequence[Ints]
) -> TagMatrix:
    """Put observed over expected of every ordered pair of tags at every offset, with errors.

    Parameters
    ----------
    tags
        T names, in the order of the tables' rows.
    tables
        One int64[B, T, T] an offset: counts by block of text.
    draws
        Tables of null pairings, [T, T] each: what the ratio does where there is nothing to find.
    """
    observed = np.array([table.sum(0) for table in tables])
    pairs = observed.sum((1, 2))
    expected = np.array([expected_counts(table) for table in observed])
    ratio = _over(observed, expected)
    se = np.array([jackknife_error(leave_out(table, observed_over_expected)) for table in tables])
    noise = _noise(draws) / np.sqrt(np.maximum(pairs, 1))[:, None, None]
    return TagMatrix(
        tags,
        np.asarray(offsets, np.int64),
        pairs,
        observed,
        expected,
        ratio,
        se,
        noise,
        _differs(ratio, expected, noise),
    )


def expected_counts(table: Ints) -> Floats:
    """Row total x column total / all: the pairs that chance would make, [..., T, T]."""
    row, column = table.sum(-1, keepdims=True), table.sum(-2, keepdims=True)
    return row * (column / np.maximum(row.sum(-2, keepdims=True), 1))


def observed_over_expected(table: Ints) -> Floats:
    """Observed over expected of each cell, NaN where nothing is expected."""
    return _over(table, expected_counts(table))


def leave_out(tables: Ints, statistic: Callable[[Ints], Floats]) -> Floats:
    """A statistic of tables [B, T, T] summed without each block, [B, ...]."""
    return statistic(tables.sum(0) - tables)


def jackknife_error(values: Floats) -> Floats:
    """Standard error from leave-out values, [B, ...] -> [...]: Tukey (1958)."""
    return np.sqrt((len(values) - 1) * values.var(0))


def _over(observed: Ints | Floats, expected: Ints | Floats) -> Floats:
    nothing = np.full(np.shape(observed), np.nan)
    return np.divide(observed, expected, out=nothing, where=expected > 0)


def _noise(draws: Sequence[Ints]) -> Floats:
    """Spread of the ratio around 1 in null pairings, times the root of their number of pairs, [T, T].

    The error of a share of n pairs falls as the root of n; so draws at any offset serve for all.
    """
    squares = np.array([(observed_over_expected(draw) - 1) ** 2 * draw.sum() for draw in draws])
    known = np.isfinite(squares)
    return np.sqrt(_over(np.where(known, squares, 0).sum(0), known.sum(0)))


def _differs(ratio: Floats, expected: Floats, noise: Floats) -> Flags:
    """Where the ratio is not 1, by four noise standard deviations or, for many offsets, more.

    Two-sided, four of them have P = 6e-5 where noise is normal and known (docs/methods_words.md has what it
    is in fact); Bonferroni over m offsets at 5 % asks for more from m = 790 on.
    """
    least = max(USABLE_SIGMAS, float(-ndtri(0.025 / len(ratio))))
    return (np.abs(ratio - 1) > least * noise) & (expected >= LEAST_EXPECTED)
