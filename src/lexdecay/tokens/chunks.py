"""Chunks: the longest runs of UTF-8 text without white space, found and keyed without a Python loop.

White space is ``str.isspace``, the rule of ``str.split`` and of spaCy's tokenizer.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lexdecay.records import Flags, Ints

Bytes: TypeAlias = npt.NDArray[np.uint8]
Keys: TypeAlias = npt.NDArray[np.uint64]

ONE_BYTE_SPACES = bytes([9, 10, 11, 12, 13, 28, 29, 30, 31, 32])
TWO_BYTE_SPACES = tuple(c.encode() for c in "\u0085\u00a0")
THREE_BYTE_SPACES = tuple(
    c.encode()
    for c in "\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

# spaCy's affix rules take time quadratic in the signs they strip one by one: 100 cost 2 ms, 1,000 cost
# 160 ms, 20,000 two minutes. The longest run of the reference corpora has 94 signs and 473 characters.
MOST_SIGNS = 100
LONGEST_RUN = 1000

_LONG = 4096  # bytes; longer chunks are few, and hashed one by one
_PADDING = 40  # the key reads whole 8-byte words past a chunk's end
_WORDS = re.compile(r"\w+")
_SHORT = 2  # bytes of a two-byte space

_PACKED_SPACES = np.array(
    sorted(int.from_bytes(space.ljust(3, b"\0"), "big") for space in (*TWO_BYTE_SPACES, *THREE_BYTE_SPACES))
)


def _ranges(values: Iterable[int]) -> list[tuple[int, int]]:
    """First and last of each run of whole numbers."""
    distinct = sorted(set(values))
    firsts = [value for value in distinct if value - 1 not in distinct]
    lasts = [value for value in distinct if value + 1 not in distinct]
    return list(zip(firsts, lasts, strict=True))


# Odd constants of splitmix64's finaliser (Steele, Lea & Flood 2014): they spread every input bit.
_MIX_A, _MIX_B, _MIX_C = (np.uint64(c) for c in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_SPACE_RANGES = _ranges(ONE_BYTE_SPACES)
_LEAD_RANGES = _ranges(space[0] for space in (*TWO_BYTE_SPACES, *THREE_BYTE_SPACES))
_LOW_BYTES = np.array([(1 << (8 * k)) - 1 for k in range(8)] + [(1 << 64) - 1], np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Chunks:
    """The chunks of one block: ``buffer[starts[i]:ends[i]]``; the text begins at buffer position 1."""

    buffer: Bytes
    starts: Ints
    ends: Ints
    runs_split: int  # runs cut because they were too long for the tokenizer

    def text(self, index: int) -> str:
        """The characters of chunk ``index``."""
        return self.buffer[self.starts[index] : self.ends[index]].tobytes().decode()

    def single_blank_follows(self) -> Flags:
        """Whether exactly one U+0020 stands between a chunk and the next; False for the last."""
        flags = np.zeros(self.starts.size, np.bool_)
        end = self.ends[:-1]
        flags[:-1] = (self.starts[1:] - end == 1) & (self.buffer[end] == ord(" "))
        return flags

    def at_or_after(self, offsets: Ints) -> Ints:
        """Index of the first chunk that begins at or after each byte offset of the block's data."""
        return np.searchsorted(self.starts, offsets + 1).astype(np.int64)


def find_chunks(data: bytes, *, cap: bool = True) -> Chunks:
    """Cut UTF-8 bytes into chunks; with ``cap``, runs that would take quadratic time are cut further."""
    padding = _PADDING + -(len(data) + 1 + _PADDING) % 8
    buffer = np.frombuffer(b" " + data + b" " * padding, np.uint8)
    white = _white_space(buffer)
    edges = np.flatnonzero(white[1:] != white[:-1]) + 1
    starts, ends = edges[0::2], edges[1::2]
    if cap and (long := np.flatnonzero(ends - starts > MOST_SIGNS)).size:
        return _cap_runs(buffer, starts, ends, long)
    return Chunks(buffer, starts, ends, 0)


