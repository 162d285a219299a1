"""Chapters of word frequencies and of the growth of the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.figures.kinds import sections_of
from lexdecay.report.html.chapter import Chapter, answers, paragraphs, rows_table, table
from lexdecay.report.screen import fixed, probability, significant
from lexdecay.report.terms import Term
from lexdecay.report.zipf_json import growth_json, report_json
from lexdecay.report.zipf_rows import growth_rows, report_rows
from lexdecay.report.zipf_table import family_cells
from lexdecay.report.zipf_words import PREFERENCES, answer_text, law_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.report.html.chapter import Table
    from lexdecay.zipf.records import ZipfAnalysis
    from lexdecay.zipf.results import GrowthResult, ZipfResult

GROWTH = Term(
    "growth",
    "How many types a random sample of n tokens holds, exactly, and the band in which 95 % of all orders "
    "lie. A text's own order leaves it where words come in clusters.",
    formula="E V(n) = sum over types of 1 - C(N - f, n) / C(N, n)",
)
METHOD = (
    Term(
        "spectrum",
        "How many types occur exactly k times. All tests work on it: ranks of words that are equally "
        "frequent are arbitrary, and a regression on them is biased.",
    ),
    Term(
        "full range",
        "Every law is fitted to all types by maximum likelihood. D is the largest distance between its "
        "distribution function and that of the text; p is the share of synthetic samples, each fitted anew, "
        "with a larger one.",
    ),
    Term(
        "tail",
        "The discrete power law above the frequency x_min from which it fits best; p by a semi-parametric "
        "bootstrap.",
        source="Clauset, Shalizi & Newman 2009, SIAM Rev. 51:661",
    ),
    Term(
        "held-out ranks",
        "Ranks come from one half of the tokens and frequencies from the other. With the same tokens for "
        "both, chance alone would put frequencies in order.",
        source="Piantadosi 2014, Psychon. Bull. Rev. 21:1112",
    ),
    GROWTH,
)
FAMILY_COLUMNS = ("law", "parameters [95 %]", "ΔAIC", "D", "p", "rejected from")


def zipf_chapter(result: ZipfResult) -> Chapter:
    """The chapter of ``zipf report``."""
    found = result.analysis
    return Chapter(
        "zipf.report",
        "Zipf's law",
        answers([(f"Zipf's law: {answer_text(found.verdict)}.", _sentence(found.verdict.reason))]),
        paragraphs([found.verdict.meaning]),
        tuple(sections_of(result)),
        tuple(_tables(found)),
        METHOD,
        (result.corpus,),
        result.settings,
        tuple(dict.fromkeys((*result.corpus.notices, *result.notices))),
        report_json(result),
        report_rows(result),
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""


def growth_chapter(result: GrowthResult) -> Chapter:
    """The chapter of ``zipf growth``."""
    rows = growth_rows(result)
    return Chapter(
        "zipf.growth",
        "How the vocabulary grows",
        (),
        paragraphs(["One exponent for the whole curve would hide that its slope changes all the way."]),
        tuple(sections_of(result)),
        (rows_table("Types by tokens", rows),),
        (GROWTH,),
        (result.corpus,),
        result.settings,
        tuple(dict.fromkeys((*result.corpus.notices, *result.notices))),
        growth_json(result),
        rows,
    )


def _tables(found: ZipfAnalysis) -> Iterator[Table]:
    if found.full_range is not None:
        rows = [family_cells(fit, narrow=False) for fit in found.full_range.fits]
        columns = dict(zip(FAMILY_COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
        yield table("Every law on all types, best first", columns)
    if found.alternatives:
        yield table(
            "Other laws on the tail against the power law",
            {
                "law": [law_title(one.model) for one in found.alternatives],
                "log-likelihood ratio": [significant(one.llr) for one in found.alternatives],
                "p": [probability(one.p) for one in found.alternatives],
                "": [PREFERENCES[one.verdict] for one in found.alternatives],
            },
        )
    yield table(
        "Frequency spectrum: how many types occur k times",
        {
            "k": [f"{k:,}" for k in found.spectrum.frequency.tolist()],
            "types": [f"{types:,}" for types in found.spectrum.types.tolist()],
            "share of types": [
                fixed(types / found.spectrum.n_types, 5) for types in found.spectrum.types.tolist()
            ],
        },
    )
