"""Figures as files: the same bytes each time, text as text, inert words, no claim beyond the usable range."""

from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matplotlib.figure import Figure

from lexdecay.report.figures.decay import fit_sections, fitted_section
from lexdecay.report.figures.files import figure_bytes
from lexdecay.report.figures.kinds import FIGURES, sections_of
from lexdecay.report.figures.style import BLUE, GREEN, INK, LOOKS, MUTED, PAPER, VERMILLION, log_ticks, plain

SVG = "{http://www.w3.org/2000/svg}"
KINDS = (
    "fit", "measure", "word", "pairs", "tags", "arcs", "compare", "zipf", "growth", "map", "plan", "attn",
    "dilute", "cross",
)  # fmt: skip


def parsed(svg):
    return ET.fromstring(svg)  # noqa: S314  our own


def texts(svg):
    return ["".join(element.itertext()) for element in parsed(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_result_is_drawn_to_the_same_bytes_each_time(results, kind):
    first, said = figure_bytes(sections_of(results[kind]), "svg")
    assert said == ()
    assert figure_bytes(sections_of(results[kind]), "svg")[0] == first
    assert texts(first)  # text stays text


@pytest.mark.parametrize(("form", "beginning"), [("png", b"\x89PNG"), ("pdf", b"%PDF-")])
def test_pictures_hold_no_date_and_no_version(results, form, beginning):
    first, _ = figure_bytes(sections_of(results["growth"]), form)
    assert first == figure_bytes(sections_of(results["growth"]), form)[0]
    assert first.startswith(beginning)
    for word in (b"Creat", b"Producer", b"Software", b"Matplotlib"):
        assert word not in first


def test_every_kind_that_is_registered_is_tested(results):
    assert {type(results[kind]).__name__ for kind in KINDS} == set(FIGURES)


def test_axes_have_units_and_ticks_are_written_out(results):
    shown = texts(figure_bytes(sections_of(results["fit"]), "svg")[0])
    assert "offset, words (shaded: usable to 3)" in shown
    assert "mutual information, bits" in shown
    assert "0.1" in shown
    assert not [text for text in shown if "e-" in text or "mathdefault" in text]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1000, "1,000"),
        (1, "1"),
        (0.001, "0.001"),
        (0.5, "0.5"),
        (-2, "−2"),
        (0, "0"),
        (1e-6, "1e-06"),
        (2.5, "2.5"),
    ],
)
def test_ticks_are_plain_numbers(value, text):
    assert plain(value) == text


def test_a_short_axis_has_ticks_between_the_tens():
    assert log_ticks(1, 1000) == [1, 10, 100, 1000]
    assert log_ticks(3, 60) == [5, 10, 20, 50]


def test_no_law_is_drawn_beyond_the_offsets_it_was_fitted_to(fit_result):
    fitted = fit_result.curves[0]
    for panel in fitted_section(fitted).panels:
        axes = Figure().add_subplot()
        panel.draw(axes)
        laws = [line for line in axes.get_lines() if line.get_color() in {BLUE, VERMILLION, GREEN}]
        assert len(laws) == 2
        assert all(max(line.get_xdata()) == fitted.offsets[-1] for line in laws)


def test_the_band_ends_where_the_last_usable_offset_is_and_the_figure_says_which(fit_result):
    axes = Figure().add_subplot()
    fitted_section(fit_result.curves[0]).panels[0].draw(axes)
    band = axes.collections[0].get_paths()[0].vertices[:, 0]
    assert band.max() == 16
    assert axes.get_xlabel() == "offset, words (shaded: usable to 16)"


def test_the_axes_of_characters_count_characters(fit_result):
    by_letter = replace(fit_result, corpus=replace(fit_result.corpus, settings={"unit": "char"}))
    panels = [panel for section in fit_sections(by_letter)[:1] for panel in section.panels]
    for panel in panels:
        axes = Figure().add_subplot()
        panel.draw(axes)
        assert axes.get_xlabel().startswith("offset, characters")
    assert len(panels) == 4


def test_a_curve_without_a_usable_offset_says_so(fit_result):
    axes = Figure().add_subplot()
    fitted_section(fit_result.curves[1]).panels[0].draw(axes)
    assert axes.get_xlabel() == "offset, words (no offset is usable)"


