"""Which tokens hold a position: words, numbers and emoji do, punctuation does not."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Sm + < =, Sc $ €, Sk ^ `, Cf zero-width signs. So (emoji, ©, °) is not here: an emoji is a word of its text.
PUNCTUATION_CATEGORIES = frozenset({"Sm", "Sc", "Sk", "Cf", "Cc"})
PUNCTUATION_CLASSES = frozenset("PZ")


def holds_position(token: str) -> bool:
    """Whether a token has a character that is neither punctuation, sign, control nor space."""
    # Nearly every word begins with a letter, and a view asks this of each type.
    return token[:1].isalnum() or any(_is_wordlike(character) for character in token)


def _is_wordlike(character: str) -> bool:
    if character.isalnum():
        return True
    category = unicodedata.category(character)
    return category[0] not in PUNCTUATION_CLASSES and category not in PUNCTUATION_CATEGORIES


# Han, kana, Thai, Lao, Khmer, Burmese: scripts written without spaces between words.
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]{2}")
SAMPLED_TYPES = 2000  # the commonest; enough to tell a script, few enough to cost nothing


def runs_words_together(words: Sequence[str]) -> bool:
    """Whether most of the commonest types hold two or more letters of a script without spaces."""
    sampled = words[:SAMPLED_TYPES]
    return 2 * sum(1 for word in sampled if _UNSPACED.search(word)) > len(sampled)
