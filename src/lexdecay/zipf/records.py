"""The values that travel inside the Zipf room and out of it; frozen, arrays never written to by a receiver.

Frequencies k are occurrences of a type, ``types`` are numbers of types; information here is in nats
(natural logarithms), as the likelihood literature has it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from lexdecay.records import Estimate, Floats, Ints

Status: TypeAlias = Literal["ok", "at_bound", "no_convergence", "too_few_types", "not_identified", "not_run"]
ZipfAnswer: TypeAlias = Literal["full_range", "tail", "rejected", "undecided", "too_little_data"]
TestName: TypeAlias = Literal["boundary", "likelihood_ratio", "vuong"]
Preference: TypeAlias = Literal["power_law", "alternative", "undecided", "collapses"]


@dataclass(frozen=True, slots=True, eq=False)
class Spectrum:
    """The frequency spectrum: how many types occur exactly k times, for the k that occur at all."""

    frequency: Ints  # int64[m], ascending, >= 1
    types: Ints  # int64[m], > 0

    @property
    def n_types(self) -> int:
        """Number of types, V."""
        return int(self.types.sum())

    @property
    def n_tokens(self) -> int:
        """Number of tokens, N."""
        return int((self.frequency * self.types).sum())

    def count_of(self, frequency: int) -> int:
        """V_k, zero when no type occurs k times."""
        return int(self.types[self.frequency == frequency].sum())


@dataclass(frozen=True, slots=True)
class SpectrumSummary:
    """What can be said of a spectrum before any law is fitted."""

    tokens: int
    types: int
    hapaxes: int
    dis_legomena: int
    distinct_frequencies: int
    max_frequency: int
    mean_frequency: float
    sd_frequency: float
    coverage: float  # Good-Turing: share of the population's tokens whose type was seen, 1 - V1 / N
    naive_slope: float | None  # least squares in log rank and log frequency; shown, never used


@dataclass(frozen=True, slots=True)
class FamilyFit:
    """One family of frequency laws fitted to every type from ``x_min`` on."""

    family: str
    status: Status
    reason: str = ""  # why the status is not ok
    parameters: tuple[Estimate, ...] = ()
    log_likelihood: float | None = None
    aic: float | None = None
    delta_aic: float | None = None
    weight: float | None = None  # exp(-delta_aic / 2), normalised over the table
    ks: float | None = None  # largest distance of the two distribution functions, both sides of each jump
    p: float | None = None  # share of synthetic samples with a larger distance, each refitted
    p_se: float | None = None  # Monte Carlo error of p
    replicates: int = 0
    rejected_from: int | None = None  # smallest number of types at which a deviation this large is rejected


@dataclass(frozen=True, slots=True)
class Band:
    """Observed against expected number of types in one band of frequencies."""

    low: int
    high: int  # inclusive
    observed: int
    expected: float
    log_ratio: float | None  # ln(observed / expected); None where nothing was observed


@dataclass(frozen=True, slots=True, eq=False)
class FullRange:
    """Every family on all types, with the effect size of the best one-parameter law."""

    fits: tuple[FamilyFit, ...]
    best: str | None  # lowest AIC
    bands: tuple[Band, ...]  # of the best law among f1, f2, f3
    bands_of: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """Tail exponent and distance at every candidate x_min; distances are infinite where not needed."""

    x_min: Ints  # int64[c]
    alpha: Floats  # [c]
    se: Floats  # [c]
    n_tail: Ints  # int64[c], types at or above x_min
    ks: Floats  # [c]


@dataclass(frozen=True, slots=True)
class TailPoint:
    """The tail exponent had x_min been here."""

    x_min: int
    alpha: float
    se: float
    n_tail: int
    ks: float


@dataclass(frozen=True, slots=True)
class TailFit:
    """The discrete power law above the x_min that makes it fit best."""

    status: Status
    reason: str = ""
    alpha: float | None = None
    se: float | None = None  # from the Fisher information, at this x_min
    ci95: tuple[float, float] | None = None  # bootstrap over types, x_min chosen anew each time
    x_min: int | None = None
    x_min_ci95: tuple[float, float] | None = None
    x_min_sd: float | None = None
    alpha_sd: float | None = None
    n_tail_sd: float | None = None
    n_tail: int | None = None
    ks: float | None = None
    log_likelihood: float | None = None
    p: float | None = None  # semi-parametric bootstrap (Clauset, Shalizi & Newman 2009)
    p_se: float | None = None
    replicates: int = 0
    share_types: float | None = None
    share_tokens: float | None = None
    stability: tuple[TailPoint, ...] = ()


@dataclass(frozen=True, slots=True)
class Published:
    """The tail as the 2009 code computes it: exponent on a grid, everything else alike."""

    grid: float
    tail: TailFit
    explanation: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another law on the same tail against the power law; ``llr`` > 0 favours the power law."""

    model: str
    status: Status
    test: TestName
    parameters: tuple[Estimate, ...] = ()
    log_likelihood: float | None = None
    llr: float | None = None
    z: float | None = None
    p: float | None = None
    verdict: Preference = "undecided"
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class RankLaw:
    """Zipf-Mandelbrot p(r) ~ (r + q)^-a on ranks, with the ranks and the counts it was fitted to."""

    status: Status
    reason: str = ""
    a: Estimate | None = None
    q: Estimate | None = None
    loss: float | None = None  # nats per held-out token
    support: int | None = None  # ranks; None is infinite


