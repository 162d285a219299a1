"""A modest guess at the encoding of text that is not what it was taken for, for use in a hint only.

Each candidate decodes a sample; the share of its non-ASCII characters that are typical of the
script it stands for is compared with the share found in real prose of that script. This tells scripts
apart, not relatives such as Latin-1 and Latin-2, and it gives up rather than name an unlikely one.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SAMPLE_BYTES = 1 << 16
_GENERIC = "declare the encoding, for example --encoding latin-1, cp1252, gb18030 or shift_jis"
_UTF8_ADVICE = {
    "declared": "it looks like utf-8: leave --encoding out",
    "damaged": "nearly all of it is UTF-8: repair the file, or declare the encoding it is in with --encoding",
}

# The commonest characters of modern and classical Chinese prose; about two characters in five are of these.
_SIMPLIFIED = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里道行"
    "所然家事成方多经么去都同现当没动面起看定天分还进好小其些样心她本前开但因只从想实日曰者，。、；：？！“”‘’《》（）"
)
_TRADITIONAL = frozenset(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡道行"
    "所然家事成方多經麼去都同現當沒動面起看定天分還進好小其些樣心她本前開但因只從想實日曰者，。、；：？！「」『』《》（）"
)
_HANGUL = frozenset("이다는을의에가고도한지은를로하나서기사리어라그아대자해시들인게있것니과수정일만스여보")
_KANA = frozenset(map(chr, range(0x3041, 0x3094))) | frozenset("、。「」")
# Lower-case Cyrillic letters next to another: a single one between ASCII letters is some other alphabet's.
_CYRILLIC = re.compile(r"[а-я](?=[а-я])|(?<=[а-яА-Я])[а-я]")
# Letters and marks of Western European text that stand alone between ASCII characters.
_WESTERN = re.compile(
    r"(?<![^\x00-\x7f])[ÀÁÂÄÅÆÇÈÉÊËÍÎÑÓÔÖØÚÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœŒ«»¿¡°§‘’“”–—…„](?![^\x00-\x7f])"
)


def _share_in(typical: frozenset[str]) -> Callable[[str], float]:
    return lambda text: sum(map(typical.__contains__, text)) / max(1, _foreign(text))


def _share_matching(pattern: re.Pattern[str]) -> Callable[[str], float]:
    return lambda text: len(pattern.findall(text)) / max(1, _foreign(text))


def _foreign(text: str) -> int:
    return sum(character > "\x7f" for character in text)


# (encoding, score of a decoded text, least score that counts as prose: about half of what prose shows)
_CANDIDATES: tuple[tuple[str, Callable[[str], float], float], ...] = (
    ("gb18030", _share_in(_SIMPLIFIED), 0.2),
    ("big5", _share_in(_TRADITIONAL), 0.2),
    ("shift_jis", _share_in(_KANA), 0.3),
    ("euc_jp", _share_in(_KANA), 0.3),
    ("euc_kr", _share_in(_HANGUL), 0.25),
    ("koi8_r", _share_matching(_CYRILLIC), 0.6),
    ("cp1251", _share_matching(_CYRILLIC), 0.6),
    ("cp1252", _share_matching(_WESTERN), 0.6),
    ("latin-1", _share_matching(_WESTERN), 0.6),
)


def guess_encoding(sample: bytes) -> str | None:
    """Return the likeliest encoding of a sample of text, None when none is likely."""
    sample = sample[:_SAMPLE_BYTES]
    scores = {name: _score(sample, name, score) / least for name, score, least in _CANDIDATES}
    best = max(scores, key=lambda name: scores[name])
    if scores[best] < 1:
        return None
    return "latin-1" if best == "cp1252" and not _uses_c1(sample) else best


def guess_utf16(sample: bytes) -> str | None:
    """Return utf-16-le or utf-16-be when every other byte is often NUL, as in text without a mark."""
    sample = sample[:_SAMPLE_BYTES]
    half = max(1, len(sample) // 2)
    even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
    # a third: text with many non-Latin letters still has NULs at its spaces and line ends
    if max(even, odd) < 1 / 3 or min(even, odd) > max(even, odd) / 10:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def advice(data: bytes, at: int, tried: str) -> str:
    """Return the hint for text that failed to decode at offset ``at`` of ``data``."""
    sample = _lines_around(data, at)
    if _mostly_utf8(sample):
        return _UTF8_ADVICE["declared" if tried != "utf-8" else "damaged"]
    guess = guess_encoding(sample)
    return _GENERIC if guess is None else f"it looks like {guess}: --encoding {guess}"


def _lines_around(data: bytes, at: int) -> bytes:
    """Return a sample that begins at a line, so that no character is cut, and holds what failed."""
    begin = data.find(b"\n", max(0, at - _SAMPLE_BYTES // 2), at) + 1
    return data[begin : begin + _SAMPLE_BYTES]


def _score(sample: bytes, name: str, score: Callable[[str], float]) -> float:
    try:
        text = codecs.getincrementaldecoder(name)("strict").decode(
            sample
        )  # a character cut at the end is no error
    except UnicodeDecodeError:
        return 0.0
    return score(text)


def _uses_c1(sample: bytes) -> bool:
    return any(0x80 <= byte <= 0x9F for byte in sample)


def _mostly_utf8(sample: bytes) -> bool:
    text = sample.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    return _foreign(text) - bad > 10 * bad
