"""The page of ``decay compare``: both curves, their difference, the fitted parameters, what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.column_choice import fitting, table_of
from lexdecay.report.compare_json import TOLD, corrected, sentences
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import (
    counted,
    cut_left,
    decimals_for,
    fixed,
    line,
    screen_text,
    significant,
)
from lexdecay.report.words import ESTIMANDS, MEASURES

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.records import Corpus
    from lexdecay.word_records import ComparedCurves, CompareResult, CurveDifference, ParameterDifference

LEAST_POINTS = 2  # of each curve, for a drawing


def compare_screen(
    result: CompareResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,
) -> str:
    """Return the page of ``decay compare``; what was found comes last."""
    parts: list[RenderableType] = [
        line(_side("A", result.names[0], result.first, width)),
        line(_side("B", result.names[1], result.second, width)),
    ]
    for compared in result.comparisons:
        parts += [
            line(""),
            line(_title(compared.curves), "bold"),
            _points(compared.curves, width, ascii_only),
            *(line(said) for said in [corrected(compared.curves)] if said),
            *(_drawing(compared.curves, width, ascii_only) if plot else []),
        ]
        if _plain(compared):
            parts += [line(""), line(_fitted(compared), "bold"), _parameters(compared, width, ascii_only)]
    for compared in result.comparisons:
        parts += [line(""), *(line(sentence) for sentence in sentences(compared, ("A", "B")))]
    return screen_text(parts, width=width, color=color)


def _side(letter: str, name: str, corpus: Corpus, width: int) -> str:
    facts = f": {counted(corpus.tokens, 'token')}, {counted(corpus.types, 'type')}"
    return f"{letter} = {cut_left(name, max(8, width - len(facts) - 4))}{facts}"


def _title(of: CurveDifference) -> str:
    unit = f", {of.unit}" if of.unit == "bits" else ""
    kept = "all types" if of.measure == "recurrence" else f"K = {of.vocabulary:,} in both"
    return f"{MEASURES[of.measure][0]} ({ESTIMANDS[of.estimand]}){unit}; {kept}"


def _points(of: CurveDifference, width: int, ascii_only: bool) -> Table:
    decimals = decimals_for(of.se.tolist())
    columns = {"offset": [f"{offset:,}" for offset in of.offset.tolist()]}
    for name, values in (("A", of.first), ("B", of.second), ("A - B", of.difference), ("± se", of.se)):
        columns[name] = [fixed(value, decimals) for value in values.tolist()]
    columns["95 %"] = [
        f"[{fixed(low, decimals)}, {fixed(high, decimals)}]"
        for low, high in zip(of.low.tolist(), of.high.tolist(), strict=True)
    ]
    columns["differ"] = ["yes" if differs else "no" for differs in of.differs]
    shown = fitting(columns, ("95 %", "± se", "differ", "B"), width)
    return table_of(shown, ascii_only=ascii_only, dim=np.flatnonzero(~of.usable).tolist())


def _drawing(of: CurveDifference, width: int, ascii_only: bool) -> list[RenderableType]:
    """Both curves where one of them is usable: A as points, B as a line of b."""
    first, second = of.usable & (of.first > 0), of.usable & (of.second > 0)
    if first.sum() < LEAST_POINTS or second.sum() < LEAST_POINTS:
        return []
    offset = of.offset.astype(np.float64)
    legend = [f"{of.unit} against offset, where A or B is usable:", "A", "b B"]
    points, line_of_b = (offset[first], of.first[first]), ("b", offset[second], of.second[second])
    return [
        line(""),
        *map(line, plot_series(points, [line_of_b], legend, width, ascii_only=ascii_only)),
    ]


def _plain(compared: ComparedCurves) -> list[ParameterDifference]:
    models = {model for model, _ in TOLD}
    return [one for one in compared.parameters if one.model in models]


def _fitted(compared: ComparedCurves) -> str:
    low, high = compared.range or (0, 0)
    return f"The two plain laws fitted to both over offsets {low:,} to {high:,} (every model: --json)"


def _parameters(compared: ComparedCurves, width: int, ascii_only: bool) -> Table:
    names = ("model", "", "A", "B", "A - B", "95 %", "differ")
    rows = [_cells(one) for one in _plain(compared)]
    columns = {name: list(cells) for name, cells in zip(names, zip(*rows, strict=True), strict=True)}
    shown = fitting(columns, ("95 %", "differ", "model"), width)
    return table_of(shown, ascii_only=ascii_only, left=("model",))


def _cells(one: ParameterDifference) -> tuple[str, ...]:
    ends = ["open" if end is None else significant(end) for end in (one.low, one.high)]
    numbers = (significant(value) for value in (one.first, one.second, one.difference))
    differ = {True: "yes", False: "no", None: "-"}[one.differs]
    return (one.model.replace("_", " "), one.symbol, *numbers, f"[{ends[0]}, {ends[1]}]", differ)
