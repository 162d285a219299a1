"""spaCy's rule tokenizer, exactly, at the cost of its distinct chunks.

The tokenizer cuts text at white space and looks at each chunk alone, but for one last pass that lets a
special case reach over a single blank; ``boundaries`` mends what that pass would change.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from importlib.metadata import version
from typing import TYPE_CHECKING

from lexdecay.tokens.boundaries import BoundaryRepair
from lexdecay.tokens.chunked import ChunkedTokenizer
from lexdecay.tokens.settings import Identity
from lexdecay.tokens.spacy_language import load_language, rule_tokenizer, slim_copy
from lexdecay.tokens.spacy_pipe import line_tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spacy.language import Language
    from spacy.tokenizer import Tokenizer

    from lexdecay.records import Ints
    from lexdecay.tokens.chunks import Chunks
    from lexdecay.tokens.chunktable import ChunkTable
    from lexdecay.tokens.lines import LineTokenizer
    from lexdecay.tokens.settings import TokenizerSettings

_SEPARATOR = "\n"  # a token of its own that no special case reaches over
_BATCH = 4000  # chunks per call: what spaCy holds of them is freed after each


class RuleSplitter:
    """The rule tokenizer of one language."""

    def __init__(self, language: Language, tokenizer: Tokenizer) -> None:
        rules = hashlib.sha256(tokenizer.to_bytes(exclude=["vocab"])).hexdigest()
        self.identity = replace(_identity(language), rules=rules)
        self._tokenizer = slim_copy(tokenizer)
        self._repair = BoundaryRepair(tokenizer, self.cut)

    def cut(self, text: str) -> list[str]:
        """All tokens of a text, white space included."""
        # Words met inside the zone are forgotten at its end: spaCy's vocabulary stays bounded.
        with self._tokenizer.vocab.memory_zone():
            return [token.text for token in self._tokenizer(text)]

    def split(self, chunks: Sequence[str]) -> list[list[str]]:
        """Tokens of each chunk."""
        return [
            tokens for at in range(0, len(chunks), _BATCH) for tokens in self._batch(chunks[at : at + _BATCH])
        ]

    def _batch(self, chunks: Sequence[str]) -> list[list[str]]:
        rows: list[list[str]] = [[]]
        for token in self.cut(_SEPARATOR.join(chunks)):
            if token == _SEPARATOR:
                rows.append([])
            else:
                rows[-1].append(token)
        return rows

    def join(self, chunks: Chunks, rows: Ints, table: ChunkTable) -> None:
        """Repair runs of chunks that a special case may reach across."""
        self._repair(chunks, rows, table)


def spacy_tokenizer(settings: TokenizerSettings, _cache: Path | None) -> ChunkedTokenizer | LineTokenizer:
    """Return spaCy's tokenizer of the settings' language."""
    language = load_language(settings.language)
    if (tokenizer := rule_tokenizer(language)) is not None:
        return ChunkedTokenizer(RuleSplitter(language, tokenizer), cap=True)
    return line_tokenizer(language, _identity(language))


def _identity(language: Language) -> Identity:
    return Identity("spacy", language.lang, version=version("spacy"))
