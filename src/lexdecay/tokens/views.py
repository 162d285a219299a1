"""From the forms of a store to the stream that is counted: fold types, drop punctuation, renumber."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.records import TokenStream, Vocabulary
from lexdecay.registry import Registry
from lexdecay.tokens.words import holds_position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from lexdecay.records import Flags, Ids, Ints, Tags
    from lexdecay.tokens.store import TokenStore

PUNCTUATION_RULES = ("drop", "keep")
PIECE = 1 << 22  # tokens translated at once: 16 MB of ids, so that a mapped store stays on disk


def lower(word: str) -> str:
    """Lower case; not case folding, which would merge German Maße and Masse."""
    return unicodedata.normalize("NFC", word).lower()


UNITS: Registry[Callable[[str], str]] = Registry("unit")
"""Name -> how a query is folded to be one of the unit's types."""
UNITS.add("form", str)
UNITS.add("lower", lower)
UNITS.add("char", str)
UNITS.add("lemma", str)
UNITS.add("pos", str.upper)


@dataclass(frozen=True, slots=True, eq=False)
class Symbols:
    """What is counted: a symbol for each token of the store."""

    names: tuple[str, ...]
    counts: Ints  # of each symbol, among the tokens that hold a position
    piece: Callable[[slice], npt.NDArray[np.integer]]  # symbols of a slice of the tokens


def view(store: TokenStore, unit: str, punctuation: str) -> TokenStream:
    """Return the stream of one unit under one rule for punctuation; see ``TokenStore.stream``."""
    held, symbols = _symbols(store, unit, punctuation)
    target, vocabulary = renumber(symbols)
    return _translate(store, held, symbols, target, vocabulary)


def outline(store: TokenStore, unit: str, punctuation: str) -> TokenStream:
    """Return the stream but for its tokens: vocabulary, size, documents; see ``TokenStore.outline``."""
    held, symbols = _symbols(store, unit, punctuation)
    _, vocabulary = renumber(symbols)
    size = int(vocabulary.counts.sum())
    starts = _Moved(store.starts)
    if store.starts.any():  # of one document the start is known without looking at its tokens
        done = 0
        for place in _places(store.ids.size):
            before = np.append(0, np.cumsum(held[store.ids[place]])) + done
            starts.move(place, before)
            done = int(before[-1])
    else:
        starts.move(slice(0, 1), np.zeros(1, np.int64))
    nothing = np.broadcast_to(np.zeros(1, np.uint32), size)
    return TokenStream(nothing, starts.finish(store.ids.size, size), vocabulary)


def _symbols(store: TokenStore, unit: str, punctuation: str) -> tuple[Flags, Symbols]:
    """Which types hold a position, and what is counted."""
    if punctuation not in PUNCTUATION_RULES:
        raise UnknownNameError("punctuation rule", punctuation, PUNCTUATION_RULES)
    fold = UNITS[unit]
    keep = punctuation == "keep"
    held = np.fromiter((keep or holds_position(word) for word in store.words), np.bool_, len(store.words))
    if unit == "lemma":
        return held, _lemmas(store, held)
    if unit == "pos":
        return held, _tags(store, held)
    _require_characters(store, unit)
    return held, Symbols(
        tuple(map(fold, store.words)), np.where(held, store.counts, 0), store.ids.__getitem__
    )


def _require_characters(store: TokenStore, unit: str) -> None:
    if unit == "char" and (name := store.manifest.tokenizer.name) != "char":
        raise UsageError(
            f"the unit 'char' needs a store of characters, this one was cut by '{name}'",
            hint="index the text again with --unit char",
        )


def _tags(store: TokenStore, held: Flags) -> Symbols:
    tags = store.tags
    if tags is None:
        raise UsageError(
            "the unit 'pos' needs tagged text, and this text has no tags",
            hint="index it again with --unit pos, with --model NAME if it is not English, or give CoNLL-U",
        )
    return _counted(store, held, store.manifest.tag_names, tags.__getitem__)


