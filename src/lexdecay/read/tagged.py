"""Running text whose words carry their tags: ``The_DT dog_NN barks_VBZ ._.`` or ``The/DT dog/NN``.

Words stand between white space, a sentence on each line, as taggers write them. A word is cut from its tag at
the last separator, so that ``and/or/CC`` is *and/or*; which separator it is, the beginning of the text says.
Tags may be universal or of the Penn Treebank, as in vertical text; with any other a word counts as untagged,
and a notice says how many there are.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lexdecay.errors import FormatError, UsageError
from lexdecay.read.segments import whole_lines
from lexdecay.read.sentences import BLOCK_TOKENS, Sentences
from lexdecay.read.tagsets import TAGS
from lexdecay.records import NO_TAG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.opened import Opened
    from lexdecay.records import TokenBlock

SEPARATORS = ("_", "/")
LOOKED_AT = 1000  # words of the beginning that decide on the separator
LONGEST = 40  # characters of a word that a message quotes


def read_tagged(opened: Opened) -> Iterator[TokenBlock]:
    """Yield the tokens of one tagged text, whole sentences at a time.

    Raises
    ------
    UsageError
        When documents are to be objects, or a field is named.
    FormatError
        For a word without a tag, with its line.
    """
    options = opened.options
    if options.documents == "object" or options.field is not None:
        raise UsageError(
            f"{opened.place.shown}: tagged text has no objects and no fields",
            hint="--documents file, paragraph (at blank lines) or line",
        )
    rows = _Rows(opened.place.shown, _separator(opened.head), options.documents)
    stream = opened.text()
    for lines in whole_lines(stream.chunks):
        first = stream.cursor.line
        stream.cursor.decode(lines)
        text = opened.cleaner.clean(lines, None if lines.isascii() else lines.decode()).decode()
        for number, line in enumerate(text.removesuffix("\n").split("\n"), first):
            rows.read(line, number)
        if len(rows) >= BLOCK_TOKENS:
            yield rows.block("tagged")
    opened.tally.add("unknown_tags", rows.unknown, opened.place.shown)
    yield rows.block("tagged")


def _separator(head: bytes) -> str:
    """The separator after which known tags stand most often; then the one that stands in more words."""
    words = [
        match.group().decode("utf-8", "replace") for match in islice(re.finditer(rb"\S+", head), LOOKED_AT)
    ]

    def found(separator: str) -> tuple[int, int]:
        ends = [word.rpartition(separator)[2] for word in words if separator in word]
        return sum(end in TAGS for end in ends), len(ends)

    return max(SEPARATORS, key=found)


class _Rows(Sentences):
    """Reads lines, each of them a sentence."""

    def __init__(self, where: str, separator: str, documents: str | None) -> None:
        super().__init__()
        self.unknown = 0  # tokens whose tag is of neither set
        self._where = where
        self._separator = separator
        self._documents = documents

    def read(self, line: str, number: int) -> None:
        """Take one line."""
        if not line or line.isspace():
            self.opens = self.opens or self._documents == "paragraph"
            return
        self.opens = self.opens or self._documents == "line"
        for token in line.split():
            word, _, tag = token.rpartition(self._separator)
            if not word or not tag:
                raise self._error(token, number, "word" if tag and self._separator in token else "tag")
            index = TAGS.get(tag, NO_TAG)
            self.unknown += index == NO_TAG and tag != "_"
            self.row.append((word, index, ""))
        self.end_sentence()

    def _error(self, token: str, number: int, missing: str) -> FormatError:
        shown = token if len(token) <= LONGEST else f"{token[:LONGEST]}..."
        form = f"word{self._separator}TAG"
        return FormatError(
            f"{self._where}, line {number:,}: '{shown}' has no {missing}; {form} was expected",
            hint="tag every word, or give it as text without tags: --input-format text",
        )
