"""Tagging block by block in other processes: text goes there, numbers and the words they mean come back.

A tagger leaves no token open, so each block can be tagged apart. What comes back numbers the words of its
block alone, whatever its process met before; here they get the numbers of one tokenizer, in the order of
the text, so the result is the same for any number of processes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, islice
from multiprocessing.util import Finalize
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import TokenBlock
from lexdecay.tokens.checked_model import CheckedTokenizer
from lexdecay.tokens.given import mixed_inputs
from lexdecay.tokens.lexicon import Lexicon
from lexdecay.tokens.tagging import tagging_tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from lexdecay.records import Block, Notice, TextBlock
    from lexdecay.tokens.settings import Identity, TokenizerSettings
    from lexdecay.tokens.tokenizer import Encoded, Tokenizer, Types

    # Gives the results of a function for a few blocks in their order; it may begin with all of them at once.
    Mapped: TypeAlias = Callable[[Callable[[TextBlock], "Apart"], Iterable[TextBlock]], Iterable["Apart"]]

# A process takes as long to start as to tag a megabyte: a text of fewer blocks is tagged here.
LEAST_BLOCKS = 4


@dataclass(frozen=True, slots=True)
class Processes:
    """Where blocks are tagged, and how many are sent at a time; twice as many are held."""

    mapped: Mapped
    window: int


@dataclass(frozen=True, slots=True)
class Recipe:
    """What another process needs to tag as this one does."""

    settings: TokenizerSettings
    cache: Path | None
    fast: bool | None  # which way a model takes that has two


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """A block that was tagged: ``encoded.types`` are indices into ``words``."""

    words: tuple[str, ...]
    encoded: Encoded
    runs_split: int


def encode_apart(recipe: Recipe, block: TextBlock) -> Apart:
    """Tag one block, in whatever process this is."""
    tokenizer = _tokenizer(recipe)
    before = tokenizer.runs_split
    encoded = tokenizer.encode(block)
    distinct, types = np.unique(encoded.types, return_inverse=True)
    words = tokenizer.words()
    return Apart(
        tuple(words[index] for index in distinct.tolist()),
        replace(encoded, types=types.astype(np.uint32)),
        tokenizer.runs_split - before,
    )


@cache
def _tokenizer(recipe: Recipe) -> Tokenizer:
    """The tokenizer of this process; its chunks are kept when the process ends."""
    tokenizer = tagging_tokenizer(recipe.settings, recipe.cache)
    if isinstance(tokenizer, CheckedTokenizer) and recipe.fast is not None:
        tokenizer.decide(fast=recipe.fast)
    Finalize(None, tokenizer.close, exitpriority=0)
    return tokenizer


class TaggedApart:
    """A tokenizer that has blocks tagged elsewhere once there are enough of them.

    Parameters
    ----------
    settings, cache
        As for `tagging_tokenizer`, whose errors are raised here.
    processes
        Where else blocks are tagged.
    """

    def __init__(self, settings: TokenizerSettings, cache: Path | None, processes: Processes) -> None:
        self._here = tagging_tokenizer(settings, cache)
        self._recipe = Recipe(settings, cache, None)
        self._processes = processes
        self._lexicon: Lexicon | None = None
        self._runs_split = 0

    @property
    def identity(self) -> Identity:
        """What decides where it cuts, and its tags."""
        return self._here.identity

    @property
    def runs_split(self) -> int:
        """Runs without white space that were too long for the rules and were cut."""
        return self._here.runs_split + self._runs_split

    def encodings(self, blocks: Iterable[Block]) -> Iterator[tuple[TextBlock, Encoded]]:
        """Tag all blocks, in their order."""
        texts = map(_text, blocks)
        first = list(islice(texts, LEAST_BLOCKS))
        if len(first) < LEAST_BLOCKS or not self._decided(first):
            for block in chain(first, texts):
                yield block, self._here.encode(block)
            return
        self._lexicon = Lexicon()
        for block, apart in self._apart(chain(first, texts)):
            self._runs_split += apart.runs_split
            types = self._lexicon.intern(apart.words)[apart.encoded.types]
            yield block, replace(apart.encoded, types=types)

    def encode(self, block: TextBlock) -> Encoded:
        """Tag one block here."""
        return self._here.encode(block)

    def finish(self) -> Types:
        """Nothing is left open."""
        return np.empty(0, np.int64)

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""
        return self._here.words() if self._lexicon is None else self._lexicon.words()

    def close(self) -> tuple[Notice, ...]:
        """Say what the tokenizer of this process has to say, which tagged the beginning both ways."""
        return self._here.close()

    def _decided(self, first: Sequence[TextBlock]) -> bool:
        """Whether all processes can go the same way; a model that has two is checked on the first text."""
        if isinstance(self._here, CheckedTokenizer):
            fast = self._here.check(first)
            self._recipe = replace(self._recipe, fast=fast)
            return fast is not None
        return True

    def _apart(self, texts: Iterator[TextBlock]) -> Iterator[tuple[TextBlock, Apart]]:
        """Blocks with what came back; the next few are sent before the last few are taken."""
        sent = self._send(texts)
        while sent[0]:
            following = self._send(texts)
            yield from zip(*sent, strict=True)
            sent = following

    def _send(self, texts: Iterator[TextBlock]) -> tuple[list[TextBlock], Iterable[Apart]]:
        few = list(islice(texts, self._processes.window))
        return few, self._processes.mapped(partial(encode_apart, self._recipe), few)


def _text(block: Block) -> TextBlock:
    if isinstance(block, TokenBlock):
        raise mixed_inputs(block.format)
    return block
