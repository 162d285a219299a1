from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from lexdecay.fit import MODELS
from lexdecay.fit.verdict import decide
from lexdecay.records import Estimate, Fit

SHAPE = Estimate("shape", "α", "1", 0.55, 0.01, 0.5, 0.6)


def fit(model, bic, deviation, **rest):
    return Fit(model, "ok", "", (SHAPE, SHAPE), p=rest.pop("p", 0.5), bic=bic, deviation=deviation, **rest)


POWER = [fit("power_law", 20, 0.0), fit("exponential", 120, 0.8), fit("constant", 300, 0.9)]
EXPONENTIAL = [fit("power_law", 120, 0.8), fit("exponential", 20, 0.0), fit("constant", 300, 0.9)]


@pytest.fixture
def judge(curve_of, offsets):
    def apply(fits, last=1000, usable=None):
        curve = curve_of(np.ones(offsets.size), usable=usable)
        return decide(curve, offsets <= last, fits)

    return apply


def test_a_power_law_over_three_decades_is_named_with_range_and_margin(judge):
    verdict = judge(POWER)
    assert (verdict.answer, verdict.best_model, verdict.low, verdict.high) == (
        "power_law",
        "power_law",
        1,
        1000,
    )
    assert verdict.decades == pytest.approx(3.0)
    assert verdict.reason == (
        "Offsets 1 to 1000, 500 word types kept apart: over 3.0 decades the values fall as d^-0.55; "
        "the exponential is rejected (BIC 100 higher); not checked on unseen text."
    )


def test_a_law_that_is_neither_beaten_nor_close_is_named_with_its_rival(judge):
    rival = fit("two_exponentials", 0, 0.05)
    doubtful = [fit("power_law", 20, 0.3), fit("exponential", 4, 0.4), POWER[2], rival]
    verdict = judge(doubtful)
    assert verdict.answer == "undecided"
    assert "the exponential is 40 % off the values, and no other law is clearly better" in verdict.reason


def test_a_power_law_needs_a_decade_and_a_half(judge):
    assert judge(POWER, last=37).answer == "power_law"
    verdict = judge(POWER, last=27)
    assert verdict.answer == "undecided"
    assert "1.4 decades are too few" in verdict.reason


def test_an_exponential_needs_no_decades(judge):
    verdict = judge(EXPONENTIAL, last=10)
    assert verdict.answer == "exponential"
    assert "fall by a factor e every 0.55 words; the power law is rejected (BIC 100 higher)" in verdict.reason


def test_another_law_must_be_clearly_better_and_closer_by_a_tenth(judge):
    close = [fit("power_law", 20, 0.09), *POWER[1:], fit("cutoff_power_law", 0, 0.0)]
    assert judge(close).answer == "power_law"
    assert "comes closer (within the noise against 9 % off), too little to matter" in judge(close).reason
    alike = [fit("power_law", 20, 0.0), *POWER[1:], fit("cutoff_power_law", 0, 0.0)]
    assert (
        "power law with exponential cut-off has the lower BIC, but both are within the noise"
        in judge(alike).reason
    )
    farther = [fit("power_law", 20, 0.02), *POWER[1:], fit("cutoff_power_law", 0, 0.05)]
    assert "has the lower BIC, but is farther off (5 % off against 2 % off)" in judge(farther).reason
    unclear = [fit("power_law", 5, 0.2), *POWER[1:], fit("cutoff_power_law", 0, 0.0)]
    assert judge(unclear).answer == "power_law"
    both = [fit("power_law", 20, 0.2), *POWER[1:], fit("cutoff_power_law", 0, 0.0)]
    verdict = judge(both)
    assert (verdict.answer, verdict.best_model) == ("mixed", "cutoff_power_law")
    assert "the power law (BIC 20 higher, 20 % off)" in verdict.reason


def test_an_exponential_may_be_up_to_thirty_per_cent_off_when_the_power_law_is_worse(judge):
    rival = fit("two_exponentials", 0, 0.01)
    assert (
        judge([POWER[1], fit("power_law", 150, 0.9), fit("exponential", 60, 0.28), rival]).answer
        == "exponential"
    )
    assert judge([fit("power_law", 150, 0.9), fit("exponential", 60, 0.4), rival]).answer == "mixed"
    nearer = [fit("power_law", 50, 0.25), fit("exponential", 60, 0.28), rival]
    assert judge(nearer).answer == "mixed"


def test_two_laws_that_fit_alike_leave_it_undecided(judge):
    verdict = judge([fit("power_law", 20, 0.0), fit("exponential", 23, 0.01)])
    assert verdict.answer == "undecided"
    assert "cannot be told apart" in verdict.reason


