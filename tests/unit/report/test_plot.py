from dataclasses import replace

import numpy as np
import pytest

from lexdecay.fit.models import MODELS
from lexdecay.records import MeasureResult
from lexdecay.report.plot import LETTERS, plot_curve, plot_fitted, plot_series
from lexdecay.report.to_table import fit_screen, measure_screen

WORDS = {"unit": "lower"}


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("lower", "bits against offset in words "),
        ("form", "bits against offset in words "),
        ("lemma", "bits of lemmas against offset in words "),
        ("pos", "bits of tags against offset in words "),
        ("char", "bits against offset in characters "),
    ],
)
def test_the_key_names_what_is_counted_and_where(fit_result, unit, said):
    corpus = replace(fit_result.corpus, settings={"unit": unit})
    measured = MeasureResult(corpus, {}, (fit_result.curves[0].curve,))
    for page in (
        fit_screen(replace(fit_result, corpus=corpus), width=100, color=False, plot=True),
        measure_screen(measured, width=100, color=False, plot=True),
    ):
        assert any(row.startswith(said) for row in page.splitlines())


@pytest.mark.parametrize("width", [20, 40, 80, 160])
def test_no_line_of_a_drawing_is_wider_than_the_screen(fit_result, width):
    rows = plot_fitted(fit_result.curves[0], WORDS, width)
    drawing = rows[: rows.index(next(row for row in rows if row.startswith("bits")))]
    assert max(map(len, drawing)) <= width


def test_a_power_law_falls_on_the_diagonal(fit_result):
    """Usable values 0.8 / d at d = 1, 2, 4, 8, 16: equal steps on both axes."""
    rows = plot_fitted(fit_result.curves[0], WORDS, 89)[:16]
    places = sorted((row.index("●"), y) for y, row in enumerate(rows) if "●" in row)
    steps = np.diff(np.array(places), axis=0)
    assert len(places) == 5
    assert np.ptp(steps[:, 0]) <= 1
    assert np.ptp(steps[:, 1]) <= 1


def test_both_laws_and_the_floor_are_drawn_and_explained(fit_result):
    text = "\n".join(plot_fitted(fit_result.curves[0], WORDS, 80))
    assert "e exponential" in text
    assert "p power law" in text
    assert "· floor" in text
    assert "1 of 7 values at or below zero are not drawn" in text


def test_a_dumb_terminal_gets_ascii_only(fit_result):
    assert "\n".join(plot_fitted(fit_result.curves[0], WORDS, 60, ascii_only=True)).isascii()


def test_nothing_is_drawn_where_no_value_is_positive(measure_result):
    curve = measure_result.curves[0]
    assert plot_curve(replace(curve, value=-np.ones(7)), WORDS, 80) == [
        "nothing to draw: no value lies above zero"
    ]


def test_one_point_is_drawn(measure_result):
    curve = measure_result.curves[0]
    one = {
        name: getattr(curve, name)[:1]
        for name in ("offset", "pairs", "raw", "floor", "value", "se", "noise", "usable")
    }
    rows = plot_curve(replace(curve, **one, covariance=np.ones((1, 1))), WORDS, 40)
    assert sum("●" in row for row in rows[:16]) == 1


def test_models_drawn_together_have_letters_of_their_own():
    assert set(LETTERS) == set(MODELS)
    assert len(set(LETTERS.values())) == len(LETTERS)


def test_axes_are_marked_at_round_numbers_written_out():
    keys = np.array([1000.0, 2000.0, 4000.0, 8000.0])
    rows = plot_series((keys, np.array([10.0, 40.0, 240.0, 1300.0])), [], ["keys", "effective"], 60)
    labels = [row[:7].strip() for row in rows[:16] if row[:7].strip()]
    assert labels == ["1,000", "100", "10"]
    assert rows[17].split() == ["1,000", "2,000", "5,000"]


def test_an_axis_within_a_decade_has_more_than_its_ends():
    at = np.array([1.0, 2.0, 4.0])
    rows = plot_series((at, np.array([0.016, 0.009, 0.03])), [], ["x", "y"], 60)
    assert [row[:7].strip() for row in rows[:16] if row[:7].strip()] == ["0.02", "0.01"]


def test_a_line_beside_points_lies_inside_the_drawing():
    at = np.array([1.0, 2.0, 4.0])
    beside = ("n", np.array([1.0, 8.0]), np.array([100.0, 800.0]))
    rows = plot_series((at, at), [beside], ["x", "y"], 40)
    assert "n" in rows[0]  # the line's last value is the top of the axis
    assert max(map(len, rows)) <= 40
