"""Where documents begin in clean text: at each file, line or paragraph.

A splitter is fed the segments of one input in order and answers with the offsets at which documents
begin in each; it remembers what a segment's end left open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.records import TextBlock

if TYPE_CHECKING:
    from lexdecay.read.options import Documents
    from lexdecay.records import Ints

_LINE_FEED = ord("\n")


class Splitter(Protocol):
    """Gives the starts of documents in consecutive segments of one input."""

    def split(self, data: bytes) -> TextBlock:
        """Return the next segment with its document starts."""

    def finish(self) -> TextBlock | None:
        """Return what the end of the input adds: the empty document of an empty file."""


class FileSplitter:
    """The whole input is one document, even when it is empty."""

    def __init__(self) -> None:
        self._begun = False

    def split(self, data: bytes) -> TextBlock:
        """Start the document at the first segment."""
        starts = as_starts([] if self._begun else [0])
        self._begun = True
        return TextBlock(data, starts)

    def finish(self) -> TextBlock | None:
        """Give an empty input its one empty document."""
        return None if self._begun else TextBlock(b"", as_starts([0]))


class LineSplitter:
    """Each line is a document, an empty one too; a final line end closes the last line and opens none."""

    def __init__(self) -> None:
        self._at_line_start = True

    def split(self, data: bytes) -> TextBlock:
        """Start a document after each line feed."""
        after = np.flatnonzero(np.frombuffer(data, np.uint8) == _LINE_FEED) + 1
        starts = np.concatenate(([0], after)) if self._at_line_start else after
        if data:
            self._at_line_start = data.endswith(b"\n")
        return TextBlock(data, starts[starts < len(data)].astype(np.int64))

    def finish(self) -> None:
        """Add nothing."""


class ParagraphSplitter:
    """Each run of lines that are not blank is a document; a blank line holds white space only."""

    def __init__(self) -> None:
        self._inside = False  # a paragraph has begun and no blank line has ended it
        self._blank_so_far = True  # of the line that the last segment left open
        self._any = False

    def split(self, data: bytes) -> TextBlock:
        """Start a document at the first line that is not blank after a blank one."""
        starts: list[int] = []
        offset = 0
        for line in data.split(b"\n"):
            if not _is_blank(line):
                if not self._inside:
                    starts.append(offset)
                self._inside, self._blank_so_far = True, False
            offset += len(line) + 1
            if offset <= len(data):  # a line feed ended this line
                self._inside = self._inside and not self._blank_so_far
                self._blank_so_far = True
        return self._block(data, starts)

    def finish(self) -> None:
        """Add nothing."""

    def _block(self, data: bytes, starts: list[int]) -> TextBlock:
        """Drop white space before the first paragraph: it belongs to no document."""
        if self._any:
            return TextBlock(data, as_starts(starts))
        self._any = bool(starts)
        skip = starts[0] if starts else len(data)
        return TextBlock(data[skip:], as_starts([start - skip for start in starts]))


def splitter(documents: Documents) -> Splitter:
    """Return a new splitter for one input of running text."""
    kinds: dict[str, type[Splitter]] = {
        "file": FileSplitter,
        "line": LineSplitter,
        "paragraph": ParagraphSplitter,
    }
    if documents not in kinds:
        raise UsageError(
            f"running text has no documents of kind '{documents}'", hint="--documents file, line or paragraph"
        )
    return kinds[documents]()


def as_starts(offsets: list[int]) -> Ints:
    """Return offsets as the array a TextBlock holds."""
    return np.array(offsets, dtype=np.int64)


def _is_blank(line: bytes) -> bool:
    if not line:
        return True
    if b" " < line[:1] < b"\x7f":  # the common case: a visible ASCII character comes first
        return False
    return line.decode().isspace()
