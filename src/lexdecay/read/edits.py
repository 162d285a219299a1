"""Changes of the text that the user asked for, in the order in which they are made.

An edit is fed the clean pieces of one input or one record, cut as ``segments`` cuts, and gives back what
it leaves; it may hold the end of a piece until it has seen the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from lexdecay.read.aozora import AozoraMarks
from lexdecay.read.gutenberg import GutenbergFrame
from lexdecay.read.hyphens import LineEndHyphens, drop_invisible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.read.options import ReadOptions
    from lexdecay.read.tally import Tally


class Edit(Protocol):
    """One change of the text, made piece by piece."""

    def feed(self, data: bytes) -> bytes:
        """Take the next piece and return what is ready."""

    def finish(self) -> bytes:
        """Return what was held at the end of the text."""


class Edits:
    """All edits of one text, one after the other."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._edits = edits

    def feed(self, data: bytes) -> bytes:
        """Take the next piece through all edits."""
        for edit in self._edits:
            data = edit.feed(data)
        return data

    def finish(self) -> bytes:
        """Return what was held, each edit's through those after it."""
        held = b""
        for edit in self._edits:
            held = edit.feed(held) + edit.finish()
        return held


class _EachPiece:
    """An edit that needs to see no other piece."""

    def __init__(self, change: Callable[[bytes], bytes]) -> None:
        self.feed = change

    def finish(self) -> bytes:
        return b""


def edits_for(options: ReadOptions, tally: Tally, where: str) -> Edits | None:
    """Return the edits of one text, None when nothing is to be changed."""
    chosen: list[Edit] = []
    if "gutenberg" in options.strip:
        chosen.append(GutenbergFrame(lambda code: tally.add(code, 1, where)))
    if "aozora" in options.strip:
        chosen.append(AozoraMarks())
    if options.dehyphenate:
        chosen.append(LineEndHyphens())
    if "invisible" in options.strip:
        chosen.append(_EachPiece(drop_invisible))
    return Edits(chosen) if chosen else None
