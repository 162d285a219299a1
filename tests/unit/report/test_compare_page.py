"""The page of ``decay compare``: whole numbers in a narrow window, and a drawing of both curves."""

import re
from dataclasses import replace

import numpy as np
import pytest

from lexdecay.report.arcs_screen import arcs_screen
from lexdecay.report.compare_json import corrected, sentences
from lexdecay.report.compare_screen import compare_screen
from lexdecay.report.cross_json import sentences as cross_sentences


@pytest.mark.parametrize("width", [40, 60, 80, 160])
def test_no_number_of_a_narrow_page_is_cut(results, width):
    text = compare_screen(results["compare"], width=width, color=False, plot=True)
    assert max(map(len, text.splitlines())) <= width
    assert not re.search(r"\d…", text)


def test_a_drawing_shows_the_first_curve_as_points_and_the_second_as_a_line(results):
    drawn = compare_screen(results["compare"], width=80, color=False, plot=True)
    plain = compare_screen(results["compare"], width=80, color=False)
    key = [text for text in drawn.splitlines() if "b B" in text]
    assert key[:1] == ["bits against offset, where A or B is usable:   ● A   b B"]
    assert len(drawn) > len(plain)


def test_lengths_are_drawn_beside_random_order(results):
    text = arcs_screen(results["arcs"], width=60, color=False, plot=True, ascii_only=True)
    assert "r random order" in text
    assert sum("#" in text and "|" in text for text in text.splitlines()) >= 2


@pytest.fixture
def compared(results):
    return results["compare"].comparisons[0]


def with_signs(compared, differs, low):
    """A above B by 1 everywhere, told apart at the first ``differs`` offsets, intervals from ``low`` on."""
    of, size = compared.curves, compared.curves.offset.size
    made = {"difference": np.ones(size), "low": np.full(size, low), "high": np.full(size, 2.0)}
    return replace(compared, curves=replace(of, differs=np.arange(size) < differs, **made))


def test_what_cannot_be_told_elsewhere_needs_an_elsewhere(compared):
    size = compared.curves.offset.size
    everywhere, first = (sentences(with_signs(compared, n, 0.5), ("A", "B"))[0] for n in (size, 1))
    assert everywhere.endswith(
        f"A lies above B at {size} of {size} offsets (1 to {compared.curves.offset[-1]})."
    )
    assert first.endswith(f"at 1 of {size} offsets (1); elsewhere they cannot be told apart.")


def test_an_interval_without_zero_that_does_not_differ_is_explained(results, compared):
    size = compared.curves.offset.size
    lone = with_signs(compared, size - 1, 0.5)
    said = f"Differ: at 5 % for all {size} offsets together; 95 %: of each by itself."
    assert corrected(lone.curves) == said
    assert corrected(with_signs(compared, size, 0.5).curves) is None
    assert corrected(with_signs(compared, size - 1, -0.5).curves) is None
    page = compare_screen(replace(results["compare"], comparisons=(lone,)), width=200, color=False)
    assert said in page


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (-3.0, 17.2, "; half of it is left at -3.0 and +17.2."),
        (
            None,
            17.2,
            "is left at +17.2; before the diagonal more than half is left as far as can be seen.",
        ),
        (None, None, "; before and after the diagonal more than half is left as far as can be seen."),
    ],
)
def test_a_side_that_does_not_fall_to_half_is_put_in_words(results, low, high, said):
    one = replace(results["cross"], low_half=low, high_half=high)
    assert cross_sentences(one)[0].endswith(said)
