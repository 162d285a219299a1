"""Whole outputs about words and pairs, byte by byte, of results made by hand.

``pytest tests/golden --update-golden`` rewrites the files; a review reads the difference.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lexdecay import __version__
from lexdecay.measure.difference import curve_difference
from lexdecay.records import Corpus, Curve, Estimate, Fit, FittedCurve, Source, Verdict
from lexdecay.report.arcs_json import arcs_json, arcs_rows
from lexdecay.report.arcs_screen import arcs_screen
from lexdecay.report.compare_json import compare_json, compare_rows
from lexdecay.report.compare_screen import compare_screen
from lexdecay.report.json_text import json_text
from lexdecay.report.pairs_json import pairs_json, pairs_rows
from lexdecay.report.pairs_screen import pairs_screen
from lexdecay.report.rows import delimited_text
from lexdecay.report.tags_json import tags_json, tags_rows
from lexdecay.report.tags_screen import tags_screen
from lexdecay.report.word_json import word_json, word_rows
from lexdecay.report.word_screen import sentence, word_screen
from lexdecay.word_records import (
    ArcFit,
    Arcs,
    ArcsResult,
    Boundaries,
    BoundaryPoint,
    ComparedCurves,
    CompareResult,
    Construction,
    HalfLife,
    PairLine,
    PairsAt,
    PairsResult,
    ParameterDifference,
    TagMatrix,
    TagsResult,
    WordPair,
    WordProfile,
    WordResult,
    WordShare,
)

FOLDER = Path(__file__).parent / "words"

CORPUS = Corpus(
    sources=(Source("corpus/whale.txt", 1_234_567, "0" * 64, "utf-8", 1, 120_000),),
    settings={"unit": "lower"},
    documents=1,
    tokens=120_000,
    types=17_144,
)


def _pull():
    value = np.array([0.653, 0.264, 0.05, -0.012])
    se = np.array([0.16, 0.08, 0.05, 0.05])
    return Curve(
        measure="pull",
        estimand="total",
        unit="bits",
        vocabulary=197,
        offset=np.array([1, 2, 4, 9]),
        pairs=np.array([197, 197, 196, 195]),
        raw=value + 0.5,
        floor=np.full(4, 0.5),
        value=value,
        se=se,
        noise=np.full(4, 0.05),
        usable=value > 0.2,
        covariance=np.diag(se**2),
    )


def _profiles():
    eyes = WordShare("eyes", 11, 11 / 197, 0.00085, 65.8, 0.337, 0.031, 0.097, 1e-12)
    strange = WordShare("\x1b[31mred\u202e", 2, 2 / 197, 0.0001, 101.5, 0.07, 0.003, 0.036, 0.9)
    long = WordShare("antidisestablishment", 2, 2 / 195, 0.00002, 512.8, 0.09, 0.003, 0.037, 0.04)
    return (
        WordProfile(1, 197, 0.653, 0.16, 0.5, usable=True, reason=None, words=(eyes, strange)),
        WordProfile(9, 195, -0.012, 0.05, 0.5, usable=False, reason=None, words=(long,)),
        WordProfile(5000, 3, None, None, None, usable=False, reason="3 words stand there", words=()),
    )


def word_result():
    exponent = Estimate("exponent", "α", "1", 1.3, 0.1, 1.1, 1.5)
    fit = Fit("power_law", "ok", "", (exponent,), np.array([0.65, 0.27]), 1.5, 1.0, 0.2, 9.0, 0.0, 1.0, 0.02)
    verdict = Verdict("undecided", None, 1, 2, 0.3, "only 2 stand out of the noise.")
    return WordResult(
        corpus=CORPUS,
        settings={"offsets": "1,9,5000", "by": "bits", "seed": 0},
        query="beautiful",
        tag=None,
        types=("beautiful",),
        occurrences=197,
        right=FittedCurve(_pull(), np.array([1, 2]), (fit,), verdict, np.full(4, np.nan)),
        left=None,
        profiles=_profiles(),
        half_life=HalfLife(1.79, 1.52, None, "the upper end of the interval lies beyond the usable offsets"),
    )


def pairs_result():
    line = PairLine("call me ishmael some", "sperm", "", "whale", "years ago \x1b[2J never mind how long")
    sperm = WordPair("sperm", "whale", 181, 1.36, 1630.0, 7.05, 0.0, 0.0, 0.0088, (line,))
    apart = WordPair("the", "the", 9, 5180.0, -10825.0, -9.17, 0.0, 0.0, -0.001)
    near = PairsAt((1,), 217_862, 4.31, 3.645, 5308, (sperm, apart))
    far = PairsAt((900,), 216_963, 3.5, 3.51, 2, ())
    single = WordPair("sperm", "whale", 181, 2.73, 1260.0, 6.06, 1e-9, 0.25, None)
    together = PairsAt((1, 900), 434_825, 3.332, 3.049, 5310, (single,))
    return PairsResult(CORPUS, {"offsets": "1,900", "min_count": 5}, (near, far), together)


def compare_result():
    first = replace(_pull(), measure="mutual_information")
    second = replace(first, value=first.value - np.array([0.6, 0.0, 0.3, 0.0]), offset=np.array([1, 2, 4, 8]))
    exponent = ParameterDifference("power_law", "exponent", "α", "1", 1.2, 0.9, 0.3, -0.1, 0.7, differs=False)
    length = ParameterDifference(
        "exponential", "length", "ξ", "words", 3.0, 9.0, -6.0, -8.0, -4.0, differs=True
    )
    other = ParameterDifference("broken_power_law", "break", "b", "words", 3.0, 9.0, -6.0, None, None, None)
    return CompareResult(
        CORPUS,
        replace(CORPUS, tokens=9_000, types=800),
        ("corpus/whale.txt", "corpus/alice.txt"),
        {"vocabulary": 197, "seed": 0},
        (
            ComparedCurves(curve_difference(first, second), (1, 2), (exponent, length, other)),
            ComparedCurves(
                curve_difference(replace(first, measure="recurrence"), replace(first, measure="recurrence")),
                None,
                (),
            ),
        ),
    )


def arcs_result():
    near, far = (
        Estimate(n, s, "1", v, 0.01, v - 0.02, v + 0.02)
        for n, s, v in (("near ratio", "q1", 0.5), ("far ratio", "q2", 0.88))
    )
    where = Estimate("break", "b", "words", 4.0, None, None, None)
    exponent = Estimate("exponent", "γ", "1", 1.6, 0.01, 1.58, 1.62)
    return ArcsResult(
        corpus=replace(CORPUS, tokens=9, types=7),
        settings={"punctuation": "drop"},
        arcs=Arcs(np.array([-1, -1, 1, 3, -2, 1]), np.array([0, 0, 0, 0, 1, 1]), np.array([5, 3])),
        mean=1.5,
        mean_se=0.25,
        random_mean=1.78,
        random_share=np.array([0.5, 0.3, 0.15, 0.05]),
        fits=(
            ArcFit("two_exponential_regimes", (near, far, where), -100.0, 205.0, 0.0),
            ArcFit("power_law", (exponent,), -120.0, 245.0, 40.0),
        ),
    )


def tags_result():
    nan = np.nan
    ratio = np.array([[[0.9, 0.2], [2.94, nan]], [[1.0, 1.2], [0.97, nan]], [[1.0, 1.0], [1.05, nan]]])
    matrix = TagMatrix(
        tags=("NOUN", "DET"),
        offset=np.array([1, 2, 1000]),
        pairs=np.array([900, 800, 90]),
        observed=np.array([[[300, 50], [550, 0]], [[400, 200], [200, 0]], [[40, 20], [30, 0]]]),
        expected=np.where(np.isnan(ratio), 0, 187.5),
        ratio=ratio,
        se=ratio / 20,
        noise=np.where(np.isnan(ratio), nan, 0.04),
        differs=np.abs(ratio - 1) > 0.16,
    )
    points = (
        BoundaryPoint(1, 1725, 0.055, 0.692, 0.079, 0.03, 1.005, 0.037),
        BoundaryPoint(2, 3247, 0.065, 0.02, nan, nan, nan, nan),
        BoundaryPoint(1000, 0, nan, nan, nan, nan, nan, nan),
    )
    return TagsResult(
        corpus=replace(CORPUS, settings={"unit": "pos"}, types=2),
        settings={"offsets": "1,2,1000", "left": None, "right": None, "seed": 0},
        matrix=matrix,
        constructions=(
            Construction("DET", "NOUN", 1, 1, open=False),
            Construction("NOUN", "DET", None, 1000, open=True),
            Construction("NOUN", "NOUN", None, None, open=False),
        ),
        information=replace(word_result().right, curve=replace(_pull(), measure="mutual_information")),
        boundaries=Boundaries("mutual_information", points),
        boundaries_reason=None,
    )


CASES = {
    "word_50.txt": lambda: word_screen(word_result(), width=50, color=False, ascii_only=True),
    "word_100.txt": lambda: word_screen(word_result(), width=100, color=False),
    "word.json": lambda: json_text(word_json(word_result())),
    "pairs_60.txt": lambda: pairs_screen(pairs_result(), width=60, color=False, ascii_only=True),
    "pairs_100.txt": lambda: pairs_screen(pairs_result(), width=100, color=False),
    "pairs.json": lambda: json_text(pairs_json(pairs_result())),
    "pairs.csv": lambda: delimited_text(pairs_rows(pairs_result()), ","),
    "compare_60.txt": lambda: compare_screen(compare_result(), width=60, color=False, ascii_only=True),
    "compare_100.txt": lambda: compare_screen(compare_result(), width=100, color=False),
    "compare.json": lambda: json_text(compare_json(compare_result())),
    "compare.csv": lambda: delimited_text(compare_rows(compare_result()), ","),
    "arcs_60.txt": lambda: arcs_screen(arcs_result(), width=60, color=False, ascii_only=True),
    "arcs_100.txt": lambda: arcs_screen(arcs_result(), width=100, color=False),
    "arcs.json": lambda: json_text(arcs_json(arcs_result())),
    "arcs.csv": lambda: delimited_text(arcs_rows(arcs_result()), ","),
    "tags_60.txt": lambda: tags_screen(tags_result(), width=60, color=False, ascii_only=True),
    "tags_100.txt": lambda: tags_screen(tags_result(), width=100, color=False, plot=True),
    "tags.json": lambda: json_text(tags_json(tags_result())),
    "tags.csv": lambda: delimited_text(tags_rows(tags_result()), ","),
    "word.csv": lambda: delimited_text(word_rows(word_result()), ","),
}


@pytest.mark.parametrize("name", CASES)
def test_the_output_is_what_it_was(name, request):
    now = CASES[name]().replace(f'"version": "{__version__}"', '"version": "VERSION"')
    file = FOLDER / name
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(now, "utf-8")
    assert now == file.read_text("utf-8")


def test_every_golden_file_has_a_case():
    assert {file.name for file in FOLDER.iterdir()} == set(CASES)


def test_a_word_that_is_too_rare_is_said_to_be():
    rare = replace(word_result(), right=None, profiles=())
    assert sentence(rare) == "'beautiful' is too rare here: nothing can be said about its pull."
    assert sentence(replace(rare, occurrences=0)) == "'beautiful' does not occur here."


def test_a_pull_that_does_not_fall_to_half_says_why():
    plateau = replace(word_result(), half_life=HalfLife(None, None, None, "it stays above half"))
    assert sentence(plateau).startswith("No half-life: it stays above half. It stands out of the noise up to")


def test_the_side_of_a_half_life_is_named_where_it_is_not_the_right_alone():
    result = word_result()
    left = replace(result, left=result.right, right=None)
    assert sentence(left).startswith("The pull of 'beautiful' to the left has fallen to half after")
    both = replace(result, left=result.right)
    assert sentence(both).startswith("The pull of 'beautiful' to the right has fallen to half after")


def test_a_page_without_boundaries_says_why():
    without = replace(tags_result(), boundaries=None, boundaries_reason="the text has no sentences marked")
    page = tags_screen(without, width=100, color=False)
    assert "Sentence ends: the text has no sentences marked." in page
    assert "across / within" not in page


def test_a_page_without_anything_within_sentences_says_so():
    none = tuple(replace(point, ratio=np.nan) for point in tags_result().boundaries.points)
    quiet = replace(tags_result(), boundaries=Boundaries("mutual_information", none))
    assert "nothing stands out within sentences" in tags_screen(quiet, width=100, color=False)
