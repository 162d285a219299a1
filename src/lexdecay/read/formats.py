"""The registry of formats: one more is one file with a function from Opened to TextBlocks, and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.read.conllu import looks_like_conllu, read_conllu
from lexdecay.read.jsonl import read_jsonl
from lexdecay.read.tagged import read_tagged
from lexdecay.read.text import read_text
from lexdecay.read.vertical import read_vertical
from lexdecay.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lexdecay.read.opened import Opened
    from lexdecay.records import Block


@dataclass(frozen=True, slots=True)
class Format:
    """How an input of one kind is recognised (its beginning, then suffix) and read.

    ``blocks`` yields pieces of any size up to a mebibyte; a piece that begins inside a document
    continues the one before it.
    """

    blocks: Callable[[Opened], Iterator[Block]]
    suffixes: tuple[str, ...] = ()
    recognise: Callable[[bytes], bool] = lambda _head: False


FORMATS: Registry[Format] = Registry("input format")
FORMATS.add("jsonl", Format(read_jsonl, suffixes=(".jsonl", ".ndjson")))
FORMATS.add("conllu", Format(read_conllu, suffixes=(".conllu",), recognise=looks_like_conllu))
FORMATS.add("vertical", Format(read_vertical, suffixes=(".vert", ".vrt")))
FORMATS.add("tagged", Format(read_tagged, suffixes=(".tagged", ".pos")))
FORMATS.add("text", Format(read_text))


def choose_format(opened: Opened) -> Format:
    """Return the format of an input; running text when nothing else fits."""
    if opened.options.documents == "object":
        return FORMATS["jsonl"]
    for candidate in FORMATS.values():
        if candidate.recognise(opened.head) or opened.name.endswith(candidate.suffixes):
            return candidate
    return FORMATS["text"]


def blocks_of(opened: Opened) -> Iterator[Block]:
    """Read an input by its format; raises UsageError for an option that this format has no use for."""
    chosen = choose_format(opened)
    if opened.options.conllu_words != "surface" and chosen is not FORMATS["conllu"]:
        raise UsageError(
            f"{opened.place.shown}: only CoNLL-U tells syntactic words from those written",
            hint="leave out --words syntactic",
        )
    return chosen.blocks(opened)
