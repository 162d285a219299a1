"""The table of many texts: names that can be told apart on a terminal of any width."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from lexdecay.report.zipf_pages import common_folder, each_screen
from lexdecay.report.zipf_table import report_screen
from lexdecay.zipf.analyse import Plan
from lexdecay.zipf.records import ZipfVerdict
from lexdecay.zipf.results import EachResult
from lexdecay.zipf.spectrum import from_counts
from lexdecay.zipf.survey import survey, tally

SPECTRUM = from_counts(np.repeat([1, 2, 3, 4, 5, 9, 40], [60, 20, 9, 6, 4, 2, 1]))


@pytest.fixture(scope="module")
def page():
    """Return a function of the width that renders two books whose paths begin alike."""
    names = ("../long/way/to/books/alice.txt", "../long/way/to/books/a/a_very_long_title_1861.txt")
    books = tuple(survey(name, SPECTRUM, Plan(20, 1)) for name in names)
    result = EachResult(None, {}, books, tally(books))
    return lambda width: each_screen(result, width=width, color=False)


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_the_end_of_every_name_is_shown_and_no_number_is_cut(page, width):
    rows = page(width).splitlines()
    assert rows[0] == "in ../long/way/to/books/"
    assert any(row.startswith("alice.txt ") for row in rows)
    assert any(row.split(" ")[0].endswith("1861.txt") for row in rows)
    assert sum("cannot" in row for row in rows) == 2
    assert max(map(len, rows)) <= width
    assert "…" not in "".join(row[1:] for row in rows)


def test_exponents_are_left_out_below_110_columns(page):
    assert "tail α" in page(110)
    assert "tail α" not in page(109)


def test_a_p_below_all_replicates_is_a_bound():
    """Words all equally frequent: no replicate of f1 is as far off; 1 / 21 is 0.0476."""
    flat = survey("flat", from_counts(np.random.default_rng(1).poisson(20, 3000)), Plan(20, 1))
    result = EachResult(None, {}, (flat,), tally([flat]))
    assert "≤ 0.048" in each_screen(result, width=140, color=False)


@pytest.mark.parametrize(
    ("number", "bootstrap", "said"),
    [
        (1, 20, "Of 1 text tested on all types"),
        (2, 20, "Of 2 texts tested on all types"),
        (1, 0, "The text was not tested (too few words, or --bootstrap 0)."),
        (2, 0, "None of 2 texts was tested (too few words, or --bootstrap 0)."),
    ],
)
def test_numbers_and_nouns_agree_and_no_text_is_called_a_book(number, bootstrap, said):
    rows = tuple(survey(f"{n}.txt", SPECTRUM, Plan(bootstrap, 1)) for n in range(number))
    page = each_screen(EachResult(None, {}, rows, tally(rows)), width=100, color=False)
    assert said in page
    assert "book" not in page
    assert not re.search(r"\b1 texts|\b[02-9] text\b", page)
    assert ("rejected at 10 % in " in page) == (bootstrap > 0)


@pytest.mark.parametrize(
    ("form", "plain", "related", "headline"),
    [
        ("f2", 1, 0, "Zipf's law: holds for all words."),
        ("lomax", 0, 1, "Zipf's law: holds for all words, in a related form (discrete Lomax)."),
    ],
)
def test_the_table_of_many_and_the_report_of_one_say_by_which_form_the_law_holds(
    results, form, plain, related, headline
):
    verdict = ZipfVerdict("full_range", form, 1, 40, "it fits", "meaning")
    book = replace(survey("a.txt", SPECTRUM, Plan(20, 1)), verdict=verdict)
    page = " ".join(each_screen(EachResult(None, {}, (book,), tally([book])), width=100, color=False).split())
    assert (
        f"holds for all words of 1 text: of {plain} as f1, f2 or f3, of {related} in a related form" in page
    )
    one = results["zipf"]
    one = replace(one, analysis=replace(one.analysis, verdict=verdict))
    assert headline in report_screen(one, width=100, color=False)


@pytest.mark.parametrize(
    ("names", "folder"),
    [
        (["a/b/x.txt", "a/b/y.txt"], "a/b/"),
        (["a/b/x.txt", "a/bc/y.txt"], "a/"),
        (["a/b/x.txt"], "a/b/"),
        (["x.txt", "y.txt"], ""),
        (["/x/a.txt", "y/b.txt"], ""),
        (["/a.txt", "/b.txt"], "/"),
        ([], ""),
    ],
)
def test_the_common_folder_ends_at_a_slash(names, folder):
    assert common_folder(names) == folder


@pytest.mark.parametrize("width", [40, 50, 60, 80])
def test_a_report_fits_the_window_and_no_number_is_cut(results, width):
    text = report_screen(results["zipf"], width=width, color=False, plot=True)
    assert max(map(len, text.splitlines())) <= width
    assert "…" not in text.partition("\n")[2]  # below the path
    assert "inverse Gauss-Poisson" in text
