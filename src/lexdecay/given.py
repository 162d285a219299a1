"""Text that a program hands over instead of paths: tokens, texts, columns, spaCy's documents.

Everything becomes a token store in a folder, since a store is what every analysis takes; texts go through
the reader, as JSONL, so that they are cleaned as a file's are.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from dataclasses import dataclass, fields, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from lexdecay.corpus import cache_folder, tokenizer_settings
from lexdecay.errors import UsageError
from lexdecay.records import NO_TAG, UNIVERSAL_TAGS, Source, TokenBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from lexdecay.corpus import CorpusOptions
    from lexdecay.records import Block, Notice

    Paths: TypeAlias = list[str]
    Token: TypeAlias = tuple[str, int, str]  # word, tag, lemma

LARGEST_BLOCK = 1 << 16  # tokens
_UNIVERSAL = {name: index for index, name in enumerate(UNIVERSAL_TAGS)}


@dataclass(frozen=True, slots=True)
class Texts:
    """Running texts, each a document: strings, or whatever yields them."""

    values: Iterable[str]


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents that are cut into tokens: sequences of strings, or spaCy's Docs."""

    values: Iterable[Any]


def recognised(corpus: Any) -> Paths | Texts | Documents:
    """Tell what was handed over: a path, several, tokens, documents of tokens, a column, spaCy's Docs.

    Raises
    ------
    UsageError
        For what is none of these, and for a list of strings that look like texts rather than tokens.
    """
    if isinstance(corpus, Texts | Documents):
        return corpus
    if isinstance(corpus, str | os.PathLike):
        return [os.fspath(corpus)]
    if _is_doc(corpus):
        return Documents([corpus])
    first, values = _peeked(corpus)
    if isinstance(first, os.PathLike):
        return [os.fspath(path) for path in values]
    if isinstance(first, str):
        return _one_document(values) if isinstance(corpus, list | tuple | np.ndarray) else Texts(values)
    return _of_documents(first, values)


def _of_documents(first: Any, values: Iterable[Any]) -> Documents:
    if first is None or _is_doc(first) or _is_sequence(first):
        return Documents(values)
    raise _unknown(first)


def store_of(given: Texts | Documents, reading: CorpusOptions, folder: Path) -> tuple[Notice, ...]:
    """Write what was handed over into a store; return what is to be said about it.

    Raises
    ------
    UsageError
        For a text that is not a string, a token that is not one.
    LexdecayError
        What keeps text from being tokenised.
    """
    from lexdecay.tokens import build_store

    blocks, sources, notices = (_texts if isinstance(given, Texts) else _documents)(given.values, reading)
    store = build_store(
        blocks, tokenizer_settings(reading), directory=folder, cache=cache_folder(reading), sources=sources
    )
    return (*notices(), *store.notices)


_Given: TypeAlias = (
    "tuple[Iterable[Block], Callable[[], tuple[Source, ...]], Callable[[], tuple[Notice, ...]]]"
)


def _texts(values: Iterable[str], reading: CorpusOptions) -> _Given:
    """Texts as the reader reads JSONL."""
    from lexdecay.read import CorpusReader, ReadOptions

    chosen = ReadOptions(**{field.name: getattr(reading, field.name) for field in fields(ReadOptions)})
    chosen = replace(chosen, input_format="jsonl", field=None, documents="object", encoding=None)
    reader = CorpusReader(["-"], chosen, stdin=io.BufferedReader(_Lines(values)))
    return (
        reader,
        lambda: tuple(replace(source, path="texts in memory") for source in reader.sources),
        lambda: reader.notices,
    )


class _Lines(io.RawIOBase):
    """Texts as the bytes of JSONL, made as they are read."""

    def __init__(self, values: Iterable[str]) -> None:
        self._values = enumerate(values, 1)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._rest:
            number, text = next(self._values, (0, ""))
            if not number:
                return 0
            self._rest = _line(number, text)
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def _line(number: int, text: Any) -> bytes:
    if not isinstance(text, str):
        raise UsageError(
            f"text {number:,} is {_named(text)}, not a string",
            hint="drop missing values first, or write '' for them",
        )
    return json.dumps({"text": text}).encode() + b"\n"


def _documents(values: Iterable[Any], _: CorpusOptions) -> _Given:
    """Documents of tokens as the blocks that pre-tokenised files give."""
    made = _Blocks(values)
    return made, lambda: (made.source,), tuple


