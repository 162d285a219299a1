"""The optional columns of a store: sentences, tags, lemmas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from lexdecay.records import NO_TAG
from lexdecay.tokens.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.tokens.tokenizer import Encoded


class Sink(Protocol):
    """Where a column of a store goes."""

    def write(self, data: bytes, /) -> int:
        """Append bytes."""


class Annotations:
    """Writes what a tokenizer knows beyond the tokens, and keeps account of what was ever told.

    Parameters
    ----------
    open_column
        Name of a column -> where its bytes go.
    """

    def __init__(self, open_column: Callable[[str], Sink]) -> None:
        self._open = open_column
        self._sinks: dict[str, Sink] = {}
        self._told: set[str] = set()
        self._lemmas = Lexicon()

    @property
    def lemmas(self) -> tuple[str, ...]:
        """The lemmas by their index, none when the text has none."""
        return tuple(self._lemmas.words()) if "lemmas" in self._told else ()

    @property
    def empty(self) -> tuple[str, ...]:
        """Columns that were written and say nothing: no token had a tag, or a lemma."""
        return tuple(name for name in self._sinks if name not in self._told)

    @property
    def tagged(self) -> bool:
        """Whether any token had a tag."""
        return "tags" in self._told

    def add(self, encoded: Encoded, tokens: int) -> None:
        """Write the annotations of a block that begins at token ``tokens``."""
        if encoded.sentences is not None:
            self._write("sentences", (encoded.sentences + tokens).astype("<i8").tobytes(), told=True)
        if encoded.tags is not None:
            self._write("tags", encoded.tags.tobytes(), told=bool((encoded.tags != NO_TAG).any()))
        if encoded.lemmas is not None:
            ids = self._lemmas.intern(encoded.lemmas).astype("<u4")
            self._write("lemmas", ids.tobytes(), told=any(encoded.lemmas))

    def _write(self, name: str, data: bytes, *, told: bool) -> None:
        if name not in self._sinks:
            self._sinks[name] = self._open(name)
        if told:
            self._told.add(name)
        self._sinks[name].write(data)


def joined(words: tuple[str, ...]) -> tuple[bytes, bytes]:
    """Strings as two columns: their UTF-8 bytes, and where each ends."""
    encoded = [word.encode() for word in words]
    ends = np.cumsum(np.fromiter(map(len, encoded), np.int64, len(encoded)))
    return b"".join(encoded), ends.astype("<i8").tobytes()
