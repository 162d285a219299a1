"""One word of the reports and what it means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One word of the reports."""

    name: str
    meaning: str
    formula: str = ""
    source: str = ""
    aliases: tuple[str, ...] = ()
