"""Vertical text of CWB and Sketch Engine: a token a line, between tags of structure.

Columns between tabs are word, tag and lemma; only the first is needed. Tags may be universal or of the
Penn Treebank, which are mapped; a token with any other counts as untagged, and a notice says how many
there are. A document begins at ``<doc>`` or ``<text>``, a sentence at ``<s>``.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from lexdecay.errors import FormatError
from lexdecay.read.segments import whole_lines
from lexdecay.read.sentences import BLOCK_TOKENS, Sentences, refuse_lines
from lexdecay.read.tagsets import TAGS
from lexdecay.records import NO_TAG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.opened import Opened
    from lexdecay.records import TokenBlock

_STRUCTURE = re.compile(r"<(/?)([A-Za-z_][\w.-]*)[^>]*>")


def read_vertical(opened: Opened) -> Iterator[TokenBlock]:
    """Yield the tokens of one vertical text, whole sentences at a time.

    Raises
    ------
    UsageError
        When documents are to be lines or objects, or a field is named.
    FormatError
        For a token outside of a sentence, with its line.
    """
    refuse_lines(opened, "vertical text", "<doc> or <text>")
    marks = {None: {"doc", "text"}, "file": set(), "paragraph": {"doc", "text", "p"}}
    rows = _Rows(opened.place.shown, marks[opened.options.documents])
    stream = opened.text()
    for lines in whole_lines(stream.chunks):
        first = stream.cursor.line
        stream.cursor.decode(lines)
        text = opened.cleaner.clean(lines, None if lines.isascii() else lines.decode()).decode()
        for number, line in enumerate(text.removesuffix("\n").split("\n"), first):
            rows.read(line, number)
        if len(rows) >= BLOCK_TOKENS:
            yield rows.block("vertical")
    rows.end_sentence()
    opened.tally.add("unknown_tags", rows.unknown, opened.place.shown)
    yield rows.block("vertical")


class _Rows(Sentences):
    """Reads the lines of sentences."""

    def __init__(self, where: str, marks: set[str]) -> None:
        super().__init__()
        self.unknown = 0  # tokens whose tag is of neither set
        self._where = where
        self._marks = marks
        self._inside = False

    def read(self, line: str, number: int) -> None:
        """Take one line."""
        structure = _STRUCTURE.fullmatch(line.rstrip())
        if structure is not None:
            self._turn(structure[2], closes=bool(structure[1]))
        elif line and not line.isspace():
            self._token(line, number)

    def _turn(self, name: str, *, closes: bool) -> None:
        if name == "s":
            self.end_sentence()
            self._inside = not closes
        elif name in self._marks:
            self.end_sentence()
            self.opens = True

    def _token(self, line: str, number: int) -> None:
        if not self._inside:
            raise FormatError(
                f"{self._where}, line {number:,}: a token outside of <s> ... </s>",
                hint="mark the sentences, or give the text as running text in a file that ends in .txt",
            )
        fields = [html.unescape(field) for field in line.split("\t")]
        word, tag, lemma = (*fields, *("_", "_")[: max(0, 3 - len(fields))])[:3]
        index = TAGS.get(tag, NO_TAG)
        self.unknown += index == NO_TAG and tag != "_"
        self.row.append((word, index, lemma if lemma != "_" else ""))
