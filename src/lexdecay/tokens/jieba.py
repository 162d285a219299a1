"""Chinese words by jieba's dictionary (its Rust port, rjieba), with tags mapped to universal ones.

The tags are the dictionary's, whatever stands around a word: of the words that jieba cuts as the gold
treebanks do, about three in four get the gold tag. Lines are cut one by one; line ends inside a word part it.
"""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.errors import MissingExtraError
from lexdecay.records import UNIVERSAL_TAGS
from lexdecay.tokens.lines import LineTokenizer
from lexdecay.tokens.settings import Identity
from lexdecay.tokens.words import holds_position

if TYPE_CHECKING:
    from pathlib import Path

    from lexdecay.records import TextBlock
    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Encoded

# jieba's tags are those of ICTCLAS: the longest beginning that is here decides.
_CLASSES = {
    **dict.fromkeys(("n", "ng", "vn", "an", "t", "tg", "s", "f", "q", "mq", "j", "l"), "NOUN"),
    **dict.fromkeys(("nr", "ns", "nt", "nz"), "PROPN"),
    **dict.fromkeys(("v", "i", "zg"), "VERB"),
    **dict.fromkeys(("a", "b", "z"), "ADJ"),
    **dict.fromkeys(("d", "ad", "vd"), "ADV"),
    **dict.fromkeys(("u", "y", "k", "h"), "PART"),
    **dict.fromkeys(("ul", "uz", "ug"), "AUX"),  # 了 着 过
    **dict.fromkeys(("e", "o"), "INTJ"),
    **dict.fromkeys(("x", "g", "eng"), "X"),
    "m": "NUM",
    "r": "PRON",
    "p": "ADP",
    "c": "CCONJ",
}
# Words of the closed classes, and measures that the dictionary takes for numbers.
_CLOSED = {
    "AUX": "是 為 为 能 會 会 可 可以 可能 能夠 能够 要 應 应 應該 应该 必須 必须 需要 被",
    "DET": "該 该 這 这 那 各 每 某 此 本 任何 一些 這些 这些 那些 其他",
    "ADP": "與 与 從 从 對 对 於 于 以 在 將 将 向",
    "NOUN": "年 月 日 個 个 位 種 种 名 等",
    "CCONJ": "和 及 或 或者 以及",
    "SCONJ": "因為 因为 如果 雖然 虽然 但 但是 而 所以",
}
_WORDS = {word: tag for tag, words in _CLOSED.items() for word in words.split()}


class JiebaTokenizer(LineTokenizer):
    """Cuts and tags a block line by line."""

    def __init__(self, tag: Any) -> None:
        super().__init__(Identity("jieba", "zh", version=version("rjieba")), self._lines)
        self._tag = tag
        self._known: dict[tuple[str, str], int] = {}
        self._tags: list[int] = []

    def encode(self, block: TextBlock) -> Encoded:
        """Cut and tag one block; its documents begin at line starts."""
        self._tags = []
        encoded = super().encode(block)
        return replace(encoded, tags=np.array(self._tags, np.uint8))

    def _lines(self, lines: list[str]) -> list[list[str]]:
        return [self._line(line) for line in lines]

    def _line(self, line: str) -> list[str]:
        pairs = [pair for pair in self._tag(line) if not pair[0].isspace()]
        known = self._known
        for pair in pairs:
            tag = known.get(pair)
            if tag is None:
                tag = known[pair] = UNIVERSAL_TAGS.index(universal(*pair))
            self._tags.append(tag)
        return [word for word, _ in pairs]


def universal(word: str, tag: str) -> str:
    """The universal tag of a word with jieba's tag."""
    if not holds_position(word):
        return "PUNCT"
    if word in _WORDS:
        return _WORDS[word]
    beginnings = (tag[:size] for size in range(len(tag), 0, -1))
    return next((_CLASSES[begin] for begin in beginnings if begin in _CLASSES), "X")


def jieba_tokenizer(_settings: TokenizerSettings, _cache: Path | None) -> JiebaTokenizer:
    """Return the tokenizer; raises MissingExtraError when rjieba is not installed."""
    try:
        import rjieba
    except ImportError:
        raise MissingExtraError("the tokenizer 'jieba'", "lexdecay[zh]") from None
    return JiebaTokenizer(rjieba.tag)