def test_a_third_law_clearly_better_than_two_contradictory_ones_is_named(judge):
    # The exponential has the better BIC, the power law is closer: neither beats the other.
    fits = [fit("power_law", 49, 0.15), fit("exponential", 25, 0.46), fit("shifted_power_law", 0, 0.08)]
    assert judge(fits).answer == "mixed"


def test_values_that_do_not_fall_leave_it_undecided(judge):
    verdict = judge([*POWER[:2], fit("constant", 22, 0.0)])
    assert verdict.answer == "undecided"
    assert "do not fall clearly" in verdict.reason


def test_the_nearest_law_is_not_named_when_it_is_far_from_the_values(judge):
    verdict = judge([fit("power_law", 20, 0.5, p=1e-9), fit("exponential", 120, 0.9)])
    assert verdict.answer == "undecided"
    assert "the power law comes nearest, but it is 50 % off the values" in verdict.reason
    none = [*EXPONENTIAL[:1], fit("exponential", 90, 0.9), fit("broken_power_law", 0, 0.5, p=1e-9)]
    assert "no law describes the values" in judge(none).reason


def test_a_law_that_fails_on_unseen_text_is_not_named(judge):
    seen = [replace(POWER[0], held_out=5.0), replace(POWER[1], held_out=2.0)]
    verdict = judge(seen)
    assert verdict.answer == "undecided"
    assert "on unseen text the exponential does better" in verdict.reason
    best = fit("broken_power_law", 0, 0.0, held_out=9.0)
    both = [fit("power_law", 50, 0.5, held_out=4.0), fit("exponential", 120, 0.9, held_out=90.0), best]
    assert "on unseen text a simpler law does as well" in judge(both).reason


def test_a_law_that_was_not_tried_on_unseen_text_says_so(judge):
    tried = [replace(law, held_out=2.0) for law in POWER]
    other = fit("broken_power_law", 0, 0.0)
    assert judge(POWER).reason.endswith("; not checked on unseen text.")
    assert judge([other]).reason.endswith("; not checked on unseen text.")
    assert "unseen" not in judge(tried).reason
    assert "unseen" not in judge([replace(other, held_out=2.0)]).reason


def test_a_single_model_can_be_named_on_its_own(judge):
    assert judge(POWER[:1]).answer == "power_law"
    assert judge([fit("broken_power_law", 0, 0.0)]).answer == "mixed"


def test_a_simple_law_at_its_bound_is_never_named(judge):
    verdict = judge([replace(POWER[0], status="at_bound", reason="exponent ends at its bound 0"), POWER[1]])
    assert verdict.answer == "undecided"
    assert "the power law comes nearest, but its exponent ends at its bound 0" in verdict.reason


def test_a_plateau_under_an_exponential_is_named_with_its_bound(judge):
    plateau = replace(fit("two_exponentials", 0, 0.0), status="at_bound", reason="length ζ at 100000")
    verdict = judge([fit("power_law", 50, 0.5), fit("exponential", 60, 0.6), plateau])
    assert (verdict.answer, verdict.best_model) == ("mixed", "two_exponentials")
    assert "two exponentials (length ζ at 100000) describes the values better" in verdict.reason


def test_fits_that_failed_name_nothing(judge):
    verdict = judge([Fit("power_law", "no_convergence", "the search found no minimum")])
    assert (verdict.answer, verdict.best_model) == ("undecided", None)
    assert "no law that decays could be fitted" in verdict.reason


def test_too_few_usable_offsets_and_none_at_all(judge, offsets):
    verdict = judge(POWER, usable=offsets <= 3)
    assert verdict.answer == "undecided"
    assert "only 3 stand out of the noise, 6 are needed" in verdict.reason
    verdict = judge(POWER, usable=offsets < 1)
    assert (verdict.answer, verdict.low, verdict.high, verdict.decades) == ("no_dependence", None, None, 0.0)
    assert judge(POWER, last=0).reason == "No offset lies in the range that was asked for."


def test_words_far_apart_that_depend_as_near_ones_leave_it_undecided(curve_of, offsets):
    everywhere = np.ones(offsets.size, bool)
    nothing = curve_of(np.ones(offsets.size), usable=~everywhere)
    verdict = decide(replace(nothing, far=100.0), everywhere, POWER)
    assert (verdict.answer, verdict.low) == ("undecided", None)
    assert verdict.reason.startswith(
        "Words a quarter of the text apart depend on each other as much as near ones"
    )
    assert decide(replace(nothing, far=2.0), everywhere, POWER).answer == "no_dependence"
    found = curve_of(np.ones(offsets.size))
    assert decide(replace(found, far=100.0), everywhere, POWER) == decide(found, everywhere, POWER)


def test_no_reason_speaks_of_hierarchy():
    said = " ".join(m.meaning + m.title for m in MODELS.values())
    assert "hierarch" not in said
