"""Hidden topics: different words attract each other because they belong to one topic."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lexdecay.synth.law import Law, draw, joint_bits, merge, require, zipf_probabilities
from lexdecay.synth.markov import run_numbers

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints


@dataclass(frozen=True, slots=True)
class Topics(Law):
    """A hidden topic is kept with probability ``stay``; a word comes from it with probability ``focus``.

    Topic t owns the words of rank t mod ``topics`` and is redrawn with the probability w_t of its
    words, so that the margin is Zipf's law whatever the focus. The pair law at offset d is
    (1 - stay^d) p p' + stay^d sum_t w_t e_t e_t', e_t = (1 - focus) p + focus p(. | t).
    """

    name: ClassVar[str] = "topics"
    summary: ClassVar[str] = "words of a slowly changing hidden topic: an exponential between different words"

    vocabulary: int = field(default=5000, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})
    stay: float = field(default=0.93, metadata={"help": "probability of keeping the topic at a token"})
    topics: int = field(default=24, metadata={"help": "number of topics"})
    focus: float = field(default=0.3, metadata={"help": "probability that a word is of the topic"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 2)
        require("zipf", self.zipf, 0)
        require("stay", self.stay, 0, 1 - 1e-6)
        require("topics", self.topics, 1, self.vocabulary)
        require("focus", self.focus, 0, 1)

    def probabilities(self) -> Floats:
        """Return Zipf's law over the vocabulary."""
        return zipf_probabilities(self.vocabulary, self.zipf)

    def topic_weights(self) -> Floats:
        """Return w_t, float64[topics]."""
        weights = np.bincount(np.arange(self.vocabulary) % self.topics, self.probabilities())
        return np.asarray(weights, dtype=np.float64)

    def emission(self) -> Floats:
        """Return e_t, float64[topics, V]."""
        p = self.probabilities()
        word = np.arange(self.vocabulary)
        own = np.zeros((self.topics, self.vocabulary))
        own[word % self.topics, word] = p / self.topic_weights()[word % self.topics]
        return (1 - self.focus) * p + self.focus * own

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw one document from the stationary process."""
        run = run_numbers(tokens, self.stay, rng)
        topic = draw(self.topic_weights(), int(run[-1]) + 1 if tokens else 0, rng)[run]
        ids = draw(self.probabilities(), tokens, rng)
        focused = np.flatnonzero(rng.random(tokens) < self.focus)
        ids[focused] = self._draw_within(topic[focused], rng)
        return ids, np.zeros(1, dtype=np.int64)

    def _draw_within(self, topic: Ints, rng: np.random.Generator) -> Ints:
        """Draw a word of each given topic: invert p laid out topic after topic."""
        word = np.arange(self.vocabulary)
        by_topic = np.argsort(word % self.topics, kind="stable")
        cumulative = np.cumsum(self.probabilities()[by_topic])
        edge = np.concatenate(([0], np.cumsum(np.bincount(word % self.topics))))
        low = np.concatenate(([0.0], cumulative))[edge]
        point = low[topic] + rng.random(topic.size) * (low[topic + 1] - low[topic])
        index = np.searchsorted(cumulative, point, side="right")
        return np.asarray(by_topic[np.minimum(index, edge[topic + 1] - 1)], dtype=np.int64)

    def information(self, offsets: Ints, cap: int) -> Floats:
        """Return the exact I(d), bits, of the merged pair law."""
        emission = merge(self.emission(), cap)
        bound = emission.T @ (self.topic_weights()[:, None] * emission)
        p = merge(self.probabilities(), cap)
        free = np.outer(p, p)
        weight = self.stay ** offsets.astype(np.float64)
        return np.array([joint_bits(c * bound + (1 - c) * free) for c in weight])

    def recurrence(self, offsets: Ints) -> Floats:
        """Return the excess of P(same)."""
        chance = float(np.sum(self.probabilities() ** 2))
        same = float(self.topic_weights() @ np.sum(self.emission() ** 2, axis=1))
        weight = self.stay ** offsets.astype(np.float64)
        return np.asarray(weight * (same - chance) / (1 - chance), dtype=np.float64)
