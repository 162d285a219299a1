"""Records that hold a text each -> blocks: objects of JSONL, rows of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.read.documents import as_starts, splitter
from lexdecay.read.segments import segments
from lexdecay.records import TextBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lexdecay.read.opened import Opened

DEFAULT_FIELD = "text"
_BATCH_BYTES = 1 << 18  # of short texts handed on together


def blocks_of_texts(texts: Iterable[bytes], opened: Opened) -> Iterator[TextBlock]:
    """Yield clean texts with the starts of their documents, after the edits that were asked for.

    Each text is a document; with ``documents="file"`` all texts are one, with ``"line"`` or
    ``"paragraph"`` each is divided further.
    """
    kind = opened.options.documents or "object"
    texts = _edited(texts, opened)
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


def _edited(texts: Iterable[bytes], opened: Opened) -> Iterable[bytes]:
    """Edit each text on its own."""
    if opened.edits() is None:
        return texts
    return (edits.feed(text) + edits.finish() for text in texts if (edits := opened.edits()))


def _batches(texts: Iterable[bytes], opened: Opened) -> Iterator[TextBlock]:
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
