"""Tokenizers that look at one chunk at a time, run once per distinct chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from lexdecay.tokens.chunks import chunk_keys, find_chunks
from lexdecay.tokens.tokenizer import Encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Ints, Notice, TextBlock
    from lexdecay.tokens.chunks import Chunks
    from lexdecay.tokens.chunktable import ChunkTable
    from lexdecay.tokens.settings import Identity


class Splitter(Protocol):
    """The rule itself, slow or fast: chunks in, the tokens of each out."""

    @property
    def identity(self) -> Identity:
        """What decides where it cuts."""

    def split(self, chunks: Sequence[str]) -> list[list[str]]:
        """Tokens of each chunk; at least one each."""

    def join(self, chunks: Chunks, rows: Ints, table: ChunkTable) -> None:
        """Repair, in ``rows``, chunks whose tokens depend on their neighbours."""


class ChunkedTokenizer:
    """Splits each distinct chunk once and expands the text from what it found.

    A novel of a million characters has 200,000 chunks of which 33,000 are distinct; a gigabyte has
    perhaps two million. Everything but the splitting of new chunks is array work.
    """

    def __init__(self, splitter: Splitter, table: ChunkTable, *, cap: bool) -> None:
        self._splitter = splitter
        self._cap = cap
        self._table = table
        self.runs_split = 0

    @property
    def identity(self) -> Identity:
        """What decides where this tokenizer cuts."""
        return self._splitter.identity

    def encode(self, block: TextBlock) -> Encoded:
        """Cut one block."""
        chunks = find_chunks(block.data, cap=self._cap)
        self.runs_split += chunks.runs_split
        rows = self._rows(chunks)
        self._splitter.join(chunks, rows, self._table)
        types, ends = self._table.expand(rows)
        return Encoded(types, np.append(0, ends)[chunks.at_or_after(block.starts)])

    def words(self) -> list[str]:
        """Every type met so far, by its index."""
        return self._table.lexicon.words()

    def close(self) -> tuple[Notice, ...]:
        """Nothing is kept."""
        return ()

    def _rows(self, chunks: Chunks) -> Ints:
        keys = chunk_keys(chunks)
        rows = self._table.find(keys)
        new = np.flatnonzero(rows < 0)
        if new.size:
            _, first = np.unique(keys[new], return_index=True)
            met = new[np.sort(first)]
            texts = [chunks.text(index) for index in met.tolist()]
            self._table.add(keys[met], texts, self._splitter.split(texts))
            rows[new] = self._table.find(keys[new])
        return rows
