"""The registry of formats: one more is one file with a function from Opened to TextBlocks, and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdecay.read.jsonl import read_jsonl
from lexdecay.read.text import read_text
from lexdecay.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lexdecay.read.opened import Opened
    from lexdecay.records import TextBlock


@dataclass(frozen=True, slots=True)
class Format:
    """How an input of one kind is recognised (first bytes, then suffix) and read.

    ``blocks`` yields pieces of any size up to a mebibyte; a piece that begins inside a document
    continues the one before it.
    """

    blocks: Callable[[Opened], Iterator[TextBlock]]
    suffixes: tuple[str, ...] = ()
    magic: tuple[bytes, ...] = ()


FORMATS: Registry[Format] = Registry("input format")
FORMATS.add("jsonl", Format(read_jsonl, suffixes=(".jsonl", ".ndjson")))
FORMATS.add("text", Format(read_text))


def choose_format(opened: Opened) -> Format:
    """Return the format of an input; running text when nothing else fits."""
    if opened.options.documents == "object":
        return FORMATS["jsonl"]
    for candidate in FORMATS.values():
        if opened.head.startswith(candidate.magic) or opened.name.endswith(candidate.suffixes):
            return candidate
    return FORMATS["text"]
