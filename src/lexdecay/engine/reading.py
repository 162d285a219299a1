"""Paths -> shards, on the machines: bundles of files are read and tokenised by the same functions as locally.

A bundle is read in groups that begin with a document, so that memory does not grow with the files. Files
and stores must be where every machine sees them.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lexdecay import __version__
from lexdecay.engine.shards import (
    LocalShard,
    cut,
    cut_piece,
    merge_counts,
    numbered,
    outline,
    store_edges,
    vocabulary_of,
)
from lexdecay.errors import LexdecayError, UsageError
from lexdecay.read.reader import CorpusReader
from lexdecay.read.remote import is_address
from lexdecay.read.tally import Tally
from lexdecay.records import TextBlock
from lexdecay.tokens import TOKENIZERS, Manifest, build_store, open_store
from lexdecay.tokens.given import mixed_inputs
from lexdecay.tokens.store import FORMAT, notices_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from lexdecay.engine.datasets import Dataset, Engine
    from lexdecay.engine.shards import Cutting, Outline, Shard
    from lexdecay.read.options import ReadOptions
    from lexdecay.read.paths import Entry
    from lexdecay.records import Block, Notice, Source
    from lexdecay.tokens import Identity, TokenizerSettings, TokenStore

# Small files are read together, a tokenizer starting once a bundle: about a thousand bundles of this size.
BUNDLES = 1024
LEAST_BUNDLE, LARGEST_BUNDLE = 1 << 20, 1 << 25
# Text that is tokenised at once, unless a document is longer.
GROUP_BYTES = 1 << 26


@dataclass(frozen=True, slots=True)
class Reading:
    """How files become shards."""

    options: ReadOptions
    tokenizer: TokenizerSettings
    cache: Path | None
    cutting: Cutting
    folder: str  # that relative paths start from


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """What reading a bundle had to say; ``error`` is why it ended early."""

    sources: tuple[Source, ...] = ()
    tally: Tally | None = None
    identities: tuple[Identity, ...] = ()
    runs_split: int = 0
    notices: tuple[Notice, ...] = ()
    error: LexdecayError | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A corpus in shards, under the ids of the whole."""

    shards: Dataset
    outline: Outline
    manifest: Manifest
    notices: tuple[Notice, ...]


def located(paths: Sequence[str], options: ReadOptions) -> tuple[tuple[Entry, ...], tuple[Notice, ...]]:
    """List the files that ``paths`` stand for; raises as `CorpusReader`, and UsageError for a stream."""
    reader = CorpusReader(paths, options)
    for entry in reader.entries:
        if entry.size is None and not is_address(entry.path):
            raise UsageError(
                f"{entry.shown}: a stream cannot be read by several machines",
                hint="name files that every machine can see, or leave out --engine",
            )
    return reader.entries, reader.notices


def load_files(
    engine: Engine, entries: Sequence[Entry], notices: tuple[Notice, ...], reading: Reading
) -> Loaded:
    """Read files into shards; raises what the reading of any of them raised, the first in order."""
    bundles = list(enumerate(bundled([(entry.path, entry.size or 0) for entry in entries])))
    raw = engine.dataset(bundles).flat_map(partial(_read, reading)).kept()
    shards, outlined, accounts = _numbered(engine, raw)
    tally = Tally()
    for account in accounts:
        tally.merge(account.tally or Tally())
    manifest = Manifest(
        format=FORMAT,
        lexdecay=__version__,
        tokenizer=_identity(accounts),
        sources=tuple(source for account in accounts for source in account.sources),
        documents=outlined.stream.starts.size,
        tokens=len(outlined.stream),
        types=len(outlined.stream.vocabulary),
        long_runs_split=sum(account.runs_split for account in accounts),
    )
    of_tokenizers = dict.fromkeys(said for account in accounts for said in account.notices)
    said = (*notices, *tally.notices(), *notices_of(manifest), *of_tokenizers)
    return Loaded(shards, outlined, manifest, said)


def load_store(engine: Engine, path: Path, cutting: Cutting) -> Loaded:
    """Take the pieces of a token store as shards."""
    store = open_store(path)  # every machine trusts that its checksums were compared here
    pieces = enumerate(pairwise(store_edges(store, cutting)))
    raw = engine.dataset(list(pieces)).flat_map(partial(_taken, path, cutting)).kept()
    shards, outlined, _ = _numbered(engine, raw)
    return Loaded(shards, outlined, store.manifest, store.notices)


