"""Held-out check: a law fitted to one half of the text must describe the other half."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.fit.estimate import solve, state

if TYPE_CHECKING:
    from lexdecay.fit.models import DecayModel
    from lexdecay.fit.weights import Sampling
    from lexdecay.records import Curve, Fit, Flags


def score(fit: Fit, model: DecayModel, halves: tuple[Curve, Curve], fitted: Flags, sampling: Sampling) -> Fit:
    """Fill in ``held_out``: chi2 of each half under the law fitted to the other, per effective offset.

    About 2 when the model is right and its errors are: the half it was fitted to errs as much as the
    half it is scored on. Fits that failed keep None.
    """
    if fit.status not in {"ok", "at_bound"}:
        return fit
    first, second = halves
    both = [_misfit(model, a, b, fitted, sampling) for a, b in ((first, second), (second, first))]
    return replace(fit, held_out=float(np.mean(both)))


def _misfit(model: DecayModel, seen: Curve, unseen: Curve, fitted: Flags, sampling: Sampling) -> float:
    grid = np.ix_(fitted, fitted)
    learned = state(model, seen.offset[fitted], seen.value[fitted], seen.covariance[grid], sampling)
    tested = state(model, unseen.offset[fitted], unseen.value[fitted], unseen.covariance[grid], sampling)
    expected = learned.expected(solve(learned)[0]) * learned.scale / tested.scale
    misfit = tested.weights.transform @ (tested.value - expected)
    return float(misfit @ misfit) / tested.weights.effective