class _Blocks:
    """Blocks of tokens from documents, and what they were."""

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = values
        self._hash, self._bytes, self._documents = hashlib.sha256(), 0, 0

    @property
    def source(self) -> Source:
        """Describe what was handed over, once the blocks are exhausted."""
        sha = self._hash.hexdigest()
        return Source("tokens in memory", self._bytes, sha, "utf-8", self._documents)

    def __iter__(self) -> Iterator[Block]:
        first, rest = _peeked(self._values)
        spacy = _is_doc(first)
        pending: list[tuple[list[Token], list[int]]] = []
        size = 0
        for number, document in enumerate(rest, 1):
            if _is_doc(document) is not spacy:
                raise UsageError(f"document {number:,} is {_named(document)}, unlike those before it")
            pending.append(_of_doc(document) if spacy else _of_words(document, number))
            size += len(pending[-1][0])
            if size >= LARGEST_BLOCK:
                yield self._block(pending, sentences=spacy)
                pending, size = [], 0
        if pending:
            yield self._block(pending, sentences=spacy)

    def _block(self, documents: Sequence[tuple[list[Token], list[int]]], *, sentences: bool) -> TokenBlock:
        lengths = [len(tokens) for tokens, _ in documents]
        starts = np.cumsum([0, *lengths[:-1]])
        tokens = list(chain.from_iterable(tokens for tokens, _ in documents))
        begins = [
            at + begin for at, (_, marks) in zip(starts.tolist(), documents, strict=True) for begin in marks
        ]
        for rows, _ in documents:
            line = ("\t".join(word for word, _, _ in rows) + "\n").encode()
            self._hash.update(line)
            self._bytes += len(line)
        self._documents += len(documents)
        words, tags, lemmas = zip(*tokens, strict=True) if tokens else ((), (), ())
        return TokenBlock(
            words=words,
            starts=starts.astype(np.int64),
            sentences=np.array(begins, np.int64) if sentences and begins else None,
            tags=np.array(tags, np.uint8),
            lemmas=lemmas,
            format="tokens",
        )


def _of_words(document: Any, number: int) -> tuple[list[Token], list[int]]:
    tokens: list[Token] = []
    for word in document:
        if not isinstance(word, str):
            raise UsageError(f"document {number:,} holds {_named(word)} where a token, a string, is needed")
        tokens.append((word, NO_TAG, ""))
    return tokens, []


def _of_doc(doc: Any) -> tuple[list[Token], list[int]]:
    """Tokens of a spaCy Doc that are not white space, and where its sentences begin among them."""
    kept = [token for token in doc if not token.is_space]
    tokens = [(token.text, _UNIVERSAL.get(token.pos_, NO_TAG), token.lemma_) for token in kept]
    if not doc.has_annotation("SENT_START"):
        return tokens, []
    begins: list[int] = []
    opens = True
    place = {token.i: index for index, token in enumerate(kept)}
    for token in doc:
        opens = opens or bool(token.is_sent_start)
        if opens and token.i in place:
            begins.append(place[token.i])
            opens = False
    return tokens, begins


def _one_document(words: Iterable[str]) -> Documents:
    tokens = list(words)
    spaced = next((word for word in tokens if isinstance(word, str) and any(map(str.isspace, word))), None)
    if spaced is not None:
        raise UsageError(
            f"a list of strings is one document of tokens, and {spaced[:40]!r} holds white space",
            hint="for texts write lexdecay.texts(LIST), for paths [pathlib.Path(...), ...]",
        )
    return Documents([tokens])


def _peeked(values: Any) -> tuple[Any, Iterable[Any]]:
    """The first value and all of them; columns of tables give theirs as Python's."""
    if isinstance(values, bytes | dict) or not hasattr(values, "__iter__"):
        raise _unknown(values)
    for method in ("to_list", "to_pylist", "tolist"):  # polars and pandas, Arrow, numpy
        if hasattr(values, method):
            values = getattr(values, method)()
            break
    if isinstance(values, list | tuple):
        return (values[0] if values else None), values
    stream = iter(values)
    first = next(stream, None)
    return first, () if first is None else chain([first], stream)


def _is_doc(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "spacy" and hasattr(value, "has_annotation")


def _is_sequence(value: Any) -> bool:
    return isinstance(value, list | tuple | np.ndarray) or hasattr(value, "to_list")


def _named(value: Any) -> str:
    return "None" if value is None else f"{type(value).__name__} {str(value)[:40]!r}"


def _unknown(value: Any) -> UsageError:
    return UsageError(
        f"{_named(value)} is no corpus",
        hint="give a path, a list of tokens, a list of lists of tokens, a column of texts or spaCy Docs; "
        "lexdecay.texts(...) takes any iterable of strings",
    )