@dataclass(frozen=True, slots=True)
class DoublePowerLaw:
    """1/r up to rank b, r^-gamma beyond (Gerlach & Altmann 2013); often not identified in one book."""

    status: Status
    reason: str
    b: int | None = None
    gamma: float | None = None
    loss: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Mandelbrot:
    """Rank laws with ranks from one half of the tokens and frequencies from the other."""

    held_out: RankLaw
    naive: RankLaw  # same tokens for rank and frequency: the textbook plot, biased
    infinite: RankLaw  # naive, on all ranks to infinity
    double: DoublePowerLaw
    rank: Floats = field(repr=False)  # [b], geometric middle of each band of held-out ranks
    observed: Floats = field(repr=False)  # [b], held-out tokens per type, scaled to the whole corpus
    expected: Floats = field(repr=False)  # [b], of the held-out law


@dataclass(frozen=True, slots=True)
class Extrapolation:
    """What an LNRE model expects of a sample of another size."""

    tokens: int
    types: float
    hapaxes: float


@dataclass(frozen=True, slots=True)
class LnreFit:
    """A large-number-of-rare-events model of the population (Baayen 2001; Evert 2004)."""

    model: str
    status: Status
    reason: str = ""
    parameters: tuple[Estimate, ...] = ()
    population: float | None = None  # types in the population; None is infinite or unknown
    x2: float | None = None
    dof: int | None = None
    p: float | None = None
    elements: int = 0  # spectrum elements in the fit
    extrapolation: tuple[Extrapolation, ...] = ()
    held_out_error: float | None = None  # (predicted - observed) / observed types, fitted on half the tokens


@dataclass(frozen=True, slots=True, eq=False)
class Growth:
    """Vocabulary growth: exact expectation in any order of the tokens, and the order they stand in."""

    tokens: Ints  # int64[g], sample sizes
    types: Floats  # [g], expected types of a random sample of that size
    low: Floats  # [g], 95 % band of the shuffles
    high: Floats  # [g]
    hapaxes: Floats  # [g]
    local_slope: Floats  # [g], d ln types / d ln tokens
    observed: Ints | None  # int64[g], types among the first tokens, when the order is known


@dataclass(frozen=True, slots=True)
class BlockEstimate:
    """One parameter with the error that independence gives and the error that blocks of text give."""

    name: str
    value: float
    se_iid: float
    se_block: float


@dataclass(frozen=True, slots=True)
class Dependence:
    """How far the tokens are from independent draws, and what that does to the tests."""

    status: Status
    reason: str = ""
    lag: int | None = None  # autocorrelation time of log rank, in tokens
    tokens: int | None = None  # tokens looked at
    effective_tokens: int | None = None  # N / lag
    thinned_types: int | None = None
    p_f1: float | None = None  # on a random subsample of the effective size
    p_f2: float | None = None
    estimates: tuple[BlockEstimate, ...] = ()


@dataclass(frozen=True, slots=True)
class Power:
    """Which deviation from the power law this tail could have shown."""

    penalty: str  # the family of the deviation
    x_min: int  # first frequency of the range looked at
    bend: float | None  # change of the local exponent over the range that is found with probability 0.8
    caught: float | None = None  # share of simulated bends of 0.5 that the test finds
    replicates: int = 0


@dataclass(frozen=True, slots=True)
class ZipfVerdict:
    """Does the corpus obey Zipf's law, in which form, over which range, and why."""

    answer: ZipfAnswer
    form: str | None
    low: int | None  # first frequency of the range
    high: int | None  # last frequency of the range
    reason: str
    meaning: str  # a paragraph in plain words: what was found and what it does not mean


@dataclass(frozen=True, slots=True, eq=False)
class ZipfAnalysis:
    """Everything the statistics room says of one spectrum."""

    spectrum: Spectrum
    summary: SpectrumSummary
    full_range: FullRange | None
    tail: TailFit
    published: Published | None
    alternatives: tuple[Alternative, ...]
    mandelbrot: Mandelbrot | None
    lnre: tuple[LnreFit, ...]
    growth: Growth | None
    dependence: Dependence
    power: tuple[Power, ...]
    verdict: ZipfVerdict
