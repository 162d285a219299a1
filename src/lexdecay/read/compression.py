"""Compressed inputs: recognised by their first bytes, streamed, and exact or an error.

One more compression is one more row of ``CODECS``.
"""

from __future__ import annotations

import bz2
import lzma
import sys
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lexdecay.errors import FormatError, TruncatedInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

OUTPUT_BYTES = 1 << 20  # at most this much at once, so that an archive that explodes streams like any other
_AGAIN = "the file was cut short: copy or download it again"
_XZ_MEMORY = 1 << 28  # xz -9 needs 65 MiB; a header that asks for more than 256 is refused


class Member(Protocol):
    """One gzip member, bz2 or xz stream, or zstd frame being decompressed."""

    @property
    def eof(self) -> bool: ...  # noqa: D102 - the interface of bz2.BZ2Decompressor
    @property
    def needs_input(self) -> bool: ...  # noqa: D102
    @property
    def unused_data(self) -> bytes: ...  # noqa: D102
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Codec:
    """A compression: its magic bytes, usual suffixes and how to start one member."""

    name: str
    magic: tuple[bytes, ...]
    suffixes: tuple[str, ...]
    member: Callable[[], Member]


class _GzipMember:
    """zlib with the interface of the other decompressors; it verifies the CRC and the length."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)  # 31: a gzip header and trailer are required
        self._full = False

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._full and not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        output = self._inner.decompress(self._inner.unconsumed_tail + data, max_length)
        self._full = len(output) == max_length
        return output


class _ZstdMember:
    """The zstd decompressor, its own error turned into one that needs no import to be caught."""

    def __init__(self) -> None:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
        self._inner: Member = zstd.ZstdDecompressor()
        self._error: type[Exception] = zstd.ZstdError

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return self._inner.needs_input

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        try:
            return self._inner.decompress(data, max_length)
        except self._error as error:
            raise ValueError(str(error)) from error


# A zstd file may begin with a skippable frame (pzstd writes one), which has sixteen magic numbers.
_ZSTD_SKIPPABLE = tuple(bytes([0x50 + i]) + b"\x2a\x4d\x18" for i in range(16))
# "BZh" and a digit alone could be text; a block header or the end of an empty stream follows.
_BZ2_MAGIC = tuple(b"BZh%d" % level + tail for level in range(1, 10) for tail in (b"1AY&SY", b"\x17rE8P\x90"))

CODECS = (
    Codec("gzip", (b"\x1f\x8b",), (".gz", ".gzip", ".tgz"), _GzipMember),
    Codec("bz2", _BZ2_MAGIC, (".bz2",), bz2.BZ2Decompressor),
    Codec(
        "xz",
        (b"\xfd7zXZ\x00",),
        (".xz",),
        lambda: lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_XZ_MEMORY),
    ),
    Codec("zstd", (b"\x28\xb5\x2f\xfd", *_ZSTD_SKIPPABLE), (".zst", ".zstd"), _ZstdMember),
)


MAGIC_BYTES = max(len(magic) for codec in CODECS for magic in codec.magic)


def codec_of(head: bytes) -> Codec | None:
    """Return the compression that ``head``, the first MAGIC_BYTES of an input, announces."""
    return next((codec for codec in CODECS if head.startswith(codec.magic)), None)


def refuse_stump(head: bytes, promised: Codec, where: str) -> None:
    """Raise TruncatedInputError for a whole input shorter than the magic number its name promises."""
    if any(magic.startswith(head) for magic in promised.magic):
        raise TruncatedInputError(
            f"{where}: {promised.name} data ends early, at compressed byte {len(head)}", hint=_AGAIN
        )


def decompress(chunks: Iterable[bytes], codec: Codec, where: str) -> Iterator[bytes]:
    """Yield the decompressed bytes of all members; zero padding after a member is accepted.

    Raises
    ------
    TruncatedInputError
        The input ends inside a member or a member is damaged.
    FormatError
        Something else than another member follows the last one.
    """
    members = _Members(codec, where)
    for chunk in chunks:
        yield from members.feed(chunk)
    members.finish()


class _Members:
    """The chain of members of one input and where in the compressed bytes it stands."""

    def __init__(self, codec: Codec, where: str) -> None:
        self._codec = codec
        self._where = where
        self._member = codec.member()
        self._inside = False  # whether a member has begun and not ended
        self._fed = 0  # compressed bytes seen
        self._begin = 0  # compressed offset at which the current member begins
        self._opening = b""  # the current member's first bytes, as many as the longest magic number has

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        self._fed += len(chunk)
        while chunk or (self._inside and not self._member.needs_input):
            if not self._inside:
                chunk = chunk.lstrip(b"\0")  # padding between members
                if not chunk:
                    return
                self._start(self._fed - len(chunk))
            self._check_magic(chunk)
            yield self._output(chunk)
            chunk = self._rest()  # what the member left of it

    def finish(self) -> None:
        if self._inside:
            raise TruncatedInputError(
                f"{self._where}: {self._codec.name} data ends early, at compressed byte {self._fed:,}",
                hint=_AGAIN,
            )

    def _start(self, begin: int) -> None:
        self._member = self._codec.member()
        self._inside = True
        self._begin = begin
        self._opening = b""

    def _check_magic(self, chunk: bytes) -> None:
        missing = max(map(len, self._codec.magic)) - len(self._opening)
        if missing <= 0:
            return
        self._opening += chunk[:missing]
        if not any(_agree(self._opening, magic) for magic in self._codec.magic):
            raise FormatError(
                f"{self._where}: something that is not {self._codec.name} data follows "
                f"compressed byte {self._begin:,}",
                hint="trailing garbage: copy the file again, or decompress it yourself and pipe the text",
            )

    def _output(self, chunk: bytes) -> bytes:
        try:
            return self._member.decompress(chunk, OUTPUT_BYTES)
        except (zlib.error, lzma.LZMAError, OSError, EOFError, ValueError) as error:
            raise TruncatedInputError(
                f"{self._where}: damaged {self._codec.name} data at or before compressed byte "
                f"{self._fed:,}: {error}",
                hint="its checksum or structure is wrong: copy or download the file again",
            ) from error

    def _rest(self) -> bytes:
        if not self._member.eof:
            return b""
        self._inside = False
        return self._member.unused_data


def _agree(opening: bytes, magic: bytes) -> bool:
    """Whether one begins with the other, as far as there are bytes."""
    return opening.startswith(magic) or magic.startswith(opening)
