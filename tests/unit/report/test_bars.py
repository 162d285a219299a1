"""Bars of characters."""

import pytest

from lexdecay.report.bars import bar


@pytest.mark.parametrize(
    ("share", "drawn"), [(1, "████"), (0.5, "██"), (0.28, "█▏"), (1e-9, "▏"), (2, "████"), (0, ""), (-1, "")]
)
def test_a_bar_fills_its_share_in_eighths_of_a_cell(share, drawn):
    assert bar(share, 4) == drawn


def test_without_block_characters_it_is_made_of_number_signs():
    assert [bar(share, 4, ascii_only=True) for share in (1, 0.5, 1e-9, 0)] == ["####", "##", "#", ""]


def test_what_is_not_a_number_is_not_drawn():
    assert not bar(float("nan"), 4)
