"""The record of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdecay.position.bases import Bases
    from lexdecay.position.chunks import Chunking
    from lexdecay.position.config import ModelConfig
    from lexdecay.position.horizon import Horizon
    from lexdecay.records import Corpus, Notice


@dataclass(frozen=True, slots=True, eq=False)
class PlanResult:
    """The answer of ``decay plan``.

    ``corpus`` is None for a plan without a text; ``horizon`` and ``chunking`` are None where no distance is
    usable, ``last`` is the last usable offset.
    """

    corpus: Corpus | None
    settings: dict[str, str | int | float | bool | None]
    unit: str  # what a distance of the text counts
    estimand: str | None
    vocabulary: int | None
    last: int | None
    horizon: Horizon | None
    chunking: Chunking | None
    bases: Bases
    config: ModelConfig | None
    notices: tuple[Notice, ...] = ()
