"""Tokens between white space, as ``str.split`` gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.tokens.chunked import ChunkedTokenizer
from lexdecay.tokens.chunktable import ChunkTable
from lexdecay.tokens.settings import Identity

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lexdecay.records import Ints
    from lexdecay.tokens.chunks import Chunks
    from lexdecay.tokens.settings import TokenizerSettings


class WhitespaceSplitter:
    """A chunk is a token."""

    identity = Identity("whitespace")

    def split(self, chunks: Sequence[str]) -> list[list[str]]:
        """Each chunk alone."""
        return [[chunk] for chunk in chunks]

    def risky(self, chunks: Chunks, rows: Ints, table: ChunkTable) -> Ints:  # noqa: ARG002
        """None: no chunk depends on its neighbours."""
        return np.empty(0, np.int64)

    def join(self, rows: Ints, risky: Ints, table: ChunkTable) -> None:
        """Do nothing."""


def whitespace_tokenizer(_settings: TokenizerSettings, _cache: Path | None) -> ChunkedTokenizer:
    """Return a tokenizer that cuts at white space only."""
    return ChunkedTokenizer(WhitespaceSplitter(), ChunkTable(), cap=False)
