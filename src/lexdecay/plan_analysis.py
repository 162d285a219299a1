"""The library's front door for planning: horizon, chunks and rotary bases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.map_analysis import chosen_curve, one_estimand, unit_of
from lexdecay.position.bases import Bases, admissible_bases, base_row, usual_rows
from lexdecay.position.chunks import chunking
from lexdecay.position.horizon import horizon, reach
from lexdecay.position.planned import PlanResult
from lexdecay.position.scalings import SCALINGS, scaled
from lexdecay.records import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.analysis import MeasureOptions
    from lexdecay.corpus import CorpusOptions, Progress
    from lexdecay.position.config import ModelConfig
    from lexdecay.records import MeasureResult

# A mean kernel over a million distances takes a quarter of a second for each base that is tried.
LONGEST_CONTEXT = 1 << 20
# The draws of a curve at every distance to this one take 200 MB; no text of a million words reaches it.
LONGEST_REACH = 1 << 16
USUAL_CONTEXT, USUAL_DIMENSION = 8192, 128  # of Llama 3 before it was stretched


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """What is planned for; None takes the model's config.json, else Llama 3's sizes."""

    shares: tuple[float, ...] = (0.5, 0.8, 0.9, 0.95)
    chunks: tuple[int, ...] = (32, 64, 128, 256, 512, 1024)
    overlaps: tuple[float, ...] = (0.0, 0.1, 0.25)
    context: int | None = None
    head_dimension: int | None = None
    base: float | None = None
    seed: int = 0
    config: ModelConfig | None = None


def plan_corpus(
    paths: Sequence[str],
    corpus: CorpusOptions,
    measuring: MeasureOptions,
    options: PlanOptions,
    *,
    progress: Progress | None = None,
) -> PlanResult:
    """Measure a text and plan with it; raises whatever keeps it from being read."""
    from lexdecay.analysis import measure

    one_estimand(measuring)
    return plan_curves(measure(paths, corpus, measuring, progress=progress), options)


def plan_curves(result: MeasureResult | None, options: PlanOptions) -> PlanResult:
    """Plan with a curve that was measured before, or without a text.

    Raises
    ------
    UsageError
        For a curve without mutual information, or one that is usable beyond 65,536.
    """
    curve = chosen_curve(result, "mutual_information") if result else None
    if curve and curve.usable.any() and (last := int(curve.offset[curve.usable][-1])) > LONGEST_REACH:
        raise UsageError(
            f"a horizon is summed over every distance, and {last:,} are too many",
            hint=f"measure less far: --max-offset {LONGEST_REACH}",
        )
    found = reach(curve, options.seed) if curve else None
    bases = _bases(options)
    return PlanResult(
        result.corpus if result else None,
        {**(result.settings if result else {}), **_settings(options, bases)},
        unit_of(result) if result else "tokens",
        curve.estimand if curve else None,
        curve.vocabulary if curve else None,
        found.last if found else None,
        horizon(curve, found, options.shares) if curve and found else None,
        chunking(found, options.chunks, options.overlaps) if found else None,
        bases,
        options.config,
        (*(result.notices if result else ()), *_doubts(result, nothing=curve is not None and found is None)),
    )


def _bases(options: PlanOptions) -> Bases:
    config = options.config
    rotary = config.rotary if config else None
    context = options.context or (config.context if config else None) or USUAL_CONTEXT
    if context > LONGEST_CONTEXT:
        raise UsageError(
            f"bases are judged at every distance, and {context:,} are too many",
            hint=f"--context {LONGEST_CONTEXT}",
        )
    dimension = options.head_dimension or (rotary.dimension if rotary else None) or USUAL_DIMENSION
    own = options.base or (rotary.base if rotary else None)
    rows = usual_rows(dimension, context, own)
    if rotary and rotary.kind != "default" and options.head_dimension in {None, rotary.dimension}:
        name = f"this model ({SCALINGS[rotary.kind].title})"
        rows = [base_row(name, scaled(rotary, context).theta, context, None), *rows]
    return Bases(context, dimension, tuple(rows), admissible_bases(dimension, context))


def _settings(options: PlanOptions, bases: Bases) -> dict[str, str | int | float | bool | None]:
    return {
        "shares": ",".join(f"{share:g}" for share in options.shares),
        "chunks": ",".join(map(str, options.chunks)),
        "overlaps": ",".join(f"{overlap:g}" for overlap in options.overlaps),
        "context": bases.context,
        "head_dimension": bases.dimension,
        "base": options.base,
        "config": options.config.path if options.config else None,
    }


def _doubts(result: MeasureResult | None, *, nothing: bool) -> list[Notice]:
    if not nothing or result is None:
        return []
    said = "no horizon: fewer than two offsets stand out of the noise"
    return [Notice("nothing-usable", said, hint="give more text, or fewer types: --vocabulary 100")]
