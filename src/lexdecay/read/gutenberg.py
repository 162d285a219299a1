"""Project Gutenberg's header, credits and licence, taken from around its texts.

The markers are those that its files carry from 1971 to today; the lists of c-w/gutenberg
(``_domain_model/text.py``) were the starting point. Markers that also occur in prose are left out: what
stands between the two frames is never touched.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HEADER_BYTES = 1 << 17  # the longest headers, of the nineties, have about 20 KB of small print

# The title of a book in the marker may run on to a second or third line, up to the closing asterisks.
_START = re.compile(
    rb"^[ \t]*(?:"
    rb"\*{3}[ \t]*START OF (?:THE|THIS) (?:PROJECT GUTENBERG|COPYRIGHTED)"
    rb"(?:[^*\n]*(?:\n[^*\n]+){0,2}\*{3})?[^\n]*"
    rb"|\*END[ \t]*\*?[ \t]*THE SMALL PRINT[^\n]*"
    rb")(?:\n|\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(
    rb"^[ \t]*(?:"
    rb"\*{3}[ \t]*END OF (?:THE|THIS) (?:PROJECT GUTENBERG|COPYRIGHTED)"
    rb"|End of (?:the |this )?Project Gutenberg"
    rb"|Ende diese[rs]? (?:Project|Projekt) Gutenberg"
    rb"|Fin de Project Gutenberg"
    rb")[^\n]*(?:\n|\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_CREDITS = re.compile(
    rb"\s*(?:(?:Produced by|E-?text prepared by|Transcribed (?:from|by)|Scanned by"
    rb"|This (?:e-?text|e-?book) was (?:prepared|produced) by)[^\n]*(?:\n[^\n]+)*\n?\s*)*",
    re.IGNORECASE,
)
_SIGN = b"gutenberg"
_SMALL_PRINT = b"the small print"


def has_header(head: bytes) -> bool:
    """Whether the beginning of a text holds Project Gutenberg's header."""
    return _may_mark(head) and _START.search(head) is not None


class GutenbergFrame:
    """Keeps what stands between header and licence, of one text or of several in a row.

    Parameters
    ----------
    on_doubt
        Called at the end with the code of a notice, when a marker that should be there is not.
    """

    def __init__(self, on_doubt: Callable[[str], None]) -> None:
        self._on_doubt = on_doubt
        self._begun = False
        self._inside = True
        self._starts = self._ends = 0

    def feed(self, data: bytes) -> bytes:
        """Return what of a piece belongs to a book."""
        if not self._begun and data:
            self._begun = True
            data = self._after_header(data)
        return b"".join(self._books(data))

    def finish(self) -> bytes:
        """Hold nothing; say which markers were missing."""
        if self._begun and not self._starts:
            self._on_doubt("gutenberg_end_only" if self._ends else "gutenberg_not_found")
        elif self._inside and self._starts:
            self._on_doubt("gutenberg_no_end")
        return b""

    def _after_header(self, data: bytes) -> bytes:
        """Skip to the last marker of a header: small print may come before the line that says START."""
        first_end = _END.search(data, 0, _HEADER_BYTES)
        stop = first_end.start() if first_end else _HEADER_BYTES
        starts = list(_START.finditer(data, 0, stop))
        return self._after_start(data, starts[-1]) if starts else data

    def _after_start(self, data: bytes, start: re.Match[bytes]) -> bytes:
        self._inside = True
        self._starts += 1
        credits_ = _CREDITS.match(data, start.end())
        return data[credits_.end() if credits_ else start.end() :]

    def _books(self, data: bytes) -> Iterator[bytes]:
        if not _may_mark(data):
            if self._inside:
                yield data
            return
        while data:
            marker = (_END if self._inside else _START).search(data)
            if self._inside:
                yield data[: marker.start()] if marker else data
            if marker is None:
                return
            if self._inside:
                self._inside = False
                self._ends += 1
                data = data[marker.end() :]
            else:
                data = self._after_start(data, marker)


def _may_mark(data: bytes) -> bool:
    lowered = data.lower()
    return _SIGN in lowered or _SMALL_PRINT in lowered
