"""The vocabulary of the house: the values that travel from room to room.

All are frozen; arrays inside them are never written to by a receiver. Equality is identity
(``eq=False``) because array comparison has no single truth value. Units stand at each field;
everything informational is in bits, distances are in word positions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Ids: TypeAlias = npt.NDArray[np.uint32]
Flags: TypeAlias = npt.NDArray[np.bool_]
Tags: TypeAlias = npt.NDArray[np.uint8]
Symbols: TypeAlias = npt.NDArray[np.unsignedinteger]  # uint16 or uint32
Block: TypeAlias = "TextBlock | TokenBlock"

Answer: TypeAlias = Literal["power_law", "exponential", "mixed", "undecided", "no_dependence"]
FitStatus: TypeAlias = Literal["ok", "at_bound", "no_convergence", "too_few_points"]
Estimand: TypeAlias = Literal["total", "within_document"]


@dataclass(frozen=True, slots=True)
class Notice:
    """A doubt or a hint that belongs to a result; shown on stderr and kept in JSON (`warnings`)."""

    code: str
    message: str
    hint: str | None = None


def counted(number: int, one: str, many: str) -> str:
    """Return a number with the words that agree with it: ``1 input begins``, ``2,000 inputs begin``."""
    return f"{number:,} {one if number == 1 else many}"


# ---- read -> tokens

# Universal Dependencies' parts of speech, and the sign of CoNLL-U for a token that has none.
UNIVERSAL_TAGS = (
    *("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT"),
    *("SCONJ", "SYM", "VERB", "X", "_"),
)
NO_TAG = UNIVERSAL_TAGS.index("_")


@dataclass(frozen=True, slots=True, eq=False)
class TextBlock:
    """A stretch of NFC text in UTF-8, cut at white space, and where documents begin in it.

    ``starts`` holds the byte offsets into ``data`` at which a new document begins, ascending; a block
    whose first start is not 0 begins with the continuation of the previous block's last document.
    Two starts may coincide (an empty document). Blocks are about a megabyte, whatever the file; a run
    of text that fills a mebibyte without white space is cut inside, and a notice says so.
    """

    data: bytes
    starts: Ints


@dataclass(frozen=True, slots=True, eq=False)
class TokenBlock:
    """A stretch of text that came as tokens, with whole sentences only.

    ``starts`` holds the indices of the tokens at which a document begins; a block whose first start is
    not 0 begins with the continuation of the previous block's last document.
    """

    words: tuple[str, ...]
    starts: Ints
    sentences: Ints | None  # index of the first token of each sentence, None where they are not marked
    tags: Tags  # indices into UNIVERSAL_TAGS
    lemmas: tuple[str, ...]  # "" where a token has none
    format: str  # what it was read from: "conllu"
    rule: str | None = None  # which of the words of that format: "surface" or "syntactic"


@dataclass(frozen=True, slots=True)
class Source:
    """What one input was: for the manifest of a store and the `inputs` of every result."""

    path: str
    bytes: int
    sha256: str
    encoding: str
    documents: int
    tokens: int | None = None  # known once the text is tokenised


# ---- tokens -> count, measure, zipf


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """Types and their counts, commonest first; ties in code-point order. A word's id is its index."""

    words: tuple[str, ...]
    counts: Ints  # int64[V], occurrences

    def __len__(self) -> int:
        return len(self.words)


@dataclass(frozen=True, slots=True, eq=False)
class TokenStream:
    """The tokens of a corpus as the counting rooms see them: one unit, one rule for positions.

    ``ids[starts[i]:starts[i + 1]]`` is document i; the last one ends at ``len(ids)``. Empty documents
    are kept, so ``starts`` may repeat.
    """

    ids: Ids  # uint32[N], indices into the vocabulary
    starts: Ints  # int64[documents], ascending, first is 0 when there is a document
    vocabulary: Vocabulary
    tags: Tags | None = None  # uint8[N], indices into a tag set, when the text is tagged
    sentences: Ints | None = None  # int64[S], first token of each sentence, when known
    tag_names: tuple[str, ...] = ()  # name of each tag, by index; empty when the text is not tagged

    def __len__(self) -> int:
        return int(self.ids.size)


# ---- count -> measure, report


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """Ordered pairs by offset, one row each: sorted by (offset, left, right), counts positive.

    ``exposure[d]`` is the number of positions that could have held a pair at offset d, for
    d = 0..D (entry 0 is the number of tokens); it is never filtered.
    """

    left: Ids  # uint32[n]
    right: Ids  # uint32[n]
    offset: Ints  # int64[n], word positions, >= 1
    count: Ints  # int64[n]
    exposure: Ints  # int64[D + 1]


