"""Pieces of a corpus that can be counted apart: whole documents, or parts of one with a halo after them.

A shard is tokenised once, to ids of its own and a dictionary; the dictionaries are merged, and its ids
become those of the whole corpus. The halo, the tokens that follow within the same document, lets a piece
count its pairs alone: a pair belongs to the shard of its left token.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.engine.packing import pack, unpack
from lexdecay.records import TokenStream, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lexdecay.records import Ints
    from lexdecay.tokens import TokenStore

SHARD_TOKENS = 1 << 22  # a text's pairs at one offset then take 32 MB while they are counted


_ELSEWHERE = Vocabulary((), np.empty(0, np.int64))


@dataclass(frozen=True, slots=True)
class Cutting:
    """How a store is cut and seen."""

    unit: str
    punctuation: str
    halo: int  # tokens: the largest offset
    tokens: int = SHARD_TOKENS  # of a shard, about
    whole: bool = False  # whether documents stay whole, whatever their size


@dataclass(frozen=True, slots=True, eq=False)
class LocalShard:
    """Tokens under ids of their own; ``words[id]`` occurs ``counts[id]`` times before the halo."""

    place: tuple[int, ...]  # orders the shards of a corpus
    own: int  # tokens before the halo
    ids: bytes  # packed, own + halo
    starts: Ints  # documents that begin here
    words: tuple[str, ...]
    counts: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Tokens under the ids of the corpus."""

    number: int
    begin: int  # position of its first token in the corpus
    own: int
    ids: bytes
    starts: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """All that is known of a corpus without its tokens."""

    stream: TokenStream  # its ids are zeros that take no memory
    bounds: Ints  # int64[S + 1], first token of each shard


def cut(store: TokenStore, cutting: Cutting, place: tuple[int, ...]) -> Iterator[LocalShard]:
    """Cut a store into shards; their halos end with their documents."""
    for number, (first, last) in enumerate(pairwise(store_edges(store, cutting))):
        yield cut_piece(store, first, last, cutting, (*place, number))


def cut_piece(
    store: TokenStore, first: int, last: int, cutting: Cutting, place: tuple[int, ...]
) -> LocalShard:
    """Tokens ``first`` to ``last`` - 1 of a store and their halo."""
    own, stream = _with_halo(store, first, last, cutting)
    counts = np.bincount(stream.ids[:own], minlength=len(stream.vocabulary))
    return LocalShard(place, own, pack(stream.ids), stream.starts, stream.vocabulary.words, counts)


def store_edges(store: TokenStore, cutting: Cutting) -> list[int]:
    """Where a store is cut: at a document that begins soon after so many tokens, else there."""
    size, tokens = store.ids.size, cutting.tokens
    edges = np.arange(tokens, size - tokens // 2, tokens)
    after = np.append(store.starts, size)[np.searchsorted(store.starts, edges)]
    moved = np.where((after - edges < tokens // 2) | cutting.whole, after, edges)
    return [0, *np.unique(moved[moved < size]).tolist(), size]


def merge_counts(a: dict[str, int], b: dict[str, int]) -> dict[str, int]:
    """Add two dictionaries."""
    total = dict(a)
    for word, count in b.items():
        total[word] = total.get(word, 0) + count
    return total


def vocabulary_of(counts: dict[str, int]) -> Vocabulary:
    """Number the words as every stream does: commonest first, ties in code-point order."""
    kept = sorted((-count, word) for word, count in counts.items() if count)
    return Vocabulary(
        tuple(word for _, word in kept), np.array([-negative for negative, _ in kept], np.int64)
    )


def numbered(shard: LocalShard, number: int, begin: int, ids: dict[str, int]) -> Shard:
    """Bring a shard's ids to those of the corpus."""
    target = np.fromiter((ids[word] for word in shard.words), np.uint32, len(shard.words))
    return Shard(number, begin, shard.own, pack(target[unpack(shard.ids)]), shard.starts)


def outline(shards: Sequence[tuple[int, Ints]], vocabulary: Vocabulary) -> Outline:
    """What the shards make together: their own tokens and document starts, in order."""
    bounds = np.append(0, np.cumsum([own for own, _ in shards], dtype=np.int64))
    starts = [begin + starts for begin, (_, starts) in zip(bounds.tolist(), shards, strict=False)]
    return Outline(_without_tokens(int(bounds[-1]), np.concatenate(starts), vocabulary), bounds)


def part_of(outlined: TokenStream, first: int, last: int) -> TokenStream:
    """Tokens ``first`` to ``last`` - 1 of an outline as a corpus of their own."""
    inside = outlined.starts[(outlined.starts > first) & (outlined.starts < last)] - first
    return _without_tokens(last - first, np.append(0, inside), outlined.vocabulary)


def tokens_of(shard: Shard, first: int, last: int) -> tuple[int, int, TokenStream] | None:
    """A shard's part of the tokens ``first`` to ``last`` - 1 of the corpus.

    Returns
    -------
    Where it begins, relative to ``first``; how many tokens it has before its halo; both as a stream whose
    vocabulary stays on the driver. None when it has no part in them.
    """
    begin, end = max(shard.begin, first), min(shard.begin + shard.own, last)
    if begin >= end:
        return None
    skipped = begin - shard.begin
    ids = unpack(shard.ids)[skipped : last - shard.begin].astype(np.uint32)
    inside = shard.starts[(shard.starts > skipped) & (shard.starts < ids.size + skipped)] - skipped
    return begin - first, end - begin, TokenStream(ids, np.append(0, inside), _ELSEWHERE)


def _without_tokens(tokens: int, starts: Ints, vocabulary: Vocabulary) -> TokenStream:
    return TokenStream(np.broadcast_to(np.uint32(0), (tokens,)), starts, vocabulary)


def _with_halo(store: TokenStore, first: int, last: int, cutting: Cutting) -> tuple[int, TokenStream]:
    """The positions of a piece and of the halo after it; tokens that hold none are looked past."""
    end = int(np.append(store.starts, store.ids.size)[np.searchsorted(store.starts, last)])
    reach = cutting.halo
    while True:
        stop = min(end, last + reach)
        own, stream = _seen(store, first, last, stop, cutting)
        if stop == end or len(stream) - own >= cutting.halo:
            return own, replace(stream, ids=stream.ids[: own + cutting.halo])
        reach *= 2


def _seen(store: TokenStore, first: int, last: int, stop: int, cutting: Cutting) -> tuple[int, TokenStream]:
    """Tokens ``first`` to ``stop`` - 1 under the store's view, and how many stand before ``last``.

    A document that is not there begins at ``last``, so that the view says where that went.
    """
    place = slice(first, stop)
    counts = np.bincount(store.ids[place], minlength=len(store.words))
    held = np.flatnonzero(counts)
    target = np.zeros(len(store.words), np.uint32)
    target[held] = np.arange(held.size, dtype=np.uint32)
    complete = last == store.ids.size  # empty documents at the very end are the last piece's
    inside = (store.starts >= first) & ((store.starts < last) | complete)
    piece = replace(
        store,
        ids=target[store.ids[place]],
        starts=np.append(store.starts[inside], last) - first,
        words=tuple(store.words[i] for i in held.tolist()),
        counts=counts[held],
        sentences=None,
        tags=None if store.tags is None else store.tags[place],
        lemmas=None if store.lemmas is None else store.lemmas[place],
    )
    stream = piece.stream(cutting.unit, cutting.punctuation)
    return int(stream.starts[-1]), replace(stream, starts=stream.starts[:-1])
