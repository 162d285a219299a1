"""The values of the verbs about words: queries, pairs, comparisons, dependency trees.

As in `lexdecay.records`: frozen, arrays inside are never written to by a receiver, everything
informational is in bits and distances are in word positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdecay.records import Corpus, Estimand, Estimate, FittedCurve, Flags, Floats, Ints, Notice


# ---- decay word


@dataclass(frozen=True, slots=True)
class HalfLife:
    """Distance at which the pull of a query has fallen to half of its maximum, with a 95 % interval."""

    offset: float | None  # word positions
    low: float | None
    high: float | None
    reason: str | None  # why a number is missing


@dataclass(frozen=True, slots=True)
class WordShare:
    """One word at one offset of a query."""

    word: str
    count: int
    p: float  # P(word | query, offset) within the class
    base: float  # its share of the class in the whole text
    lift: float  # p / base
    bits: float  # p log2 lift, its part of the divergence
    low: float  # 95 % Wilson interval of p
    high: float
    q: float  # of standing there more often than by chance, corrected over all words of the class


@dataclass(frozen=True, slots=True, eq=False)
class WordProfile:
    """The words at one offset of a query, strongest first; equals by count, then by the alphabet."""

    offset: int  # word positions, negative to the left
    n: int  # words of the class found there
    pull: float | None  # bits above the floor
    pull_se: float | None
    floor: float | None
    usable: bool
    reason: str | None  # why there is no pull
    words: tuple[WordShare, ...]


@dataclass(frozen=True, slots=True, eq=False)
class WordResult:
    """The answer of `decay word`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    query: str
    tag: str | None
    types: tuple[str, ...]  # the types that the query means, commonest first
    occurrences: int
    right: FittedCurve | None  # pull by distance to the right; None when the query is too rare
    left: FittedCurve | None  # to the left; None unless asked for
    profiles: tuple[WordProfile, ...]
    half_life: HalfLife  # of the right side, or of the left when only that was asked for
    notices: tuple[Notice, ...] = ()


# ---- decay pairs


@dataclass(frozen=True, slots=True)
class PairLine:
    """One place where a pair stands, words as the text was cut into them."""

    before: str
    left: str
    between: str
    right: str
    after: str