def _lemmas(store: TokenStore, held: Flags) -> Symbols:
    """Lemmas; a token without one counts as its lower case."""
    lemmas = store.lemmas
    if lemmas is None:
        raise UsageError(
            "the unit 'lemma' needs lemmas, and this text has none",
            hint="index the text again with --unit lemma and --model NAME, or give CoNLL-U",
        )
    known = len(store.lemma_words)
    missing = store.lemma_words.index("") if "" in store.lemma_words else known

    def piece(place: slice) -> npt.NDArray[np.integer]:
        found = lemmas[place]
        return np.where(found == missing, store.ids[place].astype(np.int64) + known, found)

    return _counted(store, held, (*store.lemma_words, *map(lower, store.words)), piece)


def _counted(
    store: TokenStore,
    held: Flags,
    names: tuple[str, ...],
    piece: Callable[[slice], npt.NDArray[np.integer]],
) -> Symbols:
    counts = np.zeros(len(names), np.int64)
    for place in _places(store.ids.size):
        counts += np.bincount(piece(place)[held[store.ids[place]]], minlength=counts.size)
    return Symbols(names, counts, piece)


def renumber(symbols: Symbols) -> tuple[Ids, Vocabulary]:
    """Number the distinct names by falling count, ties by code point; symbols of one name are one type.

    Returns
    -------
    The new id of each symbol (meaningless where it never holds a position), and the vocabulary.
    """
    index: dict[str, int] = {}
    group = np.fromiter(
        (index.setdefault(name, len(index)) for name in symbols.names), np.int64, len(symbols.names)
    )
    total = np.zeros(len(index), np.int64)
    np.add.at(total, group, symbols.counts)
    kept = sorted((-count, word) for word, count in zip(index, total.tolist(), strict=True) if count)
    rank = np.zeros(len(index), np.uint32)
    rank[[index[word] for _, word in kept]] = np.arange(len(kept), dtype=np.uint32)
    counts = np.array([-negative for negative, _ in kept], np.int64)
    return rank[group], Vocabulary(tuple(word for _, word in kept), counts)


def _translate(
    store: TokenStore, held: Flags, symbols: Symbols, target: Ids, vocabulary: Vocabulary
) -> TokenStream:
    """Renumber all tokens piece by piece; documents and sentences begin where their first kept token went."""
    size = int(vocabulary.counts.sum())
    ids = np.empty(size, np.uint32)
    tags: Tags | None = None if store.tags is None else np.empty(size, np.uint8)
    starts = _Moved(store.starts)
    sentences = None if store.sentences is None else _Moved(store.sentences)
    done = 0
    for place in _places(store.ids.size):
        kept = held[store.ids[place]]
        before = np.append(0, np.cumsum(kept)) + done
        into = slice(done, int(before[-1]))
        ids[into] = target[symbols.piece(place)[kept]]
        if tags is not None and store.tags is not None:
            tags[into] = store.tags[place][kept]
        for bounds in filter(None, (starts, sentences)):
            bounds.move(place, before)
        done = into.stop
    whole = None if sentences is None else sentences.finish(store.ids.size, size)
    return TokenStream(
        ids,
        starts.finish(store.ids.size, size),
        vocabulary,
        tags,
        # A sentence of punctuation alone holds no position, and is none.
        None if whole is None else np.unique(whole[whole < size]),
        store.manifest.tag_names,
    )


class _Moved:
    """Bounds among the tokens of a store on their way to be bounds among those that were kept."""

    def __init__(self, bounds: Ints) -> None:
        self._old = bounds
        self._new = np.empty(bounds.size, np.int64)

    def move(self, place: slice, before: Ints) -> None:
        """Move the bounds inside a slice; ``before[i]`` tokens were kept before its token i."""
        inside = slice(*np.searchsorted(self._old, [place.start, place.stop]))
        self._new[inside] = before[self._old[inside] - place.start]

    def finish(self, tokens: int, kept: int) -> Ints:
        """All bounds; what begins after the last of the tokens begins after the last that was kept."""
        self._new[np.searchsorted(self._old, tokens) :] = kept
        return self._new


def _places(size: int) -> Iterator[slice]:
    for at in range(0, size, PIECE):
        yield slice(at, min(at + PIECE, size))
