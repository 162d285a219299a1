"""Copy processes: a token repeats the token L positions earlier, or is a fresh draw.

Two tokens share an ancestor with probability c_d = r sum_L pl(L) c_|d-L|, c_0 = 1: follow the later
one back by its lag and ask again. These are the Yule-Walker equations of an autoregression with
weights r pl(L), so any correlation such an autoregression can have is available, over any vocabulary.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.synth.law import SharingLaw, draw, require, zipf_probabilities

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints

# A chain of copies may leave the burn-in (and so see a start that the stationary law does not have)
# with at most this probability per token.
ESCAPE = 1e-6

ROUNDING = 1e-16  # of float64, relative


@dataclass(frozen=True, slots=True)
class Copy(SharingLaw):
    """Copies over power-law lags: pl(L) proportional to L^-lag_exponent, L = 1..longest_lag."""

    name: ClassVar[str] = "copy"
    summary: ClassVar[str] = "copies of earlier tokens over power-law lags: a power law up to the longest lag"

    vocabulary: int = field(default=30_000, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})
    copies: float = field(default=0.5, metadata={"help": "probability that a token is a copy"})
    lag_exponent: float = field(default=1.5, metadata={"help": "exponent of the law of copy lags"})
    longest_lag: int = field(default=3000, metadata={"help": "longest lag of a copy, tokens"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 2)
        require("zipf", self.zipf, 0)
        require("copies", self.copies, 0, 0.99)
        require("lag_exponent", self.lag_exponent, 0)
        require("longest_lag", self.longest_lag, 1)

    def probabilities(self) -> Floats:
        """Return Zipf's law over the vocabulary."""
        return zipf_probabilities(self.vocabulary, self.zipf)

    def lags(self) -> Floats:
        """Return pl(L), float64[longest_lag], entry 0 for L = 1."""
        return zipf_probabilities(self.longest_lag, self.lag_exponent)

    def sharing(self, offsets: Ints) -> Floats:
        """Return c_d as the fixed point of the module's equation."""
        reach = max(int(np.max(offsets, initial=0)), self.longest_lag)
        return copy_sharing(self.copies, self.lags(), reach)[offsets]

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw one document from the stationary process."""
        return copy_document(self.copies, self.lags(), self.probabilities(), tokens, rng)


@dataclass(frozen=True, slots=True)
class ExponentialCopy(SharingLaw):
    """Copies over geometric lags: c_d = c_1 lambda^(d-1) exactly, lambda = exp(-1/length).

    With weights r (1 - b) b^(L-1) the autoregression is an ARMA(1, 1) with
    lambda = 1 - (1 - r)(1 - b) and c_1 = (1 - lambda b)(lambda - b) / (1 - 2 lambda b + b^2).
    """

    name: ClassVar[str] = "exp-copy"
    summary: ClassVar[str] = "copies of earlier tokens over geometric lags: an exponential of any length"

    vocabulary: int = field(default=30_000, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})
    copies: float = field(default=0.5, metadata={"help": "probability that a token is a copy"})
    length: float = field(default=10.0, metadata={"help": "correlation length of c_d, tokens"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 2)
        require("zipf", self.zipf, 0)
        require("copies", self.copies, 0, 0.99)
        require("length", self.length, 1e-3)
        if self.keep() < self.copies:
            shortest = -1 / math.log(self.copies)
            raise UsageError(
                f"a correlation length of {self.length:g} tokens is too short for copies = {self.copies:g}",
                hint=f"--length must be at least {shortest:.4g}",
            )

    def probabilities(self) -> Floats:
        """Return Zipf's law over the vocabulary."""
        return zipf_probabilities(self.vocabulary, self.zipf)

    def keep(self) -> float:
        """Return lambda, the ratio of c at neighbouring offsets."""
        return math.exp(-1 / self.length)

    def lag_ratio(self) -> float:
        """Return b, the ratio of the geometric law of lags."""
        return 1 - (1 - self.keep()) / (1 - self.copies)

    def sharing(self, offsets: Ints) -> Floats:
        """Return c_d (see the class)."""
        keep, b = self.keep(), self.lag_ratio()
        first = (1 - keep * b) * (keep - b) / (1 - 2 * keep * b + b * b)
        return np.asarray(first * keep ** (offsets - 1.0), dtype=np.float64)

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw one document from the stationary process."""
        # Going back one token, a chain of copies ends or passes with total weight lambda.
        total = tokens + math.ceil(self.length * -math.log(ESCAPE))
        lags = rng.geometric(1 - self.lag_ratio(), total)
        ids = copy_chain(lags, self.copies, self.probabilities(), rng)
        return ids[total - tokens :], np.zeros(1, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class TwoScaleCopy(SharingLaw):
    """Copies over a mixture of two geometric laws of lags: c_d is a sum of two exponentials."""

    name: ClassVar[str] = "two-scale-copy"
    summary: ClassVar[str] = "copies over short and over long lags: a sum of two exponentials"

    vocabulary: int = field(default=30_000, metadata={"help": "number of word types"})
    zipf: float = field(default=1.0, metadata={"help": "exponent of word frequency over rank"})
    copies: float = field(default=0.5, metadata={"help": "probability that a token is a copy"})
    short_lag: float = field(default=2.0, metadata={"help": "mean of the short lags, tokens"})
    long_lag: float = field(default=100.0, metadata={"help": "mean of the long lags, tokens"})
    long_share: float = field(default=0.5, metadata={"help": "share of copies over long lags"})

    def __post_init__(self) -> None:
        """Refuse parameters out of range."""
        require("vocabulary", self.vocabulary, 2)
        require("zipf", self.zipf, 0)
        require("copies", self.copies, 0, 0.99)
        require("short_lag", self.short_lag, 1)
        require("long_lag", self.long_lag, self.short_lag)
        require("long_share", self.long_share, 0, 1)

    def probabilities(self) -> Floats:
        """Return Zipf's law over the vocabulary."""
        return zipf_probabilities(self.vocabulary, self.zipf)

    def lags(self) -> Floats:
        """Return the mixture of lags, cut where less than the rounding of float64 is left."""
        back = np.arange(math.ceil(-self.long_lag * math.log(ROUNDING)))
        short, long = ((1 - 1 / mean) ** back / mean for mean in (self.short_lag, self.long_lag))
        return np.asarray((1 - self.long_share) * short + self.long_share * long, dtype=np.float64)

    def sharing(self, offsets: Ints) -> Floats:
        """Return c_d as the fixed point of the module's equation."""
        lags = self.lags()
        return copy_sharing(self.copies, lags, max(int(np.max(offsets, initial=0)), lags.size))[offsets]

    def sample(self, tokens: int, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """Draw one document from the stationary process."""
        return copy_document(self.copies, self.lags(), self.probabilities(), tokens, rng)


def copy_sharing(copies: float, lags: Floats, reach: int) -> Floats:
    """Return c_0..c_reach of the module's equation; ``reach`` must not be below the longest lag.

    Each sweep shrinks the error by ``copies``, so their number is known beforehand.
    """
    size = 1 << int(2 * reach + 1 + lags.size).bit_length()
    kernel = np.fft.rfft(np.concatenate(([0.0], copies * lags)), size)
    c = np.zeros(reach + 1)
    c[0] = 1.0
    for _ in range(math.ceil(math.log(ROUNDING) / math.log(max(copies, ROUNDING)))):
        both_sides = np.concatenate((c[:0:-1], c))
        c = np.fft.irfft(np.fft.rfft(both_sides, size) * kernel, size)[reach : 2 * reach + 1]
        c[0] = 1.0
    return np.maximum(c, 0.0)


def copy_document(
    copies: float, lags: Floats, p: Floats, tokens: int, rng: np.random.Generator
) -> tuple[Ints, Ints]:
    """Draw one document of a stationary copy process with lags up to ``lags.size``."""
    generations = math.ceil(math.log(ESCAPE) / math.log(max(copies, ESCAPE)))
    total = tokens + generations * lags.size
    ids = copy_chain(draw(lags, total, rng) + 1, copies, p, rng)
    return ids[total - tokens :], np.zeros(1, dtype=np.int64)


def copy_chain(lags: Ints, copies: float, p: Floats, rng: np.random.Generator) -> Ints:
    """Return the ids of a copy process: token t repeats token t - lags[t] with probability ``copies``."""
    position = np.arange(lags.size)
    source = position - lags
    is_copy = (rng.random(lags.size) < copies) & (source >= 0)
    origin = resolve(np.where(is_copy, source, position))
    fresh = np.flatnonzero(~is_copy)
    ids = np.empty(lags.size, dtype=np.int64)
    ids[fresh] = draw(p, fresh.size, rng)
    return ids[origin]


def resolve(source: Ints) -> Ints:
    """Follow ``source[t]`` (t itself, or an earlier position) to its root, all positions at once.

    Pointer jumping: each round doubles the distance followed, so rounds are the logarithm of the
    longest chain.
    """
    while True:
        further = source[source]
        if np.array_equal(further, source):
            return source
        source = further
