"""XML, TEI above all: its running text, without the header.

Expat, which Python brings, parses as a stream. A DOCTYPE is refused: its entities could grow without
bound (the "billion laughs"), name other files, or, left out, take words away silently; the five entities
of XML and numbered characters need none. https://docs.python.org/3/library/xml.html#xml-security

An element parts words unless it is one of those that stand inside words or sentences in TEI, HTML and
DocBook; a line break that says ``break="no"`` does not, nor a word or mark that says it is joined. Of a
``choice`` between readings the one that is written counts (sic, orig, abbr), not the editor's. Headers,
running heads (``fw``) and deleted text are left out. Each ``TEI`` element begins a document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.parsers import expat

from lexdecay.errors import FormatError, UsageError
from lexdecay.read.documents import as_starts, splitter
from lexdecay.read.foreign import refuse_binary, refuse_nul
from lexdecay.read.opened import HEAD_BYTES, peek
from lexdecay.read.segments import segments
from lexdecay.records import TextBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.opened import Opened

_LEFT_OUT = frozenset({"teiheader", "fw", "del", "script", "style", "facsimile", "standoff", "xenodata"})
_EDITORIAL = frozenset({"corr", "reg", "expan"})  # inside a choice
_INSIDE_SENTENCES = {
    "TEI": "abbr add am anchor c choice corr date distinct emph ex expan foreign forename g geogname gloss "
    "hi ident m measure mentioned name num orgname orig persname placename ref reg rs s said seg sic "
    "socalled supplied surname surplus term time unclear",
    "HTML": "a b cite code em font i mark q small span strong sub sup u",
    "DocBook": "emphasis link quote",
}
_INLINE = frozenset(name for names in _INSIDE_SENTENCES.values() for name in names.split())
_BREAKS = frozenset({"lb", "pb", "cb", "gb", "milestone"})
_WORDS = frozenset({"w", "pc"})
_DOCUMENT = frozenset({"tei", "tei.2"})
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml[\s?]|TEI[\s>.]|teiCorpus[\s>])")
_DEEPEST = 10_000  # elements inside one another; no text has a hundred


def looks_like_xml(head: bytes) -> bool:
    """Whether an input begins as XML does, or with an element of TEI."""
    return _BEGINNING.match(head) is not None


def read_xml(opened: Opened) -> Iterator[TextBlock]:
    """Yield the text of one XML input.

    Raises
    ------
    FormatError
        For XML that is not well-formed, is cut short or has a DOCTYPE, with its line.
    """
    where = opened.place.shown
    refuse_binary(opened.head, where)
    if opened.options.field is not None:
        raise UsageError(
            f"{where}: XML has no field '{opened.options.field}'", hint="leave out --field: its text is read"
        )
    kind = opened.options.documents
    documents = splitter(kind) if kind not in {None, "object"} else None
    edits = opened.edits()
    for opens, text in _pieces(opened):
        data = opened.cleaner.clean_text(text)
        data = data if edits is None else edits.feed(data)
        starts = as_starts([0] if opens else [])
        if opens and not data:
            yield TextBlock(b"", starts) if documents is None else documents.split(b"")
        for piece in segments([data], lambda: opened.tally.add("long_runs_split", 1, where)):
            yield TextBlock(piece, starts) if documents is None else documents.split(piece)
            starts = as_starts([])
    if edits is not None and (held := edits.finish()):
        yield TextBlock(held, as_starts([])) if documents is None else documents.split(held)
    if documents is not None and (last := documents.finish()) is not None:
        yield last


def _pieces(opened: Opened) -> Iterator[tuple[bool, str]]:
    """Yield the text, cut after line ends, and whether a piece begins a document."""
    where = opened.place.shown
    declared = _DECLARED.match(opened.head)
    stream = opened.text(declared and declared[1].decode())
    head, chunks = peek(stream.chunks, HEAD_BYTES)
    refuse_nul(head, where)
    if not head:
        yield True, ""
        return
    text = _Text(where)
    for chunk in chunks:
        text.parse(chunk)
        yield from text.ready()
    text.parse(b"", final=True)
    yield from text.ready(final=True)


class _Text:
    """Gathers the text between tags."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._documents: list[list[str]] = [[]]
        self._opens = True  # the first of the documents has not been handed over in part
        self._path: list[str] = []
        self._outside = 0  # elements open since one that is left out
        self._glued = False  # white space to come is not text
        self._parser = expat.ParserCreate("UTF-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    def parse(self, data: bytes, *, final: bool = False) -> None:
        """Take the next bytes of UTF-8."""
        try:
            self._parser.Parse(data, final)
        except expat.ExpatError as error:
            raise FormatError(
                f"{self._where}, line {error.lineno:,}: not well-formed XML: {expat.ErrorString(error.code)}",
                hint="xmllint --noout FILE shows more; --input-format text reads the file with its tags",
            ) from error

    def ready(self, *, final: bool = False) -> Iterator[tuple[bool, str]]:
        """Yield the text that is complete and forget it."""
        *complete, last = ("".join(parts) for parts in self._documents)
        cut = len(last) if final else last.rfind("\n") + 1
        self._documents = [[last[cut:]]]
        for text in (*complete, *([last[:cut]] if cut or final else [])):
            yield self._opens, text
            self._opens = True
        self._opens = final or (not cut and (bool(complete) or self._opens))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2].lower()
        within = self._path[-1] if self._path else ""
        self._path.append(name)
        if self._outside or name in _LEFT_OUT or (name in _EDITORIAL and within == "choice"):
            self._outside += 1
        elif name in _DOCUMENT:
            self._begin_document()
        elif name in _BREAKS and attributes.get("break") == "no":
            self._glue()
        elif name in _WORDS:
            self._space_unless(attributes.get("join") in {"left", "both"} or self._glued)
        else:
            self._part(name)

    def _end(self, _name: str) -> None:
        name = self._path.pop()
        if self._outside:
            self._outside -= 1
        elif name not in _BREAKS and name not in _WORDS:
            self._part(name)

    def _characters(self, text: str) -> None:
        if self._outside:
            return
        if self._glued:
            text = text.lstrip()
            self._glued = not text
        self._documents[-1].append(text)

    def _part(self, name: str) -> None:
        if name in _BREAKS:
            self._documents[-1].append("\n")
        elif name not in _INLINE:
            self._documents[-1].append("\n\n")

    def _space_unless(self, joined: bool) -> None:
        if not joined:
            self._documents[-1].append(" ")

    def _glue(self) -> None:
        """Take the white space away on both sides of here."""
        parts = self._documents[-1]
        while parts and not (stripped := parts.pop().rstrip()):
            pass
        if parts or stripped:
            parts.append(stripped)
        self._glued = True

    def _begin_document(self) -> None:
        if any(part.strip() for part in self._documents[-1]) or not self._opens or len(self._documents) > 1:
            self._documents.append([])

    def _refuse_doctype(self, *_declaration: object) -> None:
        raise FormatError(
            f"{self._where}, line {self._parser.CurrentLineNumber:,}: XML with a DOCTYPE, whose entities are "
            "not read",
            hint="write them out first: xmllint --noent --dropdtd FILE | COMMAND --input-format xml -",
        )
