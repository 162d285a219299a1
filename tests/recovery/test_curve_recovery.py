"""The whole chain on corpora of known law: values, verdicts, and the law that is not there.

The full study (20 corpora a law, parameters varied) is `benchmarks/known_truth.py`; its table stands in
docs/methods.md. Here each law has two corpora, small enough for every run of the suite.
"""

from functools import cache

import numpy as np
import pytest

from lexdecay.engine.trials import covered, run_trial
from lexdecay.synth import make_law

TOKENS = 250_000
SEEDS = (1, 2)
LAWS = {
    "copy": {},
    "tree": {"vocabulary": 500, "branches": 2, "depth": 9},
    "markov": {"stay": 0.75},
    "topics": {"focus": 0.6},
}
ANSWERS = {
    "copy": {"mixed", "power_law"},
    "tree": {"power_law", "mixed"},
    "markov": {"exponential"},
    "topics": {"exponential"},
}
DESCRIBED = {
    "copy": ("power_law", "exponent"),
    "tree": ("power_law", "exponent"),
    "markov": ("exponential", "length"),
    "topics": ("exponential", "length"),
}


@cache
def trials(law, seed):
    return run_trial(make_law(law, LAWS[law]), TOKENS, seed)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("law", LAWS)
def test_every_usable_value_agrees_with_the_exact_curve(law, seed):
    for trial in trials(law, seed):
        assert trial.agrees.all(), (trial.curve.measure, trial.standardised)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("law", LAWS)
def test_the_verdict_is_that_of_the_law_and_never_that_of_another(law, seed):
    for trial in trials(law, seed):
        assert trial.fitted.verdict.answer in ANSWERS[law], trial.fitted.verdict


@pytest.mark.parametrize("law", DESCRIBED)
def test_intervals_hold_the_parameter_of_the_exact_curve(law):
    held = [covered(trial, *DESCRIBED[law]) for seed in SEEDS for trial in trials(law, seed)]
    # Four intervals of 95 %: two misses would be one corpus in seventy.
    assert sum(1 for hit in held if hit is False) <= 1


@pytest.mark.parametrize("law", ["copy", "markov"])
def test_recurrence_reaches_further_than_information(law):
    information, recurrence = trials(law, 1)
    assert recurrence.curve.usable_max_offset > information.curve.usable_max_offset


def test_errors_scatter_as_their_standard_errors_say():
    errors = np.concatenate([t.standardised[t.curve.usable] for law in DESCRIBED for t in trials(law, 1)])
    assert 0.5 < np.sqrt(np.mean(errors**2)) < 1.5


def test_independent_words_leave_nothing_usable_in_19_corpora_of_20_and_no_law_in_any():
    nothing = 0
    for seed in range(20):
        law = make_law("iid", {"zipf": 0.8 + 0.02 * seed, "vocabulary": 2000 * (seed + 1)})
        found = run_trial(law, 60_000, seed)
        answers = {trial.fitted.verdict.answer for trial in found}
        assert answers <= {"no_dependence", "undecided"}
        nothing += answers == {"no_dependence"}
    assert nothing >= 19
