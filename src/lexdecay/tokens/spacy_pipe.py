"""Languages whose spaCy tokenizer is not the rule tokenizer (zh, ja, ko, th, vi): line by line, as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.tokens.lines import LineTokenizer

if TYPE_CHECKING:
    from spacy.language import Language

    from lexdecay.tokens.settings import Identity


def line_tokenizer(language: Language, identity: Identity) -> LineTokenizer:
    """Return the language's own tokenizer without its white-space tokens."""

    def cut(lines: list[str]) -> list[list[str]]:
        # Words met inside the zone are forgotten at its end: spaCy's vocabulary stays bounded.
        with language.memory_zone():
            return [
                [token.text for token in language.tokenizer(line) if not token.is_space] for line in lines
            ]

    return LineTokenizer(identity, cut)
