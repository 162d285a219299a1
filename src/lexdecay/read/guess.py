"""What encoding text is in that is not what it was taken for: for a hint, or for `--encoding auto`.

Each candidate decodes a sample; the share of its non-ASCII characters that are typical of the script or
the alphabet it stands for is compared with the share found in real prose. This gives up rather than name
an unlikely encoding, and `certain_encoding` also where two encodings that differ on the sample fit alike.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

_SAMPLE_BYTES = 1 << 16
GENERIC_ADVICE = "declare the encoding, for example --encoding latin-1, cp1252, gb18030 or shift_jis"
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
# Lower-case letters next to another: a single one between ASCII letters is some other alphabet's.
_CYRILLIC = re.compile(r"[а-яё](?=[а-яё])|(?<=[а-яА-ЯёЁ])[а-яё]")
# Nine letters in ten of prose.
_COMMON_CYRILLIC = frozenset("оеаинтсрвлкмдпуяі")
_COMMON_GREEK = frozenset("αοιετσςνηυρπκμλάόίέή")
_GREEK = re.compile(r"[α-ωά-ώ](?=[α-ωά-ώ])|(?<=[Α-Ωα-ωά-ώ])[α-ωά-ώ]")
# Letters and marks of Western European text that stand alone between ASCII characters.
_WESTERN = re.compile(
    r"(?<![^\x00-\x7f])[ÀÁÂÄÅÆÇÈÉÊËÍÎÑÓÔÖØÚÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœŒ«»¿¡°§‘’“”–—…„](?![^\x00-\x7f])"
)
# No prose has these; the encodings that make them from bytes have letters or quotation marks in a relative.
_C1_CONTROL = re.compile("[\x80-\x9f]")
# Signs that prose in any Latin alphabet has.
_SIGNS = "«»°§‘’‚“”„–—…•£€©®·\xa0\xad"
# The letters beyond a-z of single languages: a text that needs a letter of each is in none of them.
_WEST_EUROPE = (
    *("äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü¿¡ºª", "àèéìíîòóù", "ãáâàçéêíóôõúü", "åäöéøæ", "ëïéèöüáóç"),
    *("áéíóúýþæöð", "àçèéíïòóúü", "äõöü"),
)
_CENTRAL_EUROPE = (
    *("áéíóöőúüű", "áčďéěíňóřšťúůýž", "ąćęłńóśźż", "áäčďéíĺľňóôŕšťúýž", "čćđšž", "ăâîşţ", "äöüß"),
)
_TURKISH = ("çğıöşüâîûİ",)
_BALTIC = ("ąčęėįšųūž", "āčēģīķļņšūž")


def _share_in(typical: frozenset[str]) -> Callable[[str], float]:
    return lambda text: sum(map(typical.__contains__, text)) / max(1, _foreign(text))


def _share_matching(pattern: re.Pattern[str]) -> Callable[[str], float]:
    return lambda text: len(pattern.findall(text)) / max(1, _foreign(text))


def _share_of_an_alphabet(alphabets: tuple[str, ...]) -> Callable[[str], float]:
    """Score by the alphabet that fits best; a capital in the middle of a word is no letter of any."""
    patterns = [
        re.compile(f"[{_SIGNS}{letters}]|(?<![a-z{letters}])[{_foreign_only(letters.upper())}]")
        for letters in alphabets
    ]
    return lambda text: max(len(pattern.findall(text)) for pattern in patterns) / max(1, _foreign(text))


def _foreign_only(letters: str) -> str:
    # the capital of ß is written SS, that of the Turkish ı is I
    return "".join(letter for letter in letters if letter > "\x7f")


def _share_of_letters(pattern: re.Pattern[str], common: frozenset[str]) -> Callable[[str], float]:
    """Score by letters, none where a wrong code page has permuted them and the common ones are rare."""

    def share(text: str) -> float:
        letters = pattern.findall(text)
        usual = sum(map(common.__contains__, letters)) / max(1, len(letters))
        return len(letters) / max(1, _foreign(text)) if usual > 0.7 else 0.0

    return share


def _foreign(text: str) -> int:
    return sum(character > "\x7f" for character in text)


# (encoding, score of a decoded text, least score that counts as prose: about half of what prose shows
# where the score is of the commonest characters, nearly all of it where it is of a whole alphabet)
_CANDIDATES: tuple[tuple[str, Callable[[str], float], float], ...] = (
    ("gb18030", _share_in(_SIMPLIFIED), 0.2),
    ("big5", _share_in(_TRADITIONAL), 0.2),
    ("big5hkscs", _share_in(_TRADITIONAL), 0.2),
    ("shift_jis", _share_in(_KANA), 0.3),
    ("cp932", _share_in(_KANA), 0.3),
    ("euc_jp", _share_in(_KANA), 0.3),
    ("euc_kr", _share_in(_HANGUL), 0.25),
    ("cp949", _share_in(_HANGUL), 0.25),
    ("koi8_r", _share_of_letters(_CYRILLIC, _COMMON_CYRILLIC), 0.6),
    ("cp1251", _share_of_letters(_CYRILLIC, _COMMON_CYRILLIC), 0.6),
    ("iso8859_5", _share_of_letters(_CYRILLIC, _COMMON_CYRILLIC), 0.6),
    ("cp866", _share_of_letters(_CYRILLIC, _COMMON_CYRILLIC), 0.6),
    ("cp1253", _share_of_letters(_GREEK, _COMMON_GREEK), 0.6),
    ("cp1252", _share_of_an_alphabet(_WEST_EUROPE), 0.8),
    ("latin-1", _share_of_an_alphabet(_WEST_EUROPE), 0.8),
    ("mac_roman", _share_of_an_alphabet(_WEST_EUROPE), 0.8),
    ("cp1250", _share_of_an_alphabet(_CENTRAL_EUROPE), 0.8),
    ("iso8859_2", _share_of_an_alphabet(_CENTRAL_EUROPE), 0.8),
    ("cp1254", _share_of_an_alphabet(_TURKISH), 0.8),
    ("cp1257", _share_of_an_alphabet(_BALTIC), 0.8),
    # Words of several languages: each fits no alphabet alone, which single languages do better.
    ("cp1252", _share_matching(_WESTERN), 0.95),
    ("latin-1", _share_matching(_WESTERN), 0.95),
)
# A rival is another encoding whose score is this close, and that reads more than this share of the
# foreign characters differently: a stray foreign word in a text fits every relative of its encoding.
_CLEAR_LEAD, _LIKE_SHARE = 0.05, 0.05
# Languages of these have a letter beyond a-z in every other word; an English text with some French has not.
_DENSE, _LEAST_DENSITY = frozenset({"cp1250", "iso8859_2", "cp1254", "cp1257"}), 0.005


class Guess(NamedTuple):
    """The likeliest encoding, and another that fits about as well and reads the sample differently."""

    encoding: str
    rival: str | None


def guess_encoding(sample: bytes) -> str | None:
    """Return the likeliest encoding of a sample of text, None when none is likely."""
    guess = weighed(sample)
    return None if guess is None else guess.encoding


def weighed(sample: bytes, density: float | None = None) -> Guess | None:
    """Return the likeliest encoding and its closest rival, None when none is likely.

    ``density`` is the share of bytes beyond ASCII in the text, if the sample is richer in them.
    """
    sample = sample[:_SAMPLE_BYTES]
    density = foreign_share(sample) if density is None else density
    scores: dict[str, float] = {}
    for name, score, least in _CANDIDATES:
        if density < _LEAST_DENSITY and name in _DENSE:
            continue
        scores[name] = max(scores.get(name, 0.0), _score(sample, name, score) / least)
    best, *others = sorted(scores, key=lambda name: -scores[name])
    if scores[best] < 1:
        return None
    close = (name for name in others if scores[name] >= max(1, scores[best] - _CLEAR_LEAD))
    rival = next((name for name in close if _differ(sample, best, name)), None)
    return Guess("latin-1" if best == "cp1252" and scores["latin-1"] else best, rival)


def foreign_share(data: bytes) -> float:
    """Return the share of bytes beyond ASCII."""
    return 1 - len(data.translate(None, bytes(range(128, 256)))) / max(1, len(data))


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
    if mostly_utf8(sample):
        return _UTF8_ADVICE["declared" if tried != "utf-8" else "damaged"]
    guess = guess_encoding(sample)
    return (
        GENERIC_ADVICE
        if guess is None
        else f"it looks like {guess}: --encoding {guess}, or --encoding auto where inputs differ"
    )


def _lines_around(data: bytes, at: int) -> bytes:
    """Return a sample that begins at a line, so that no character is cut, and holds what failed."""
    begin = data.find(b"\n", max(0, at - _SAMPLE_BYTES // 2), at) + 1
    return data[begin : begin + _SAMPLE_BYTES]


def _differ(sample: bytes, one: str, other: str) -> bool:
    first, second = _decoded(sample, one) or "", _decoded(sample, other) or ""
    if len(first) != len(second):
        return True
    different = sum(a != b for a, b in zip(first, second, strict=True))
    return different > _LIKE_SHARE * _foreign(first)


def _score(sample: bytes, name: str, score: Callable[[str], float]) -> float:
    text = _decoded(sample, name)
    if text is None or _C1_CONTROL.search(text):
        return 0.0
    return score(text)


def _decoded(sample: bytes, name: str) -> str | None:
    """Decode a sample, at whose end a character may be cut."""
    try:
        return codecs.getincrementaldecoder(name)("strict").decode(sample)
    except UnicodeDecodeError:
        return None


def mostly_utf8(sample: bytes) -> bool:
    """Whether most foreign characters of a sample are UTF-8: it is that, and damaged."""
    text = sample.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    return _foreign(text) - bad > 10 * bad
