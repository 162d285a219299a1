"""What a law of a corpus is: parameters, a way to draw tokens, and the exact dependence at every offset.

Words are numbered by falling probability, so word 0 is the commonest (``w1`` on disk) and "the K
commonest types" are ids 0..K-1. Everything informational is in bits.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints


class Law(ABC):
    """A stochastic process over words of which the law of every pair at every offset is known.

    Subclasses are frozen dataclasses; their fields are the parameters, with a ``help`` text in the
    field's metadata.
    """

    name: ClassVar[str]
    summary: ClassVar[str]

    @abstractmethod
    def probabilities(self) -> Floats:
        """Return the probability of each word, falling, float64[V]."""

    @abstractmethod
    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw at least ``tokens`` tokens: ids int64[N] and document starts int64[documents]."""

    @abstractmethod
    def information(self, offsets: Ints, cap: int) -> Floats:
        """Return the exact I(d), bits, of the ``cap`` commonest words and OTHER, per offset."""

    @abstractmethod
    def recurrence(self, offsets: Ints) -> Floats:
        """Return (P(x_t = x_{t+d}) - sum p^2) / (1 - sum p^2) per offset, full vocabulary."""

    def largest_offset(self) -> int | None:
        """Return the largest offset at which a document holds a pair; None when there is no bound."""
        return None


class SharingLaw(Law):
    """A law whose pair at offset d is one word drawn twice (probability c_d) or two independent draws.

    P(x, y) = (1 - c) p_x p_y + c p_x [x = y], for any p and any merge of its words; hence
    I = sum_x q_x ln(q_x / p_x^2) + (1 - c)(1 - sum p^2) ln(1 - c) with q_x = (1 - c) p_x^2 + c p_x.
    """

    @abstractmethod
    def sharing(self, offsets: Ints) -> Floats:
        """Return c_d, the probability that two tokens d apart are copies of one draw."""

    def recurrence(self, offsets: Ints) -> Floats:
        """Return c_d: P(same) = c + (1 - c) sum p^2."""
        return self.sharing(offsets)

    def information(self, offsets: Ints, cap: int) -> Floats:
        """Return the exact I(d), bits, by the pair law (see the class)."""
        p = merge(self.probabilities(), cap)
        return np.array([sharing_bits(float(c), p) for c in self.sharing(offsets)])


def sharing_bits(c: float, p: Floats) -> float:
    """Return the mutual information, bits, of the pair law with sharing ``c`` over words ``p``."""
    if c >= 1.0:
        return float(-np.sum(p * np.log2(p)))
    same = (1 - c) * p**2 + c * p
    # log1p keeps the second-order remainder when c is tiny and the first-order terms cancel.
    different = (1 - c) * (1 - np.sum(p**2))
    nats = np.sum(same * np.log1p(c * (1 / p - 1))) + different * math.log1p(-c)
    return max(0.0, float(nats)) / math.log(2)


def joint_bits(joint: Floats) -> float:
    """Return the mutual information, bits, of a table of joint probabilities."""
    from scipy.special import rel_entr

    independent = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    return max(0.0, float(rel_entr(joint, independent).sum())) / math.log(2)


def merge(p: Floats, cap: int) -> Floats:
    """Sum everything after the first ``cap`` entries of the last axis into one entry, OTHER."""
    if cap >= p.shape[-1]:
        return p
    return np.concatenate((p[..., :cap], p[..., cap:].sum(axis=-1, keepdims=True)), axis=-1)


def zipf_probabilities(vocabulary: int, exponent: float) -> Floats:
    """Return p_k proportional to k^-exponent for ranks k = 1..vocabulary."""
    weight = np.arange(1, vocabulary + 1, dtype=np.float64) ** -exponent
    return np.asarray(weight / weight.sum(), dtype=np.float64)


def draw(p: Floats, size: int, rng: np.random.Generator) -> Ints:
    """Draw ``size`` indices from the distribution ``p`` by inversion."""
    cumulative = np.cumsum(p)
    index = np.searchsorted(cumulative, rng.random(size) * cumulative[-1], side="right")
    return np.asarray(np.minimum(index, p.size - 1), dtype=np.int64)


def require(parameter: str, value: float, low: float, high: float = math.inf) -> None:
    """Raise UsageError unless low <= value <= high."""
    if not low <= value <= high:
        span = f"at least {low:g}" if high == math.inf else f"between {low:g} and {high:g}"
        raise UsageError(f"{parameter} is {value:g}", hint=f"--{parameter.replace('_', '-')} must be {span}")
