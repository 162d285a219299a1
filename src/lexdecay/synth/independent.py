"""Independent draws: nothing to find."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lexdecay.synth.law import SharingLaw, draw, require, zipf_probabilities

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints


@dataclass(frozen=True, slots=True)
class Independent(SharingLaw):
    """Tokens drawn independently from Zipf's law; I(d) = 0 at every offset."""

    name: ClassVar[str] = "iid"
    summary: ClassVar[str] = "independent draws from Zipf's law: no dependence at any offset"

    vocabulary: int = field(default=30_000, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 2)
        require("zipf", self.zipf, 0)

    def probabilities(self) -> Floats:
        """Return Zipf's law over the vocabulary."""
        return zipf_probabilities(self.vocabulary, self.zipf)

    def sharing(self, offsets: Ints) -> Floats:
        """Return zeros."""
        return np.zeros(offsets.size)

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw one document."""
        return draw(self.probabilities(), tokens, rng), np.zeros(1, dtype=np.int64)
