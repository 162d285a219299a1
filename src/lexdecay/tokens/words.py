"""Which tokens hold a position: words, numbers and emoji do, punctuation does not."""

from __future__ import annotations

import unicodedata

# Sm + < =, Sc $ €, Sk ^ `, Cf zero-width signs. So (emoji, ©, °) is not here: an emoji is a word of its text.
PUNCTUATION_CATEGORIES = frozenset({"Sm", "Sc", "Sk", "Cf", "Cc"})
PUNCTUATION_CLASSES = frozenset("PZ")


def holds_position(token: str) -> bool:
    """Whether a token has a character that is neither punctuation, sign, control nor space."""
    return any(_is_wordlike(character) for character in token)


def _is_wordlike(character: str) -> bool:
    if character.isalnum():
        return True
    category = unicodedata.category(character)
    return category[0] not in PUNCTUATION_CLASSES and category not in PUNCTUATION_CATEGORIES
