"""Make text inert before it reaches a terminal.

Tokens, paths and messages come from strangers' files: an escape sequence in one of them could clear a
screen, set a clipboard or reverse the reading order of a line. Here they become visible escapes.
"""

from __future__ import annotations

import re

# C0, DEL and C1 controls; soft hyphen and zero-width characters (invisible, they forge look-alikes);
# line and paragraph separators; every bidirectional control; lone surrogates (no encoding holds them).
# The joiners U+200C and U+200D stay: Persian, Indic scripts and emoji are spelt with them.
_INVISIBLE = (
    r"\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff"
)
_IN_LINE = re.compile(rf"[\x00-\x1f{_INVISIBLE}]")
_IN_JSON = re.compile(f"[{_INVISIBLE}]")  # json.dumps has escaped C0 inside strings; its own line ends stay
_NAMED = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def _visible(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    return _NAMED.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def safe_text(text: str) -> str:
    r"""Return ``text`` on one line, every control character a visible escape (``\x1b``, ``\u202e``)."""
    return _IN_LINE.sub(_visible, text)


def safe_lines(text: str) -> str:
    """Return ``text`` with its line ends kept and every other control character visible."""
    return "\n".join(safe_text(line) for line in text.split("\n"))


def safe_json(text: str) -> str:
    r"""Return JSON text with invisible and bidirectional characters as ``\uXXXX``: same value, inert.

    Only for the output of ``json.dumps``, where such characters can stand inside strings alone.
    """
    return _IN_JSON.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
