"""What a caller decides about reading."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from lexdecay.errors import UnknownNameError, UsageError

Documents: TypeAlias = Literal["file", "line", "paragraph", "object"]
Words: TypeAlias = Literal["surface", "syntactic"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How inputs become documents.

    Parameters
    ----------
    documents
        What one document is; None means each object of a JSONL input, what ``# newdoc`` begins in
        CoNLL-U, and each file of any other.
    field
        Key of the text in a JSONL object, ``"a.b"`` for a nested one; None means ``"text"``.
    encoding
        Name of a Python codec; None means a byte-order mark, else strict UTF-8.
    normalize
        Whether text is brought to NFC.
    recursive
        Whether a folder stands for the files below it.
    conllu_words
        Which words of CoNLL-U are tokens: those written, or those that syntax knows.

    Raises
    ------
    UsageError
        When ``documents`` or ``conllu_words`` is none of those named above or ``encoding`` is no text codec.
    """

    documents: Documents | None = None
    field: str | None = None
    encoding: str | None = None
    normalize: bool = True
    recursive: bool = False
    conllu_words: Words = "surface"

    def __post_init__(self) -> None:
        """Refuse names that mean nothing, before any file is opened."""
        if self.documents is not None and self.documents not in get_args(Documents):
            raise UnknownNameError("kind of document", self.documents, get_args(Documents))
        if self.conllu_words not in get_args(Words):
            raise UnknownNameError("kind of word", self.conllu_words, get_args(Words))
        if self.encoding is not None:
            canonical_encoding(self.encoding)


def canonical_encoding(name: str) -> str:
    """Return Python's own name of a text codec; raises UsageError when there is none."""
    try:
        codec = codecs.lookup(name).name
        bytes(4).decode(codec)  # refuses codecs that are not of text, such as hex
        codecs.getincrementaldecoder(codec)
    except (LookupError, ValueError):
        raise UsageError(
            f"no text encoding is named '{name}'",
            hint="for example: --encoding utf-8, latin-1, cp1252, utf-16-le, gb18030, shift_jis",
        ) from None
    return codec
