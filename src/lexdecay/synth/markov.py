"""The lazy Markov chain: stay on the word, or draw a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lexdecay.synth.law import SharingLaw, draw, require, zipf_probabilities

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints


@dataclass(frozen=True, slots=True)
class Markov(SharingLaw):
    """Each token repeats its predecessor with probability ``stay``, else is fresh: c_d = stay^d.

    Two equally likely words and ``stay`` = 1 - 2e are the binary chain that flips with probability e.
    """

    name: ClassVar[str] = "markov"
    summary: ClassVar[str] = "stay on the last word or draw afresh: an exponential, stay^d"

    vocabulary: int = field(default=30_000, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})
    stay: float = field(default=0.7, metadata={"help": "probability of repeating the last word"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 2)
        require("zipf", self.zipf, 0)
        require("stay", self.stay, 0, 1 - 1e-6)

    def probabilities(self) -> Floats:
        """Return Zipf's law over the vocabulary."""
        return zipf_probabilities(self.vocabulary, self.zipf)

    def sharing(self, offsets: Ints) -> Floats:
        """Return stay^d."""
        return np.asarray(self.stay ** offsets.astype(np.float64), dtype=np.float64)

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw one document from the stationary chain."""
        run = run_numbers(tokens, self.stay, rng)
        words = draw(self.probabilities(), int(run[-1]) + 1 if tokens else 0, rng)
        return words[run], np.zeros(1, dtype=np.int64)


def run_numbers(tokens: int, stay: float, rng: np.random.Generator) -> Ints:
    """Return the number, from 0, of each token's run; a new run begins with probability 1 - stay."""
    renewed = rng.random(tokens) >= stay
    renewed[:1] = False
    return np.cumsum(renewed, dtype=np.int64)
