"""Held-out check: a law fitted to one half of the text must describe the other half."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lexdecay.fit.estimate import solve
from lexdecay.fit.problem import state

if TYPE_CHECKING:
    from lexdecay.fit.models import DecayModel
    from lexdecay.fit.problem import Observed
    from lexdecay.records import Fit


def score(fit: Fit, model: DecayModel, halves: tuple[Observed, Observed]) -> Fit:
    """Fill in ``held_out``: chi2 of each half under the law fitted to the other, per effective offset.

    About 2 when the model is right and its errors are: the half it was fitted to errs as much as the
    half it is scored on. Fits that failed keep None.
    """
    if fit.status not in {"ok", "at_bound"}:
        return fit
    first, second = halves
    return replace(fit, held_out=(_misfit(model, first, second) + _misfit(model, second, first)) / 2)


def _misfit(model: DecayModel, seen: Observed, unseen: Observed) -> float:
    learned = state(model, seen)
    expected = learned.expected(solve(learned)[0]) * seen.scale / unseen.scale
    misfit = unseen.weights.transform @ (unseen.value - expected)
    return float(misfit @ misfit) / unseen.weights.effective
