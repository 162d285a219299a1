"""One input on its way: stored bytes, then decompressed, then UTF-8; what a format reads from."""

from __future__ import annotations

import itertools
from pathlib import PurePath
from typing import TYPE_CHECKING

from lexdecay.read.aozora import has_marks
from lexdecay.read.clean import Cleaner
from lexdecay.read.compression import CODECS, MAGIC_BYTES, codec_of, decompress, refuse_stump
from lexdecay.read.edits import edits_for
from lexdecay.read.encoding import Place, to_utf8
from lexdecay.read.gutenberg import has_header
from lexdecay.read.options import DETECT, canonical_encoding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lexdecay.read.compression import Codec
    from lexdecay.read.edits import Edits
    from lexdecay.read.encoding import Utf8Stream
    from lexdecay.read.options import ReadOptions
    from lexdecay.read.paths import Entry
    from lexdecay.read.tally import Tally

HEAD_BYTES = 1 << 16  # enough to tell formats apart and to see a NUL pattern


class Opened:
    """The decompressed bytes of one input with its name, options and tally.

    ``head`` is the beginning of ``chunks``, which can be read once; ``name`` is the file name without
    the suffix of its compression; ``encoding`` is known once the chunks of ``text`` have been read.
    """

    def __init__(self, entry: Entry, stored: Iterable[bytes], options: ReadOptions, tally: Tally) -> None:
        self.options = options
        self.tally = tally
        self.encoding = "binary"
        magic, stored = peek(stored, MAGIC_BYTES)
        codec = codec_of(magic)
        self.place = Place(entry.shown, compressed=codec is not None)
        if codec is not None:
            stored = decompress(stored, codec, entry.shown)
        self.head, self.chunks = peek(stored, HEAD_BYTES)
        self.name, promised = _split_name(entry.path)
        if promised not in {None, codec}:
            refuse_stump(magic, promised, entry.shown)
            tally.add("suffix_disagrees", 1, entry.shown)
        # where another program can read the same bytes
        self.local_path = entry.path if codec is None and entry.size is not None else None
        self.cleaner = Cleaner(tally, entry.shown, normalize=options.normalize)

    def text(self, said: str | None = None) -> Utf8Stream:
        """Return the input as UTF-8, and remember which encoding it is stored in.

        ``said`` is what the input says of itself; an option that names an encoding comes first.
        """
        stream = to_utf8(self.place, self.options.encoding or said, self.head, self.chunks, self._detected)
        self.encoding = stream.encoding
        declared = self.options.encoding
        if (
            stream.has_mark
            and declared not in {None, DETECT}
            and not _same_family(stream.encoding, str(declared))
        ):
            self.tally.add("bom_overrides_encoding", 1, self.place.shown)
        return stream

    def edits(self) -> Edits | None:
        """Return new edits for one text of this input, None when none are asked for."""
        return edits_for(self.options, self.tally, self.place.shown)

    def note_frames(self, head: bytes) -> None:
        """Note what stands around the text that begins with ``head`` and is about to be counted."""
        stripped = self.options.strip
        if "gutenberg" not in stripped and has_header(head):
            self.tally.add("gutenberg_header", 1, self.place.shown)
        if "aozora" not in stripped and has_marks(head.decode("utf-8", "replace")):
            self.tally.add("aozora_marks", 1, self.place.shown)

    def _detected(self, encoding: str) -> None:
        self.encoding = encoding
        if encoding != "utf-8":
            self.tally.add("encoding_detected", 1, self.place.shown, encoding)


def peek(chunks: Iterable[bytes], size: int) -> tuple[bytes, Iterator[bytes]]:
    """Return the first ``size`` bytes, fewer at the end, and the whole stream again."""
    rest = iter(chunks)
    taken: list[bytes] = []
    total = 0
    while total < size and (chunk := next(rest, None)) is not None:
        taken.append(chunk)
        total += len(chunk)
    return b"".join(taken)[:size], itertools.chain(taken, rest)


def _same_family(found: str, declared: str) -> bool:
    """Whether a mark's encoding is the declared one, which may leave the byte order open."""
    return found.startswith(canonical_encoding(declared).removesuffix("-sig"))


def _split_name(path: str) -> tuple[str, Codec | None]:
    """Return the lower-case file name without a compression's suffix, and that compression."""
    name = PurePath(path).name.lower()
    for codec in CODECS:
        for suffix in codec.suffixes:
            if name.endswith(suffix):
                return name.removesuffix(suffix), codec
    return name, None
