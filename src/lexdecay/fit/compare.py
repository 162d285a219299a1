"""Fits of one curve side by side: differences of BIC and weights."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Fit


def compare(fits: Sequence[Fit]) -> tuple[Fit, ...]:
    """Fill in delta_bic and weight of every fit that has a BIC.

    A fit at a bound is some simpler model under another name: it has a difference but no weight.
    """
    best = min((f.bic for f in fits if f.bic is not None), default=0.0)
    total = sum(math.exp(-(f.bic - best) / 2) for f in fits if f.status == "ok" and f.bic is not None)
    return tuple(_placed(f, best, total) for f in fits)


def _placed(fit: Fit, best: float, total: float) -> Fit:
    if fit.bic is None:
        return fit
    delta = fit.bic - best
    weight = math.exp(-delta / 2) / total if fit.status == "ok" and total > 0 else 0.0
    return replace(fit, delta_bic=delta, weight=weight)
