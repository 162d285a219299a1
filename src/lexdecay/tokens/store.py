"""TokenStore: a corpus tokenised once, in memory or memory-mapped, asked many times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdecay.records import Notice
from lexdecay.tokens.chunks import LONGEST_RUN, MOST_SIGNS
from lexdecay.tokens.views import outline, view

if TYPE_CHECKING:
    from lexdecay.records import Ids, Ints, Source, Tags, TokenStream
    from lexdecay.tokens.settings import Identity

# Of the store on disk; raised whenever another version would misread it.
# 2 added the optional columns, 3 the checksum of the manifest.
FORMAT = 3


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a store holds and how it was made."""

    format: int
    lexdecay: str  # version
    tokenizer: Identity
    sources: tuple[Source, ...]
    documents: int
    tokens: int
    types: int
    long_runs_split: int
    tag_names: tuple[str, ...] = ()  # by index; empty when the text is not tagged


def notices_of(manifest: Manifest) -> tuple[Notice, ...]:
    """Doubts about a store that follow from how it was made."""
    if not manifest.long_runs_split:
        return ()
    return (
        Notice(
            "long-runs-split",
            "runs without white space cut into pieces because they have more than "
            f"{LONGEST_RUN} characters or {MOST_SIGNS} punctuation marks: {manifest.long_runs_split}",
            hint="look for rulers, encoded data or markup in the text",
        ),
    )


@dataclass(frozen=True, slots=True, eq=False)
class TokenStore:
    """The forms of a corpus with its punctuation, in the order of the text."""

    manifest: Manifest
    ids: Ids  # uint32[tokens], indices into words, numbered by first appearance
    starts: Ints  # int64[documents]
    words: tuple[str, ...]
    counts: Ints  # int64[types]
    notices: tuple[Notice, ...] = ()
    sentences: Ints | None = None  # int64[sentences], first token of each
    tags: Tags | None = None  # uint8[tokens], indices into manifest.tag_names
    lemmas: Ids | None = None  # uint32[tokens], indices into lemma_words
    lemma_words: tuple[str, ...] = ()  # "" is the lemma of a token that has none

    def stream(self, unit: str = "lower", punctuation: str = "drop") -> TokenStream:
        """Return one view of the tokens, its types renumbered commonest first.

        Parameters
        ----------
        unit
            ``form`` as written, ``lower`` in lower case, ``char`` for a store of characters, ``lemma``
            as the text or its tagger gives it (a token without one: its lower case), ``pos`` the tag.
        punctuation
            ``drop``: tokens without a word character hold no position; ``keep``: they do.

        Raises
        ------
        UnknownNameError
            When the unit or the rule does not exist.
        UsageError
            When ``char`` is asked of a store of words, ``pos`` or ``lemma`` of one that has none.
        """
        return view(self, unit, punctuation)

    def outline(self, unit: str = "lower", punctuation: str = "drop") -> TokenStream:
        """Return what `stream` does but for the tokens, whose ids are zeros that take no memory."""
        return outline(self, unit, punctuation)
