"""What a curve supports, in one word and one sentence."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import numpy as np

from lexdecay.fit.models import MODELS
from lexdecay.records import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Curve, Fit, Flags

# The evidence for these numbers is in docs/decisions/0005-verdict-rules.md.
LEAST_USABLE: Final = 4  # usable offsets below which no law is named
LEAST_DECADES: Final = 1.5  # log10(last / first) below which no curve is called a power law
LEAST_LENGTHS: Final = 2.0  # correlation lengths the range must hold before a curve is called exponential
CLEAR: Final = 6.0  # difference of BIC that counts: odds of 20 to 1
MATERIAL: Final = 0.10  # relative difference between two laws that counts, root mean square


def decide(curve: Curve, fitted: Flags, fits: Sequence[Fit]) -> Verdict:
    """Apply the rules of docs/decisions/0005-verdict-rules.md to the fits of one curve."""
    if not fitted.any():
        return _no_dependence(curve)
    low, high = int(curve.offset[fitted][0]), int(curve.offset[fitted][-1])
    decades = math.log10(high / low)
    usable = curve.usable[fitted]
    standing = {f.model: f for f in fits if f.status == "ok"}
    if usable.sum() < LEAST_USABLE or not standing:
        return Verdict("undecided", None, low, high, decades, f"{usable.sum()} usable offsets are too few.")
    best = min(standing.values(), key=lambda f: f.bic or 0.0)
    power, exponential = standing.get("power_law"), standing.get("exponential")
    answer = "mixed"
    for law in (power, exponential):
        if law is not None and not _beaten(law, best, usable):
            answer = law.model if answer == "mixed" else "undecided"
    if answer == "power_law" and decades < LEAST_DECADES:
        answer = "undecided"
    title = MODELS[best.model].title
    return Verdict(answer, best.model, low, high, decades, f"offsets {low} to {high}: best {title}.")


def _beaten(law: Fit, best: Fit, usable: Flags) -> bool:
    apart = (law.expected / best.expected - 1.0)[usable]
    return (law.delta_bic or 0.0) > CLEAR and float(np.sqrt(np.mean(apart**2))) > MATERIAL


def _no_dependence(curve: Curve) -> Verdict:
    reason = f"no offset stands out of the noise of the estimate ({curve.vocabulary} types kept)."
    return Verdict("no_dependence", None, None, None, 0.0, reason)
