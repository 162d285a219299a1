"""How wide tables become: a page leaves columns out before one of its numbers loses a digit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP = 2  # cells between the columns of a plain table


def widest(texts: Iterable[str]) -> int:
    """Return the terminal cells of the widest text."""
    from rich.cells import cell_len

    return max(map(cell_len, texts), default=0)


def columns_width(widths: Sequence[int]) -> int:
    """Return the terminal cells of a plain table with columns of these widths."""
    return sum(widths) + GAP * max(len(widths) - 1, 0)


def divided(first: int, second: int, room: int) -> tuple[int, int]:
    """Return what two texts of these widths get of ``room``: half each, and what the other spares."""
    if first + second <= room:
        return first, second
    half = room // 2
    if first <= half:
        return first, room - first
    return (room - second, second) if second <= half else (room - half, half)
