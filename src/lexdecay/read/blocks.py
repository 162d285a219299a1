"""Packs pieces of any size into blocks of about a mebibyte, so that many small documents share one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.records import TextBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lexdecay.records import Block

BLOCK_BYTES = 1 << 20
_SLACK = 1.25  # a block may grow to this many times its size rather than leave a sliver behind


def pack(pieces: Iterable[Block], size: int = BLOCK_BYTES) -> Iterator[Block]:
    """Join consecutive pieces into blocks of at least ``size`` bytes where the pieces are smaller.

    A line feed goes between two documents where the first does not end with one, so that no token
    spans them; nothing goes inside a document. A piece that continues a word starts a new block. Blocks
    of tokens pass as they are.
    """
    pending: list[TextBlock] = []
    total = 0
    for piece in pieces:
        if not isinstance(piece, TextBlock):
            if pending:
                yield _join(pending)
                pending, total = [], 0
            yield piece
            continue
        if pending and (total + len(piece.data) > size * _SLACK or _halves_a_word(pending[-1], piece)):
            yield _join(pending)
            pending, total = [], 0
        pending.append(piece)
        total += len(piece.data)
        if total >= size:
            yield _join(pending)
            pending, total = [], 0
    if pending:
        yield _join(pending)


def _halves_a_word(before: TextBlock, piece: TextBlock) -> bool:
    """Whether ``piece`` continues a document that was cut without white space."""
    continues = bool(piece.data) and (piece.starts.size == 0 or piece.starts[0] > 0)
    return continues and not before.data[-1:].isspace()


def _join(pieces: list[TextBlock]) -> TextBlock:
    if len(pieces) == 1:
        return pieces[0]
    data: list[bytes] = []
    starts: list[np.ndarray[tuple[int], np.dtype[np.int64]]] = []
    offset = 0
    for piece in pieces:
        if _needs_line_feed(data, piece):
            data.append(b"\n")
            offset += 1
        starts.append(piece.starts + offset)
        if piece.data:
            data.append(piece.data)
            offset += len(piece.data)
    return TextBlock(b"".join(data), np.concatenate(starts))


def _needs_line_feed(data: list[bytes], piece: TextBlock) -> bool:
    opens = piece.starts.size > 0 and piece.starts[0] == 0
    return opens and bool(data) and not data[-1].endswith(b"\n")
