"""A Markov chain between different words, with a random sparse transition matrix."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np

from lexdecay.synth.law import Law, draw, joint_bits, merge, require, zipf_probabilities
from lexdecay.synth.markov import run_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scipy.sparse import csr_array

    from lexdecay.records import Floats, Ints

NEGLIGIBLE = 1e-18  # weight of the chain below which the pair law is the product of its margins


class Successors(NamedTuple):
    """A chain as the closed texts it is read off: what follows a word is what follows its occurrences."""

    following: Ints  # int64[M], the next word after each occurrence, occurrences grouped by word
    start: Ints  # int64[V + 1], first occurrence of each word in ``following``


@dataclass(frozen=True, slots=True)
class MarkovRandom(Law):
    """With probability ``stay`` the next word is a random one of this word's successors, else any word.

    The successors B come from random closed texts (the last word is followed by the first), one per
    group of words, in which no word follows itself. What enters a word of a closed text also leaves
    it, so the stationary law is the words' share of the text, exactly. With P = stay B + (1 - stay) 1 pi,
    P^d = stay^d B^d + (1 - stay^d) 1 pi. Groups keep B^d from forgetting: without them I(d) is gone
    after a few words; with them it falls as the dependence of the groups does.
    """

    name: ClassVar[str] = "markov-random"
    summary: ClassVar[str] = "a random sparse Markov chain between different words: an exponential"

    vocabulary: int = field(default=500, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})
    stay: float = field(default=0.9, metadata={"help": "probability of following the chain"})
    links: int = field(default=8, metadata={"help": "successors per word type, on average"})
    groups: int = field(default=8, metadata={"help": "groups of words that the chain does not leave"})
    matrix_seed: int = field(default=1, metadata={"help": "seed of the transition matrix"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 6)
        require("zipf", self.zipf, 0)
        require("stay", self.stay, 0, 0.999)
        require("links", self.links, 1)
        require("groups", self.groups, 1, self.vocabulary // 3)
        require("matrix_seed", self.matrix_seed, 0)

    def successors(self) -> Successors:
        """Return the transition matrix B as lists of successors."""
        return _successors(self)

    def probabilities(self) -> Floats:
        """Return the stationary law: each word's share of the closed texts."""
        count = np.diff(self.successors().start).astype(np.float64)
        return np.asarray(count / count.sum(), dtype=np.float64)

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw one document: all runs between redraws advance together, one step at a time."""
        run = run_numbers(tokens, self.stay, rng)
        first = np.flatnonzero(np.diff(run, prepend=-1))
        length = np.diff(first, append=tokens)
        ids = np.empty(tokens, dtype=np.int64)
        word = draw(self.probabilities(), first.size, rng)
        ids[first] = word
        for step in range(1, int(length.max(initial=0))):
            alive = length > step
            first, length, word = first[alive], length[alive], word[alive]
            word = _follow(self.successors(), word, rng)
            ids[first + step] = word
        return ids, np.zeros(1, dtype=np.int64)

    def information(self, offsets: Ints, cap: int) -> Floats:
        """Return the exact I(d), bits, from powers of the matrix on merged words."""
        size = self.vocabulary
        p = self.probabilities()
        columns = merge(np.eye(size), cap)
        margin = merge(p, cap)
        bits = dict.fromkeys(offsets.tolist(), 0.0)
        for offset, weight, power in self._powers(offsets, columns):
            bound = merge((p[:, None] * power).T, cap).T
            bits[offset] = joint_bits(weight * bound + (1 - weight) * np.outer(margin, margin))
        return np.array([bits[d] for d in offsets.tolist()])

    def recurrence(self, offsets: Ints) -> Floats:
        """Return the excess of P(same), from the diagonals of the matrix powers."""
        p = self.probabilities()
        chance = float(np.sum(p**2))
        excess = dict.fromkeys(offsets.tolist(), 0.0)
        for offset, weight, power in self._powers(offsets, np.eye(self.vocabulary)):
            excess[offset] = weight * (float(np.sum(p * np.diagonal(power))) - chance) / (1 - chance)
        return np.array([excess[d] for d in offsets.tolist()])

    def _powers(self, offsets: Ints, columns: Floats) -> Iterator[tuple[int, float, Floats]]:
        """Yield (d, stay^d, B^d columns) for the offsets at which the chain still has weight."""
        matrix = _sparse(self.successors())
        wanted = set(offsets.tolist())
        for offset in range(1, max(wanted, default=0) + 1):
            weight = self.stay**offset
            if weight < NEGLIGIBLE:
                return
            columns = np.asarray(matrix @ columns)
            if offset in wanted:
                yield offset, weight, columns


@lru_cache(maxsize=8)
def _successors(law: MarkovRandom) -> Successors:
    rng = np.random.default_rng(law.matrix_seed)
    p = zipf_probabilities(law.vocabulary, law.zipf)
    members = [np.arange(g, law.vocabulary, law.groups) for g in range(law.groups)]
    texts = [_closed_text(words, p, law.links, rng) for words in members]
    word = np.concatenate(texts)
    following = np.concatenate([np.roll(text, -1) for text in texts])
    count = np.bincount(word, minlength=law.vocabulary)
    rank = np.empty_like(count)
    rank[np.argsort(-count, kind="stable")] = np.arange(count.size)  # ids must fall in probability
    word, following = rank[word], rank[following]
    start = np.concatenate(([0], np.cumsum(np.bincount(word))))
    return Successors(following[np.argsort(word, kind="stable")], start)


def _closed_text(words: Ints, p: Floats, links: int, rng: np.random.Generator) -> Ints:
    """Return a random cyclic text over ``words``, each at least once, no word beside itself."""
    drawn = words[draw(p[words], links * words.size, rng)]
    text = rng.permutation(np.concatenate((drawn, words)))
    return np.asarray(text[text != np.roll(text, -1)], dtype=np.int64)  # runs shrink to their last word


def _follow(chain: Successors, word: Ints, rng: np.random.Generator) -> Ints:
    """Draw a successor of each word."""
    start, stop = chain.start[word], chain.start[word + 1]
    return np.asarray(chain.following[rng.integers(start, stop)], dtype=np.int64)


def _sparse(chain: Successors) -> csr_array[np.float64]:
    """Return B, float64[V, V], as a sparse matrix."""
    from scipy.sparse import csr_array

    count = np.diff(chain.start)
    share = np.repeat(1.0 / count, count)
    return csr_array((share, chain.following, chain.start), shape=(count.size, count.size))
