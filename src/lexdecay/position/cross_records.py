"""What `decay cross` finds between line-aligned texts. Offsets are signed; 0 is the diagonal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdecay.position.attention_records import Side
    from lexdecay.records import Corpus, Curve, FittedCurve, Floats, Ints, Notice


@dataclass(frozen=True, slots=True, eq=False)
class CrossSide:
    """Information between the texts on one side of the diagonal, which is offset 0 of the side after it."""

    side: Side
    curve: Curve
    fitted: FittedCurve | None  # over offsets 1 and on; None where nothing stands out


@dataclass(frozen=True, slots=True)
class CrossWord:
    """One word of B beside the query, at one offset."""

    word: str
    count: int
    p: float
    base: float  # its share of all words of B at this offset
    lift: float
    low: float  # Wilson interval of p
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class CrossOffset:
    """What stands at one offset of the query."""

    offset: int
    n: int
    pull: float  # bits, above its floor
    floor: float
    noise: float
    usable: bool
    words: tuple[CrossWord, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CrossQuery:
    """P(word of B | query in A, offset)."""

    query: str
    occurrences: int
    offsets: tuple[CrossOffset, ...]  # empty below the least occurrences
    reason: str | None


@dataclass(frozen=True, slots=True, eq=False)
class CrossResult:
    """The answer of `decay cross`."""

    first: Corpus
    second: Corpus
    settings: dict[str, str | int | float | bool | None]
    lines: int
    aligned: int  # lines with words on both sides
    sides: tuple[CrossSide, ...]
    peak: int | None  # offset of the largest information, among usable ones
    low_half: float | None  # offsets left and right of the peak at which half of it is left
    high_half: float | None
    query: CrossQuery | None = None
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """Two texts of as many lines, token by token; the words of A and the line of B each is set against."""

    left: Ints  # int64[N], symbols of A
    line: Ints  # int64[N], line of each token of A
    fraction: Floats  # [N], where in its line, 0 to 1
    plain: Ints  # int64[N], place in its line
    right: Ints  # int64[M], symbols of B
    start: Ints  # int64[L], first token of each line of B
    length: Ints  # int64[L], its tokens
    scaled: bool  # the diagonal runs from corner to corner, else place by place
    symbols: int
    block: Ints  # int64[L], of lines
