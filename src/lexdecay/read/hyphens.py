"""Words divided at the end of a line, soft hyphens, and characters that nobody sees.

`--dehyphenate` joins a letter, a hyphen and a letter at the beginning of the next line:

- the hyphen goes where a lower-case letter follows (*hyphen-/ation*);
- it stays, and only the line end goes, where a capital follows (*Anglo-/Saxon*) or the part before holds
  another hyphen (*mother-in-/law*);
- nothing changes where the German or Swedish "and" or "or" follows, for which two words share a part
  (*Haus-/und Hofhund*), nor across a blank line;
- soft hyphens (U+00AD) go everywhere, for they say only where a word may be divided.

A compound that was divided at its own hyphen (*well-/known*) loses it: the text alone cannot tell.
"""

from __future__ import annotations

import re

_SOFT = "\u00ad"
_HYPHENS = f"-\u2010{_SOFT}"
_DIVIDED = re.compile(rf"(?<=[^\W\d_])[{_HYPHENS}][ \t]*\n[ \t]*(?=([^\W\d_]{{1,40}}))")
_OPEN_END = re.compile(rf"(?:\S{{0,64}}[{_HYPHENS}][ \t]*\n[ \t]*)+\Z")  # of lines one after the other
_TAIL = 1 << 10  # characters in which the last line end of a piece is looked for
_SHARED_PART = frozenset({"und", "oder", "bzw", "och", "eller"})  # short words that are no syllables
_WORD = 64  # characters before the hyphen in which another is looked for
# What shows no sign and is no part of a letter: bidirectional controls, word joiner and other invisible
# operators, soft hyphen. The joiners U+200C and U+200D stay: they shape letters and emoji.
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x2065), *range(0x2066, 0x206A)]
)
# A space without width parts words (UAX 14) in scripts that write no spaces.
_INVISIBLE_TO: dict[int, str | None] = {**_INVISIBLE, 0x200B: " "}


def drop_invisible(data: bytes) -> bytes:
    """Return a piece of text without invisible formatting characters."""
    return data if data.isascii() else data.decode().translate(_INVISIBLE_TO).encode()


class LineEndHyphens:
    """Joins divided words; holds a line that ends in a hyphen until it has seen the next."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, data: bytes) -> bytes:
        """Return what of a piece, and of what was held, is ready."""
        if not data:
            return b""
        text = self._held + data.decode()
        open_end = _OPEN_END.search(text, max(0, len(text) - _TAIL))
        self._held = text[open_end.start() :] if open_end else ""
        return _joined(text[: len(text) - len(self._held)])

    def finish(self) -> bytes:
        """Return what was held: nothing follows it."""
        held, self._held = self._held, ""
        return _joined(held)


def _joined(text: str) -> bytes:
    return _DIVIDED.sub(_join, text).replace(_SOFT, "").encode()


def _join(match: re.Match[str]) -> str:
    hyphen, following = match.group()[0], match[1]
    if hyphen == _SOFT:
        return ""
    if following in _SHARED_PART:
        return match.group()
    *_, part = match.string[max(0, match.start() - _WORD) : match.start()].split() or [""]
    return hyphen if "-" in part or not following[0].islower() else ""
