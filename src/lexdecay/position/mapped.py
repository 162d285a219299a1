"""The records of a map: an encoding's best parameters for a kernel, and how far off it stays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdecay.position.config import ModelConfig
    from lexdecay.position.kernels import Exponent, Kernel, KernelKind
    from lexdecay.position.rope import Coverage
    from lexdecay.records import Corpus, Floats, Notice


@dataclass(frozen=True, slots=True)
class Setting:
    """What the map is made for: a model's sizes, in tokens where they are lengths."""

    heads: int = 8
    length: float = 2048.0  # context of the model
    head_dimension: int = 128
    width: int = 512  # of the model, for sinusoidal encodings
    base: float = 10_000.0
    buckets: int = 32
    bucket_distance: int = 128
    config: ModelConfig | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an encoding as it comes out; ``value`` is None where nothing was measured."""

    name: str
    symbol: str
    unit: str
    value: float | None
    se: float | None = None
    at_bound: bool = False  # the best value lies at the end of the search: only the shape there is told


@dataclass(frozen=True, slots=True, eq=False)
class Mapped:
    """One encoding beside the kernel; ``bias`` is ln of its kernel with the constant that fits best.

    ``implied`` says whether the parameters follow from the kernel alone ("yes"), a factor is needed that
    only a model's weights can give ("needs weights"), or no head has such parameters ("out of range").
    """

    encoding: str
    title: str
    formula: str
    parameters: tuple[Parameter, ...]
    bias: Floats  # [m], nats
    rms: float  # nats, a mean over ln d
    max_error: float  # nats
    max_at: float  # distance of the largest error
    free: int  # parameters chosen for the kernel, the constant not counted
    implied: str
    heads: tuple[tuple[float, float], ...] = ()  # (slope, share of the average) of every head
    told: tuple[str, ...] = field(default=())  # what a reader must know, in sentences


@dataclass(frozen=True, slots=True, eq=False)
class RotaryView:
    """What a model's rotary encoding does over the kernel's distances, whatever the text."""

    title: str
    dimension: int
    base: float | None  # None where no single base gives the frequencies
    coverage: Coverage
    ripple: float  # rms of g about its trend at the last distance
    values: tuple[tuple[float, float, float | None], ...]  # (distance, g, its logarithmic law)
    factor: float  # on cosine and sine


@dataclass(frozen=True, slots=True, eq=False)
class MapResult:
    """The answer of ``decay map``; ``kernel`` is None where no distance is usable."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    kind: KernelKind
    estimand: str | None  # of the curve, and its K; None where nothing was measured
    vocabulary: int | None
    kernel: Kernel | None
    exponents: tuple[Exponent, ...]
    mapped: tuple[Mapped, ...]
    rotary: RotaryView | None
    config: ModelConfig | None = None
    notices: tuple[Notice, ...] = ()
