"""The registry of formats: one more is one file with a function from Opened to TextBlocks, and a row here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.read.columnar import read_arrow, read_parquet
from lexdecay.read.conllu import looks_like_conllu, read_conllu
from lexdecay.read.delimited import read_csv, read_tsv
from lexdecay.read.encoding import head_as_utf8
from lexdecay.read.jsonl import looks_like_jsonl, read_jsonl
from lexdecay.read.markup import looks_like_xml, read_xml
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


def _begins(magic: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(magic)


FORMATS: Registry[Format] = Registry("input format")
FORMATS.add("parquet", Format(read_parquet, suffixes=(".parquet",), recognise=_begins(b"PAR1")))
FORMATS.add("arrow", Format(read_arrow, suffixes=(".arrow", ".feather"), recognise=_begins(b"ARROW1")))
FORMATS.add("xml", Format(read_xml, suffixes=(".xml", ".tei"), recognise=looks_like_xml))
FORMATS.add("csv", Format(read_csv, suffixes=(".csv",)))
FORMATS.add("tsv", Format(read_tsv, suffixes=(".tsv", ".tab")))
FORMATS.add(
    "jsonl", Format(read_jsonl, suffixes=(".jsonl", ".ndjson", ".jsonlines"), recognise=looks_like_jsonl)
)
FORMATS.add("conllu", Format(read_conllu, suffixes=(".conllu",), recognise=looks_like_conllu))
FORMATS.add("vertical", Format(read_vertical, suffixes=(".vert", ".vrt")))
FORMATS.add("tagged", Format(read_tagged, suffixes=(".tagged", ".pos")))
FORMATS.add("text", Format(read_text))

_OF_TOKENS = frozenset({"conllu", "vertical", "tagged"})


def choose_format(opened: Opened) -> str:
    """Return the format of an input: as asked, as its name and its first bytes say, else running text."""
    options = opened.options
    if options.input_format is not None:
        FORMATS[options.input_format]  # raises for a name that is none
        return options.input_format
    head = head_as_utf8(opened.head)
    for name in FORMATS:
        if FORMATS[name].recognise(head):
            return name
    for name in FORMATS:
        if opened.name.endswith(FORMATS[name].suffixes):
            return name
    return "jsonl" if options.documents == "object" else "text"


def blocks_of(opened: Opened) -> Iterator[Block]:
    """Read an input by its format; raises UsageError for an option that this format has no use for."""
    chosen, options, where = choose_format(opened), opened.options, opened.place.shown
    if options.conllu_words != "surface" and chosen != "conllu":
        raise UsageError(
            f"{where}: only CoNLL-U tells syntactic words from those written",
            hint="leave out --words syntactic",
        )
    if chosen in _OF_TOKENS and (options.strip or options.dehyphenate):
        raise UsageError(
            f"{where}: text that comes as tokens is not edited", hint="leave out --strip and --dehyphenate"
        )
    return FORMATS[chosen].blocks(opened)
