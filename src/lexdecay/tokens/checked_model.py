"""The fast runner where it gives what spaCy gives, spaCy itself where it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import Notice, TextBlock
from lexdecay.tokens.fast_model import FastTokenizer, runs_fast
from lexdecay.tokens.model_pipe import PipeTokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from lexdecay.tokens.settings import Identity
    from lexdecay.tokens.spacy_model import Model
    from lexdecay.tokens.tokenizer import Encoded, Tokenizer, Types

# Some 2,500 words, tagged twice: 0.2 CPU-seconds.
PROBE_BYTES = 15_000


class CheckedTokenizer:
    """Tags the beginning of the text both ways, and the rest the fast way if the two agree.

    Parameters
    ----------
    model
        A pipeline that `runs_fast`.
    cache
        Folder of the chunk cache; None for none.
    """

    def __init__(self, model: Model, cache: Path | None) -> None:
        self._model = model
        self._chosen: Tokenizer = FastTokenizer(model, cache)
        self._checked = False
        self._differs = False

    @property
    def identity(self) -> Identity:
        """What decides where it cuts, and its tags."""
        return self._model.identity

    @property
    def runs_split(self) -> int:
        """Runs without white space that were too long for the rules and were cut."""
        return self._chosen.runs_split

    def encode(self, block: TextBlock) -> Encoded:
        """Cut and tag one block."""
        self.check([block])
        return self._chosen.encode(block)

    def check(self, blocks: Iterable[TextBlock]) -> bool | None:
        """Choose by the first text there is; returns whether the fast way is taken, None without a text."""
        if not self._checked and (data := next((b.data for b in blocks if b.data.strip()), None)):
            probe = TextBlock(_beginning(data), np.zeros(1, np.int64))
            self.decide(fast=_agree(FastTokenizer(self._model), PipeTokenizer(self._model), probe))
        return not self._differs if self._checked else None

    def decide(self, *, fast: bool) -> None:
        """Take the fast way, or spaCy's."""
        self._checked = True
        if not fast:
            self._differs = True
            self._chosen = PipeTokenizer(self._model)

    def finish(self) -> Types:
        """Nothing is left open."""
        return self._chosen.finish()

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""
        return self._chosen.words()

    def close(self) -> tuple[Notice, ...]:
        """Say when the fast way was not taken."""
        kept = self._chosen.close()
        if not self._differs:
            return kept
        return (
            *kept,
            Notice(
                "slow-tagger",
                f"the fast runner does not give what spaCy gives for the model '{self.identity.model}', "
                "so spaCy tagged the text itself",
            ),
        )


def _beginning(data: bytes) -> bytes:
    """The first lines of a text; of one without line ends, its first words."""
    if len(data) <= PROBE_BYTES:
        return data
    cut = data.rfind(b"\n", 0, PROBE_BYTES) + 1 or data.rfind(b" ", 0, PROBE_BYTES) + 1
    return data[:cut]


def _agree(one: Tokenizer, other: Tokenizer, probe: TextBlock) -> bool:
    """Whether two tokenizers give the same tokens, tags and sentences."""
    first, second = one.encode(probe), other.encode(probe)
    return (
        _spelled(one, first) == _spelled(other, second)
        and np.array_equal(_known(first.tags), _known(second.tags))
        and np.array_equal(_known(first.sentences), _known(second.sentences))
    )


def _spelled(tokenizer: Tokenizer, encoded: Encoded) -> list[str]:
    words = tokenizer.words()
    return [words[index] for index in encoded.types.tolist()]


def _known(
    column: np.ndarray[tuple[int], np.dtype[np.generic]] | None,
) -> np.ndarray[tuple[int], np.dtype[np.generic]]:
    return np.empty(0) if column is None else column


def model_tokenizer(model: Model, cache: Path | None) -> Tokenizer:
    """Return the fastest tokenizer that gives what spaCy gives."""
    return CheckedTokenizer(model, cache) if runs_fast(model) else PipeTokenizer(model)
