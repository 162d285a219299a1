"""Aozora Bunko's marks inside Japanese texts: readings, notes, legend and colophon.

https://www.aozora.gr.jp/annotation/ describes them. Readings (ルビ) stand in 《》 after the word, whose
beginning ｜ may mark; notes of the typist stand in ［＃］. A character that the file's encoding lacks is ※
with a note that gives its place in JIS X 0213 or Unicode, and becomes that character; ※ stays where no place
is given.
"""

from __future__ import annotations

import re

_LEGEND = re.compile(r"^-{20,}\n【テキスト中に現れる記号について】.*?^-{20,}\n", re.DOTALL | re.MULTILINE)
_COLOPHON = re.compile(r"^底本：", re.MULTILINE)
_MISSING_CHARACTER = re.compile(
    r"※［＃[^［］\n]*?(?:第[34]水準(?P<plane>[12])-(?P<row>\d{1,2})-(?P<cell>\d{1,2})|U\+(?P<code>[0-9A-F]{4,6}))"
    r"[^［］\n]*］"
)
_NOTE = re.compile(r"［＃[^［］\n]*］")
_READING = re.compile(r"《[^《》\n]*》")
_WORD_BEGINS = re.compile(r"｜(?=[^｜《》\n]*《)")
_SEVERAL = 3  # notes in the beginning of a text that is one of theirs; fewer may be spoken of
_SECOND_PLANE = b"\x8f"  # of JIS X 0213 in EUC-JIS-2004


def has_marks(head: str) -> bool:
    """Whether the beginning of a text holds Aozora Bunko's legend or notes."""
    return _LEGEND.search(head) is not None or len(_NOTE.findall(head)) >= _SEVERAL


class AozoraMarks:
    """Takes the marks away, and all that follows the line that names the printed edition."""

    def __init__(self) -> None:
        self._over = False

    def feed(self, data: bytes) -> bytes:
        """Return a piece without marks."""
        if self._over or not data:
            return b""
        text = _LEGEND.sub("", data.decode(), count=1)
        if (colophon := _COLOPHON.search(text)) is not None:
            self._over = True
            text = text[: colophon.start()]
        return without_marks(text).encode()

    def finish(self) -> bytes:
        """Hold nothing."""
        return b""


def without_marks(text: str) -> str:
    """Return whole lines of a text without readings and notes."""
    text = _NOTE.sub("", _MISSING_CHARACTER.sub(_character, text))
    return _READING.sub("", _WORD_BEGINS.sub("", text))


def _character(match: re.Match[str]) -> str:
    if match["code"]:
        code = int(match["code"], 16)
        return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "※"
    place = bytes([0xA0 + int(match["row"]), 0xA0 + int(match["cell"])])  # both below 100
    try:
        return ((_SECOND_PLANE if match["plane"] == "2" else b"") + place).decode("euc_jis_2004")
    except UnicodeDecodeError:
        return "※"
