"""The answers of the verbs of `zipf`: what a command renders and a program receives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdecay.records import Corpus, Ints, Notice
    from lexdecay.zipf.records import (
        FamilyFit,
        Growth,
        SpectrumSummary,
        Status,
        TailFit,
        ZipfAnalysis,
        ZipfVerdict,
    )


@dataclass(frozen=True, slots=True, eq=False)
class ZipfResult:
    """The answer of `zipf report`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    analysis: ZipfAnalysis
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Survey:
    """The tests that decide the verdict, for one of many spectra."""

    name: str
    summary: SpectrumSummary
    fits: tuple[FamilyFit, ...]  # by AIC
    tail: TailFit
    verdict: ZipfVerdict

    def fit_of(self, family: str) -> FamilyFit | None:
        """One family's fit, None when it was not made."""
        return next((fit for fit in self.fits if fit.family == family), None)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of many books a law fits; Moreno-Sanchez et al. (2016), table 1."""

    books: int
    tested: int
    f1_only: int
    f2_only: int
    both: int
    neither: int
    tail: int  # tails that are not rejected
    histogram: dict[str, tuple[int, ...]]  # p-values of f1, f2 and the tail in ten bins
    false_discovery: dict[str, int]  # rejections that remain at a false discovery rate of 5 %


@dataclass(frozen=True, slots=True, eq=False)
class EachResult:
    """The answer of `zipf report --each`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    books: tuple[Survey, ...]
    tally: Tally
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class SensitivityResult:
    """The answer of `zipf report --sensitivity`: the same text under several rules of what a word is."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    rules: tuple[Survey, ...]  # the first is the rule that was asked for
    flips: bool
    sentence: str
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedParameter:
    """One parameter of two corpora at the same number of tokens."""

    name: str
    first: float
    second: float
    difference: float
    se: float
    z: float
    p: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two spectra, the longer thinned to the length of the shorter."""

    status: Status
    reason: str
    tokens: int  # of both, after thinning
    x_min: int | None
    parameters: tuple[ComparedParameter, ...]
    sentence: str


@dataclass(frozen=True, slots=True, eq=False)
class CompareResult:
    """The answer of `zipf compare`."""

    corpora: tuple[Corpus, Corpus]
    settings: dict[str, str | int | float | bool | None]
    summaries: tuple[SpectrumSummary, SpectrumSummary]
    comparison: Comparison
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CountResult:
    """The answer of `zipf count`: words and counts, commonest first, and what was left out."""

    corpus: Corpus
    words: tuple[str, ...]
    counts: Ints  # int64[listed]
    summary: SpectrumSummary
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class GrowthResult:
    """The answer of `zipf growth`."""

    corpus: Corpus
    settings: dict[str, str | int | float | bool | None]
    summary: SpectrumSummary
    growth: Growth | None
    notices: tuple[Notice, ...] = ()
