"""Sparklines and heat maps: every cell by hand, at the width that wide characters really take."""

from dataclasses import replace

import numpy as np
import pytest
from rich.cells import cell_len

from lexdecay.report.heat_map import tag_map
from lexdecay.report.sparklines import sparkline, word_sparklines
from lexdecay.report.tags_screen import tags_screen
from lexdecay.report.word_screen import word_screen
from lexdecay.report.zipf_pages import growth_screen
from lexdecay.word_records import TagMatrix, WordProfile, WordShare


def matrix(ratio, differs=None):
    ratio = np.array([ratio], dtype=float)
    told = np.ones(ratio.shape, dtype=bool) if differs is None else np.array([differs])
    zero, offset = np.zeros(ratio.shape), np.array([1])
    return TagMatrix(("NOUN", "X"), offset, offset, zero.astype(int), zero, ratio, zero, zero, told)


def test_a_sparkline_is_drawn_to_its_largest_value():
    assert sparkline([0.0, 0.5, 1.0, None]) == "▁▅█·"
    assert sparkline([0.0, 0.5, 1.0, None], ascii_only=True) == "_=#?"


def test_a_sparkline_of_nothing_is_flat():
    assert sparkline([0.0, -1.0]) == "▁▁"
    assert sparkline([None, None]) == "··"


def test_blocks_are_darker_the_more_there_is():
    assert tag_map(matrix([[4.0, 2.0], [1.1, 0.9]]), 120)[-3:-1] == ["NOUN   ██▓▓", "X      ▒▒--"]
    assert tag_map(matrix([[0.4, 0.1], [0.0, 5.0]]), 120)[-3:-1] == ["NOUN   ==≡≡", "X      ≡≡██"]


def test_a_ratio_that_does_not_differ_from_one_is_a_dot():
    rows = tag_map(matrix([[4.0, np.nan], [1.1, 0.9]], [[True, False], [False, False]]), 120, ascii_only=True)
    assert rows[-3:-1] == ["NOUN   @@..", "X      ...."]


def test_tags_stand_upright_above_their_columns():
    rows = tag_map(matrix([[1.0, 1.0], [1.0, 1.0]]), 120)
    assert rows[1:5] == ["       N", "       O", "       U", "       N X"]


def profile(offset, *words):
    shares = tuple(WordShare(word, 1, p, 0.1, 1.0, p, 0.0, 1.0, 1.0) for word, p in words)
    return WordProfile(offset, 10, 0.5 * abs(offset), 0.1, 0.0, True, None, shares)  # noqa: FBT003  a record


def test_the_query_stands_between_its_sides_and_wide_words_take_two_cells(results):
    one = replace(
        results["word"], profiles=(profile(1, ("中文", 0.4), ("x", 0.1)), profile(-2, ("x", 0.2)), profile(2))
    )
    rows = word_sparklines(one, 80)
    assert rows[0].startswith("Share of each word at offsets -2, 1; ")
    assert rows[1:] == ["pull           █│▅", "中文           ·│█", "x              █│▅"]
    assert {cell_len(row) for row in rows[1:]} == {18}


def test_one_offset_has_no_course(results):
    assert word_sparklines(replace(results["word"], profiles=(profile(1, ("x", 0.1)),)), 80) == []


def test_hostile_words_do_not_drive_the_terminal(hostile_results):
    rows = word_sparklines(hostile_results[1], 80)
    assert not [row for row in rows if "\x1b" in row or "\u202e" in row]


@pytest.mark.parametrize("width", [40, 80, 160])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_pages_with_pictures_keep_to_every_width(results, width, ascii_only):
    settings = {"width": width, "color": False, "ascii_only": ascii_only, "plot": True}
    for text in (word_screen(results["word"], **settings), tags_screen(results["tags"], **settings)):
        assert max(map(cell_len, text.splitlines())) <= width
    assert "Left tag by row" in tags_screen(results["tags"], **settings)
    assert "Share of each" in word_screen(results["word"], **settings)


@pytest.mark.parametrize("width", [20, 30, 40, 52, 80])
def test_growth_keeps_its_numbers_and_its_key_whole_at_every_width(results, width):
    text = growth_screen(results["growth"], width=width, color=False, plot=True)
    assert max(map(cell_len, text.splitlines())) <= width
    assert "…" not in text.partition("\n")[2]  # after the path
    assert "· any order" in text
    assert f"{results['growth'].summary.types:,}.0" in text