def bundled(files: Sequence[tuple[str, int]]) -> Iterator[list[str]]:
    """Put files, with their sizes, together in their order."""
    largest = min(max(LEAST_BUNDLE, sum(size for _, size in files) // BUNDLES), LARGEST_BUNDLE)
    bundle: list[str] = []
    held = 0
    for path, size in files:
        if bundle and held + size > largest:
            yield bundle
            bundle, held = [], 0
        bundle.append(path)
        held += size
    if bundle:
        yield bundle


def grouped(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Put blocks together to groups that begin with a document."""
    group: list[Block] = []
    held = 0
    for block in blocks:
        if held >= GROUP_BYTES and block.starts.size and block.starts[0] == 0:
            yield group
            group, held = [], 0
        group.append(block)
        held += _bytes_of(block)
    if group:
        yield group


def _bytes_of(block: Block) -> int:
    return len(block.data) if isinstance(block, TextBlock) else sum(len(word) for word in block.words)


def _read(reading: Reading, bundle: tuple[int, list[str]]) -> Iterator[LocalShard | Account]:
    """Tokenise a bundle. An error is an answer: the same again on another machine would be no better."""
    with contextlib.chdir(reading.folder):
        yield from _read_here(reading, *bundle)


def _read_here(reading: Reading, number: int, paths: list[str]) -> Iterator[LocalShard | Account]:
    identities: dict[Identity, None] = {}
    notices: dict[Notice, None] = {}
    runs_split = 0
    try:
        reader = CorpusReader(paths, reading.options)
        for group, blocks in enumerate(grouped(reader)):
            store = build_store(blocks, reading.tokenizer, cache=reading.cache)
            yield from cut(store, reading.cutting, (number, group))
            identities[store.manifest.tokenizer] = None
            runs_split += store.manifest.long_runs_split
            notices |= dict.fromkeys(n for n in store.notices if n not in notices_of(store.manifest))
        yield Account(reader.sources, reader.tally, tuple(identities), runs_split, tuple(notices))
    except LexdecayError as error:
        yield Account(error=error)


def _taken(path: Path, cutting: Cutting, piece: tuple[int, tuple[int, int]]) -> Iterator[LocalShard]:
    number, (first, last) = piece
    yield cut_piece(_opened(path), first, last, cutting, (number,))


@lru_cache(maxsize=1)
def _opened(path: Path) -> TokenStore:
    return open_store(path, verify=False)


def _numbered(engine: Engine, raw: Dataset) -> tuple[Dataset, Outline, list[Account]]:
    """Merge the dictionaries and bring every shard to the ids of the corpus."""
    heads = sorted(raw.flat_map(_head).collected(), key=lambda head: head[0])
    accounts = [account for _, account in heads if isinstance(account, Account)]
    for account in accounts:
        if account.error is not None:
            raise account.error
    shards = [(place, about) for place, about in heads if not isinstance(about, Account)]
    vocabulary = vocabulary_of(raw.flat_map(_dictionary).folded(merge_counts))
    outlined = outline([about for _, about in shards], vocabulary)
    order = {place: (n, int(outlined.bounds[n])) for n, (place, _) in enumerate(shards)}
    ids = {word: n for n, word in enumerate(vocabulary.words)}
    return raw.flat_map(partial(_renumbered, engine.shared((order, ids)))).kept(), outlined, accounts


def _head(item: LocalShard | Account) -> Iterator[tuple[tuple[int, ...], Any]]:
    yield ((), item) if isinstance(item, Account) else (item.place, (item.own, item.starts))


def _dictionary(item: LocalShard | Account) -> Iterator[dict[str, int]]:
    words = {} if isinstance(item, Account) else dict(zip(item.words, item.counts.tolist(), strict=True))
    yield words


def _renumbered(shared: Any, item: LocalShard | Account) -> Iterator[Shard]:
    if isinstance(item, LocalShard):
        order, ids = shared.value
        number, begin = order[item.place]
        yield numbered(item, number, begin, ids)


def _identity(accounts: Sequence[Account]) -> Identity:
    """How all of the text was cut; text that came as tokens does not go together with other text."""
    found = list(dict.fromkeys(identity for account in accounts for identity in account.identities))
    if len(found) > 1:
        came_cut = [identity.name for identity in found if identity.name not in TOKENIZERS]
        raise mixed_inputs(", ".join(came_cut))
    return found[0]
