"""One rule for all text: LF line ends, no NUL, no inner byte-order mark, NFC."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdecay.read.tally import Tally

_BOM = "\ufeff".encode()
_SURROGATE = re.compile("[\ud800-\udfff]")


class Cleaner:
    """Cleans the text of one input and counts what it takes away."""

    def __init__(self, tally: Tally, where: str, *, normalize: bool) -> None:
        self.nuls = 0
        self._tally = tally
        self._where = where
        self._normalize = normalize

    def clean(self, data: bytes, text: str | None) -> bytes:
        """Clean a segment of valid UTF-8; ``text`` is the same decoded, None when it is ASCII."""
        cleaned = self._without_marks(line_feeds(data), ascii_only=text is None)
        if text is None or not self._normalize:
            return cleaned
        if cleaned is not data:
            text = cleaned.decode()
        if unicodedata.is_normalized("NFC", text):
            return cleaned
        return unicodedata.normalize("NFC", text).encode()

    def clean_text(self, text: str) -> bytes:
        """Clean a string that may hold lone surrogates, as JSON allows."""
        if text.isascii():
            return self.clean(text.encode(), None)
        try:
            data = text.encode()
        except UnicodeEncodeError:
            text, count = _SURROGATE.subn("\ufffd", text)
            self._tally.add("surrogate_replaced", count, self._where)
            data = text.encode()
        return self.clean(data, text)

    def _without_marks(self, data: bytes, *, ascii_only: bool) -> bytes:
        if b"\0" in data:
            count = data.count(b"\0")
            self.nuls += count
            self._tally.add("nul_dropped", count, self._where)
            data = data.replace(b"\0", b"")
        if not ascii_only and _BOM in data:
            self._tally.add("bom_dropped", data.count(_BOM), self._where)
            data = data.replace(_BOM, b"")
        return data


def line_feeds(data: bytes) -> bytes:
    """Return text with every line end a line feed."""
    if b"\r" not in data:
        return data
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
