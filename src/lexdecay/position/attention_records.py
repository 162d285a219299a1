"""What travels between the parts of attention analysis: maps, their reduction by distance, what was found.

Offsets here are signed, key minus query: -1 is the token before the query. Logits are in nats, the unit of a
softmax; entropies are in bits, as everywhere in the house.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from lexdecay.records import Corpus, Estimate, Flags, Floats, Ints, Notice

Geometry: TypeAlias = Literal["causal", "bidirectional", "cross"]
Side: TypeAlias = Literal["before", "after"]
HeadKind: TypeAlias = Literal["sink", "previous_token", "local", "rising", "flat", "undecided"]
Shape: TypeAlias = Literal["power", "exponential", "undecided"]


@dataclass(frozen=True, slots=True, eq=False)
class HeadMap:
    """The weights of one head on all sequences of one file; every row sums to 1 or is masked whole."""

    layer: int
    head: int
    weights: Floats  # [sequences, queries, keys]
    scores: Floats | None  # the same before the softmax, where the file holds those; -inf where masked
    masked: Flags  # [sequences, queries], rows that attend to nothing
    where: str  # for messages: file, array, head


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Attention maps reduced to offsets, over one set of rows in which every offset exists.

    Rows are kept apart in G contiguous blocks, from which every error comes.
    """

    geometry: Geometry
    queries: int
    keys: int
    sinks: int  # leading keys that are left out of every offset
    layer: Ints  # int64[H]
    head: Ints  # int64[H]
    offset: Ints  # int64[D], key - query, ascending
    rows: Floats  # [G, H], rows that attend to something
    cells: Floats  # [G, H, D], cells outside sink columns
    positive: Floats  # [G, H, D], those whose weight is above 0
    log_sum: Floats  # [G, H, D], sum of ln weight over the positive ones, or of the score
    mass: Floats  # [G, H, D], sum of weight
    sink_mass: Floats  # [G, H], weight on sink columns, summed over rows
    entropy: Floats  # [G, H], bits, of the weights off the sinks, summed over rows
    visible: Floats  # [G, H], log2 of the keys a row sees off the sinks, summed over rows
    every_row_mass: Floats  # [H, D], sum of weight over all rows that have the offset
    every_row_cells: Floats  # [H, D]
    every_row_uniform: Floats  # [H, D], what that sum would be if each row spread evenly
    masked_rows: int


@dataclass(frozen=True, slots=True, eq=False)
class CurveMatch:
    """How the kernel of one head compares with one of a corpus, on their common distances."""

    distance: Ints  # [m]
    rms: float  # nats, once the best constant is taken off
    ratio: Estimate  # slope of the head's logit on the logarithm of the corpus kernel; 1 is the same shape
    rank_correlation: float  # Spearman's, over distances


@dataclass(frozen=True, slots=True, eq=False)
class HeadFound:
    """One head, or the mean of all, on one side of the query."""

    layer: int | None  # None for the mean of all heads
    head: int | None
    side: Side
    kind: HeadKind
    sink_mass: float  # share of the weight on sink columns
    nearest_mass: float  # weight at distance 1
    entropy: float  # bits, off the sinks
    visible: float  # bits a uniform head would have
    distance: Ints  # int64[d], 1..D
    mass: Floats  # [d], mean weight over the common rows
    logit: Floats  # [d], mean ln weight, nats; NaN where it cannot be told
    se: Floats  # [d], of the logit, row normalisers taken out
    usable: Flags  # [d]
    plain: Floats  # [d], mean weight over all rows that have the distance
    plain_uniform: Floats  # [d], the same of uniform attention
    exponent: Estimate | None  # of a power law of distance
    rate: Estimate | None  # of an exponential, nats a token
    rms_power: float | None  # nats
    rms_exponential: float | None
    shape: Shape
    p: float | None  # of no slope
    q: float | None  # the same among all heads, Benjamini-Hochberg
    plain_slope: float | None  # log-log slope of the mean weight over all rows: what is often printed
    plain_null: float | None  # the same of uniform attention
    match: CurveMatch | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Perturbed:
    """What context is worth to the model, beside how much weight lies there."""

    low: Ints  # [m], distances low..high of each row
    high: Ints
    gain: Floats  # [m], nats a token of text by which the loss falls
    se: Floats
    gain_share: Floats  # [m], of all gains
    mass_share: Floats  # [m], of the weight at these distances
    tau: float | None  # Kendall's, of gain and weight a position
    apart: float  # half the sum of |gain share - weight share|
    tokens: int
    agrees: bool


@dataclass(frozen=True, slots=True, eq=False)
class AttnResult:
    """The answer of `decay attn`."""

    corpus: Corpus  # the files, no tokens
    settings: dict[str, str | int | float | bool | None]
    profile: Profile
    heads: tuple[HeadFound, ...]
    mixture: tuple[HeadFound, ...]  # the mean of all heads, a side each
    perturbed: Perturbed | None = None
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class DilutionRow:
    """How thinly attention is spread over ``keys`` of them."""

    keys: int
    entropy: float  # bits
    effective_keys: float
    top: float | None  # weight of the needle, or of the largest
    nearest: float | None  # weight of the nearest w, None where position has no say
    within: dict[str, float] = field(default_factory=dict)  # keys within a gap of the largest logit
    scale: float | None = None  # by which logits would have to grow to undo it
    rows: int | None = None  # of maps
    sink_mass: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Dilution:
    """One source of logits over growing numbers of keys."""

    source: str  # "gap", "sigma", "exponent", "kernel" or "maps"
    value: float | None
    layer: int | None
    head: int | None
    rows: tuple[DilutionRow, ...]
    half_length: (
        float | None
    )  # keys at which the needle keeps half, or the nearest half of their first weight
    growth: float | None  # d entropy / d log2 keys: 1 all dilution, 0 none
    assumption: str  # under which the scale holds


@dataclass(frozen=True, slots=True, eq=False)
class DiluteResult:
    """The answer of `decay dilute`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    dilutions: tuple[Dilution, ...]
    notices: tuple[Notice, ...] = ()
