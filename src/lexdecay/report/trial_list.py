"""``decay selftest``: measured beside exact, on corpora of known law."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.report.column_choice import fitting, table_of
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
LEAST_ANSWERED = 64  # columns from which the summary has the answers
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
        parts += [line(_title(trial), "bold"), _values(trial, width, ascii_only), line("")]
    parts += [_summary(trials, width, ascii_only), line(""), line(agreement(trials))]
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


def _values(trial: Trial, width: int, ascii_only: bool) -> Table:
    points = [point for point in _points(trial) if point["offset"] in SHOWN_OFFSETS]
    decimals = decimals_for(trial.curve.se.tolist())
    columns = {
        "offset": [f"{point['offset']:,}" for point in points],
        "exact": [fixed(point["exact"], decimals) for point in points],
        "measured": [fixed(point["value"], decimals) for point in points],
        "± se": [fixed(point["se"], decimals) for point in points],
        "usable": ["yes" if point["usable"] else "no" for point in points],
    }
    return table_of(fitting(columns, ("usable", "± se"), width), ascii_only=ascii_only)


def _summary(trials: Sequence[Trial], width: int, ascii_only: bool) -> Table:
    columns = {
        "law": [trial.law for trial in trials],
        "measure": [MEASURES[trial.curve.measure][0] for trial in trials],
        "agree": [f"{int(trial.agrees.sum())}/{trial.agrees.size}" for trial in trials],
        "worst, se": [significant(_worst(trial)) for trial in trials],
    }
    left = ("law", "measure")
    if width < LEAST_ANSWERED:
        return table_of(fitting(columns, ("worst, se",), width), ascii_only=ascii_only, left=left)
    table = plain_table(ascii_only=ascii_only)
    for name in columns:
        table.add_column(name, justify="left" if name in left else "right", no_wrap=True)
    table.add_column("answer")
    answers = [ANSWERS[trial.fitted.verdict.answer] for trial in trials]
    for cells in zip(*columns.values(), answers, strict=True):
        table.add_row(*cells)
    return table
