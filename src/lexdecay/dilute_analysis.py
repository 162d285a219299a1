"""The library's front door for dilution: how a softmax thins out as keys are added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.records import Corpus, Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.position.attention_records import DiluteResult, Dilution
    from lexdecay.position.kernels import Kernel
    from lexdecay.position.maps import MapOptions
    from lexdecay.records import Source

LENGTHS = (1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072)
NEAREST = 64  # keys whose weight is told apart by default


@dataclass(frozen=True, slots=True)
class DiluteOptions:
    """What attends, and to how many keys."""

    gaps: tuple[float, ...] = ()
    sigmas: tuple[float, ...] = ()
    exponents: tuple[float, ...] = ()
    lengths: tuple[int, ...] = LENGTHS
    nearest: int = NEAREST
    seed: int = 0


def dilute(
    paths: Sequence[str],
    options: DiluteOptions | None = None,
    reading: MapOptions | None = None,
    *,
    sinks: int | None = None,
    kernels: Sequence[Kernel] = (),
    beside: Sequence[Source] = (),
) -> DiluteResult:
    """Tabulate entropy, effective keys and the weight of what matters by number of keys.

    Parameters
    ----------
    beside
        What the kernels were read from: the last of the inputs.

    Raises
    ------
    UsageError
        For nothing to look at.
    LexdecayError
        Whatever keeps maps from being read.
    """
    from lexdecay.position.attention_records import DiluteResult
    from lexdecay.position.dilution import kernel_bias
    from lexdecay.position.maps import source_of

    chosen = options or DiluteOptions()
    if not (paths or kernels or chosen.gaps or chosen.sigmas or chosen.exponents):
        raise UsageError(
            "nothing attends", hint="give maps, or --curve book.txt, --gap 8, --sigma 2 or --exponent 1"
        )
    dilutions = _closed_forms(chosen)
    dilutions += [kernel_bias(kernel, chosen.lengths, chosen.nearest) for kernel in kernels]
    for path in paths:
        dilutions += _maps(path, chosen, reading, sinks)
    notices = () if all(one.rows for one in dilutions) and dilutions else (_nothing(),)
    corpus = Corpus((*map(source_of, paths), *beside), {}, len(paths), 0, 0)
    settings: dict[str, str | int | float | bool | None] = {"nearest": chosen.nearest, "seed": chosen.seed}
    return DiluteResult(corpus, settings, tuple(one for one in dilutions if one.rows), notices)


def _closed_forms(options: DiluteOptions) -> list[Dilution]:
    from lexdecay.position.dilution import bias, needle, noise

    return [
        *(needle(gap, options.lengths) for gap in options.gaps),
        *(noise(sigma, options.lengths, options.seed) for sigma in options.sigmas),
        *(bias(exponent, options.lengths, options.nearest) for exponent in options.exponents),
    ]


def _maps(path: str, options: DiluteOptions, reading: MapOptions | None, sinks: int | None) -> list[Dilution]:
    from lexdecay.position.dilution_maps import map_dilution
    from lexdecay.position.maps import MapOptions, head_maps
    from lexdecay.position.maps_profile import is_profile

    if is_profile(path):
        raise UsageError(
            f"{path} is a profile, in which the rows of each length are no longer apart",
            hint="give the maps themselves to decay dilute",
        )
    chosen = reading or MapOptions()
    leading = sinks if sinks is not None else int(chosen.geometry == "causal")
    return map_dilution(head_maps(path, chosen), chosen.geometry, leading, options.nearest)


def _nothing() -> Notice:
    said = "maps of so few queries or keys show no dilution"
    return Notice("too-little-data", said, hint="give maps of longer sequences")
