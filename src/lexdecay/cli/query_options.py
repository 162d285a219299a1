"""Kinds of options that the verbs about words share: offsets, and how many lines are listed."""

from __future__ import annotations

import re
from typing import Any

import click

MOST_OFFSETS = 1000  # listed; a range of more is a slip of the finger
LONGEST = 12  # characters of one offset or range: more digits than any text has words


class OffsetList(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on only
    """Offsets such as ``1,2,9,-1`` or ``1..9``; a range across 0 leaves it out."""

    name = "offsets"
    _form = re.compile(r"([+-]?\d+)(?:\.\.([+-]?\d+))?")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the offsets in the order given, each once; fails with an example on anything else."""
        if isinstance(value, tuple):
            return value
        found: list[int] = []
        for part in str(value).split(","):
            match = self._form.fullmatch(part.strip())
            if not match or len(match[0]) > LONGEST:
                self.fail(f"'{part}' is no offset; write 1,2,9 or 1..9 or -3..3", param, ctx)
            first, last = int(match[1]), int(match[2] or match[1])
            if not 0 <= last - first < MOST_OFFSETS:
                self.fail(f"'{part}' is no range of at most {MOST_OFFSETS:,} offsets, as 1..9 is", param, ctx)
            found += range(first, last + 1) if first == last else [d for d in range(first, last + 1) if d]
        return tuple(dict.fromkeys(found))


class HowMany(click.ParamType):  # type: ignore[type-arg]  # as above
    """A number of lines, or ``all``, which is None."""

    name = "N|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """Return the number or None; fails on anything else."""
        text = str(value)
        if text == "all":
            return None
        if not (text.isascii() and text.isdigit() and int(text) > 0):
            self.fail(f"'{text}' is neither a number, such as 20, nor 'all'", param, ctx)
        return int(text)
