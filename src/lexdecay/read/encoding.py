"""From stored characters to UTF-8, and the error that says where they are not what they should be."""

from __future__ import annotations

import codecs
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdecay.errors import DecodingError
from lexdecay.read.detect import ascii_until, detected, detected_utf16, look_ahead
from lexdecay.read.guess import advice
from lexdecay.read.options import DETECT, canonical_encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# The longer mark first: UTF-32-LE begins with the two bytes of UTF-16-LE.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SHOWN_BYTES = 8  # of the bad ones, in a message


@dataclass(frozen=True, slots=True)
class Place:
    """What a message calls an input, and whether its offsets are those of the uncompressed bytes."""

    shown: str
    compressed: bool = False


class Cursor:
    """Decodes consecutive pieces of one stream strictly and knows offset and line of the next."""

    def __init__(self, place: Place, encoding: str, offset: int) -> None:
        self.line = 1
        self.offset = offset  # bytes before the next piece
        self._place = place
        self._encoding = encoding

    def speaking(self, encoding: str) -> Cursor:
        """Return a cursor at the same place of a stream in another encoding."""
        other = Cursor(self._place, encoding, self.offset)
        other.line = self.line
        return other

    def decode(self, data: bytes) -> str | None:
        """Return UTF-8 decoded, None for ASCII, and move on; raises DecodingError."""
        text = None if data.isascii() else self._strict(data)
        self.offset += len(data)
        self.line += line_ends(data)
        return text

    def _strict(self, data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            raise self.error(error, self.offset) from error

    def error(self, error: UnicodeDecodeError, offset: int) -> DecodingError:
        """Describe a failure inside ``error.object``, which begins at ``offset``."""
        before = error.object[: error.start].decode(self._encoding, "replace")
        line = self.line + line_ends(before.encode("utf-8", "replace"))
        bad = error.object[error.start : min(error.end, error.start + _SHOWN_BYTES)].hex(" ").upper()
        of_what = " of the uncompressed text" if self._place.compressed else ""
        return DecodingError(
            f"{self._place.shown}: not {self._encoding} at byte {offset + error.start:,}{of_what} "
            f"(line {line:,}): found {bad} ({error.reason})",
            hint=advice(error.object, error.start, self._encoding),
        )

    def unmarked(self, error: UnicodeError) -> DecodingError:
        """Describe text in a declared encoding that needs a byte-order mark and has none."""
        return DecodingError(
            f"{self._place.shown}: not {self._encoding}: {error}",
            hint=f"name the byte order: --encoding {self._encoding}-le or {self._encoding}-be",
        )


@dataclass(frozen=True, slots=True)
class Utf8Stream:
    """One input as UTF-8, not yet checked when it claims to be; decode its pieces with ``cursor``."""

    encoding: str  # of the stored text, in Python's spelling
    chunks: Iterable[bytes]
    cursor: Cursor
    has_mark: bool = False  # whether a byte-order mark decided


def to_utf8(
    place: Place,
    declared: str | None,
    head: bytes,
    chunks: Iterable[bytes],
    on_detected: Callable[[str], None] = lambda _name: None,
) -> Utf8Stream:
    """Choose the encoding (mark, then declaration, then UTF-8) and translate the rest of the stream.

    ``head`` is the beginning of ``chunks``, at least four bytes of it where there are so many;
    ``on_detected`` is told the encoding that the bytes suggest, if the declaration asks for that.
    """
    mark, marked = next(((m, name) for m, name in _BYTE_ORDER_MARKS if head.startswith(m)), (b"", None))
    if marked is None and declared == DETECT:
        declared = detected_utf16(head)
        if declared is None:
            detecting = _detecting(iter(chunks), Cursor(place, "utf-8", 0), on_detected)
            return Utf8Stream("utf-8", detecting, Cursor(place, "utf-8", 0))
        on_detected(declared)
    encoding = canonical_encoding(marked or declared or "utf-8")
    rest = _without_prefix(chunks, len(mark))
    cursor = Cursor(place, encoding, len(mark))
    if encoding in {"utf-8", "utf-8-sig"}:
        return Utf8Stream("utf-8", rest, cursor, bool(mark))
    return Utf8Stream(encoding, _translate(rest, cursor, encoding), Cursor(place, "utf-8", 0), bool(mark))


def head_as_utf8(head: bytes) -> bytes:
    """Return the beginning of an input as UTF-8 where a byte-order mark says what it is, else as it is."""
    for mark, name in _BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return head[len(mark) :].decode(name, "ignore").encode()
    return head


def line_ends(data: bytes) -> int:
    """Count line ends of any style."""
    count = data.count(b"\n")
    return count + data.count(b"\r") - data.count(b"\r\n") if b"\r" in data else count


def _without_prefix(chunks: Iterable[bytes], length: int) -> Iterator[bytes]:
    for chunk in chunks:
        yield chunk[length:]
        length -= min(length, len(chunk))


def _detecting(
    chunks: Iterator[bytes], cursor: Cursor, on_detected: Callable[[str], None]
) -> Iterator[bytes]:
    """Pass ASCII, then decide, and translate the rest as decided."""
    for piece in ascii_until(chunks):
        if piece.isascii():
            cursor.decode(piece)
            yield piece
            continue
        ahead, rest = look_ahead(piece, chunks)
        encoding = canonical_encoding(detected(ahead, cursor))
        on_detected(encoding)
        yield from rest if encoding == "utf-8" else _translate(rest, cursor.speaking(encoding), encoding)


def _translate(chunks: Iterable[bytes], cursor: Cursor, encoding: str) -> Iterator[bytes]:
    """Decode strictly; ``cursor`` stands at the beginning of ``chunks``."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    for chunk, final in itertools.chain(((chunk, False) for chunk in chunks), [(b"", True)]):
        cursor.offset += len(chunk)
        try:
            text = decoder.decode(chunk, final)
        except UnicodeDecodeError as error:
            raise cursor.error(error, cursor.offset - len(error.object)) from error
        except UnicodeError as error:  # what "utf-16" raises for text that leaves its byte order open
            raise cursor.unmarked(error) from error
        # utf-7 and the like can spell surrogates; the UTF-8 check downstream then says where
        data = text.encode("utf-8", "surrogatepass")
        cursor.line += line_ends(data)
        yield data
