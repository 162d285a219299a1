"""The front door of the room: paths in, blocks of text out, and an account of what was read."""

from __future__ import annotations

import contextlib
from pathlib import PurePath
from typing import TYPE_CHECKING, BinaryIO

from lexdecay.errors import InputError
from lexdecay.read.blocks import pack
from lexdecay.read.formats import blocks_of
from lexdecay.read.opened import Opened
from lexdecay.read.paths import resolve, shown
from lexdecay.read.stored import StoredBytes
from lexdecay.read.tally import Tally
from lexdecay.records import Notice, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lexdecay.read.options import ReadOptions
    from lexdecay.read.paths import Entry
    from lexdecay.records import Block


@contextlib.contextmanager
def _way_round(entry: Entry) -> Iterator[None]:
    """Add to the hint of what is wrong with a file that was not named how to leave it out."""
    try:
        yield
    except InputError as error:
        if entry.listed:
            out = f"leave it out: --exclude '{shown(PurePath(entry.path).name)}'"
            error.hint = f"{error.hint}; or {out}" if error.hint else out
        raise


class CorpusReader:
    """Iterate over the text of files, folders, globs, pipes and standard input (``"-"``).

    Parameters
    ----------
    paths
        What the user named, in order.
    options
        How inputs become documents.
    on_bytes
        Called with the number of stored (compressed) bytes each time some were read.
    stdin
        What ``"-"`` reads; None means the standard input of the process.

    Raises
    ------
    InputError, UsageError
        On construction, for a path that cannot be read; before any text is read.
    InputError
        On iteration, with its subclasses DecodingError, TruncatedInputError and FormatError, for
        contents that are not what they should be. No text after the fault is yielded.
    """

    def __init__(
        self,
        paths: Sequence[str],
        options: ReadOptions,
        on_bytes: Callable[[int], None] | None = None,
        stdin: BinaryIO | None = None,
    ) -> None:
        self._options = options
        self._on_bytes = on_bytes
        self._stdin = stdin
        self._entries, self._path_notices = resolve(
            paths, recursive=options.recursive, exclude=options.exclude
        )
        self._tally = Tally()
        self._sources: list[Source] = []
        self._streams_begun = False

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The inputs that the paths stand for, in order."""
        return self._entries

    @property
    def total_bytes(self) -> int | None:
        """Stored bytes of all inputs; None when one is a stream of unknown length."""
        sizes = [entry.size for entry in self._entries]
        return None if None in sizes else sum(size for size in sizes if size is not None)

    @property
    def sources(self) -> tuple[Source, ...]:
        """What each input was, in order; complete once the blocks are exhausted."""
        return tuple(self._sources)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was odd or changed; complete once the blocks are exhausted."""
        return (*self._path_notices, *self._tally.notices())

    @property
    def tally(self) -> Tally:
        """What the notices count; complete once the blocks are exhausted."""
        return self._tally

    def __iter__(self) -> Iterator[Block]:
        """Read the inputs; streams only once, files from the beginning each time."""
        if self._streams_begun:
            raise InputError("standard input or a pipe was already read, and can be read only once")
        self._streams_begun = any(entry.size is None for entry in self._entries)
        self._tally = Tally()
        self._sources = []
        return pack(piece for entry in self._entries for piece in self._pieces(entry))

    def _pieces(self, entry: Entry) -> Iterator[Block]:
        stored = StoredBytes(entry, self._on_bytes, self._stdin)
        opened = Opened(entry, stored, self._options, self._tally)
        documents = 0
        with _way_round(entry):
            for piece in blocks_of(opened):
                documents += piece.starts.size
                yield piece
        self._sources.append(Source(entry.recorded, stored.size, stored.sha256, opened.encoding, documents))
