"""JSONL (NDJSON): one object on each line, its text under one key."""

from __future__ import annotations

import codecs
import json
import re
from typing import TYPE_CHECKING, Any

from lexdecay.errors import FormatError
from lexdecay.read.foreign import refuse_array, refuse_binary, refuse_nul, refuse_result
from lexdecay.read.objects import DEFAULT_FIELD, blocks_of_texts
from lexdecay.read.opened import HEAD_BYTES, peek
from lexdecay.read.segments import whole_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.opened import Opened
    from lexdecay.records import TextBlock

_SHOWN_KEYS = 20
_OBJECT = re.compile(rb'\{\s*"[^"\n]*"\s*:')
_KINDS = {dict: "an object", list: "an array", str: "a string", bool: "true or false", type(None): "null"}


def read_jsonl(opened: Opened) -> Iterator[TextBlock]:
    """Yield the texts of one JSONL input, each object a document unless the options say otherwise."""
    return blocks_of_texts(_texts(opened), opened)


def looks_like_jsonl(head: bytes) -> bool:
    """Whether an input begins with a line that is one JSON object, or with a longer one."""
    first, line_end, _ = head.removeprefix(codecs.BOM_UTF8).lstrip().partition(b"\n")
    if not first.startswith(b"{"):
        return False
    if not line_end and len(head) >= HEAD_BYTES:
        return _OBJECT.match(first) is not None
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


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
    name = DEFAULT_FIELD if field is None else field
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
