"""Bars made of characters, for tables on a terminal."""

from __future__ import annotations

import math

EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """Return a bar of ``share`` (0 to 1) of ``width`` cells; what is positive shows at least a sliver."""
    if not share > 0:
        return ""
    filled = min(share, 1.0) * width
    if ascii_only:
        return "#" * max(1, round(filled))
    whole, eighths = divmod(max(1, round(filled * 8)), 8)
    return "█" * math.floor(whole) + EIGHTHS[eighths].strip()
