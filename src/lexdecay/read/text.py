"""Running text: the format of everything that is not recognised as another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.read.clean import line_feeds
from lexdecay.read.delimited import refuse_table
from lexdecay.read.documents import splitter
from lexdecay.read.foreign import (
    check_nul_share,
    refuse_binary,
    refuse_json,
    refuse_nul,
    refuse_numbers,
    refuse_page,
    refuse_result,
)
from lexdecay.read.opened import HEAD_BYTES, peek
from lexdecay.read.segments import segments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.read.opened import Opened
    from lexdecay.records import TextBlock


def read_text(opened: Opened) -> Iterator[TextBlock]:
    """Yield one input of running text, cut as ``segments`` says, with the starts of its documents."""
    where, options = opened.place.shown, opened.options
    if options.field is not None:
        raise UsageError(
            f"{where}: running text has no field '{options.field}'",
            hint="--input-format jsonl, csv or tsv says that it has some",
        )
    refuse_binary(opened.head, where)
    stream = opened.text()
    head, chunks = peek(stream.chunks, HEAD_BYTES)
    refuse_nul(head, where)
    refuse_result(head, where)
    if options.input_format is None and options.documents is None:
        refuse_json(head, opened.name, where)
        refuse_page(head, where)
        refuse_numbers(head, where)
        refuse_table(head, where)
    opened.note_frames(line_feeds(head))
    documents, edits = splitter(options.documents or "file"), opened.edits()
    for segment in segments(chunks, lambda: opened.tally.add("long_runs_split", 1, where)):
        text = stream.cursor.decode(segment)
        piece = opened.cleaner.clean(segment, text)
        yield documents.split(piece if edits is None else edits.feed(piece))
    check_nul_share(opened.cleaner.nuls, stream.cursor.offset, where)
    if edits is not None and (held := edits.finish()):
        yield documents.split(held)
    if (last := documents.finish()) is not None:
        yield last
