"""Tokenizers that look at one chunk at a time, run once per distinct chunk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from lexdecay.records import TextBlock
from lexdecay.tokens.chunks import chunk_keys, find_chunks
from lexdecay.tokens.tokenizer import Encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Ints, Notice
    from lexdecay.tokens.chunks import Chunks
    from lexdecay.tokens.chunktable import ChunkTable
    from lexdecay.tokens.settings import Identity
    from lexdecay.tokens.tokenizer import Types

_LONGEST_REST = 1 << 16  # bytes kept for the next block: what is longer is no word


class Splitter(Protocol):
    """The rule itself, slow or fast: chunks in, the tokens of each out."""

    @property
    def identity(self) -> Identity:
        """What decides where it cuts."""

    def split(self, chunks: Sequence[str]) -> list[list[str]]:
        """Tokens of each chunk; at least one each."""

    def risky(self, chunks: Chunks, rows: Ints, table: ChunkTable) -> Ints:
        """Chunks whose tokens may depend on the next chunk, ascending."""

    def join(self, rows: Ints, risky: Ints, table: ChunkTable) -> None:
        """Replace, in ``rows``, what does depend on a neighbour."""


class ChunkedTokenizer:
    """Splits each distinct chunk once and expands the text from what it found.

    A novel of a million characters has 200,000 chunks of which 33,000 are distinct; a gigabyte has
    perhaps two million. Everything but the splitting of new chunks is array work.
    """

    def __init__(self, splitter: Splitter, table: ChunkTable, *, cap: bool) -> None:
        self._splitter = splitter
        self._cap = cap
        self._table = table
        self._rest = b""
        self.runs_split = 0

    @property
    def identity(self) -> Identity:
        """What decides where this tokenizer cuts."""
        return self._splitter.identity

    def encode(self, block: TextBlock) -> Encoded:
        """Cut one block, but for a last chunk that the next block may go on with."""
        types, ends, first = self.encode_chunks(block)
        return Encoded(types, np.append(0, ends)[first])

    def encode_chunks(self, block: TextBlock) -> tuple[Types, Ints, Ints]:
        """Cut one block as `encode` does.

        Returns
        -------
        The types, where each chunk ends among them, and the first chunk of each document.
        """
        data, starts = self._after_rest(block)
        chunks = find_chunks(data, cap=self._cap)
        self.runs_split += chunks.runs_split
        rows = self._rows(chunks)
        risky = self._splitter.risky(chunks, rows, self._table)
        complete = _complete(data, chunks, risky)
        self._rest = data[chunks.starts[complete] - 1 :] if complete < rows.size else b""
        rows = rows[:complete]
        self._splitter.join(rows, risky[risky < complete], self._table)
        types, ends = self._table.expand(rows)
        first = np.minimum(chunks.at_or_after(starts), complete)
        return types, ends, first

    def finish(self) -> Types:
        """Tokens that the last block left open."""
        return self.encode(TextBlock(b"\n", np.empty(0, np.int64))).types

    def _after_rest(self, block: TextBlock) -> tuple[bytes, Ints]:
        """Put what the last block left open before this one; between documents stands a newline."""
        if not self._rest:
            return block.data, block.starts
        opens = block.starts.size > 0 and block.starts[0] == 0
        before = self._rest + (b"\n" if opens else b"")
        return before + block.data, block.starts + len(before)

    def words(self) -> Sequence[str]:
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


def _complete(data: bytes, chunks: Chunks, risky: Ints) -> int:
    """How many chunks nothing that follows the block can change."""
    size = chunks.starts.size
    # Nothing reaches over a line end; a document may begin after it that has only white space as yet.
    if not size or b"\n" in data[chunks.ends[-1] - 1 :]:
        return size
    reached = set(risky[-_LONGEST_REST:].tolist())
    complete = size - 1
    while complete and complete - 1 in reached:
        complete -= 1
    return complete if len(data) - chunks.starts[complete] < _LONGEST_REST else size
