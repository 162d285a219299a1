"""The page of ``decay compare``: whole numbers in a narrow window, and a drawing of both curves."""

import re

import pytest

from lexdecay.report.arcs_screen import arcs_screen
from lexdecay.report.compare_screen import compare_screen


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
