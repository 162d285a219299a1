"""The library's front door for attention maps: what each head does with distance, beside its nulls."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lexdecay.errors import NotEnoughDataError, UsageError
from lexdecay.records import Corpus, Notice, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.position.attention_records import AttnResult, Geometry, HeadFound, Perturbed, Profile
    from lexdecay.position.heads import CountFrom
    from lexdecay.position.kernels import Kernel
    from lexdecay.position.maps import MapOptions
    from lexdecay.records import MeasureResult, Source


@dataclass(frozen=True, slots=True)
class AttnOptions:
    """How maps are read and reduced; the defaults are those of the command line."""

    attention: Geometry = "causal"
    scores: bool = False
    first_axis: str | None = None
    array: str | None = None
    max_offset: int | None = None
    sinks: int | None = None  # leading keys left out; None: 1 of causal maps, else none
    count_from: CountFrom = "query"


def attn(
    paths: Sequence[str],
    options: AttnOptions | None = None,
    *,
    kernel: Kernel | None = None,
    beside: Sequence[Source] = (),
    perturb: str | None = None,
) -> AttnResult:
    """Say what every head of attention maps, or of profiles made of them, does with distance.

    Parameters
    ----------
    kernel
        Of a corpus, to be compared (`kernel_of`).
    beside
        What the kernel was read from: the last of the inputs.
    perturb
        File of log-probabilities by context length (`heads_compare.read_logprobs`).

    Raises
    ------
    LexdecayError
        Whatever keeps the maps from being read. Maps too small for a slope are a result without heads.
    """
    from lexdecay.position.attention_records import AttnResult
    from lexdecay.position.heads import describe_mixture
    from lexdecay.position.maps import source_of

    chosen = options or AttnOptions()
    if perturb is not None and chosen.count_from != "next":
        raise UsageError(
            "contexts are counted from the predicted token, and so must distances be",
            hint="add --count-from next",
        )
    profile = attention_profile(paths, chosen)
    read = (*paths, *([perturb] if perturb is not None else []))
    corpus = Corpus((*map(source_of, read), *beside), {}, len(paths), 0, 0)
    settings = _settings(profile, chosen, kernel)
    if profile.offset.size == 0:
        return AttnResult(corpus, settings, profile, (), (), notices=(_too_small(profile),))
    mixture = tuple(_matched(profile, describe_mixture(profile, chosen.count_from), kernel, chosen))
    helps = None if perturb is None else _perturbed(mixture[0], perturb)
    return AttnResult(
        corpus,
        settings,
        profile,
        tuple(_matched(profile, _heads(profile, chosen), kernel, chosen)),
        mixture,
        helps,
        (*_doubts(profile, mixture, helps), *_counting_doubts(profile, chosen, kernel)),
    )


def attention_profile(paths: Sequence[str], options: AttnOptions) -> Profile:
    """Reduce maps to a profile, or read profiles; several files are further sequences of the same heads."""
    from lexdecay.position.attention import merged

    return merged([_profile(path, options) for path in paths])


def _profile(path: str, options: AttnOptions) -> Profile:
    from lexdecay.position.attention import empty_profile, frame, profile
    from lexdecay.position.maps import head_maps
    from lexdecay.position.maps_profile import is_profile, read_profile

    if is_profile(path):
        _refuse_settings(path, options)
        return read_profile(path)
    maps = head_maps(path, _reading(options))
    first = next(maps)
    sinks = options.sinks if options.sinks is not None else int(options.attention == "causal")
    queries, keys = first.weights.shape[1:]
    at = frame(options.attention, queries, keys, max_offset=options.max_offset, sinks=sinks)
    if at is None:
        return empty_profile(options.attention, queries, keys, sinks)
    return profile(itertools.chain([first], maps), at)


def _refuse_settings(path: str, options: AttnOptions) -> None:
    """Refuse what could only have been chosen when a profile was made."""
    chosen = {
        "--scores": options.scores,
        "--first-axis": options.first_axis,
        "--array": options.array,
        "--max-offset": options.max_offset,
        "--sinks": options.sinks is not None,
    }
    given = [name for name, value in chosen.items() if value]
    if given:
        raise UsageError(
            f"{', '.join(given)} cannot change {path}, a profile made before",
            hint=f"make it again: decay attn MAPS {given[0]} ... --save-profile FILE",
        )


def _reading(options: AttnOptions) -> MapOptions:
    from lexdecay.position.maps import MapOptions

    return MapOptions(options.attention, options.scores, options.first_axis, options.array)


def kernel_of(measured: MeasureResult, name: str) -> Kernel:
    """Return the kernel ``name`` of a measured curve.

    Raises
    ------
    NotEnoughDataError
        For a curve without two usable offsets.
    UsageError
        For a curve of another measure.
    """
    from lexdecay.map_analysis import unit_of
    from lexdecay.position.kernels import KERNELS

    kind = KERNELS[name]
    curve = next((curve for curve in measured.curves if curve.measure == kind.measure), None)
    what = kind.measure.replace("_", " ")
    hint = f"measure more text, or try --kernel {'corr' if name == 'direct' else 'direct'}"
    if curve is None and measured.curves:
        raise UsageError(f"the kernel '{name}' is made of {what}, and the curve holds none", hint=hint)
    kernel = kind.build(curve, unit_of(measured)) if curve else None
    if kernel is None or kernel.distance.size < 2:
        said = "fewer than two offsets of the curve stand out of the noise"
        raise NotEnoughDataError(f"the kernel '{name}' is made of {what}, and {said}", hint=hint)
    return kernel


def _heads(profile: Profile, options: AttnOptions) -> list[HeadFound]:
    import numpy as np

    from lexdecay.measure.association import false_discovery
    from lexdecay.position.heads import describe_heads, named

    found = describe_heads(profile, options.count_from)
    p = np.array([1.0 if one.p is None else one.p for one in found])
    return named(found, false_discovery(p))


def _matched(
    profile: Profile, found: Sequence[HeadFound], kernel: Kernel | None, options: AttnOptions
) -> list[HeadFound]:
    from lexdecay.position.heads import mixed_sums, side_sums, sides
    from lexdecay.position.heads_compare import match_kernel

    if kernel is None:
        return list(found)
    each = len(sides(profile))
    matched = []
    for at, one in enumerate(found):
        mixed = one.layer is None
        sums = (
            mixed_sums(profile, one.side, options.count_from)
            if mixed
            else side_sums(profile, at // each, one.side, options.count_from)
        )
        matched.append(replace(one, match=match_kernel(one, sums, kernel)))
    return matched


def _perturbed(mixture: HeadFound, path: str) -> Perturbed:
    from lexdecay.position.heads_compare import perturbed, read_logprobs

    return perturbed(*read_logprobs(path), mixture.distance, mixture.mass)


def _settings(
    profile: Profile, options: AttnOptions, kernel: Kernel | None
) -> dict[str, str | int | float | bool | None]:
    return {
        "attention": profile.geometry,
        "scores": options.scores,
        "first_axis": options.first_axis,
        "array": options.array,
        "max_offset": int(abs(profile.offset).max()) if profile.offset.size else options.max_offset,
        "sinks": profile.sinks,
        "count_from": options.count_from,
        "kernel": kernel.name if kernel is not None else None,
    }


def _too_small(profile: Profile) -> Notice:
    said = f"{profile.queries} queries on {profile.keys} keys are too few for a slope over distance"
    return Notice("too-little-data", said, hint="give maps of longer sequences, or a smaller --max-offset")


def _counting_doubts(profile: Profile, options: AttnOptions, kernel: Kernel | None) -> tuple[Notice, ...]:
    if kernel is None or profile.geometry != "causal" or options.count_from == "next":
        return ()
    said = "offsets of a corpus are those from the predicted token, and distances here are from the query"
    return (Notice("counted-from-query", said, hint="add --count-from next"),)


def _doubts(profile: Profile, mixture: Sequence[HeadFound], beside: Perturbed | None) -> list[Notice]:
    found = []
    if profile.masked_rows:
        rows = counted(profile.masked_rows, "row attends", "rows attend")
        said = f"{rows} to nothing and {'was' if profile.masked_rows == 1 else 'were'} left out"
        found.append(Notice("masked-rows", said, hint="padding, probably"))
    zeros = 1 - profile.positive.sum((0, 1)) / profile.cells.sum((0, 1)).clip(1)
    if (zeros > 0.01).any():
        held = f"{int((zeros > 0.01).sum())} of {zeros.size} offsets"
        said = f"weights are 0 in more than 1 % of the cells at {held}"
        found.append(Notice("zero-weights", said, hint="give logits, --scores, or weights in float32"))
    if len(profile.rows) < 3 or not mixture[0].usable.any():
        said = f"{counted(int(profile.rows[:, 0].sum()), 'row is', 'rows are')} too few for intervals"
        found.append(Notice("few-rows", said, hint="give more or longer sequences"))
    if beside is not None and not beside.agrees:
        said = "where weight lies and where context helps are not the same distances"
        found.append(Notice("attention-disagrees", said, hint="trust the log-probabilities"))
    return found
