"""Tokens that are characters as a reader sees them: the unit of Chinese text and of spelling.

A character is a base code point with what is drawn onto it: combining marks and variation selectors,
skin tones, tag characters, the emoji that a zero-width joiner ties on; two regional indicators make a
flag. This is the part of the extended grapheme clusters of UAX #29 that NFC text needs.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from lexdecay.tokens.lexicon import Lexicon
from lexdecay.tokens.settings import Identity
from lexdecay.tokens.tokenizer import Encoded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lexdecay.records import Flags, Ints, Notice, TextBlock
    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Types

UNKNOWN, BASE, PICTURE, SPACE, EXTENDING, JOINER, REGIONAL = range(7)
CODE_POINTS = 0x110000
ZERO_WIDTH_JOINER = 0x200D
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_REGIONAL_INDICATORS = range(0x1F1E6, 0x1F200)


def _kind(code: int) -> int:
    character = chr(code)
    if character.isspace():
        return SPACE
    if code == ZERO_WIDTH_JOINER:
        return JOINER
    if code in _REGIONAL_INDICATORS:
        return REGIONAL
    category = unicodedata.category(character)
    if category.startswith("M") or code in _SKIN_TONES or code in _TAGS:
        return EXTENDING
    return PICTURE if category == "So" else BASE


class CharacterTokenizer:
    """Cuts a block into characters; white space is none."""

    identity = Identity("char", version=unicodedata.unidata_version)
    runs_split = 0

    def __init__(self) -> None:
        self._kinds = np.zeros(CODE_POINTS, np.uint8)
        self._single = np.full(CODE_POINTS, -1, np.int64)  # type of a character of one code point
        self._lexicon = Lexicon()

    def encode(self, block: TextBlock) -> Encoded:
        """Cut one block."""
        codes = np.frombuffer(block.data.decode().encode("utf-32-le"), np.uint32)
        kinds = self._kinds_of(codes)
        heads = np.flatnonzero(_begins(kinds))
        types = self._types(codes, kinds, heads)
        return Encoded(types, np.searchsorted(heads, _code_offsets(block)).astype(np.int64))

    def finish(self) -> Types:
        """Nothing is left open."""
        return np.empty(0, np.int64)

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""
        return self._lexicon.words()

    def close(self) -> tuple[Notice, ...]:
        """Nothing is kept."""
        return ()

    def _kinds_of(self, codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
        kinds = self._kinds[codes]
        if (unknown := np.unique(codes[kinds == UNKNOWN])).size:
            self._kinds[unknown] = [_kind(code) for code in unknown.tolist()]
            kinds = self._kinds[codes]
        return kinds

    def _types(self, codes: npt.NDArray[np.uint32], kinds: npt.NDArray[np.uint8], heads: Ints) -> Types:
        stops = _stops(kinds, heads)
        first = codes[heads]
        types = self._single[first]
        if (new := np.unique(first[types < 0])).size:
            self._single[new] = self._lexicon.intern([chr(code) for code in new.tolist()])
            types = self._single[first]
        composed = np.flatnonzero(stops - heads > 1)
        clusters = [
            codes[a:b].tobytes().decode("utf-32-le")
            for a, b in zip(heads[composed].tolist(), stops[composed].tolist(), strict=True)
        ]
        types[composed] = self._lexicon.intern(clusters)
        return types


def _begins(kinds: npt.NDArray[np.uint8]) -> Flags:
    """Where a character begins."""
    previous = np.append(np.uint8(SPACE), kinds[:-1])
    tied = (kinds == EXTENDING) | (kinds == JOINER) | ((previous == JOINER) & (kinds == PICTURE))
    begins = (kinds != SPACE) & (~tied | (previous == SPACE))
    regional = np.flatnonzero(kinds == REGIONAL)
    if regional.size:
        opens_run = np.append(True, np.diff(regional) > 1)
        place = np.arange(regional.size)
        run_start = np.maximum.accumulate(np.where(opens_run, place, 0))
        begins[regional[(place - run_start) % 2 == 1]] = False
    return begins


def _stops(kinds: npt.NDArray[np.uint8], heads: Ints) -> Ints:
    """Where each character ends: at the next one or at white space, whichever comes first."""
    stops = np.append(heads[1:], kinds.size)[: heads.size]
    spaces = np.append(np.flatnonzero(kinds == SPACE), kinds.size)
    return np.minimum(stops, spaces[np.searchsorted(spaces, heads)])


def _code_offsets(block: TextBlock) -> Ints:
    """Code points before each document start; starts count bytes."""
    heads = (np.frombuffer(block.data, np.uint8) & 0xC0) != 0x80
    return np.append(0, np.cumsum(heads))[block.starts]


def character_tokenizer(_settings: TokenizerSettings, _cache: Path | None) -> CharacterTokenizer:
    """Return the tokenizer of single characters."""
    return CharacterTokenizer()
