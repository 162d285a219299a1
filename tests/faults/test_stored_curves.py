"""Curves made by hand, fitted by the command: those that no law fits, those that contradict themselves."""

import json

import numpy as np
import pytest

OFFSETS = np.unique(np.r_[np.arange(1, 17), np.round(np.geomspace(20, 1000, 14))]).astype(int)
POWER = OFFSETS**-0.5


@pytest.fixture
def measured(here, text):
    ran = here(
        "decay", "measure", text.name, "--json", "--max-offset", "3", "-q",
        "--tokenizer", "whitespace", "--no-cache",
    )  # fmt: skip
    return ran.document


@pytest.fixture
def fit(here, place, measured):
    """Fit a curve of these values and errors, after ``change`` has been at its JSON."""

    def fitted(value, se=1e-3, change=lambda _: None):
        value = np.asarray(value, float)
        se = np.broadcast_to(se, value.shape).astype(float)
        rows = zip(OFFSETS[: value.size].tolist(), value.tolist(), se.tolist(), strict=True)
        curve, *_ = measured["curves"]
        measured["curves"] = [curve]
        curve["points"] = [
            {"offset": d, "pairs": 9000, "raw": v, "floor": 0, "value": v, "se": s, "noise": s}
            | {"usable": v > 4 * s}
            for d, v, s in rows
        ]
        curve["covariance"] = np.diag(se**2).tolist()
        curve["far"] = None  # the text it was measured on repeats itself
        change(measured)
        (place / "curve.json").write_text(json.dumps(measured))
        return here("decay", "fit", "curve.json", "--json")

    return fitted


def verdict(ran):
    assert ran.code == 0, ran.err
    return ran.document["curves"][0]["verdict"]


def test_values_below_zero_are_left_out_and_no_logarithm_of_them_is_taken(fit):
    ran = fit(np.where(OFFSETS > 100, -0.1, POWER))
    assert (verdict(ran)["answer"], verdict(ran)["range"]) == ("power_law", [1, 90])
    assert "Warning" not in ran.err
    assert verdict(fit(-POWER))["answer"] == "no_dependence"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (np.full(OFFSETS.size, 0.3), "the values do not fall clearly"),
        (0.1 + OFFSETS * 1e-4, "the values do not fall clearly"),
        (POWER[:1], "only 1 stands out of the noise"),
        (POWER[:2], "only 2 stand out of the noise"),
        (POWER[:5], "only 5 stand out of the noise"),
    ],
    ids=["constant", "rising", "one point", "two points", "five points"],
)
def test_a_curve_that_identifies_no_law_gets_none(fit, value, reason):
    found = verdict(fit(value))
    assert found["answer"] == "undecided"
    assert reason in found["reason"]


def test_a_fit_at_its_bound_says_so_has_no_error_there_and_is_never_the_answer(fit):
    ran = fit(np.full(OFFSETS.size, 0.3))
    (power,) = [one for one in ran.document["curves"][0]["fits"] if one["model"] == "power_law"]
    assert power["status"] == "at_bound"
    assert "exponent α" in power["reason"]
    assert "ends at its bound" in power["reason"]
    exponent = power["parameters"][1]
    assert (exponent["name"], exponent["se"], exponent["ci95"][0]) == ("exponent", None, 0.0)
    assert verdict(ran)["answer"] == "undecided"


@pytest.mark.parametrize("se", [0.0, 1e-12, 1e-3])
def test_a_curve_without_residual_has_finite_criteria(fit, se):
    ran = fit(POWER, se)
    assert verdict(ran)["answer"] == "power_law"
    best = min(ran.document["curves"][0]["fits"], key=lambda one: one["bic"])
    assert best["model"] == "power_law"
    assert all(np.isfinite([one["bic"], one["chi2"]]).all() for one in ran.document["curves"][0]["fits"])


@pytest.mark.parametrize(
    ("value", "best"),
    [
        (np.where(OFFSETS < 30, OFFSETS**-0.2, 30**1.3 * OFFSETS**-1.5), "broken_power_law"),
        (np.exp(-OFFSETS / 5) + 0.1 * OFFSETS**-0.3, "exponential_plus_power_law"),
    ],
    ids=["kink", "mixture"],
)
def test_a_kink_and_a_mixture_are_mixed_and_both_simple_laws_are_told_their_misfit(fit, value, best):
    found = verdict(fit(value, 1e-3 * POWER))
    assert (found["answer"], found["best_model"]) == ("mixed", best)
    assert found["reason"].count("% off)") == 2


def at(index, **values):
    return lambda document: document["curves"][0]["points"][index].update(values)


def symmetric_no_more(document):
    document["curves"][0]["covariance"][0][1] = 1e-7


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (at(5, se=-1.0), "a standard error or a count is below zero"),
        (at(5, pairs=-1), "a standard error or a count is below zero"),
        (at(5, se=1e200), "key 'se' should be a number, a number beyond all bounds was found"),
        (at(5, offset=5), "offsets should be 1 or more and rise"),
        (at(29, offset=2**70), "key 'offset' should be a whole number, a number beyond"),
        (at(5, usable=1), "key 'usable' should be true or false"),
        (symmetric_no_more, "key 'covariance' is not symmetric"),
        (lambda document: document["curves"][0]["covariance"].pop(), "30 lists of 30 numbers"),
        (lambda document: document["inputs"][0].update(path_base64="no!"), "is not base64"),
    ],
)
def test_a_curve_that_contradicts_itself_is_refused_with_the_key(fit, change, said):
    ran = fit(POWER, change=change)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert "hint: make the curve again" in ran.err
