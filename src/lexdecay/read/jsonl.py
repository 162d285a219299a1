"""JSONL (NDJSON): one object on each line, its text under one key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lexdecay.errors import FormatError
from lexdecay.read.documents import as_starts, splitter
from lexdecay.read.foreign import refuse_array, refuse_binary, refuse_nul, refuse_result
from lexdecay.read.opened import HEAD_BYTES, peek
from lexdecay.read.segments import segments, whole_lines
from lexdecay.records import TextBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.opened import Opened

_BATCH_BYTES = 1 << 18  # of short texts handed on together
_DEFAULT_FIELD = "text"
_SHOWN_KEYS = 20
_KINDS = {dict: "an object", list: "an array", str: "a string", bool: "true or false", type(None): "null"}


def read_jsonl(opened: Opened) -> Iterator[TextBlock]:
    """Yield the texts of one JSONL input with the starts of their documents.

    Each object is a document; with ``documents="file"`` all objects are one, with ``"line"`` or
    ``"paragraph"`` each object's text is divided further.
    """
    kind = opened.options.documents or "object"
    texts = _texts(opened)
    if kind == "object":
        yield from _batches(texts, opened)
        return
    documents = splitter(kind)
    for text in texts:
        if kind != "file":
            documents = splitter(kind)
        yield from map(documents.split, _cut(text + b"\n", opened))
    if (last := documents.finish()) is not None:
        yield last


def _batches(texts: Iterator[bytes], opened: Opened) -> Iterator[TextBlock]:
    """Join short texts by line feeds: an object of its own for each tweet would cost more than the tweet."""
    batch: list[bytes] = []
    starts: list[int] = []
    size = 0
    for text in texts:
        batch.append(text)
        starts.append(size)
        size += len(text) + 1
        if size > _BATCH_BYTES:
            yield from _cut_batch(b"\n".join(batch), starts, opened)
            batch, starts, size = [], [], 0
    if starts:
        yield from _cut_batch(b"\n".join(batch), starts, opened)


def _cut_batch(data: bytes, starts: list[int], opened: Opened) -> Iterator[TextBlock]:
    """Cut a batch that ends in a long text; an empty last document starts at the very end."""
    remaining = as_starts(starts)
    for piece in _cut(data, opened):
        inside = remaining < len(piece)
        yield TextBlock(piece, remaining[inside])
        remaining = remaining[~inside] - len(piece)
    if remaining.size:
        yield TextBlock(b"", remaining)


def _cut(text: bytes, opened: Opened) -> Iterator[bytes]:
    return segments([text], lambda: opened.tally.add("long_runs_split", 1, opened.place.shown))


def _texts(opened: Opened) -> Iterator[bytes]:
    """Yield the clean text of each object."""
    where = opened.place.shown
    refuse_binary(opened.head, where)
    stream = opened.text()
    head, chunks = peek(stream.chunks, HEAD_BYTES)
    refuse_nul(head, where)
    refuse_result(head, where)
    refuse_array(head, where)
    for lines in whole_lines(chunks):
        first = stream.cursor.line
        text = stream.cursor.decode(lines) or lines.decode()
        for number, line in enumerate(_lines(text), first):
            record = line.removeprefix("\ufeff")  # files that were concatenated bring their marks along
            opened.tally.add("bom_dropped", len(line) - len(record), where)
            if record and not record.isspace():
                yield opened.cleaner.clean_text(
                    _text_of(record, opened.options.field, f"{where}, line {number:,}")
                )


def _lines(text: str) -> list[str]:
    # str.splitlines would cut at U+2028 and U+0085, which JSON allows inside a string
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _text_of(line: str, field: str | None, where: str) -> str:
    record = _parse(line, where)
    if not isinstance(record, dict):
        hint = (
            "jq -c '.[]' FILE > FILE.jsonl"
            if isinstance(record, list)
            else "each line must be one JSON object"
        )
        raise FormatError(f"{where}: found {_kind(record)} where an object is needed", hint=hint)
    name = _DEFAULT_FIELD if field is None else field
    value = _lookup(record, name, where)
    if not isinstance(value, str):
        raise FormatError(f"{where}: field '{name}' is {_kind(value)}, not a string", hint=_hint(record))
    return value


def _parse(line: str, where: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        raise FormatError(
            f"{where}: not JSON: {error.msg} at column {error.colno:,}",
            hint="each line must be one JSON object; jq -c . FILE writes them so",
        ) from error
    except (RecursionError, ValueError) as error:  # nested without end; an integer of thousands of digits
        raise FormatError(f"{where}: JSON that cannot be held: {error}") from error


def _lookup(record: dict[str, Any], name: str, where: str) -> Any:
    """Find a key, or by its dotted path a nested one; a key that itself has the dot comes first."""
    if name in record:
        return record[name]
    value: Any = record
    for key in name.split("."):
        if not isinstance(value, dict) or key not in value:
            keys = ", ".join(map(_shown_key, list(record)[:_SHOWN_KEYS])) or "none"
            raise FormatError(f"{where}: no field '{name}'; the keys are: {keys}", hint=_hint(record))
        value = value[key]
    return value


def _hint(record: dict[str, Any]) -> str:
    strings = [path for path in _string_paths(record) if path.isprintable()]
    if not strings:
        return "--field names the key of the text, a.b one inside another; this object holds no string"
    return " or ".join(f"--field {path}" for path in strings[:_SHOWN_KEYS])


def _string_paths(record: dict[str, Any]) -> Iterator[str]:
    """Yield the keys that hold strings, also those one level down."""
    for key, value in record.items():
        if isinstance(value, str):
            yield key
        elif isinstance(value, dict):
            yield from (f"{key}.{inner}" for inner, deep in value.items() if isinstance(deep, str))


def _shown_key(key: str) -> str:
    return key if key.isprintable() else json.dumps(key)


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), "a number")
