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
    from collections.abc import Callable

    from lexdecay.records import Flags, Ids, Ints
    from lexdecay.tokens.store import TokenStore

PUNCTUATION_RULES = ("drop", "keep")
PIECE = 1 << 22  # tokens translated at once: 16 MB of ids, so that a mapped store stays on disk


def lower(word: str) -> str:
    """Lower case; not case folding, which would merge German Maße and Masse."""
    return unicodedata.normalize("NFC", word).lower()


UNITS: Registry[Callable[[str], str]] = Registry("unit")
UNITS.add("form", str)
UNITS.add("lower", lower)
UNITS.add("char", str)


@dataclass(frozen=True, slots=True, eq=False)
class Renumbering:
    """Store id -> id in the view, for the types that hold a position."""

    held: Flags  # by store id
    target: Ids  # by store id; meaningless where not held
    vocabulary: Vocabulary


def view(store: TokenStore, unit: str, punctuation: str) -> TokenStream:
    """Return the stream of one unit under one rule for punctuation; see ``TokenStore.stream``."""
    if punctuation not in PUNCTUATION_RULES:
        raise UnknownNameError("punctuation rule", punctuation, PUNCTUATION_RULES)
    if unit == "char" and (name := store.manifest.tokenizer.name) != "char":
        raise UsageError(
            f"the unit 'char' needs a store of characters, this one was cut by '{name}'",
            hint="index the text again with --unit char",
        )
    fold = UNITS[unit]
    renumbering = renumber(store.words, store.counts, fold, keep=punctuation == "keep")
    ids, starts = _translate(store.ids, store.starts, renumbering)
    return TokenStream(ids, starts, renumbering.vocabulary)


def renumber(words: tuple[str, ...], counts: Ints, fold: Callable[[str], str], *, keep: bool) -> Renumbering:
    """Fold each type once; number what results by falling count, ties by code point."""
    folded = [fold(word) for word in words]
    held = np.fromiter((keep or holds_position(word) for word in folded), np.bool_, len(words))
    index: dict[str, int] = {}
    group = np.fromiter((index.setdefault(word, len(index)) for word in folded), np.int64, len(words))
    total = np.zeros(len(index), np.int64)
    np.add.at(total, group[held], counts[held])
    kept = sorted((-count, word) for word, count in zip(index, total.tolist(), strict=True) if count)
    rank = np.zeros(len(index), np.uint32)
    rank[[index[word] for _, word in kept]] = np.arange(len(kept), dtype=np.uint32)
    vocabulary = Vocabulary(
        tuple(word for _, word in kept), np.array([-negative for negative, _ in kept], np.int64)
    )
    return Renumbering(held, rank[group], vocabulary)


def _translate(ids: Ids, starts: Ints, renumbering: Renumbering) -> tuple[Ids, Ints]:
    """Renumber all tokens piece by piece; documents begin where their first kept token went."""
    result = np.empty(int(renumbering.vocabulary.counts.sum()), np.uint32)
    moved = np.empty_like(starts)
    done = 0
    for at in range(0, ids.size, PIECE):
        piece = ids[at : at + PIECE]
        held = renumbering.held[piece]
        kept = renumbering.target[piece[held]]
        before = np.append(0, np.cumsum(held)) + done
        inside = slice(*np.searchsorted(starts, [at, at + piece.size]))
        moved[inside] = before[starts[inside] - at]
        result[done : done + kept.size] = kept
        done += kept.size
    moved[np.searchsorted(starts, ids.size) :] = done
    return result, moved
