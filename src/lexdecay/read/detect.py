"""`--encoding auto`: the encoding of one input, decided from its own bytes in one pass.

ASCII reads the same in every encoding that is considered, so it passes until the first byte beyond it;
the mebibyte that follows decides. If that is UTF-8, so is the input, and a later fault is an error. What
the decision was is part of the result.
"""

from __future__ import annotations

import codecs
import itertools
import re
from typing import TYPE_CHECKING

from lexdecay.errors import DecodingError
from lexdecay.read.guess import GENERIC_ADVICE, foreign_share, guess_utf16, mostly_utf8, weighed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.encoding import Cursor

LOOK_AHEAD_BYTES = 1 << 20  # where foreign characters are rare, as in English, some dozens of them
_FOREIGN = re.compile(rb"[\x80-\xff]")
# Every printable Latin-1 character is the same in windows-1252, which has quotation marks besides.
_WIDER = {"latin-1": "cp1252"}


def ascii_until(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the stream, cut before the first byte beyond ASCII; the last piece begins with that byte."""
    for chunk in chunks:
        foreign = None if chunk.isascii() else _FOREIGN.search(chunk)
        if foreign is None:
            yield chunk
        else:
            yield chunk[: foreign.start()]
            yield chunk[foreign.start() :]
            return


def look_ahead(first: bytes, chunks: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return the next ``LOOK_AHEAD_BYTES``, which begin with ``first``, and the whole rest with them."""
    taken, total = [first], len(first)
    while total < LOOK_AHEAD_BYTES and (chunk := next(chunks, None)) is not None:
        taken.append(chunk)
        total += len(chunk)
    return b"".join(taken)[:LOOK_AHEAD_BYTES], itertools.chain(taken, chunks)


def detected(ahead: bytes, cursor: Cursor) -> str:
    """Return the encoding of ``ahead``, which begins at ``cursor`` with a byte beyond ASCII.

    Raises DecodingError when no encoding fits, or two that differ fit alike.
    """
    try:
        codecs.getincrementaldecoder("utf-8")("strict").decode(ahead)
    except UnicodeDecodeError as error:
        if mostly_utf8(ahead):  # damaged: the strict check downstream says where
            return "utf-8"
        return _other_than_utf8(ahead, cursor, error)
    return "utf-8"


def detected_utf16(head: bytes) -> str | None:
    """Return utf-16-le or utf-16-be for text of every other byte NUL, else None."""
    return guess_utf16(head) if b"\0" in head else None


def _other_than_utf8(ahead: bytes, cursor: Cursor, error: UnicodeDecodeError) -> str:
    foreign_lines = b"\n".join(line for line in ahead.split(b"\n") if not line.isascii())
    density = foreign_share(ahead) * len(ahead) / (cursor.offset + len(ahead))  # all before it is ASCII
    guess = weighed(foreign_lines, density)
    if guess is not None and guess.rival is None:
        return _WIDER.get(guess.encoding, guess.encoding)
    fault = cursor.error(error, cursor.offset)
    if guess is None:
        raise DecodingError(f"{fault.message}, and its bytes fit no other encoding", hint=GENERIC_ADVICE)
    names = f"{guess.encoding} or --encoding {guess.rival}"
    raise DecodingError(f"{fault.message}, and its bytes fit two other encodings", hint=f"--encoding {names}")
