"""What a caller decides about reading."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from lexdecay.errors import UnknownNameError, UsageError

Documents: TypeAlias = Literal["file", "line", "paragraph", "object"]
Words: TypeAlias = Literal["surface", "syntactic"]
Wrapping: TypeAlias = Literal["gutenberg", "aozora", "invisible"]

DETECT = "auto"  # as a name of an encoding: decided for each input from its bytes


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How inputs become documents.

    Parameters
    ----------
    documents
        What one document is; None means each object of a JSONL input and each row of a table, what
        ``# newdoc`` begins in CoNLL-U, and each file of any other.
    field
        What holds the text: the key in a JSONL object, ``"a.b"`` for a nested one, the column of a
        table by name or by number from 1; None means ``"text"``.
    encoding
        Name of a Python codec, or ``"auto"`` to decide from each input's bytes; None means a byte-order
        mark, else strict UTF-8.
    normalize
        Whether text is brought to NFC.
    recursive
        Whether a folder stands for the files below it.
    exclude
        Patterns of names that are not read, as the shell writes them.
    input_format
        Name of a format; None means as the first bytes or the name say.
    strip
        What stands around or inside the text and is taken away: ``"gutenberg"`` header and licence,
        ``"aozora"`` readings and notes, ``"invisible"`` formatting characters.
    dehyphenate
        Whether words divided at the end of a line are joined, and soft hyphens dropped.
    conllu_words
        Which words of CoNLL-U are tokens: those written, or those that syntax knows.

    Raises
    ------
    UsageError
        When a value is none of those named above, or ``encoding`` is no text codec.
    """

    documents: Documents | None = None
    field: str | None = None
    encoding: str | None = None
    normalize: bool = True
    recursive: bool = False
    exclude: tuple[str, ...] = ()
    input_format: str | None = None
    strip: tuple[Wrapping, ...] = ()
    dehyphenate: bool = False
    conllu_words: Words = "surface"

    def __post_init__(self) -> None:
        """Refuse names that mean nothing, before any file is opened."""
        if self.documents is not None:
            _require("kind of document", self.documents, get_args(Documents))
        _require("kind of word", self.conllu_words, get_args(Words))
        for name in self.strip:
            _require("thing to strip", name, get_args(Wrapping))
        if self.encoding not in {None, DETECT}:
            canonical_encoding(str(self.encoding))
        if self.dehyphenate and self.documents == "line":
            raise UsageError(
                "a word divided at a line's end cannot be joined where each line is a document",
                hint="leave out --dehyphenate or --documents line",
            )


def _require(kind: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise UnknownNameError(kind, name, known)


def canonical_encoding(name: str) -> str:
    """Return Python's own name of a text codec; raises UsageError when there is none."""
    try:
        codec = codecs.lookup(name).name
        bytes(4).decode(codec)  # refuses codecs that are not of text, such as hex
        codecs.getincrementaldecoder(codec)
    except (LookupError, ValueError):
        raise UsageError(
            f"no text encoding is named '{name}'",
            hint="for example: --encoding auto, utf-8, latin-1, cp1252, utf-16-le, gb18030, shift_jis",
        ) from None
    return codec
