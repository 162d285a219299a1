"""``decay selftest``: measured beside exact, on corpora of known law."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.screen import decimals_for, fixed, line, plain_table, screen_text, significant
from lexdecay.report.to_json import tool
from lexdecay.report.words import ANSWERS, MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.engine.trials import Trial

SELFTEST_SCHEMA = "decay.selftest/1"
SHOWN_OFFSETS = (1, 2, 4, 8, 16, 67, 285, 1000)  # of the page; the other forms have every offset


def selftest_json(trials: Sequence[Trial]) -> dict[str, Any]:
    """Return the document ``decay.selftest/1``."""
    return {"schema": SELFTEST_SCHEMA, "tool": tool(), "trials": [_trial(trial) for trial in trials]}


def selftest_rows(trials: Sequence[Trial]) -> Rows:
    """Return every offset of every trial."""
    columns = ("law", "seed", "measure", "unit", "vocabulary", "offset", "exact", "value", "se", "usable")
    heads = [(t.law, t.seed, t.curve.measure, t.curve.unit, t.curve.vocabulary) for t in trials]
    return Rows(
        columns,
        [
            (*head, *point.values())
            for head, trial in zip(heads, trials, strict=True)
            for point in _points(trial)
        ],
    )


def selftest_screen(
    trials: Sequence[Trial],
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001  every page takes the same settings
) -> str:
    """Return the page of ``decay selftest``: values first, then one line a trial, then the sum."""
    parts: list[RenderableType] = []
    for trial in trials:
        parts += [line(_title(trial), "bold"), _values(trial, ascii_only), line("")]
    parts += [_summary(trials, ascii_only), line(""), line(agreement(trials))]
    return screen_text(parts, width=width, color=color)


def agreement(trials: Sequence[Trial]) -> str:
    """Return how many usable values agree with the exact ones, as a sentence."""
    usable = sum(trial.agrees.size for trial in trials)
    agreeing = sum(int(trial.agrees.sum()) for trial in trials)
    within = "within 5 % or four standard errors"
    return f"{agreeing} of {usable} usable values agree with the exact ones ({within})."


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "law": trial.law,
        "seed": trial.seed,
        "measure": trial.curve.measure,
        "unit": trial.curve.unit,
        "vocabulary": trial.curve.vocabulary,
        "usable": int(trial.agrees.size),
        "agreeing": int(trial.agrees.sum()),
        "worst": _worst(trial),
        "answer": trial.fitted.verdict.answer,
        "best_model": trial.fitted.verdict.best_model,
        "points": list(_points(trial)),
    }


def _points(trial: Trial) -> Iterator[dict[str, Any]]:
    curve = trial.curve
    for at, offset in enumerate(curve.offset):
        yield {
            "offset": int(offset),
            "exact": finite(trial.exact[at]),
            "value": finite(curve.value[at]),
            "se": finite(curve.se[at]),
            "usable": bool(curve.usable[at]),
        }


def _worst(trial: Trial) -> float | None:
    """Return the largest distance from the exact value at a usable offset, in standard errors."""
    apart = np.abs(trial.standardised[trial.curve.usable])
    return finite(apart.max()) if apart.size else None


def _title(trial: Trial) -> str:
    return f"{trial.law}, {MEASURES[trial.curve.measure][0].lower()}, K = {trial.curve.vocabulary:,}"


def _values(trial: Trial, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name in ("offset", "exact", "measured", "± se", "usable"):
        table.add_column(name, justify="right", no_wrap=True)
    decimals = decimals_for(trial.curve.se.tolist())
    for point in _points(trial):
        if point["offset"] in SHOWN_OFFSETS:
            numbers = [fixed(point[name], decimals) for name in ("exact", "value", "se")]
            table.add_row(f"{point['offset']:,}", *numbers, "yes" if point["usable"] else "no")
    return table


def _summary(trials: Sequence[Trial], ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    for name, side in (("law", "left"), ("measure", "left"), ("agree", "right"), ("worst, se", "right")):
        table.add_column(name, justify=side)  # type: ignore[arg-type]  # literals of rich
    table.add_column("answer")
    for trial in trials:
        share = f"{int(trial.agrees.sum())}/{trial.agrees.size}"
        measure = MEASURES[trial.curve.measure][0]
        table.add_row(
            trial.law, measure, share, significant(_worst(trial)), ANSWERS[trial.fitted.verdict.answer]
        )
    return table
