from __future__ import annotations

from dataclasses import replace

import pytest

from lexdecay.records import Estimate
from lexdecay.zipf.records import (
    Alternative,
    Dependence,
    FamilyFit,
    FullRange,
    Power,
    TailFit,
)
from lexdecay.zipf.replicates import p_text
from lexdecay.zipf.spectrum import from_counts
from lexdecay.zipf.verdict import judge

SPECTRUM = from_counts([1] * 60 + [2] * 20 + [3] * 9 + [5] * 6 + [40, 90, 300])
EXPONENT = (Estimate("exponent", "a", "", 1.9, 0.01, 1.88, 1.92),)
TAIL = TailFit(
    "ok",
    alpha=1.95,
    se=0.02,
    x_min=3,
    n_tail=18,
    ks=0.05,
    p=0.5,
    p_se=0.02,
    replicates=200,
    share_types=0.2,
    share_tokens=0.7,
)
STRONG = (Power("lognormal", 1, 0.2), Power("lognormal", 3, 0.3))


def fit_of(family, p, delta):
    return FamilyFit(family, "ok", "", EXPONENT, -100.0, aic=200.0, delta_aic=delta, ks=0.01, p=p)


def shifted(shift):
    parameters = (*EXPONENT, Estimate("shift", "s", "", shift, 0.1, shift - 0.2, shift + 0.2))
    return replace(fit_of("lomax", 0.4, 0.0), parameters=parameters)


def full_of(*fits):
    return FullRange(tuple(sorted(fits, key=lambda f: f.delta_aic)), fits[0].family, (), None)


def judged(full, tail=TAIL, alternatives=(), power=STRONG, dependence=None):
    return judge(SPECTRUM, full, tail, alternatives, power, dependence)


NONE_FITS = full_of(fit_of("lomax", 0.001, 0.0), fit_of("f1", 0.001, 50.0), fit_of("f2", 0.001, 60.0))


def test_a_law_of_zipf_that_fits_everything_is_named():
    found = judged(full_of(fit_of("f2", 0.4, 0.0), fit_of("lognormal", 0.4, 3.0)))
    assert (found.answer, found.form, found.low, found.high) == ("full_range", "f2", 1, 300)
    assert "fits all 98 types" in found.reason
    assert "plain form" not in found.reason
    assert "arises by chance in 40 of 100 samples" in found.meaning


def test_a_shifted_law_is_called_bent():
    found = judged(full_of(shifted(0.5), fit_of("f2", 0.001, 40.0)))
    assert (found.answer, found.form) == ("full_range", "lomax")
    assert "bent by a shift at frequencies below about 4" in found.meaning
    assert found.reason.endswith("better by more than 6 in AIC; rejected in the plain form (f2)")


def test_a_shift_that_leaves_no_decade_of_power_law_is_not_zipfs_law():
    """Exponent within a tenth of its limit from 9 s = 90 on; the largest frequency is 300."""
    found = judged(full_of(shifted(10.0), fit_of("lognormal", 0.4, 3.0), fit_of("f2", 0.001, 40.0)))
    assert (found.answer, found.form) == ("rejected", "lognormal")


def test_a_bent_power_law_and_a_curved_law_that_both_fit_decide_nothing():
    found = judged(full_of(shifted(0.5), fit_of("lognormal", 0.3, 4.0), fit_of("f2", 0.001, 40.0)))
    assert found.answer == "undecided"
    assert "lognormal fits as well" in found.reason


def test_a_law_that_fits_but_is_clearly_beaten_does_not_count():
    found = judged(full_of(fit_of("lognormal", 0.4, 0.0), fit_of("f1", 0.2, 25.0)))
    assert (found.answer, found.form) == ("rejected", "lognormal")
    assert "do not follow Zipf's law" in found.meaning


def test_the_tail_answers_when_no_law_fits_everything():
    found = judged(NONE_FITS)
    assert (found.answer, found.form, found.low, found.high) == ("tail", "f1", 3, 300)
    assert "20 % of the types and 70 % of the tokens" in found.reason


def test_a_rejected_tail_rejects():
    found = judged(NONE_FITS, replace(TAIL, p=0.03))
    assert found.answer == "rejected"
    assert "x_min = 3, p = 0.030" in found.reason


@pytest.mark.parametrize(
    ("changes", "doubt"),
    [
        ({"tail": replace(TAIL, x_min=100), "power": (Power("lognormal", 100, 0.2),)}, "less than a decade"),
        ({"power": (Power("lognormal", 3, 1.0),)}, "18 types show only bends of the exponent above 1.00"),
        (
            {"alternatives": (Alternative("cutoff", "ok", "boundary", p=0.001, verdict="alternative"),)},
            "exponential cut-off (cutoff) describes this tail better (p = 0.0010)",
        ),
    ],
)
def test_a_tail_in_doubt_is_undecided_and_says_why(changes, doubt):
    found = judged(NONE_FITS, **changes)
    assert found.answer == "undecided"
    assert doubt in found.reason


