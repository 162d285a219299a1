"""The bytes of one input as they are stored: read once, hashed, and watched for change."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import stat
import sys
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from lexdecay.errors import InputError
from lexdecay.read.paths import STDIN, STDIN_SHOWN
from lexdecay.read.remote import explained, is_address, opened_remote, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lexdecay.read.paths import Entry

CHUNK_BYTES = 1 << 20  # large enough that per-chunk work vanishes, small enough to stay in the CPU's cache

_Fingerprint: TypeAlias = tuple[int, int]  # size in bytes, modification time in nanoseconds


class StoredBytes:
    """Iterate once over the raw chunks of an input; afterwards ``size`` and ``sha256`` are of all of it.

    Raises
    ------
    InputError
        The input cannot be opened or read, or changed while it was being read.
    """

    def __init__(self, entry: Entry, on_bytes: Callable[[int], None] | None, stdin: BinaryIO | None) -> None:
        self.size = 0
        self._entry = entry
        self._on_bytes = on_bytes
        self._stdin = stdin
        self._hash = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """Hexadecimal digest of what has been read so far."""
        return self._hash.hexdigest()

    def __iter__(self) -> Iterator[bytes]:
        """Yield chunks as they come; a pipe's may be small."""
        if is_address(self._entry.path):
            yield from self._remote_chunks()
            return
        try:
            with self._open() as file:
                before = _fingerprint(file)
                yield from self._chunks(file, before)
                if _fingerprint(file) != before or (before is not None and self._falls_short_of(before)):
                    raise self._changed()
        except OSError as error:
            raise InputError(f"{self._entry.shown}: {error.strerror or error}") from error

    def _remote_chunks(self) -> Iterator[bytes]:
        address = self._entry.path
        expected = size_of(address)
        with opened_remote(address) as file:
            while True:
                with explained(address):
                    chunk = file.read(CHUNK_BYTES)
                if not chunk:
                    break
                yield self._taken(chunk)
        if expected is not None and self.size != expected:
            raise InputError(
                f"{self._entry.shown}: {self.size:,} of {expected:,} bytes arrived",
                hint="the transfer broke off: try again, or download the file first",
            )

    def _taken(self, chunk: bytes) -> bytes:
        self.size += len(chunk)
        self._hash.update(chunk)
        if self._on_bytes is not None:
            self._on_bytes(len(chunk))
        return chunk

    def _open(self) -> contextlib.AbstractContextManager[BinaryIO]:
        if self._entry.path != STDIN:
            return open(self._entry.path, "rb", buffering=0)  # noqa: PTH123 - the caller's `with` closes it
        stdin = self._stdin if self._stdin is not None else getattr(sys.stdin, "buffer", None)
        if stdin is None:
            raise InputError(f"{STDIN_SHOWN} is closed", hint="name a file, or pipe text into the command")
        return contextlib.nullcontext(stdin)

    def _chunks(self, file: BinaryIO, before: _Fingerprint | None) -> Iterator[bytes]:
        while chunk := file.read(CHUNK_BYTES):
            taken = self._taken(chunk)
            # at once, for the end of a file that is written faster than it is read never comes
            if before is not None and self.size > before[0] > 0:
                raise self._changed()
            yield taken

    def _falls_short_of(self, before: _Fingerprint) -> bool:
        # standard input may have been partly read by another program before; a file of /proc says 0 bytes
        return self._entry.size is not None and self.size < before[0]

    def _changed(self) -> InputError:
        return InputError(
            f"{self._entry.shown}: changed while it was being read ({self.size:,} bytes were read)",
            hint="wait until the program that writes it has finished, or read a copy",
        )


def _fingerprint(file: BinaryIO) -> _Fingerprint | None:
    try:
        status = os.fstat(file.fileno())
    except io.UnsupportedOperation:  # an in-memory stream cannot change under the reader
        return None
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None
