"""What the buffers of an Arrow file say they hold, looked at before any of it is believed.

Of each buffer its size is named, and of a compressed one the number of bytes that it holds; the reader asks
for as much memory at once: for a damaged number more than there is, at which the process ends without a word.
But no buffer goes beyond the body of its message, and none holds more than its codec makes of its stored
bytes: a block of Zstandard is 4 bytes at least and 128 KiB at most (RFC 8878, 3.1.1.2), and a byte of LZ4
stands for 255 at most. What else may be wrong is the reader's to say.

The places of the buffers stand in FlatBuffers, tables whose fields are found by number:
https://arrow.apache.org/docs/format/Columnar.html, format/File.fbs and Message.fbs.
"""

from __future__ import annotations

import mmap
import struct
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    Data: TypeAlias = bytes | mmap.mmap

MARK = b"ARROW1"  # first and last in a file; the size of the footer stands before the last
CONTINUED = -1  # stands before the size of a message since version 0.15 of Arrow
LZ4, ZSTANDARD = 0, 1
MOST_EXPANSION = {LZ4: 255, ZSTANDARD: (128 << 10) // 4}
PREFIX = 8  # bytes of the number before a compressed buffer; -1 where it is stored as it is
# Numbers of the fields that are followed, in the order of the schemas.
DICTIONARIES, RECORD_BATCHES = 2, 3  # of a footer
KIND, HEADER = 1, 2  # of a message
DICTIONARY_BATCH, DATA = 2, 1  # the kind of message, and the record batch in it
BUFFERS, COMPRESSION = 2, 3  # of a record batch
CODEC = 0  # of its compression
BLOCK, BUFFER = "<qi4xq", "<qq"  # place, size, size of the body; place and size


class Impossible(NamedTuple):
    """A buffer that cannot hold what it names: where it begins, the bytes it has, those that it names."""

    at: int
    has: int
    named: int


def impossible_buffer(path: str) -> Impossible | None:
    """Return the first buffer of a file that names more bytes than there are, or than can be made of them.

    None where there is none, and where the file is damaged so that its buffers cannot be followed.
    """
    with Path(path).open("rb") as file:
        try:
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return next(_impossible(data), None)
        except (struct.error, ValueError):  # beyond the end of it; a file of no bytes
            return None


def _impossible(data: mmap.mmap) -> Iterator[Impossible]:
    followed = 0
    for begin, size, length in _messages(data):
        followed += size
        if followed > len(data):  # messages that overlap, made to keep a reader busy
            return
        body = begin + size
        end = min(body + length, len(data))
        expansion, buffers = _buffers(data[begin:body])
        for place, stored in buffers:
            at = body + place
            if stored < 0 or at + stored > end:
                yield Impossible(at, max(end - at, 0), stored)
            named = _number("q", data, at) if expansion and stored else 0
            if named > max(stored - PREFIX, 0) * expansion:
                yield Impossible(at, stored, named)


def _messages(data: Data) -> Iterator[tuple[int, ...]]:
    """Yield place, size and size of the body of the messages that hold buffers, as the footer has them."""
    tail = len(data) - len(MARK) - 4
    footer = data[tail - _number("i", data, tail) : tail]
    root = _pointed(footer, 0)
    return chain.from_iterable(
        _structs(footer, root, field, BLOCK) for field in (DICTIONARIES, RECORD_BATCHES)
    )


def _buffers(message: bytes) -> tuple[int, Iterator[tuple[int, ...]]]:
    """Return what a byte stands for at most, 0 where nothing is compressed, and place and size of buffers."""
    content = message[8 if _number("i", message, 0) == CONTINUED else 4 :]
    root = _pointed(content, 0)
    kind, header = _field(content, root, KIND), _table(content, root, HEADER)
    if kind is not None and _number("B", content, kind) == DICTIONARY_BATCH and header is not None:
        header = _table(content, header, DATA)
    if header is None:
        return 0, iter(())
    return _expansion(content, header), _structs(content, header, BUFFERS, BUFFER)


def _expansion(content: bytes, batch: int) -> int:
    compression = _table(content, batch, COMPRESSION)
    if compression is None:
        return 0
    codec = _field(content, compression, CODEC)
    # A codec that is none is left to the reader.
    return MOST_EXPANSION.get(LZ4 if codec is None else _number("B", content, codec), 0)


def _structs(data: bytes, table: int, field: int, form: str) -> Iterator[tuple[int, ...]]:
    vector = _table(data, table, field)
    size = struct.calcsize(form)
    for index in range(0 if vector is None else _number("I", data, vector)):
        yield struct.unpack_from(form, data, (vector or 0) + 4 + index * size)


def _table(data: bytes, table: int, field: int) -> int | None:
    """Return where the table or vector begins that a field points to; None where the field is not set."""
    place = _field(data, table, field)
    return None if place is None else _pointed(data, place)


def _field(data: bytes, table: int, field: int) -> int | None:
    """Return where a field of a table stands; None where it is not set."""
    places = table - _number("i", data, table)
    entry = 4 + 2 * field
    shift = _number("H", data, places + entry) if entry < _number("H", data, places) else 0
    return table + shift if shift else None


def _pointed(data: bytes, place: int) -> int:
    return place + _number("I", data, place)


def _number(form: str, data: Data, place: int) -> int:
    if place < 0:  # Python would count from the end
        raise struct.error("before the beginning")
    return int(struct.unpack_from(f"<{form}", data, place)[0])