def test_types_that_could_not_show_a_bend_of_a_half_decide_nothing_and_say_how_many_could():
    """The error of the bend falls as 1 / sqrt(types): 1.0 with 98 types is 0.5 with four times as many."""
    found = judged(full_of(fit_of("f1", 0.6, 0.0)), power=(Power("lognormal", 1, 1.0),))
    assert found.answer == "undecided"
    assert "98 types show only bends of the exponent above 1.00 (0.5 would do" in found.reason
    assert "it takes about 392 types" in found.reason


@pytest.mark.parametrize(
    ("caught", "answer"), [(0.27, "undecided"), (0.79, "undecided"), (0.8, "full_range")]
)
def test_four_of_five_simulated_bends_must_be_caught(caught, answer):
    found = judged(full_of(fit_of("f1", 0.6, 0.0)), power=(Power("lognormal", 1, 0.6, caught, 200),))
    assert found.answer == answer
    said = f"98 types show a bend of the exponent by 0.5 in {100 * caught:.0f} % of simulated samples only"
    assert (said in found.reason) is (answer == "undecided")


@pytest.mark.parametrize(
    ("behind", "answer", "form"),
    [(5.9, "full_range", "f2"), (6.9, "undecided", "f2"), (10.1, "rejected", "stretched_exponential")],
)
def test_a_law_that_is_not_rejected_but_behind_another_holds_less_the_farther_it_is_behind(
    behind, answer, form
):
    found = judged(full_of(fit_of("stretched_exponential", 0.7, 0.0), fit_of("f2", 0.4, behind)))
    assert (found.answer, found.form) == (answer, form)
    said = "but stretched exponential describes them better by 6.9 in AIC"
    assert (said in found.reason) is (answer == "undecided")


REJECTED_TAIL = replace(TAIL, p=1 / 201)
BETTER = tuple(
    Alternative(name, "ok", "boundary", p=0.001, verdict="alternative")
    for name in ("cutoff", "lognormal", "f2")
)


def test_a_law_that_holds_names_the_tests_on_the_same_page_that_say_otherwise():
    dependence = Dependence("ok", lag=4, effective_tokens=200, p_f1=0.5, p_f2=0.025)
    found = judged(full_of(fit_of("f2", 0.4, 0.0)), REJECTED_TAIL, BETTER, dependence=dependence)
    assert found.answer == "full_range"
    assert found.reason.endswith(
        "; against this stands that from frequency 3 on a power law of the mass (f1) is rejected "
        "(p ≤ 0.005), where 2 other laws are better and on 200 random tokens, worth as much if independent, "
        "f2 is rejected (p = 0.025)"
    )


def test_a_law_that_nothing_contradicts_has_nothing_said_against_it():
    dependence = Dependence("ok", lag=4, effective_tokens=200, p_f1=0.01, p_f2=0.5)
    assert "against" not in judged(full_of(fit_of("f2", 0.4, 0.0)), dependence=dependence).reason


def test_a_rejection_says_when_independent_tokens_of_that_worth_would_not_reject():
    dependence = Dependence("ok", lag=4, effective_tokens=200, p_f1=0.5, p_f2=0.01)
    found = judged(NONE_FITS, REJECTED_TAIL, dependence=dependence)
    assert found.answer == "rejected"
    assert "on 200 random tokens, worth as much if independent, f1 would not be rejected" in found.reason


@pytest.mark.parametrize(
    ("p", "replicates", "text"),
    [
        (1 / 201, 200, "≤ 0.005"),
        (1 / 1001, 1000, "≤ 0.001"),
        (1 / 41, 40, "≤ 0.025"),
        (2 / 201, 200, "= 0.010"),
        (0.398, 200, "= 0.40"),
        (1.0, 200, "= 1.00"),
        (1e-5, 0, "< 0.001"),
        (None, 0, "unknown"),
    ],
)
def test_the_least_p_that_a_bootstrap_can_give_is_a_bound(p, replicates, text):
    assert p_text(p, replicates) == text


@pytest.mark.parametrize("untested", [{"p": None, "replicates": 0}, {"p": 0.09, "replicates": 10}])
def test_without_a_test_that_could_reject_there_is_no_answer(untested):
    found = judged(NONE_FITS, replace(TAIL, **untested))
    assert found.answer == "undecided"
    assert "--bootstrap" in found.reason


def test_too_few_words_have_no_answer():
    found = judge(SPECTRUM, None, TailFit("too_few_types", "5 types; at least 50 are needed"), (), ())
    assert (found.answer, found.form) == ("too_little_data", None)
    assert "5 types" in found.meaning


@pytest.mark.parametrize("full", [NONE_FITS, full_of(fit_of("f1", 0.6, 0.0))])
def test_every_answer_says_what_it_does_not_mean(full):
    assert "It does not mean that a mechanism has been found" in judged(full).meaning
