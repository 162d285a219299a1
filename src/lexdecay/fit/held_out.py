"""Held-out check: a law fitted to one half of the text must describe the other half."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.fit.problem import state
from lexdecay.fit.solve import minimise

if TYPE_CHECKING:
    from lexdecay.fit.models import DecayModel
    from lexdecay.fit.problem import Observed
    from lexdecay.records import Fit, Floats


def score(fit: Fit, model: DecayModel, halves: tuple[Observed, Observed]) -> Fit:
    """Fill in ``held_out``: chi2 of each half under the law fitted to the other, per effective offset.

    About 2 when the model is right and its errors are: the half it was fitted to errs as much as the
    half it is scored on. Fits that failed keep None.
    """
    if fit.status not in {"ok", "at_bound"}:
        return fit
    first, second = halves
    of_first, of_second = _learned(model, halves)
    misfits = _misfit(of_first * first.scale, second), _misfit(of_second * second.scale, first)
    return replace(fit, held_out=sum(misfits) / 2)


def _learned(model: DecayModel, halves: tuple[Observed, Observed]) -> Floats:
    """The law fitted to each half, [2, m] in units of its scale; one search for both, of the same offsets."""
    problems = [state(model, half) for half in halves]
    start = np.concatenate([problem.starts() for problem in problems])
    value = np.stack([half.value for half in halves])[:, None]
    transform = np.stack([half.weights.transform.T for half in halves])
    (law, _), m = problems, value.shape[-1]

    def residual(x: Floats) -> Floats:
        expected = law.expected(x).reshape(-1, 2, len(start) // 2, m)
        return ((expected - value) @ transform).reshape(-1, m)

    x, chi2, _ = minimise(residual, start, *law.bounds())
    best = chi2.reshape(2, -1).argmin(axis=1)
    return law.expected(x.reshape(2, -1, x.shape[-1])[[0, 1], best])


def _misfit(expected: Floats, unseen: Observed) -> float:
    misfit = unseen.weights.transform @ (unseen.value - expected / unseen.scale)
    return float(misfit @ misfit) / unseen.weights.effective
