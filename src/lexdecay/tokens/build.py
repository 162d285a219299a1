"""Text blocks -> TokenStore."""

from __future__ import annotations

from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay import __version__
from lexdecay.records import UNIVERSAL_TAGS, TokenBlock
from lexdecay.tokens.annotations import Annotations
from lexdecay.tokens.apart import TaggedApart
from lexdecay.tokens.disk import COLUMNS, StoreWriter, open_store
from lexdecay.tokens.english import language_doubts
from lexdecay.tokens.given import GivenTokens, given_tokens, mixed_inputs
from lexdecay.tokens.growing import Growing
from lexdecay.tokens.store import FORMAT, Manifest, TokenStore, notices_of
from lexdecay.tokens.tagging import tagging_tokenizer
from lexdecay.tokens.tokenizers import TOKENIZERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from lexdecay.records import Block, Ids, Source
    from lexdecay.tokens.annotations import Sink
    from lexdecay.tokens.apart import Processes
    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Encoded, Tokenizer, Types


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
    blocks: Iterable[Block],
    settings: TokenizerSettings,
    *,
    directory: Path | None = None,
    cache: Path | None = None,
    sources: Callable[[], tuple[Source, ...]] = no_sources,
    processes: Processes | None = None,
) -> TokenStore:
    """Tokenise text into a store, in memory or on disk.

    Parameters
    ----------
    blocks
        The text, each block cut where no token can stand: at white space, best at a newline. Or text
        that came as tokens; the first block says which of the two all of them are.
    settings
        Which tokenizer.
    directory
        Where to write the store; None keeps it in memory. An existing store there is replaced at once
        when the new one is complete, anything else there is left alone.
    cache
        Folder of the chunk cache, which makes the next run over similar text start warm; None for none.
    sources
        Called once the blocks are exhausted: what they were read from.
    processes
        Where blocks of running text may be tagged; None for here. The store is the same.

    Raises
    ------
    UnknownNameError
        When the tokenizer or the language does not exist.
    UsageError
        When the pattern does not compile or has groups, or ``directory`` holds something else; when
        tokens are to be cut again, or stand beside running text; when a model is missing or does not tag.
    MissingExtraError
        When the language needs a package that is not installed.
    OutputError
        When the store cannot be written.
    """
    first, rest = _peeked(blocks)
    if directory is None:
        return _in_memory(rest, _tokenizer(first, settings, cache, processes), sources)
    with StoreWriter(directory) as writer:
        tokenizer = _tokenizer(first, settings, cache, processes)
        written = _encode(rest, tokenizer, writer.column)
        for name in written.annotations.empty:
            writer.discard(name)
        writer.commit(
            _manifest(tokenizer, written, sources()),
            _words(tokenizer, written.numbering),
            written.numbering.counts.values,
            written.annotations.lemmas,
        )
    store = open_store(directory, verify=False)
    return replace(store, notices=store.notices + tokenizer.close())


def _peeked(blocks: Iterable[Block]) -> tuple[Block | None, Iterator[Block]]:
    """The first block, which says what kind of text this is, and all of them."""
    stream = iter(blocks)
    first = next(stream, None)
    return first, stream if first is None else chain([first], stream)


def _tokenizer(
    first: Block | None, settings: TokenizerSettings, cache: Path | None, processes: Processes | None
) -> Tokenizer:
    if isinstance(first, TokenBlock):
        return given_tokens(first, settings)
    if settings.model or settings.tagged or settings.lemmas:
        return TaggedApart(settings, cache, processes) if processes else tagging_tokenizer(settings, cache)
    return TOKENIZERS[settings.name](settings, cache)


@dataclass(frozen=True, slots=True, eq=False)
class _Written:
    """What passed by while the columns were written."""

    numbering: Numbering
    annotations: Annotations
    documents: int


class _Memory:
    """Columns of a store that stays in memory."""

    def __init__(self) -> None:
        self._sinks: dict[str, BytesIO] = {}

    def column(self, name: str) -> BytesIO:
        return self._sinks.setdefault(name, BytesIO())

    def array(self, name: str) -> Any:
        return np.frombuffer(self.column(name).getbuffer(), COLUMNS[name])

    def optional(self, name: str, annotations: Annotations) -> Any:
        there = name in self._sinks and name not in annotations.empty
        return self.array(name) if there else None


def _in_memory(
    blocks: Iterable[Block], tokenizer: Tokenizer, sources: Callable[[], tuple[Source, ...]]
) -> TokenStore:
    memory = _Memory()
    written = _encode(blocks, tokenizer, memory.column)
    manifest = _manifest(tokenizer, written, sources())
    told, counts = written.annotations, written.numbering.counts.values
    words = _words(tokenizer, written.numbering)
    return TokenStore(
        manifest,
        memory.array("ids"),
        memory.array("starts"),
        words,
        counts,
        (
            *notices_of(manifest),
            *language_doubts(manifest.tokenizer, words, counts),
            *tokenizer.close(),
        ),
        **{name: memory.optional(name, told) for name in ("sentences", "tags", "lemmas")},
        lemma_words=told.lemmas,
    )


def _encode(blocks: Iterable[Block], tokenizer: Tokenizer, column: Callable[[str], Sink]) -> _Written:
    """Write the columns as the text passes."""
    ids, starts = column("ids"), column("starts")
    numbering, annotations, documents, tokens = Numbering(), Annotations(column), 0, 0
    for block, encoded in _encodings(blocks, tokenizer):
        ids.write(numbering(encoded.types).tobytes())
        starts.write((encoded.starts + tokens).astype(np.int64).tobytes())
        annotations.add(encoded, tokens)
        documents += block.starts.size
        tokens += encoded.types.size
    ids.write(numbering(tokenizer.finish()).tobytes())
    return _Written(numbering, annotations, documents)


def _encodings(blocks: Iterable[Block], tokenizer: Tokenizer) -> Iterator[tuple[Block, Encoded]]:
    if isinstance(tokenizer, TaggedApart):
        return tokenizer.encodings(blocks)
    return ((block, _encoded(block, tokenizer)) for block in blocks)


def _encoded(block: Block, tokenizer: Tokenizer) -> Encoded:
    if isinstance(tokenizer, GivenTokens):
        return tokenizer.encode(block)
    if isinstance(block, TokenBlock):
        raise mixed_inputs(block.format)
    return tokenizer.encode(block)


def _words(tokenizer: Tokenizer, numbering: Numbering) -> tuple[str, ...]:
    words, order = tokenizer.words(), numbering.order.values
    if 4 * order.size > len(words):  # all of a chunk cache at once are sooner decoded than many one by one
        words = list(words)
    return tuple(map(words.__getitem__, order.tolist()))


def _manifest(tokenizer: Tokenizer, written: _Written, sources: tuple[Source, ...]) -> Manifest:
    counts = written.numbering.counts.values
    return Manifest(
        format=FORMAT,
        lexdecay=__version__,
        tokenizer=tokenizer.identity,
        sources=sources,
        documents=written.documents,
        tokens=int(counts.sum()),
        types=counts.size,
        long_runs_split=tokenizer.runs_split,
        tag_names=UNIVERSAL_TAGS if written.annotations.tagged else (),
    )
