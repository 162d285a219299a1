"""The library's front door for position encodings: a measured curve and the parameters that represent it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.corpus import Counter
from lexdecay.errors import UsageError
from lexdecay.position.encodings import ENCODINGS
from lexdecay.position.kernels import KERNELS, exponent, in_tokens, strong_until
from lexdecay.position.mapped import MapResult, Setting
from lexdecay.position.rotating import rotary_view
from lexdecay.records import MeasureResult, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.analysis import MeasureOptions
    from lexdecay.corpus import CorpusOptions, Progress, Settings
    from lexdecay.position.config import ModelConfig
    from lexdecay.position.kernels import Exponent, Kernel, KernelKind
    from lexdecay.records import Corpus, Curve, TokenStream

# Where English phrases end and where its sentences do: a curve of text bends at both, so one exponent over
# all distances describes none of the three parts.
PARTS = (1.0, 8.0, 64.0, float("inf"))
UNITS = {"char": "characters", "pos": "words", "lemma": "words"}


@dataclass(frozen=True, slots=True)
class MapOptions:
    """What is mapped to what; None takes the model's config.json, else the default of ``Setting``."""

    encodings: tuple[str, ...] = ()  # empty: all
    kernel: str = "corr"
    heads: int | None = None
    length: int | None = None
    head_dimension: int | None = None
    base: float | None = None
    tokens_per_unit: float | None = None
    count_from: str = "next"  # the predicted token, one after the query; or the query itself
    config: ModelConfig | None = None


def checked(options: MapOptions) -> MapOptions:
    """Return the options; raises UnknownNameError for an encoding that does not exist, before any work."""
    for name in options.encodings:
        _ = ENCODINGS[name]
    return options


def map_corpus(
    paths: Sequence[str],
    corpus: CorpusOptions,
    measuring: MeasureOptions,
    options: MapOptions,
    *,
    progress: Progress | None = None,
) -> MapResult:
    """Measure a text and map its kernel; raises whatever keeps it from being read."""
    measured = measured_for(options.kernel, paths, corpus, measuring, progress=progress)
    return map_curves(measured, options, progress=progress)


def measured_for(
    kernel: str,
    paths: Sequence[str],
    corpus: CorpusOptions,
    measuring: MeasureOptions,
    *,
    progress: Progress | None = None,
) -> MeasureResult:
    """Measure what a kernel is made of; raises whatever keeps the text from being read."""
    from lexdecay.analysis import LEAST_TOKENS, measure_loaded
    from lexdecay.corpus import load_corpus

    kind = KERNELS[kernel]
    one_estimand(measuring, "total" if kind.measure == "recurrence" else None)
    described, stream = load_corpus(paths, corpus, progress=progress)
    if kind.measure == "recurrence" and len(stream) >= LEAST_TOKENS:
        return _every_offset(described, stream, measuring)
    return measure_loaded(described, stream, measuring, halves=False, progress=progress)


def one_estimand(measuring: MeasureOptions, only: str | None = None) -> None:
    """Raise UsageError for two estimands at once, and for another than ``only``."""
    asked = measuring.estimand
    if asked == "both":
        raise UsageError("one curve is taken, and --estimand both measures two", hint="--estimand total")
    if only is not None and asked != only:
        raise UsageError(f"recurrence is measured in {only} only, not {asked}", hint=f"--estimand {only}")


def _every_offset(described: Corpus, stream: TokenStream, options: MeasureOptions) -> MeasureResult:
    """Recurrence at every offset without a gap, as solving for direct links needs it."""
    from lexdecay.engine import curves as engine
    from lexdecay.engine.controls import controlled

    stream = controlled(stream, options.control, options.seed)
    types = len(stream.vocabulary)
    farthest = min(options.max_offset, len(stream) - 1)
    ready = engine.measuring(
        stream, vocabulary=types, max_offset=farthest, seed=options.seed, jobs=options.jobs
    )
    every = np.arange(1, int(ready.offsets[-1]) + 1)
    settings: Settings = {
        "max_offset": options.max_offset,
        "vocabulary": types,
        "estimand": "total",
        "control": options.control,
        "seed": options.seed,
    }
    return MeasureResult(described, settings, (engine.recurrence(replace(ready, offsets=every)),))


def map_curves(result: MeasureResult, options: MapOptions, *, progress: Progress | None = None) -> MapResult:
    """Map a curve that was measured before.

    Raises
    ------
    UnknownNameError
        For an encoding or a kernel that does not exist.
    UsageError
        For a curve that does not hold the measure the kernel is made of.
    """
    kind = KERNELS[options.kernel]
    chosen = [ENCODINGS[name] for name in options.encodings or ENCODINGS]
    setting = setting_of(options)
    curve = chosen_curve(result, kind.measure)
    kernel = _kernel(curve, kind, options, unit_of(result)) if curve else None
    steps = Counter("mapping", progress, len(chosen))
    found = []
    for encoding in chosen if kernel else ():
        found += encoding.fit(kernel, setting) if kernel else []
        steps.add()
    return MapResult(
        result.corpus,
        {**result.settings, **_settings(options, setting)},
        kind,
        curve.estimand if curve else None,
        curve.vocabulary if curve else None,
        kernel,
        _exponents(kernel),
        tuple(found),
        rotary_view(kernel, setting) if kernel and any(m.encoding == "rope" for m in found) else None,
        options.config,
        (*result.notices, *_doubts(curve, kernel, kind, options, setting, result)),
    )


