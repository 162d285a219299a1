"""Sums over all integers from x_min to infinity, as a weighted sum of a few hundred values.

Laws written as a penalty on k^-a have no closed normaliser. The first terms are added one by one; the
rest is the Euler-Maclaurin formula, its integral by Gauss-Legendre panels in log k. The result is linear in
the summand, so one rule of nodes and weights serves the normaliser and every moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Floats

# After 512 direct terms the next Euler-Maclaurin term is below 1e-12 of the last direct one.
_DIRECT = 512
# The integral runs to k = e^200 times the last direct term: of the flattest power law that word counts show
# (exponent 1.3) it leaves e^-60, and no penalty used here overflows before it.
_TOP = 200.0
_PANELS = 24
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(32)
# Survival beyond this many direct terms is an integral from k - 1/2: relative error about (a / k)^2 / 24.
_TABLE = 4096


class Rule(NamedTuple):
    """Nodes and weights: ``sum_{k >= x_min} f(k) = (weight * f(node)).sum()``."""

    node: Floats
    weight: Floats
    log_ratio: Floats  # log(node / x_min)


def rule(x_min: float) -> Rule:
    """Summation rule for all integers from ``x_min`` on."""
    last = x_min + _DIRECT
    head = np.arange(x_min, last)
    edges = np.log(last) + np.linspace(0.0, 1.0, _PANELS + 1) ** 2 * _TOP
    node, weight = _panels(edges)
    # f(K) / 2 - f'(K) / 12, the derivative as a difference of its neighbours half a unit away
    ends = np.array([last, last + 0.5, last - 0.5])
    all_nodes = np.concatenate([head, node.ravel(), ends])
    all_weights = np.concatenate([np.ones(_DIRECT), weight.ravel(), [0.5, -1 / 12, 1 / 12]])
    return Rule(all_nodes, all_weights, np.log(all_nodes / x_min))


def _panels(edges: Floats) -> tuple[Floats, Floats]:
    """Gauss-Legendre nodes and weights in k for panels between edges in log k, one row each."""
    half, middle = np.diff(edges)[:, None] / 2, (edges[1:] + edges[:-1])[:, None] / 2
    node = np.exp(middle + half * _NODES)
    return node, node * half * _WEIGHTS


def log_survival(k: Floats, x_min: float, log_kernel: Callable[[Floats], Floats]) -> Floats:
    """Log P(X >= k) of the law proportional to exp(log_kernel) on the integers from ``x_min`` on."""
    table = np.exp(log_kernel(np.arange(x_min, x_min + _TABLE)))
    beyond = np.maximum(k, x_min + _TABLE)
    distinct, position = np.unique(np.append(beyond, x_min + _TABLE), return_inverse=True)
    far = _integrals(distinct - 0.5, log_kernel)[position]
    near = far[-1] + np.append(table[::-1].cumsum()[::-1], 0.0)
    index = np.minimum(k - x_min, _TABLE).astype(np.int64)
    survival = np.where(k < x_min + _TABLE, near[index], far[:-1])
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(survival / near[0]))


def _integrals(starts: Floats, log_kernel: Callable[[Floats], Floats]) -> Floats:
    """Integrals of exp(log_kernel) from each start (ascending) to infinity."""
    first = np.log(starts)
    edges = np.union1d(first, first[0] + np.linspace(0.0, 1.0, 4 * _PANELS) ** 2 * _TOP)
    node, weight = _panels(edges)
    piece = (weight * np.exp(log_kernel(node.ravel()).reshape(node.shape))).sum(axis=1)
    return np.asarray(np.append(piece[::-1].cumsum()[::-1], 0.0)[np.searchsorted(edges, first)])
