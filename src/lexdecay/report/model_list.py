"""The decay models as a list: formula, parameters, meaning, source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.screen import line, screen_text
from lexdecay.report.to_json import tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.fit.models import DecayModel

MODELS_SCHEMA = "decay.models/1"
UNITS = {"value": "unit of the curve", "words": "words", "1": "a pure number"}


def models_json(models: Sequence[DecayModel]) -> dict[str, Any]:
    """Return the document ``decay.models/1``."""
    return {"schema": MODELS_SCHEMA, "tool": tool(), "models": [_model(model) for model in models]}


def models_rows(models: Sequence[DecayModel]) -> Rows:
    """Return one row per parameter of every model."""
    columns = ("model", "formula", "parameter", "symbol", "unit", "low", "high", "meaning")
    return Rows(
        columns,
        [
            (model.name, model.formula, p.name, p.symbol, p.unit, finite(p.low), finite(p.high), p.meaning)
            for model in models
            for p in model.parameters
        ],
    )


def models_screen(
    models: Sequence[DecayModel],
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,  # noqa: ARG001  every page takes the same settings
    plot: bool = False,  # noqa: ARG001
) -> str:
    """Return the page of ``decay models``."""
    parts = []
    for model in models:
        parts += [line(f"{model.title} ({model.name})", "bold"), line(f"  f(d) = {model.formula}")]
        parts += [line(f"  {model.meaning}")]
        parts += [line(f"    {p.symbol}  {p.name} ({UNITS[p.unit]}): {p.meaning}") for p in model.parameters]
        parts += [line(f"  source: {model.source}"), line("")]
    return screen_text(parts, width=width, color=color)


def _model(model: DecayModel) -> dict[str, Any]:
    parameters = [
        {
            "name": p.name,
            "symbol": p.symbol,
            "unit": p.unit,
            "low": finite(p.low),
            "high": finite(p.high),
            "meaning": p.meaning,
        }
        for p in model.parameters
    ]
    return {
        "name": model.name,
        "title": model.title,
        "formula": model.formula,
        "parameters": parameters,
        "meaning": model.meaning,
        "source": model.source,
    }
