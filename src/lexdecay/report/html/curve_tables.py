"""Fits as cells of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.screen import fixed, probability
from lexdecay.report.to_table import estimate_text, misfit, model_name

if TYPE_CHECKING:
    from lexdecay.records import FittedCurve


def fit_columns(fitted: FittedCurve) -> dict[str, list[str]]:
    """Return the laws that were fitted, best first; nothing where none was."""
    ranked = sorted((fit for fit in fitted.fits if fit.expected.size), key=lambda fit: fit.delta_bic or 0.0)
    if not ranked:
        return {}
    names = [model_name(fit.model) for fit in ranked]
    unsure = ["" if fit.status == "ok" else f" ({fit.status.replace('_', ' ')})" for fit in ranked]
    return {
        "law": [title + doubt for (title, _), doubt in zip(names, unsure, strict=True)],
        "formula": [formula for _, formula in names],
        "parameters [95 %]": ["; ".join(map(estimate_text, fit.parameters)) for fit in ranked],
        "χ²/dof": [misfit(fit) for fit in ranked],
        "p": [probability(fit.p) for fit in ranked],
        "ΔBIC": [fixed(fit.delta_bic, 1) for fit in ranked],
    }
