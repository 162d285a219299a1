"""Text that came as tokens: nothing is cut, only numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.records import TokenBlock
from lexdecay.tokens.lexicon import Lexicon
from lexdecay.tokens.settings import Identity
from lexdecay.tokens.tokenizer import Encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Block, Notice
    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Types


class GivenTokens:
    """Takes the tokens of a block as they are."""

    runs_split = 0

    def __init__(self, first: TokenBlock) -> None:
        self.identity = Identity(first.format, words=first.rule)
        self._lexicon = Lexicon()

    def encode(self, block: Block) -> Encoded:
        """Number the tokens; raises UsageError for a block of another kind than the first."""
        if not isinstance(block, TokenBlock) or block.format != self.identity.name:
            raise mixed_inputs(self.identity.name)
        return Encoded(
            types=self._lexicon.intern(block.words),
            starts=block.starts,
            sentences=block.sentences,
            tags=block.tags,
            lemmas=block.lemmas,
        )

    def finish(self) -> Types:
        """Nothing is left open."""
        return np.empty(0, np.int64)

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""
        return self._lexicon.words()

    def close(self) -> tuple[Notice, ...]:
        """Nothing is kept."""
        return ()


def given_tokens(first: TokenBlock, settings: TokenizerSettings) -> GivenTokens:
    """Return the tokenizer of text that came as tokens; raises UsageError when another one was asked for."""
    asked = settings.model or (settings.name if settings.name != "spacy" else None)
    if asked is not None:
        raise UsageError(
            f"the text is {first.format}, which is cut into tokens already; '{asked}' cannot cut it again",
            hint="leave out --tokenizer, --token-pattern, --model and --unit char, or give the plain text",
        )
    return GivenTokens(first)


def mixed_inputs(name: str) -> UsageError:
    """The error for inputs of which some came as tokens and some did not."""
    return UsageError(
        f"some inputs are {name}, cut into tokens already, and others are not",
        hint="measure them apart, or index each and compare",
    )
