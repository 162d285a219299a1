"""Whether a text that the English tagger of the package tagged looks English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.records import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Ints
    from lexdecay.tokens.settings import Identity

ENGLISH_TAGGER = "en_lexdecay_english"  # as its meta.json names it
# Words that English uses all the time and its neighbours hardly ever spell alike: no "in", no "a", no "he".
FUNCTION_WORDS = frozenset(["the", "of", "and", "to", "that", "it", "is", "was", "for", "with", "you"])
# Their share of the tokens, punctuation included. Novels, speeches, the Bible, encyclopedia articles: 16 to
# 23 %; English treebank 16 %, comments 15 %, arithmetic 9 %, chat with commands and paths 9 %, and of any
# 1,000 tokens in a row 4 % or more. German, French, Spanish, Finnish, Hungarian, Russian, Turkish, Chinese:
# 1.1 % at most (Hungarian "is", "for" of a licence), and of 1,000 in a row 2.2 % outside of a licence.
LEAST_ENGLISH = 0.03
LEAST_TOKENS = 1_000  # of fewer the share is too uncertain: 3 % of 1,000 are 30


def language_doubts(tokenizer: Identity, words: Sequence[str], counts: Ints) -> tuple[Notice, ...]:
    """Say that a text tagged by the English tagger of the package does not look English."""
    tokens = int(counts.sum())
    if tokenizer.model != ENGLISH_TAGGER or tokens < LEAST_TOKENS:
        return ()
    found = sum(int(counts[i]) for i, word in enumerate(words) if word.lower() in FUNCTION_WORDS)
    if found >= LEAST_ENGLISH * tokens:
        return ()
    return (
        Notice(
            "not-english",
            "the English tagger tagged it, but the text does not look English: "
            f"{100 * found / tokens:.1f} % of its tokens are the, of, and, to ... (English: "
            f"{100 * LEAST_ENGLISH:.0f} % or more)",
            hint="--model NAME with a spaCy pipeline of its language, such as --model fr_core_news_sm; "
            "--language CODE says what to install",
        ),
    )