def test_values_that_a_logarithmic_axis_has_no_place_for_are_marked_at_its_edge(fit_result):
    curve = fit_result.curves[0].curve
    value = curve.value.copy()
    value[2] = -0.1
    below = replace(fit_result.curves[0], curve=replace(curve, value=value))
    axes = Figure().add_subplot()
    fitted_section(below).panels[0].draw(axes)
    marks = next(line for line in axes.get_lines() if line.get_marker() == "v")
    assert curve.offset[2] in marks.get_xdata()
    assert marks.get_label() == "lower than the axis"


def test_a_text_of_characters_counts_characters(results):
    found = results["measure"]
    corpus = replace(found.corpus, settings={**found.corpus.settings, "unit": "char"})
    shown = texts(figure_bytes(sections_of(replace(found, corpus=corpus)), "svg")[0])
    assert any(text.startswith("offset, characters") for text in shown)
    assert not any("words" in text for text in shown)


def test_points_that_are_not_usable_are_hollow(fit_result):
    curve = fit_result.curves[0].curve
    near = replace(fit_result.curves[0], curve=replace(curve, usable=curve.offset <= 4))
    axes = Figure().add_subplot()
    fitted_section(near).panels[0].draw(axes)
    points = [line for line in axes.get_lines() if line.get_marker() == "o"]
    faces = {line.get_markerfacecolor(): line.get_xdata() for line in points}
    np.testing.assert_array_equal(faces[INK], [1, 2, 4])
    np.testing.assert_array_equal(faces[PAPER], [8])  # what lies farther is below the axes


def test_laws_are_told_apart_without_colour():
    looks = list(LOOKS.values())
    assert len({str(look.line) for look in looks}) == len({look.mark for look in looks}) == len(looks)


def luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("color", [INK, MUTED, BLUE, VERMILLION, GREEN])
def test_every_line_stands_out_of_the_paper(color):
    # WCAG 2.1, success criterion 1.4.11: graphics need a contrast of 3 to 1.
    assert (luminance(PAPER) + 0.05) / (luminance(color) + 0.05) >= 3


def test_hostile_words_are_text_and_nothing_else(hostile_results):
    svg = figure_bytes(sections_of(hostile_results[1]), "svg")[0]
    shown = texts(svg)
    assert "<script>documen…" in shown
    assert "$x^2$" in shown  # no formula
    assert r"\x1b[31mred" in shown
    assert r"\u202eevil" in shown
    tags = {element.tag for element in parsed(svg).iter()}
    assert f"{SVG}script" not in tags


def test_characters_that_no_font_has_are_named(results):
    word = results["word"]
    profile = word.profiles[0]
    strange = replace(profile, words=(replace(profile.words[0], word="\ue0ff"),))
    one = replace(word, profiles=(strange,), right=None, left=None)
    _, said = figure_bytes(sections_of(one), "png")
    assert [notice.code for notice in said] == ["missing-glyphs"]
    assert "\ue0ff" in said[0].message
    assert "FILE.svg" in said[0].hint
    assert figure_bytes(sections_of(one), "svg")[1] == ()


def test_fonts_that_were_installed_after_the_list_was_made_are_found(monkeypatch):
    from matplotlib import font_manager

    from lexdecay.report.figures.files import new_fonts

    new_fonts()
    known = list(font_manager.fontManager.ttflist)
    forgotten = next(entry for entry in known if entry.name == "DejaVu Sans" and entry.style == "normal")
    monkeypatch.setattr(
        font_manager.fontManager, "ttflist", [one for one in known if one.fname != forgotten.fname]
    )
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [forgotten.fname])
    assert new_fonts() == 1
    assert new_fonts() == 0


def test_a_result_without_a_curve_has_no_picture(results):
    assert sections_of(replace(results["fit"], curves=())) == []
    assert sections_of(replace(results["growth"], growth=None)) == []
    assert sections_of(replace(results["tags"], matrix=None)) == []


def test_a_pair_that_never_occurs_stands_at_the_edge_of_the_axis(results):
    found = results["pairs"]
    at = found.offsets[0]
    missing = replace(at.listed[0], count=0, expected=20.0)
    axes = Figure().add_subplot()
    sections_of(replace(found, offsets=(replace(at, listed=(missing, *at.listed[1:])),)))[0].panels[0].draw(
        axes
    )
    marks = {line.get_label(): line.get_xdata() for line in axes.get_lines()}
    assert marks["never"].tolist() == [axes.get_xlim()[0]]
    assert len(marks["in this text"]) == len(at.listed) - 1
