"""Tokenizers that look at one line at a time: no token reaches over a newline."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.tokens.lexicon import Lexicon
from lexdecay.tokens.tokenizer import Encoded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.records import Notice, TextBlock
    from lexdecay.tokens.settings import Identity
    from lexdecay.tokens.tokenizer import Types


class LineTokenizer:
    """Cuts a block line by line.

    Parameters
    ----------
    identity
        What decides where ``cut`` cuts.
    cut
        Lines in, the tokens of each out.
    """

    runs_split = 0

    def __init__(self, identity: Identity, cut: Callable[[list[str]], list[list[str]]]) -> None:
        self.identity = identity
        self._cut = cut
        self._lexicon = Lexicon()

    def encode(self, block: TextBlock) -> Encoded:
        """Cut one block; its documents begin at line starts."""
        lines = self._cut(block.data.decode().split("\n"))
        heads = np.append(0, np.flatnonzero(np.frombuffer(block.data, np.uint8) == ord("\n")) + 1)
        before = np.append(0, np.cumsum(np.fromiter(map(len, lines), np.int64, len(lines))))
        types = self._lexicon.intern(list(chain.from_iterable(lines)))
        return Encoded(types, before[np.searchsorted(heads, block.starts)])

    def finish(self) -> Types:
        """Nothing is left open."""
        return np.empty(0, np.int64)

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""
        return self._lexicon.words()

    def close(self) -> tuple[Notice, ...]:
        """Nothing is kept."""
        return ()