@dataclass(frozen=True, slots=True, eq=False)
class BlockedPairs:
    """Pairs of one offset over a capped vocabulary, counted separately in contiguous blocks.

    One row per (pair, block) that occurs, sorted by pair, then block.
    """

    symbols: int  # K + 1, OTHER being the last
    blocks: int
    pair: Ints  # int64[n], left * symbols + right
    block: npt.NDArray[np.uint8]  # uint8[n], block of the left token
    count: Ints  # int64[n], positive


@dataclass(frozen=True, slots=True, eq=False)
class BlockedCells:
    """Pairs of one offset over a small vocabulary, counted separately in contiguous blocks."""

    symbols: int  # M = K + 1, OTHER being the last
    cells: tuple[Ints, ...]  # of each block: pairs that occur, left * symbols + right, ascending
    counts: tuple[npt.NDArray[np.int32], ...]  # of each block: how often each of them does
    left: Ints  # int64[B, M], margin of the left symbol in each block
    right: Ints  # int64[B, M]


# ---- measure -> fit, report


# Far shifts of running text depart from independence by 0.5 to 2.1, in pieces of 500 words and as a whole;
# those of a frame that repeats by 11 in 500 words and by hundreds in more.
FAR_DEPARTURE = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A measure of dependence by offset, with its floor and the covariance of its errors.

    ``value = raw - floor``. ``covariance`` is of ``value``: sampling error between blocks of text, plus
    the error of the floor. ``noise`` is the spread of ``value`` where there is nothing to find; an
    offset is usable when its value exceeds four of it and its exposure is large enough.
    """

    measure: str  # "mutual_information", "recurrence", "pull", "attraction" or "avoidance"
    estimand: Estimand
    unit: str  # "bits" for information, "probability" for recurrence, "1" for observed over expected
    vocabulary: int  # types that keep their identity (K); the rest are OTHER
    offset: Ints  # int64[m], word positions, ascending
    pairs: Ints  # int64[m], exposure
    raw: Floats  # [m]
    floor: Floats  # [m]
    value: Floats  # [m]
    se: Floats  # [m], square roots of the covariance's diagonal
    noise: Floats  # [m]
    usable: Flags  # [m]
    covariance: Floats  # [m, m]
    halves: tuple[Curve, Curve] | None = None  # of both halves of the text, where they can check a fit
    # How far pairs a quarter of the text apart depart from independence: root mean square, in standard
    # deviations that independent words would have; None where no such pairs were made.
    far: float | None = None

    @property
    def usable_max_offset(self) -> int | None:
        """Largest usable offset, None when there is none."""
        return int(self.offset[self.usable][-1]) if self.usable.any() else None

    @property
    def drowned(self) -> bool:
        """Whether nothing is usable because words far apart depend on each other as much as near ones."""
        return self.far is not None and self.far > FAR_DEPARTURE and not self.usable.any()


# ---- fit -> report


@dataclass(frozen=True, slots=True)
class Estimate:
    """One fitted parameter with its standard error and 95 % profile-likelihood interval."""

    name: str
    symbol: str
    unit: str
    value: float
    se: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """One model fitted to one curve; a failed fit is a status, never an exception."""

    model: str
    status: FitStatus
    reason: str  # why the status is not ok, in words; empty when it is
    parameters: tuple[Estimate, ...] = ()
    expected: Floats = field(default_factory=lambda: np.empty(0))  # [m], at the fitted offsets
    chi2: float | None = None
    dof: float | None = None  # effective number of offsets minus parameters
    p: float | None = None  # goodness of fit
    bic: float | None = None
    delta_bic: float | None = None  # above the best of the same curve
    weight: float | None = None  # exp(-delta_bic / 2), normalised
    deviation: float | None = None  # rms of (value - expected) / value at usable offsets, noise taken out
    held_out: float | None = None  # mean squared standardised error on text the fit has not seen


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the curve supports, over which offsets, and why, in words."""

    answer: Answer
    best_model: str | None
    low: int | None  # first offset of the fitted range
    high: int | None  # last offset of the fitted range
    decades: float  # log10(high / low), 0 when there is no range
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class FittedCurve:
    """A curve with every model's fit on the same offsets and the verdict."""

    curve: Curve
    offsets: Ints  # the offsets that were fitted
    fits: tuple[Fit, ...]
    verdict: Verdict
    local_slope: Floats  # [m], d ln value / d ln offset at the curve's offsets; NaN where undefined


# ---- analysis -> report


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """What was measured: provenance, settings of reading and tokenising, and the counts."""

    sources: tuple[Source, ...]
    settings: dict[str, str | int | float | bool | None]
    documents: int
    tokens: int
    types: int
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class MeasureResult:
    """The answer of `decay measure`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    curves: tuple[Curve, ...]
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class FitResult:
    """The answer of `decay fit`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    curves: tuple[FittedCurve, ...]
    notices: tuple[Notice, ...] = ()
