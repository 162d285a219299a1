"""CoNLL-U: text that comes as sentences of tagged tokens.

Surface tokens by default: what a range of ids covers (*du* = *de* + *le*, *don't* = *do* + *n't*) is one
token, since distances are counted on the words as they are written. Its tag and lemma are those of its
first word of an open class, else of its first word: *zum* is ADP, *don't* AUX, *dámelo* VERB. With
``words="syntactic"`` the words of the range are the tokens. Empty nodes stand for what was not said and
are skipped. A document begins at ``# newdoc``; a file without one is one document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lexdecay.errors import FormatError
from lexdecay.read.segments import whole_lines
from lexdecay.read.sentences import BLOCK_TOKENS, Sentences, refuse_lines
from lexdecay.records import UNIVERSAL_TAGS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.opened import Opened
    from lexdecay.records import TokenBlock

COLUMNS = 10
OPEN_CLASSES = frozenset({"ADJ", "ADV", "INTJ", "NOUN", "PROPN", "VERB"})
_TAGS = {name: index for index, name in enumerate(UNIVERSAL_TAGS)}
_ID = re.compile(r"([1-9]\d*)(?:-([1-9]\d*))?|\d+\.[1-9]\d*")
_HINT = "10 columns between tabs make a line: https://universaldependencies.org/format.html"
# Comments, then a line of ten columns that begins with an id.
_BEGINNING = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:#[^\n]*\n|[ \t\r]*\n)*[\d.-]+\t(?:[^\t\n]+\t){8}[^\t\n]+\r?(?:\n|$)"
)


def looks_like_conllu(head: bytes) -> bool:
    """Whether the beginning of an input is CoNLL-U, whatever its name."""
    return _BEGINNING.match(head) is not None


def read_conllu(opened: Opened) -> Iterator[TokenBlock]:
    """Yield the tokens of one CoNLL-U input, whole sentences at a time.

    Raises
    ------
    UsageError
        When documents are to be lines or objects, or a field is named.
    FormatError
        For a line that is not CoNLL-U, with its number.
    """
    refuse_lines(opened, "CoNLL-U", "'# newdoc'")
    where, options = opened.place.shown, opened.options
    marks = {None: ("newdoc",), "file": (), "paragraph": ("newdoc", "newpar")}[options.documents]
    sentences = _Rows(where, marks, surface=options.conllu_words == "surface")
    stream = opened.text()
    for lines in whole_lines(stream.chunks):
        first = stream.cursor.line
        stream.cursor.decode(lines)
        text = opened.cleaner.clean(lines, None if lines.isascii() else lines.decode()).decode()
        for number, line in enumerate(text.removesuffix("\n").split("\n"), first):
            sentences.read(line, number)
        if len(sentences) >= BLOCK_TOKENS:
            yield sentences.block("conllu", options.conllu_words)
    sentences.end_sentence()
    yield sentences.block("conllu", options.conllu_words)


class _Rows(Sentences):
    """Reads the lines of sentences."""

    def __init__(self, where: str, marks: tuple[str, ...], *, surface: bool) -> None:
        super().__init__()
        self._where = where
        self._marks = tuple(f"# {mark}" for mark in marks)
        self._surface = surface
        self._range: tuple[str, int, int] | None = None  # form, last id, tokens before
        self._line = 0

    def read(self, line: str, number: int) -> None:
        """Take one line."""
        self._line = number
        if line.startswith("#"):
            self.opens = self.opens or line.startswith(self._marks)
        elif not line or line.isspace():
            self.end_sentence()
        else:
            self._token(line.split("\t"))

    def end_sentence(self) -> None:
        """Close the sentence at a blank line or at the end."""
        if self._range is not None:
            raise self._error(f"the sentence ends inside the range of '{self._range[0]}'")
        super().end_sentence()

    def _token(self, fields: list[str]) -> None:
        match = _ID.fullmatch(fields[0])
        if len(fields) != COLUMNS or match is None:
            found = f"{len(fields)} columns" if len(fields) != COLUMNS else f"the id '{fields[0]}'"
            raise self._error(f"found {found}")
        first, last = match.groups()
        if last is not None:
            self._open_range(fields[1], int(first), int(last))
        elif first is not None:
            self._word(int(first), fields[1], fields[2], fields[3])

    def _open_range(self, form: str, first: int, last: int) -> None:
        if self._range is not None or last < first:
            raise self._error(f"found the range {first}-{last} of '{form}'")
        if self._surface:
            self._range = form, last, len(self.row)

    def _word(self, number: int, form: str, lemma: str, tag: str) -> None:
        if tag not in _TAGS:
            raise self._error(f"found '{tag}' where a universal part of speech stands")
        # An underscore is the lemma of an underscore, and otherwise says that there is none.
        self.row.append((form, _TAGS[tag], lemma if lemma != "_" or form == "_" else ""))
        if self._range is not None and number >= self._range[1]:
            self._close_range(*self._range)

    def _close_range(self, form: str, _last: int, before: int) -> None:
        covered = self.row[before:]
        head = next((word for word in covered if UNIVERSAL_TAGS[word[1]] in OPEN_CLASSES), covered[0])
        self.row[before:] = [(form, head[1], head[2])]
        self._range = None

    def _error(self, found: str) -> FormatError:
        return FormatError(f"{self._where}, line {self._line:,}: not CoNLL-U: {found}", hint=_HINT)
