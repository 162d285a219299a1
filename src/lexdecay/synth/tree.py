"""Copy trees: the simplest grammar-like process with a power law (Lin & Tegmark 2017, theorem 3)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lexdecay.synth.law import SharingLaw, draw, require, zipf_probabilities

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints

LARGEST_DOCUMENT = 10**8  # leaves of one tree; a typing slip should not fill the memory


@dataclass(frozen=True, slots=True)
class Tree(SharingLaw):
    """Documents are the leaves of full trees; each edge copies with probability ``stay``, else redraws.

    Leaves d apart meet at height h with probability w_h = (1 - d/q^h)+ - (1 - d/q^(h-1))+ over all
    positions, so c_d = sum_h w_h stay^(2h) / (1 - d/q^depth): about d^(-2 ln(1/stay) / ln q). One tree is
    not ergodic (its root never averages out), hence one document per tree and many of them.
    """

    name: ClassVar[str] = "tree"
    summary: ClassVar[str] = "leaves of copy trees, one document each: a power law"

    vocabulary: int = field(default=40, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})
    stay: float = field(default=0.9, metadata={"help": "probability that an edge copies its parent"})
    branches: int = field(default=3, metadata={"help": "children of a node"})
    depth: int = field(default=8, metadata={"help": "edges from root to leaf; branches^depth tokens each"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 2)
        require("zipf", self.zipf, 0)
        require("stay", self.stay, 0, 1)
        require("branches", self.branches, 2)
        require("depth", self.depth, 1, int(math.log(LARGEST_DOCUMENT) / math.log(self.branches)))

    def probabilities(self) -> Floats:
        """Return Zipf's law over the vocabulary."""
        return zipf_probabilities(self.vocabulary, self.zipf)

    def leaves(self) -> int:
        """Return the number of tokens of a document."""
        return int(self.branches**self.depth)

    def largest_offset(self) -> int | None:
        """Return the number of leaves less one."""
        return self.leaves() - 1

    def sharing(self, offsets: Ints) -> Floats:
        """Return c_d, averaged over the positions of a document (see the class)."""
        height = np.arange(self.depth + 1)
        block = float(self.branches) ** height
        inside = np.maximum(0.0, 1 - offsets[:, None] / block)
        meets = np.diff(inside, axis=1)
        return np.asarray(meets @ self.stay ** (2.0 * height[1:]) / inside[:, -1], dtype=np.float64)

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw whole trees until there are at least ``tokens`` leaves; level by level, all trees at once."""
        p = self.probabilities()
        trees = -(-tokens // self.leaves())
        nodes = draw(p, trees, rng)
        for _ in range(self.depth):
            nodes = np.repeat(nodes, self.branches)
            redrawn = np.flatnonzero(rng.random(nodes.size) >= self.stay)
            nodes[redrawn] = draw(p, redrawn.size, rng)
        return nodes, np.arange(trees, dtype=np.int64) * self.leaves()
