"""Where a stream of UTF-8 may be cut: at white space, so that a tokenizer sees whole words.

The rule depends on the text alone, never on how a pipe delivered it: from the last cut look
``SEGMENT_BYTES`` ahead; cut after the last line end there, else after the last space or tab, else after
the last other white space. Text that fills the whole window without white space (a book on one line in
a script that writes none) is cut after the last full stop of that script in the window's second half,
else before the last character that cannot combine with the one before it. Only this last rule can
halve a word; its cuts are counted and reported, and a block never joins the two sides. A tokenizer
with rules that span a lone space can see a cut only where a mebibyte holds no line end.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SEGMENT_BYTES = 1 << 20  # memory per input is a few of these; no natural word comes near
_TAIL_BYTES = 1 << 12  # how far back to look for a safe character; combining runs are far shorter

# Every character of str.isspace() but space, tab and the line ends; searched only where those are missing.
_OTHER_WHITE_SPACE = tuple(
    character.encode()
    for character in "\u3000\u00a0\v\f\x1c\x1d\x1e\x1f\x85\u1680\u2028\u2029\u202f\u205f"
    + "".join(map(chr, range(0x2000, 0x200B)))
)
_FULL_STOPS = tuple(character.encode() for character in "。！？")


def last_line_end(data: bytes) -> int:
    """Return the offset after the last line end, 0 without one; a final CR is none (LF may follow)."""
    return max(data.rfind(b"\n"), data.rfind(b"\r", 0, len(data) - 1)) + 1


def segments(
    chunks: Iterable[bytes], on_long_run: Callable[[], None], size: int = SEGMENT_BYTES
) -> Iterator[bytes]:
    """Yield the stream again, cut as the module says.

    ``on_long_run`` is called at each cut that is not at white space.
    """
    parts: list[bytes] = []
    total = 0
    for chunk in chunks:
        parts.append(chunk)
        total += len(chunk)
        if total <= size:
            continue
        held = b"".join(parts)
        while len(held) > size:
            cut = _cut(held[:size], on_long_run)
            yield held[:cut]
            held = held[cut:]
        parts, total = [held], len(held)
    if any(parts):
        yield b"".join(parts)


def whole_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the stream again, cut after line ends only, however long a line is."""
    held: list[bytes] = []
    for chunk in chunks:
        cut = last_line_end(chunk)
        if cut:
            yield b"".join([*held, chunk[:cut]])
            held.clear()
        held.append(chunk[cut:])
    if any(held):
        yield b"".join(held)


def _cut(window: bytes, on_long_run: Callable[[], None]) -> int:
    cut = last_line_end(window) or _last_white_space(window)
    if not cut:
        on_long_run()
        cut = _cut_run(window)
    return cut


def _last_white_space(window: bytes) -> int:
    blank = max(window.rfind(b" "), window.rfind(b"\t")) + 1
    return blank or max(
        (window.rfind(space) + len(space) for space in _OTHER_WHITE_SPACE if space in window), default=0
    )


def _cut_run(window: bytes) -> int:
    ends = (window.rfind(stop, len(window) // 2) + len(stop) for stop in _FULL_STOPS)
    cut = max(ends)
    return cut if cut > len(window) // 2 else _safe_cut(window)


def _safe_cut(window: bytes) -> int:
    """Return the offset of the last character that NFC joins to nothing before it, else of the last one."""
    edge = len(window) - 1
    while edge > 1 and window[edge] & 0xC0 == 0x80:  # a continuation byte
        edge -= 1
    begin = max(1, edge - _TAIL_BYTES)
    while begin < edge and window[begin] & 0xC0 == 0x80:
        begin += 1
    tail = window[begin:edge].decode("utf-8", "replace")
    last = max((i for i, character in enumerate(tail) if starts_anew(character)), default=None)
    return edge if last is None else begin + len(tail[:last].encode())


def starts_anew(character: str) -> bool:
    """Whether NFC never joins ``character`` to what stands before it: no mark, no conjoining letter."""
    # Hangul vowels and final consonants, and the one other script whose vowel letters compose
    conjoining = "\u1160" <= character <= "\u11ff" or "\U00016d40" <= character <= "\U00016d7f"
    return unicodedata.category(character)[0] != "M" and not conjoining
