"""Text as a tagger wants it: one paragraph at a time, its white space made single blanks.

spaCy makes a token of every line end and double blank, and a tagger then sees a word where the author
saw the end of a printed line: on a novel of hard-wrapped lines 0.9 % of the tags change. Paragraphs end
at blank lines and at documents.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.tokens.chunks import MOST_SIGNS, piece_length

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Ints, TextBlock

# A text without blank lines is one paragraph; spaCy's memory and time grow with the length of what it sees.
MOST_WORDS = 5_000
_BLANK_LINES = re.compile(r"\n\s*\n")


@dataclass(frozen=True, slots=True, eq=False)
class Paragraphs:
    """The paragraphs of one block."""

    texts: list[str]
    first: Ints  # index of the first paragraph of each document that begins in the block
    runs_split: int  # runs without white space that were cut


def paragraphs(block: TextBlock) -> Paragraphs:
    """Cut a block into paragraphs; runs that would take spaCy quadratic time are cut by blanks."""
    texts: list[str] = []
    first: list[int] = []
    runs_split = 0
    for index, (start, end) in enumerate(pairwise([0, *block.starts.tolist(), len(block.data)])):
        if index:
            first.append(len(texts))
        for part in _BLANK_LINES.split(block.data[start:end].decode()):
            words, cut = _capped(part.split())
            runs_split += cut
            texts += _pieces(words)
    return Paragraphs(texts, np.array(first, np.int64), runs_split)


def _capped(words: list[str]) -> tuple[list[str], int]:
    """Words none of which is a run too long for spaCy's rules; and how many runs were."""
    if max(map(len, words), default=0) <= MOST_SIGNS:
        return words, 0
    capped: list[str] = []
    cut = 0
    for word in words:
        step = piece_length(word) if len(word) > MOST_SIGNS else 0
        capped += [word[at : at + step] for at in range(0, len(word), step)] if step else [word]
        cut += step > 0
    return capped, cut


def _pieces(words: list[str]) -> Iterator[str]:
    for at in range(0, len(words), MOST_WORDS):
        yield " ".join(words[at : at + MOST_WORDS])