@dataclass(frozen=True, slots=True)
class WordPair:
    """An ordered pair at one offset, or at several taken together."""

    left: str
    right: str
    count: int
    expected: float
    g2: float  # log-likelihood ratio, negative where the pair is rarer than expected
    pmi: float  # bits; minus infinity where the pair is missing
    p: float
    q: float  # Benjamini-Hochberg, among the tested pairs
    share: float | None  # of the information above its floor
    lines: tuple[PairLine, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class PairsAt:
    """The strongest pairs of some offsets."""

    offsets: tuple[int, ...]
    pairs: int
    information: float  # plug-in mutual information over the full vocabulary, bits
    floor: float  # its expectation under random pairing
    tested: int  # pairs that were common enough
    listed: tuple[WordPair, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PairsResult:
    """The answer of `decay pairs`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    offsets: tuple[PairsAt, ...]
    together: PairsAt  # all the offsets as one
    notices: tuple[Notice, ...] = ()


# ---- decay compare


@dataclass(frozen=True, slots=True, eq=False)
class CurveDifference:
    """Two curves of the same measure at their common offsets, and first minus second."""

    measure: str
    estimand: Estimand
    unit: str
    vocabulary: int
    offset: Ints  # int64[m], word positions
    first: Floats  # [m]
    second: Floats  # [m]
    difference: Floats  # [m]
    se: Floats  # [m]
    low: Floats  # [m], 95 % interval of the difference at each offset by itself
    high: Floats  # [m]
    usable: Flags  # [m], in either curve
    differs: Flags  # [m], at 5 % for all offsets together


@dataclass(frozen=True, slots=True)
class ParameterDifference:
    """One parameter of one model, fitted to both curves over the same offsets."""

    model: str
    name: str
    symbol: str
    unit: str
    first: float
    second: float
    difference: float
    low: float | None  # 95 % interval of the difference
    high: float | None
    differs: bool | None  # None without an interval


@dataclass(frozen=True, slots=True, eq=False)
class ComparedCurves:
    """What two corpora have in common and what not, by one measure."""

    curves: CurveDifference
    range: tuple[int, int] | None  # offsets that both were fitted over; None when there is none
    parameters: tuple[ParameterDifference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CompareResult:
    """The answer of `decay compare`."""

    first: Corpus
    second: Corpus
    names: tuple[str, str]
    settings: dict[str, str | int | float | bool | None]
    comparisons: tuple[ComparedCurves, ...]
    notices: tuple[Notice, ...] = ()


# ---- decay arcs


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Dependency trees, one word after another; a sentence's words are ``starts[i]:starts[i + 1]``."""

    head: Ints  # int64[W], position of the head within the sentence from 1, 0 for the root
    punctuation: Flags  # bool[W]
    starts: Ints  # int64[S], ascending; sentences are not empty
    types: int  # different forms, lower-cased


@dataclass(frozen=True, slots=True, eq=False)
class Arcs:
    """Dependency arcs between words that hold a position."""

    length: Ints  # int64[A], position of the dependent minus that of its head, never 0
    sentence: Ints  # int64[A], ascending
    words: Ints  # int64[S], of each sentence, punctuation left out unless it is kept


@dataclass(frozen=True, slots=True)
class ArcFit:
    """A law fitted to arc lengths, each cut off where its sentence ends."""

    model: str
    parameters: tuple[Estimate, ...]
    log_likelihood: float  # natural logarithm
    bic: float
    delta_bic: float  # above the best


@dataclass(frozen=True, slots=True, eq=False)
class ArcsResult:
    """The answer of `decay arcs`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    arcs: Arcs
    mean: float  # words
    mean_se: float
    random_mean: float  # of the same sentences with their words in random order
    random_share: Floats  # [D], of lengths 1..D in random order
    fits: tuple[ArcFit, ...]  # best first
    notices: tuple[Notice, ...] = ()


# ---- decay tags


@dataclass(frozen=True, slots=True, eq=False)
class TagMatrix:
    """Ordered pairs of tags by offset: [m, T, T], first tag by row."""

    tags: tuple[str, ...]  # T names, commonest first
    offset: Ints  # int64[m], word positions
    pairs: Ints  # int64[m]
    observed: Ints  # int64[m, T, T]
    expected: Floats  # [m, T, T], by the tags' shares at the offset
    ratio: Floats  # [m, T, T], observed / expected; NaN where nothing is expected
    se: Floats  # [m, T, T], jackknife
    noise: Floats  # [m, T, T], spread of the ratio around 1 where there is nothing to find
    differs: Flags  # bool[m, T, T], from 1


@dataclass(frozen=True, slots=True)
class Construction:
    """One ordered pair of tags: where it stands out most, and how far it stands out."""

    left: str
    right: str
    peak: int | None  # offset of the largest ratio that differs from 1 upwards; None without one
    reach: int | None  # largest offset whose ratio differs from 1; None when none does
    open: bool  # the reach is the largest offset that was measured
    fitted: FittedCurve | None = None  # observed over expected by distance, and the laws of its fall


@dataclass(frozen=True, slots=True)
class BoundaryPoint:
    """Dependence across sentence ends and within sentences at one offset, as many pairs of each."""

    offset: int
    pairs: int  # of each kind
    across: float
    within: float
    ratio: float  # across / within; NaN where nothing stands out within
    se: float
    control: float  # the same ratio with the boundaries rolled to other places
    control_se: float


@dataclass(frozen=True, slots=True)
class Boundaries:
    """What sentence ends do to one statistic, by offset."""

    statistic: str  # "mutual_information" or "observed_over_expected"
    points: tuple[BoundaryPoint, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TagsResult:
    """The answer of `decay tags`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    matrix: TagMatrix | None  # None for too little text
    constructions: tuple[Construction, ...]
    information: FittedCurve | None  # of all tags
    boundaries: Boundaries | None
    boundaries_reason: str | None  # why there are none
    notices: tuple[Notice, ...] = ()