def _white_space(buffer: Bytes) -> Flags:
    # Comparisons of whole registers: looking each byte up takes ten times as long.
    white = _in_ranges(buffer, _SPACE_RANGES)
    lead = np.flatnonzero(_in_ranges(buffer, _LEAD_RANGES))
    if lead.size:
        first, second, third = (buffer[lead + k].astype(np.int64) << (16 - 8 * k) for k in range(3))
        short = first == TWO_BYTE_SPACES[0][0] << 16
        packed = first | second | np.where(short, 0, third)
        found = lead[np.isin(packed, _PACKED_SPACES)]
        white[found] = white[found + 1] = True
        white[found[buffer[found] != TWO_BYTE_SPACES[0][0]] + _SHORT] = True
    return white


def _in_ranges(buffer: Bytes, ranges: Sequence[tuple[int, int]]) -> Flags:
    """Whether each byte is in one of the ranges; below a range the difference wraps round to a large one."""
    found = np.zeros(buffer.size, np.bool_)
    for first, last in ranges:
        found |= (buffer - np.uint8(first)) <= last - first
    return found


def _cap_runs(buffer: Bytes, starts: Ints, ends: Ints, long: Ints) -> Chunks:
    cuts: list[Ints] = []
    for index in long.tolist():
        run = buffer[starts[index] : ends[index]]
        if step := piece_length(run.tobytes().decode()):
            heads = np.flatnonzero((run & 0xC0) != 0x80)  # first byte of each character
            cuts.append(starts[index] + heads[step::step])
    if not cuts:
        return Chunks(buffer, starts, ends, 0)
    inner = np.concatenate(cuts)
    return Chunks(buffer, np.sort(np.append(starts, inner)), np.sort(np.append(ends, inner)), len(cuts))


def piece_length(run: str) -> int:
    """Characters per piece of a run that must be cut, else 0."""
    signs = (c for c in _WORDS.sub("", run) if not unicodedata.category(c).startswith("M"))
    if len(list(islice(signs, MOST_SIGNS + 1))) > MOST_SIGNS:
        return MOST_SIGNS
    return LONGEST_RUN if len(run) > LONGEST_RUN else 0


def chunk_keys(chunks: Chunks) -> Keys:
    """Key every chunk with a 64-bit hash of its bytes and length, never 0.

    Up to 8 bytes the hash is one to one for a given length; beyond that two of n different chunks share
    a key with probability n^2 / 2^65, which is 3e-6 for ten million.
    """
    words = chunks.buffer.view("<u8")
    starts, length = chunks.starts, chunks.ends - chunks.starts
    key = _load(words, starts, length) * _MIX_A + length.astype(np.uint64) * _MIX_C
    for index in np.flatnonzero(length > _LONG).tolist():
        digest = blake2b(chunks.buffer[starts[index] : chunks.ends[index]].tobytes(), digest_size=8)
        key[index] = int.from_bytes(digest.digest(), "little")
    rest, done = np.flatnonzero((length > 8) & (length <= _LONG)), 8
    while rest.size:
        part = key[rest]
        part ^= part >> np.uint64(29)
        key[rest] = part * _MIX_B + _load(words, starts[rest] + done, length[rest] - done) * _MIX_A
        done += 8
        rest = rest[length[rest] > done]
    return scramble(key)


def scramble(key: Keys) -> Keys:
    """Spread the bits of 64-bit values one to one, but for 0, which becomes 1."""
    key = (key ^ (key >> np.uint64(32))) * _MIX_B
    key ^= key >> np.uint64(29)
    key[key == 0] = 1
    return key


def _load(words: Keys, position: Ints, length: Ints) -> Keys:
    """Up to 8 bytes from any byte position, the rest zero: two aligned words shifted together."""
    word = position >> 3
    shift = ((position & 7) << 3).astype(np.uint64)
    # The second shift is split in two because a shift by 64 is undefined.
    value = (words[word] >> shift) | ((words[word + 1] << np.uint64(1)) << (np.uint64(63) - shift))
    return value & _LOW_BYTES[np.minimum(length, 8)]
