from dataclasses import replace

import numpy as np
import pytest
from rich.cells import cell_len

from lexdecay.records import Source
from lexdecay.report.to_table import LEAST_WIDTH, fit_screen, measure_screen, reach_sentence, verdict_texts
from lexdecay.report.words import ANSWERS, NOT_MEANT


@pytest.mark.parametrize("width", [20, 40, 80, 120, 160])
@pytest.mark.parametrize("plot", [False, True])
def test_the_page_fits_the_width(fit_result, measure_result, width, plot):
    for page in (
        fit_screen(fit_result, width=width, color=False, plot=plot),
        measure_screen(measure_result, width=width, color=False, plot=plot),
    ):
        assert max(cell_len(row) for row in page.splitlines()) <= max(width, LEAST_WIDTH)


def test_the_page_names_corpus_tokens_types_and_vocabulary(fit_result):
    page = fit_screen(fit_result, width=80, color=False)
    assert page.startswith("corpus/whale.txt (1.2 MB, utf-8)\n120,000 tokens, 17,144 types, 1 document\n")
    assert "K = 1,000, the commonest of 17,144 types" in page
    assert "K = 17,144, every type keeps its identity" in page


def test_the_verdict_comes_last_with_what_it_does_not_mean(fit_result):
    last = fit_screen(fit_result, width=160, color=False).rstrip("\n").split("\n\n")[-2:]
    assert last[0].startswith(
        "Mutual information (total): a power law.\n"
        "The exponential is rejected (ΔBIC 300).\n"
        "This does not mean that the law goes on beyond these offsets"
    )
    assert "no dependence found." in last[1]


def test_a_curve_without_usable_offsets_is_called_the_same_as_by_its_fit(measure_result):
    nothing = measure_result.curves[1]
    assert reach_sentence(nothing) == (
        "Recurrence (total): no dependence found; no offset stands out of the noise."
    )
    assert ANSWERS["no_dependence"] in reach_sentence(nothing)
    said = reach_sentence(replace(nothing, far=99.0))
    assert said == (
        "Recurrence (total): words far apart depend on each other as much as near ones; "
        "this text cannot tell."
    )


@pytest.mark.parametrize(
    ("measure", "value", "said"),
    [
        ("attraction", [2, -0.2, -0.1], "Attraction at offset 1, avoidance at offsets 2 and 4"),
        ("attraction", [2, 0.2, 0.1], "Attraction at 3 offsets from 1 to 4"),
        ("avoidance", [0.9, 0.2, -0.1], "Avoidance at offsets 1 and 2, attraction at offset 4"),
    ],
)
def test_offsets_where_two_classes_attract_and_avoid_each_other_are_told_apart(
    fit_result, measure, value, said
):
    curve = fit_result.curves[1].curve
    values = np.zeros(curve.value.size)
    values[:3] = value
    signed = replace(curve, measure=measure, value=values, usable=np.arange(values.size) < 3)
    assert reach_sentence(signed) == f"{said}; nothing is claimed beyond 4."
    answer = verdict_texts(replace(fit_result.curves[1], curve=signed))[0]
    assert answer == f"{said}; the law: no dependence found."


def test_every_answer_has_its_words():
    assert set(ANSWERS) == set(NOT_MEANT)


def test_intervals_p_values_and_statuses_are_in_the_table(fit_result):
    page = fit_screen(fit_result, width=100, color=False)
    assert "α = 1.00 [0.960, 1.04]" in page
    assert "ξ = 3.25 [3.00, open] words" in page
    assert "< 0.001" in page
    assert "Not fitted: broken power law (too few points: 5 offsets for 4 parameters)" in page


def test_the_best_model_is_listed_first(fit_result):
    page = fit_screen(fit_result, width=100, color=False)
    assert page.index("A d^-α") < page.index("A exp(-d/ξ)")


def test_a_fit_at_a_bound_keeps_its_rank_and_says_so(fit_result):
    fitted = fit_result.curves[0]
    best = replace(fitted.fits[1], status="at_bound", reason="exponent ends at its bound")
    result = replace(fit_result, curves=(replace(fitted, fits=(fitted.fits[0], best)),))
    for width in (40, 80, 140):
        page = " ".join(fit_screen(result, width=width, color=False).split())
        assert page.index("power law") < page.index("at bound") < page.index("ξ = ")


def test_a_hostile_path_cannot_act(fit_result):
    hostile = Source("[/x]\x1b[2J\u202e:x:.txt", 10, "0" * 64, "utf-8", 1)
    page = fit_screen(
        replace(fit_result, corpus=replace(fit_result.corpus, sources=(hostile,))), width=80, color=False
    )
    assert page.startswith("[/x]\\x1b[2J\\u202e:x:.txt (10 bytes, utf-8)\n")
    assert not {"\x1b", "\u202e"} & set(page)


def test_many_inputs_are_counted_not_listed(fit_result):
    sources = fit_result.corpus.sources * 30
    page = fit_screen(
        replace(fit_result, corpus=replace(fit_result.corpus, sources=sources)), width=80, color=False
    )
    assert page.count("whale.txt") == 3
    assert "and 27 more inputs" in page


def test_ascii_pages_have_no_line_drawing(fit_result):
    page = fit_screen(fit_result, width=80, color=False, ascii_only=True, plot=True)
    assert not set("─│└┴●○·") & set(page)


def test_colour_comes_only_when_asked_for(measure_result):
    assert "\x1b[" in measure_screen(measure_result, width=80, color=True)
    assert "\x1b" not in measure_screen(measure_result, width=80, color=False)


def test_a_result_without_curves_is_a_header(measure_result):
    page = measure_screen(replace(measure_result, curves=()), width=80, color=False)
    assert page.count("\n") == 2
