"""Text -> dependency trees, parsed over processes batch by batch: memory holds arrays, not documents."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.engine.processes import process_map
from lexdecay.tokens.parser import parse, text_batches
from lexdecay.word_records import Trees

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lexdecay.records import TextBlock
    from lexdecay.tokens.parser import Parsed

AHEAD = 4  # batches a process that wait for it: enough to keep it busy, few enough to hold


def parsed_trees(blocks: Iterable[TextBlock], model: str, jobs: int) -> Trees:
    """Parse text with a spaCy model; the same trees for any ``jobs``."""
    batches = text_batches(blocks)
    parts: list[Parsed] = []
    forms: set[str] = set()
    with process_map(jobs) as mapped:
        while window := list(islice(batches, AHEAD * jobs)):
            for part in mapped(partial(parse, model), window):
                forms |= part.forms
                parts.append(part)
    before = np.cumsum([0, *(part.head.size for part in parts)])
    nothing = np.empty(0, np.int64)
    return Trees(
        np.concatenate([nothing, *(part.head for part in parts)]),
        np.concatenate([np.empty(0, np.bool_), *(part.punctuation for part in parts)]),
        np.concatenate([nothing, *(part.starts + first for part, first in zip(parts, before, strict=False))]),
        len(forms),
    )