def setting_of(options: MapOptions) -> Setting:
    """Return a model's sizes: as asked for, else as config.json says, else the usual ones."""
    plain, config = Setting(), options.config
    rotary = config.rotary if config else None
    dimension = rotary.dimension if rotary else config.head_dimension if config else None
    return Setting(
        heads=options.heads or (config and config.heads) or plain.heads,
        length=options.length or (config and config.context) or plain.length,
        head_dimension=options.head_dimension or dimension or plain.head_dimension,
        width=(config and config.width) or plain.width,
        base=options.base or (rotary and rotary.base) or plain.base,
        buckets=(config and config.buckets) or plain.buckets,
        bucket_distance=(config and config.bucket_distance) or plain.bucket_distance,
        config=config,
    )


def chosen_curve(result: MeasureResult, measure: str) -> Curve | None:
    """Return the curve of ``measure``, None when nothing was measured; raises UsageError when it lacks."""
    found = next((curve for curve in result.curves if curve.measure == measure), None)
    if found is None and (result.curves or not result.notices):  # too little text leaves a notice
        raise UsageError(
            f"the curve holds no {measure.replace('_', ' ')}",
            hint="measure it again: decay measure CORPUS --json -o curve.json",
        )
    return found


def unit_of(result: MeasureResult) -> str:
    """Return what an offset of a curve counts."""
    return UNITS.get(str(result.corpus.settings.get("unit")), "words")


def _kernel(curve: Curve, kind: KernelKind, options: MapOptions, unit: str) -> Kernel | None:
    kernel = kind.build(curve, unit)
    if kernel.distance.size < 2:
        return None
    scaled = in_tokens(kernel, options.tokens_per_unit) if options.tokens_per_unit else kernel
    # A distance of less than a token (a unit holds less than one) is none.
    return replace(scaled, shift=min(1.0, scaled.low) if options.count_from == "next" else 0.0)


def _exponents(kernel: Kernel | None) -> tuple[Exponent, ...]:
    if kernel is None:
        return ()
    spans = [(kernel.low, kernel.high), *pairwise(PARTS)]
    found = [exponent(kernel, low, high) for low, high in spans]
    return tuple(one for one in found if one is not None)


def _settings(options: MapOptions, setting: Setting) -> Settings:
    return {
        "kernel": options.kernel,
        "encodings": ",".join(options.encodings or ENCODINGS),
        "heads": setting.heads,
        "length": setting.length,
        "head_dimension": setting.head_dimension,
        "width": setting.width,
        "base": setting.base,
        "tokens_per_unit": options.tokens_per_unit,
        "count_from": options.count_from,
        "config": options.config.path if options.config else None,
    }


def _doubts(
    curve: Curve | None,
    kernel: Kernel | None,
    kind: KernelKind,
    options: MapOptions,
    setting: Setting,
    result: MeasureResult,
) -> list[Notice]:
    if curve is None:
        return []
    if kernel is None:
        said = f"no kernel: {int(curve.usable.sum())} of {curve.offset.size} offsets stand out of the noise"
        return [Notice("nothing-usable", said, hint="give more text, or another --kernel")]
    unit = unit_of(result)
    doubts = []
    if options.tokens_per_unit is None:
        said = f"distances count {unit}, a model counts its own tokens"
        doubts.append(Notice("unit", said, hint="--tokens-per-unit F, tokens of your model for each of them"))
    if setting.length > kernel.high:
        ends = f"{kernel.high:,.0f} {kernel.unit}"
        said = f"the kernel ends at {ends}: nothing is known from there to {setting.length:,.0f}"
        doubts.append(Notice("range", said))
    strong = strong_until(curve) if kind.name == "corr" else None
    if strong:
        said = f"dependence is not weak up to offset {strong}: sqrt(2 I) is too large for a correlation there"
        doubts.append(Notice("strong", said))
    if kind.name == "direct":
        doubts += _direct_doubts(curve)
    return doubts


def _direct_doubts(curve: Curve) -> list[Notice]:
    from lexdecay.position.yule_walker import unbroken

    doubts = []
    order = unbroken(curve)
    if order < curve.offset.size:
        said = f"the curve has every offset up to {order} only, and direct links are told no farther"
        doubts.append(Notice("order", said, hint="give the text or its store in place of the curve"))
    early = int(np.sum(curve.value[: min(order, 16)] < 0))
    if early:
        said = f"at {early} of the first {min(order, 16)} offsets words avoid repeating; no kernel shows that"
        doubts.append(Notice("repelling", said))
    return doubts
