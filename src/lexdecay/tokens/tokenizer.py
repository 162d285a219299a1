"""What a tokenizer is: a text block in, indices of token types out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Ints, Notice, Tags, TextBlock
    from lexdecay.tokens.settings import Identity

Types: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """The tokens of one block.

    ``types[i]`` indexes the tokenizer's ``words()``; ``starts[j]`` is the first token of the document
    that begins at ``block.starts[j]``.
    """

    types: Types
    starts: Ints
    sentences: Ints | None = None  # first token of each sentence, when known
    tags: Tags | None = None  # indices into UNIVERSAL_TAGS, when known
    lemmas: Sequence[str] | None = None  # "" where a token has none


class Tokenizer(Protocol):
    """Cuts blocks into tokens and numbers the types it meets in an order of its own.

    One that knows sentences, tags or lemmas knows them in every block and leaves no token open.
    """

    @property
    def identity(self) -> Identity:
        """What decides where this tokenizer cuts."""

    @property
    def runs_split(self) -> int:
        """Runs without white space that were too long for the rules and were cut."""

    def encode(self, block: TextBlock) -> Encoded:
        """Cut one block, but for what the next one may change."""

    def finish(self) -> Types:
        """Tokens that the last block left open."""

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""

    def close(self) -> tuple[Notice, ...]:
        """Keep what the next run can use, and say what went wrong with that."""
