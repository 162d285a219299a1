"""Text blocks -> TokenStore."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Protocol

import numpy as np

from lexdecay import __version__
from lexdecay.tokens.disk import StoreWriter, open_store
from lexdecay.tokens.growing import Growing
from lexdecay.tokens.store import FORMAT, Manifest, TokenStore, notices_of
from lexdecay.tokens.tokenizers import TOKENIZERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from lexdecay.records import Ids, Source, TextBlock
    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Tokenizer, Types


class Sink(Protocol):
    """Where a column of a store goes."""

    def write(self, data: bytes, /) -> int:
        """Append bytes."""


class Numbering:
    """Store ids in order of first appearance in the text, whatever a cache knew before; and counts."""

    def __init__(self) -> None:
        self._ids = Growing(np.int64)
        self.order = Growing(np.int64)
        self.counts = Growing(np.int64)

    def __call__(self, types: Types) -> Ids:
        """Store ids of a block's types."""
        if types.size:
            self._reach(int(types.max()) + 1)
        ids = self._ids.values[types]
        unseen = types[ids < 0]
        if unseen.size:
            self._enter(unseen)
            ids = self._ids.values[types]
        self.counts.values[:] += np.bincount(ids, minlength=self.order.values.size)
        return ids.astype(np.uint32)

    def _reach(self, size: int) -> None:
        missing = size - self._ids.values.size
        if missing > 0:
            self._ids.extend(np.full(missing, -1))

    def _enter(self, unseen: Types) -> None:
        # Written from the end, the first place of each type is what stays: cheaper than sorting all.
        place = np.full(self._ids.values.size, -1)
        place[unseen[::-1]] = np.arange(unseen.size)[::-1]
        distinct = np.flatnonzero(place >= 0)
        new = distinct[np.argsort(place[distinct])]
        known = self.order.values.size
        self._ids.values[new] = np.arange(known, known + new.size)
        self.order.extend(new)
        self.counts.extend(np.zeros(new.size))


def no_sources() -> tuple[Source, ...]:
    """Text that came from nowhere a manifest could name."""
    return ()


def build_store(
    blocks: Iterable[TextBlock],
    settings: TokenizerSettings,
    *,
    directory: Path | None = None,
    cache: Path | None = None,
    sources: Callable[[], tuple[Source, ...]] = no_sources,
) -> TokenStore:
    """Tokenise text into a store, in memory or on disk.

    Parameters
    ----------
    blocks
        The text, each block cut where no token can stand: at white space, best at a newline.
    settings
        Which tokenizer.
    directory
        Where to write the store; None keeps it in memory. An existing store there is replaced at once
        when the new one is complete, anything else there is left alone.
    cache
        Folder of the chunk cache, which makes the next run over similar text start warm; None for none.
    sources
        Called once the blocks are exhausted: what they were read from.

    Raises
    ------
    UnknownNameError
        When the tokenizer or the language does not exist.
    UsageError
        When the pattern does not compile or has groups, or ``directory`` holds something else.
    MissingExtraError
        When the language needs a package that is not installed.
    OutputError
        When the store cannot be written.
    """
    if directory is None:
        return _in_memory(blocks, TOKENIZERS[settings.name](settings, cache), sources)
    with StoreWriter(directory) as writer:
        tokenizer = TOKENIZERS[settings.name](settings, cache)
        numbering, documents = _encode(blocks, tokenizer, writer.column("ids"), writer.column("starts"))
        writer.commit(
            _manifest(tokenizer, numbering, documents, sources()),
            _words(tokenizer, numbering),
            numbering.counts.values,
        )
    store = open_store(directory, verify=False)
    return replace(store, notices=store.notices + tokenizer.close())


def _in_memory(
    blocks: Iterable[TextBlock], tokenizer: Tokenizer, sources: Callable[[], tuple[Source, ...]]
) -> TokenStore:
    ids, starts = BytesIO(), BytesIO()
    numbering, documents = _encode(blocks, tokenizer, ids, starts)
    manifest = _manifest(tokenizer, numbering, documents, sources())
    return TokenStore(
        manifest,
        np.frombuffer(ids.getbuffer(), np.uint32),
        np.frombuffer(starts.getbuffer(), np.int64),
        _words(tokenizer, numbering),
        numbering.counts.values,
        notices_of(manifest) + tokenizer.close(),
    )


def _encode(
    blocks: Iterable[TextBlock], tokenizer: Tokenizer, ids: Sink, starts: Sink
) -> tuple[Numbering, int]:
    """Write ids and document starts as the text passes; returns the numbering and the documents seen."""
    numbering, documents, tokens = Numbering(), 0, 0
    for block in blocks:
        encoded = tokenizer.encode(block)
        ids.write(numbering(encoded.types).tobytes())
        starts.write((encoded.starts + tokens).astype(np.int64).tobytes())
        documents += block.starts.size
        tokens += encoded.types.size
    ids.write(numbering(tokenizer.finish()).tobytes())
    return numbering, documents


def _words(tokenizer: Tokenizer, numbering: Numbering) -> tuple[str, ...]:
    words = tokenizer.words()
    return tuple(map(words.__getitem__, numbering.order.values.tolist()))


def _manifest(
    tokenizer: Tokenizer, numbering: Numbering, documents: int, sources: tuple[Source, ...]
) -> Manifest:
    return Manifest(
        format=FORMAT,
        lexdecay=__version__,
        tokenizer=tokenizer.identity,
        sources=sources,
        documents=documents,
        tokens=int(numbering.counts.values.sum()),
        types=numbering.counts.values.size,
        long_runs_split=tokenizer.runs_split,
    )
