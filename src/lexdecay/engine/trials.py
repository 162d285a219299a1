"""Corpora of known law measured here, against their exact curves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.engine.curves import measuring, recurrence, total_information
from lexdecay.fit import fit_curve
from lexdecay.measure.offsets import default_vocabulary
from lexdecay.records import TokenStream, Vocabulary
from lexdecay.synth import generate, truth

if TYPE_CHECKING:
    from lexdecay.records import Curve, FittedCurve, Flags, Floats, Ints
    from lexdecay.synth import Law

# A measured value agrees with the exact one within 5 % of it or 4 standard errors, whichever is more.
RELATIVE_TOLERANCE, SE_TOLERANCE = 0.05, 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One curve of one corpus, its exact values, and what was concluded from it."""

    law: str
    seed: int
    fitted: FittedCurve
    exact: Floats  # [m], at the curve's offsets, in its unit

    @property
    def curve(self) -> Curve:
        """The measured curve."""
        return self.fitted.curve

    @property
    def agrees(self) -> Flags:
        """Whether each *usable* value agrees with the exact one (bool, in order of offset)."""
        allowed = np.maximum(RELATIVE_TOLERANCE * np.abs(self.exact), SE_TOLERANCE * self.curve.se)
        return (np.abs(self.curve.value - self.exact) <= allowed)[self.curve.usable]

    @property
    def standardised(self) -> Floats:
        """(measured - exact) / se at every offset."""
        return (self.curve.value - self.exact) / self.curve.se


def stream_of(ids: Ints, starts: Ints) -> TokenStream:
    """Token stream of a generated corpus; words are named w1, w2, ... by their probability's rank."""
    counts = np.bincount(ids)
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(order.size, np.uint32)
    rank[order] = np.arange(order.size)
    words = tuple(f"w{word + 1}" for word in order.tolist())
    return TokenStream(rank[ids], starts, Vocabulary(words, counts[order]))


def run_trial(
    law: Law, tokens: int, seed: int, *, jobs: int = 1, max_offset: int = 1000
) -> tuple[Trial, Trial]:
    """Generate, measure and fit one corpus: its mutual information and its recurrence."""
    stream = stream_of(*generate(law, tokens, seed))
    largest = min(max_offset, law.largest_offset() or max_offset)
    cap = default_vocabulary(len(stream))
    ready = measuring(stream, vocabulary=cap, max_offset=largest, seed=seed, jobs=jobs)
    information, returning = total_information(ready), recurrence(ready)
    exact = truth(law, information.offset.tolist(), [information.vocabulary])
    return (
        Trial(law.name, seed, fit_curve(information), exact.bits[information.vocabulary]),
        Trial(law.name, seed, fit_curve(returning), exact.c),
    )


def exact_parameter(trial: Trial, model: str, name: str) -> float | None:
    """The parameter that the model takes on the exact curve, weighed as the measured one was.

    The exact curve of a law is seldom the model itself (mutual information goes from the first to the
    second power of the sharing probability), so this is the value an interval has to cover.
    """
    offsets = trial.fitted.offsets
    if offsets.size == 0:
        return None
    ideal = replace(trial.curve, value=trial.exact)
    fits = fit_curve(ideal, models=[model], first=int(offsets[0]), last=int(offsets[-1])).fits
    return next((p.value for p in fits[0].parameters if p.name == name), None)


def covered(trial: Trial, model: str, name: str) -> bool | None:
    """Whether the model's 95 % interval holds the exact curve's parameter; None without a fit."""
    fit = next((f for f in trial.fitted.fits if f.model == model and f.status == "ok"), None)
    exact = exact_parameter(trial, model, name) if fit else None
    if fit is None or exact is None:
        return None
    found = next(p for p in fit.parameters if p.name == name)
    return (found.low is None or found.low <= exact) and (found.high is None or exact <= found.high)
