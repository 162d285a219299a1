"""Inputs that are not text: refused by what their bytes say, with the command that turns them into text."""

from __future__ import annotations

import re

from lexdecay.errors import DecodingError, FormatError
from lexdecay.read.guess import guess_utf16

MAX_NUL_SHARE = 0.01  # prose has none; a damaged log has a few; binary data has many

_SEPARATELY = "decompress it first and pipe the text: {command} | COMMAND -"
# (first bytes, what they are, what to do)
_MAGIC = (
    (b"PAR1", "a Parquet file", "--input-format parquet"),
    (b"ARROW1", "an Arrow file", "--input-format arrow"),
    (b"FEA1", "a Feather file of version 1", "write it anew, for example with polars: write_ipc"),
    (b"\xff\xff\xff\xff", "an Arrow stream or other binary data", "write it as a file: polars, write_ipc"),
    (
        b"SQLite format 3\0",
        "an SQLite database",
        "pipe one column of text: sqlite3 FILE 'select text from TABLE' | COMMAND -",
    ),
    (
        b"PK\x03\x04",
        "a zip archive (.zip, .docx, .xlsx, .epub)",
        "pipe the text inside: unzip -p FILE NAME | COMMAND -",
    ),
    (b"%PDF-", "a PDF document", "pipe its text: pdftotext FILE - | COMMAND -"),
    (b"\x89PNG", "a PNG image", None),
    (b"\xff\xd8\xff", "a JPEG image", None),
    (b"GIF8", "a GIF image", None),
    (b"\x7fELF", "a program", None),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _SEPARATELY.format(command="7z e -so FILE")),
    (b"Rar!\x1a\x07", "a RAR archive", _SEPARATELY.format(command="unrar p -inul FILE")),
    (b"\x04\x22\x4d\x18", "lz4 data", _SEPARATELY.format(command="lz4 -dc FILE")),
    (b"\x1f\x9d", "compress (.Z) data", _SEPARATELY.format(command="zcat FILE")),
    (b"\x1f\x8b", "gzip data that was compressed twice", _SEPARATELY.format(command="zcat FILE | zcat")),
    (b"BZh9", "bz2 data that was compressed twice", _SEPARATELY.format(command="bzcat FILE | bzcat")),
    (b"\xfd7zXZ\0", "xz data that was compressed twice", _SEPARATELY.format(command="xzcat FILE | xzcat")),
    (
        b"\x28\xb5\x2f\xfd",
        "zstd data that was compressed twice",
        _SEPARATELY.format(command="zstdcat FILE | zstdcat"),
    ),
)
_TAR_MAGIC_AT = 257
_SCHEMA = re.compile(rb'"schema"\s*:\s*"((?:decay|zipf)\.[a-z_.-]+/\d+)"')
_STORE = re.compile(rb'"kind"\s*:\s*"lexdecay')
_ARRAY_OF_OBJECTS = re.compile(rb"\s*\[\s*\{\s*\"")
_HTML = re.compile(rb"\s*<(?:!doctype html|html)[\s>]", re.IGNORECASE)
_NUMBERS = re.compile(rb"(?:[ \t]*\d+[ \t]*\r?\n){20,}(?:[ \t]*\d*[ \t]*)?")
_OBJECT = re.compile(rb'\s*\{\s*"[^"\n]*"\s*:')


def refuse_binary(head: bytes, where: str) -> None:
    """Raise FormatError when ``head``, a beginning of some hundred bytes, belongs to no text."""
    for magic, what, hint in _MAGIC:
        if head.startswith(magic):
            raise FormatError(f"{where}: {what}, not text", hint=hint)
    if head[_TAR_MAGIC_AT:].startswith(b"ustar"):
        raise FormatError(
            f"{where}: a tar archive, not text", hint="pipe the files inside: tar -xOf FILE | COMMAND -"
        )


def refuse_nul(head: bytes, where: str) -> None:
    """Raise when more than one byte in a hundred of decoded text is NUL: UTF-16 without a mark, or binary."""
    check_nul_share(head.count(0), len(head), where, guess_utf16(head))


def check_nul_share(nuls: int, size: int, where: str, utf16: str | None = None) -> None:
    """Raise DecodingError for text that is ``utf16``, FormatError for other data with too many NULs."""
    if nuls <= MAX_NUL_SHARE * size:
        return
    if utf16 is not None:
        raise DecodingError(
            f"{where}: looks like {utf16} without a byte-order mark ({nuls:,} of {size:,} bytes are NUL)",
            hint=f"--encoding {utf16}",
        )
    raise FormatError(
        f"{where}: looks binary, not text ({nuls:,} of {size:,} bytes are NUL)",
        hint="if it is text, remove the NULs and pipe it: tr -d '\\0' < FILE | COMMAND -",
    )


def is_made_here(head: bytes) -> bool:
    """Whether a file is a result or the manifest of a store that this program wrote."""
    return head.lstrip().startswith(b"{") and (_SCHEMA.search(head) or _STORE.search(head)) is not None


def refuse_result(head: bytes, where: str) -> None:
    """Raise FormatError when a text is the JSON that decay or zipf printed."""
    schema = _SCHEMA.search(head) if head.lstrip().startswith(b"{") else None
    if schema is not None:
        raise FormatError(
            f"{where}: a result of this program (schema {schema.group(1).decode()}), not a text",
            hint="a curve is fitted from standard input: decay measure TEXT --json | decay fit -",
        )


def refuse_array(head: bytes, where: str) -> None:
    """Raise FormatError for JSON that is one array of objects."""
    if _ARRAY_OF_OBJECTS.match(head):
        raise FormatError(
            f"{where}: one JSON array of objects; one object on each line is needed",
            hint="jq -c '.[]' FILE > FILE.jsonl, or --input-format text to read it as it stands",
        )


def refuse_json(head: bytes, name: str, where: str) -> None:
    """Raise FormatError when JSON would be read as running text although nothing asked for that."""
    refuse_array(head, where)
    if _OBJECT.match(head) or (name.endswith(".json") and head.lstrip()[:1] in {b"{", b"["}):
        raise FormatError(
            f"{where}: JSON, not running text",
            hint="jq -c . FILE > FILE.jsonl makes lines of it; --input-format text reads it as it stands",
        )


def refuse_page(head: bytes, where: str) -> None:
    """Raise FormatError for HTML, whose tags would be read as words."""
    if _HTML.match(head):
        raise FormatError(
            f"{where}: an HTML page, not running text",
            hint="pipe its text: pandoc -t plain FILE | COMMAND -; --input-format text reads the tags too",
        )


def refuse_numbers(head: bytes, where: str) -> None:
    """Raise FormatError for a column of whole numbers, which are no words."""
    if _NUMBERS.fullmatch(head):
        raise FormatError(
            f"{where}: a column of numbers, not running text",
            hint="zipf report --counts reads counts; --input-format text reads them as words",
        )
