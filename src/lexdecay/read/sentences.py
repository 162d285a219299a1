"""Tokens that come sentence by sentence, on their way to blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.read.documents import as_starts
from lexdecay.records import TokenBlock

if TYPE_CHECKING:
    from lexdecay.read.opened import Opened

BLOCK_TOKENS = 1 << 16


class Sentences:
    """Gathers tokens and hands over those of complete sentences."""

    def __init__(self) -> None:
        self.opens = True  # the next sentence begins a document
        self.row: list[tuple[str, int, str]] = []  # word, tag, lemma, of the sentence that is being read
        self._reset()

    def __len__(self) -> int:
        """Tokens of complete sentences."""
        return len(self._tokens)

    def end_sentence(self) -> None:
        """Close the sentence; one without tokens is none."""
        if not self.row:
            return
        if self.opens:
            self._starts.append(len(self._tokens))
            self.opens = False
        self._sentences.append(len(self._tokens))
        self._tokens += self.row
        self.row = []

    def block(self, format_: str, rule: str | None = None) -> TokenBlock:
        """The tokens of the sentences that are complete, which are then forgotten."""
        words, tags, lemmas = zip(*self._tokens, strict=True) if self._tokens else ((), (), ())
        made = TokenBlock(
            words=words,
            starts=as_starts(self._starts),
            sentences=as_starts(self._sentences),
            tags=np.array(tags, np.uint8),
            lemmas=lemmas,
            format=format_,
            rule=rule,
        )
        self._reset()
        return made

    def _reset(self) -> None:
        self._tokens: list[tuple[str, int, str]] = []
        self._starts: list[int] = []
        self._sentences: list[int] = []


def refuse_lines(opened: Opened, name: str, beginning: str) -> None:
    """Raise UsageError when text of tokens is to have documents or fields that it does not know."""
    options = opened.options
    if options.documents in {"line", "object"} or options.field is not None:
        asked = f"field '{options.field}'" if options.field else f"documents of kind '{options.documents}'"
        raise UsageError(
            f"{opened.place.shown}: {name} has no {asked}",
            hint=f"--documents file or paragraph; by default a document begins at {beginning}",
        )
