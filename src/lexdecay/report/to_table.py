"""Curves, fits and verdicts as a page for a terminal, fitted to its width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.plot import plot_curve, plot_fitted
from lexdecay.report.screen import (
    counted,
    cut_left,
    decimals_for,
    fixed,
    line,
    line_by_line,
    plain_table,
    probability,
    screen_text,
    significant,
    size_in_words,
)
from lexdecay.report.words import ANSWERS, ESTIMANDS, MEASURES, NOT_MEANT, NOT_MEANT_OF_CLASSES, TWO_CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.records import Corpus, Curve, Estimate, Fit, FitResult, FittedCurve, MeasureResult

NARROW = 64  # columns below which a table gives up what a reader can spare
LEAST_WIDTH = 40  # below, numbers would be cut; the terminal breaks the lines instead
WIDE = 132  # columns from which formulas have a column of their own: all nine models fit unwrapped
MOST_FAILED = 3  # fits that are named a line each
MOST_INPUTS = 3  # named in the header; the rest are counted


def measure_screen(
    result: MeasureResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay measure``."""
    width = max(width, LEAST_WIDTH)
    parts: list[RenderableType] = [*corpus_header(result.corpus, width)]
    for curve in result.curves:
        parts += [
            line(""),
            line(curve_title(curve, result), "bold"),
            _curve_table(curve, None, width, ascii_only),
        ]
        if plot:
            parts += _drawing(plot_curve(curve, result.corpus.settings, width, ascii_only=ascii_only))
        parts += [line(""), line(reach_sentence(curve))]
    return screen_text(parts, width=width, color=color)


def fit_screen(
    result: FitResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay fit``; the verdicts come last."""
    width = max(width, LEAST_WIDTH)
    parts: list[RenderableType] = [*corpus_header(result.corpus, width)]
    for fitted in result.curves:
        parts += [
            line(""),
            line(curve_title(fitted.curve, result), "bold"),
            _curve_table(fitted.curve, fitted, width, ascii_only),
        ]
        parts += [line(""), *_fits(fitted, width, ascii_only)]
        if plot:
            parts += _drawing(plot_fitted(fitted, result.corpus.settings, width, ascii_only=ascii_only))
    for fitted in result.curves:
        parts += [line(""), *_verdict(fitted)]
    return screen_text(parts, width=width, color=color)


def corpus_header(corpus: Corpus, width: int) -> Iterable[RenderableType]:
    """Return the lines with which every page on a corpus begins: its inputs and their size."""
    for source in corpus.sources[:MOST_INPUTS]:
        facts = f" ({size_in_words(source.bytes)}, {source.encoding})"
        name = "standard input" if source.path == "-" else source.path
        yield line(cut_left(name, max(width - len(facts), 8)) + facts)
    if len(corpus.sources) > MOST_INPUTS:
        yield line(f"and {len(corpus.sources) - MOST_INPUTS:,} more inputs")
    yield line(
        f"{counted(corpus.tokens, 'token')}, {counted(corpus.types, 'type')}, "
        f"{counted(corpus.documents, 'document')}"
    )


def curve_title(curve: Curve, result: MeasureResult | FitResult) -> str:
    """Return what a curve measures and over which vocabulary."""
    name, symbol = MEASURES[curve.measure]
    corpus = result.corpus
    if curve.measure in TWO_CLASSES:
        left, right = (result.settings[side] for side in ("left", "right"))
        return f"{left} before {right}, observed over expected: {name.lower()} is {symbol}"
    kept = (
        f"K = {curve.vocabulary:,}, every type keeps its identity"
        if curve.vocabulary >= corpus.types
        else f"K = {curve.vocabulary:,}, the commonest of {corpus.types:,} types keep their identity"
    )
    return f"{name} ({ESTIMANDS[curve.estimand]}); {kept}"


def _curve_table(curve: Curve, fitted: FittedCurve | None, width: int, ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    columns = curve_columns(curve, fitted)
    spared = {"pairs", "floor", "slope"} if width < NARROW else set()
    kept = {name: cells for name, cells in columns.items() if name not in spared}
    for name in kept:
        table.add_column(name, justify="right", no_wrap=True)
    for row, usable in zip(zip(*kept.values(), strict=True), curve.usable, strict=True):
        table.add_row(*row, style="" if usable else "dim")
    return table


def curve_columns(curve: Curve, fitted: FittedCurve | None) -> dict[str, list[str]]:
    """Return the points of a curve as columns of text, in the order they are printed."""
    decimals = decimals_for(curve.se.tolist())
    symbol = MEASURES[curve.measure][1]
    unit = f" ({curve.unit})" if curve.unit == "bits" else ""
    columns = {
        "offset": [f"{offset:,}" for offset in curve.offset.tolist()],
        "pairs": [f"{pairs:,}" for pairs in curve.pairs.tolist()],
        f"{symbol}{unit}": [fixed(value, decimals) for value in curve.value.tolist()],
        "± se": [fixed(se, decimals) for se in curve.se.tolist()],
        "floor": [fixed(floor, decimals) for floor in curve.floor.tolist()],
    }
    if curve.measure in TWO_CLASSES:  # their floor is 1 by definition
        columns["floor"] = [fixed(ratio, decimals) for ratio in curve.raw.tolist()]
        columns = {"O/E" if name == "floor" else name: cells for name, cells in columns.items()}
    if fitted is not None:
        columns["slope"] = [fixed(slope, 2) for slope in fitted.local_slope.tolist()]
    columns["usable"] = ["yes" if usable else "no" for usable in curve.usable]
    return columns


def _fits(fitted: FittedCurve, width: int, ascii_only: bool) -> Sequence[RenderableType]:
    ranked = sorted((fit for fit in fitted.fits if fit.expected.size), key=lambda fit: fit.delta_bic or 0.0)
    failed = [line(text) for text in _not_fitted([fit for fit in fitted.fits if not fit.expected.size])]
    title = line(_fitted_range(fitted), "bold")
    if not ranked:
        return [title, *failed]
    if width < NARROW:
        return [title, *[line(text) for fit in ranked for text in _stacked(fit)], *failed]
    table = plain_table(ascii_only=ascii_only)
    _fit_columns(table, width)
    for fit in ranked:
        table.add_row(*[line_by_line(cell) for cell in _fit_cells(fit, width)])
    return [title, table, *failed]


def _not_fitted(fits: Sequence[Fit]) -> list[str]:
    """A line for each failed fit; one for all that had too few points, where they are many."""
    short = [fit for fit in fits if fit.status == "too_few_points"]
    if len(short) <= MOST_FAILED:
        return [_failed(fit) for fit in fits]
    names = ", ".join(model_name(fit.model)[0] for fit in short)
    return [f"Not fitted, too few points: {names}", *(_failed(fit) for fit in fits if fit not in short)]


def _failed(fit: Fit) -> str:
    reason = f": {fit.reason}" if fit.reason else ""
    return f"Not fitted: {model_name(fit.model)[0]} ({_status(fit)}{reason})"


def _status(fit: Fit) -> str:
    return fit.status.replace("_", " ")


def _fit_columns(table: Table, width: int) -> None:
    table.add_column("model")
    if width >= WIDE:
        table.add_column("formula")
    table.add_column(
        "parameters [95 %]" if width >= WIDE else "formula, parameters [95 %]", no_wrap=width < WIDE
    )
    for name in ("χ²/dof", "p", "ΔBIC"):
        table.add_column(name, justify="right", no_wrap=True)


def _fit_cells(fit: Fit, width: int) -> list[list[str]]:
    title, formula = model_name(fit.model)
    parameters = [estimate_text(estimate) for estimate in fit.parameters]
    described = [[formula], parameters] if width >= WIDE else [[formula, *parameters]]
    return [
        [title, *([] if fit.status == "ok" else [f"({_status(fit)})"])],
        *described,
        [misfit(fit)],
        [probability(fit.p)],
        [fixed(fit.delta_bic, 1)],
    ]


def _fitted_range(fitted: FittedCurve) -> str:
    if not fitted.offsets.size:
        return "Fits: there is no offset to fit"
    low, high = int(fitted.offsets[0]), int(fitted.offsets[-1])
    if low == high:
        return f"Fits to offset {low:,} alone"
    return f"Fits to {fitted.offsets.size} offsets from {low:,} to {high:,}, best first"


def model_name(model: str) -> tuple[str, str]:
    """Return title and formula of a model."""
    from lexdecay.fit.models import MODELS

    return (MODELS[model].title, MODELS[model].formula)


def estimate_text(estimate: Estimate) -> str:
    """Return a parameter with its 95 % interval."""
    words = f" {estimate.unit}" if estimate.unit in {"words", "characters"} else ""
    ends = ["open" if end is None else significant(end) for end in (estimate.low, estimate.high)]
    interval = f" [{ends[0]}, {ends[1]}]"
    unknown = estimate.low is None and estimate.high is None
    return f"{estimate.symbol} = {significant(estimate.value)}{'' if unknown else interval}{words}"


def misfit(fit: Fit) -> str:
    """Return chi-squared over degrees of freedom."""
    return f"{significant(fit.chi2)}/{significant(fit.dof, 2)}" if fit.chi2 is not None else "-"


def _stacked(fit: Fit) -> list[str]:
    title, formula = model_name(fit.model)
    judged = f"  χ²/dof {misfit(fit)}, p {probability(fit.p)}, ΔBIC {fixed(fit.delta_bic, 1)}"
    parameters = [f"  {estimate_text(estimate)}" for estimate in fit.parameters]
    return [f"{title}: {formula}", *parameters, judged + ("" if fit.status == "ok" else f", {_status(fit)}")]


def _drawing(rows: Sequence[str]) -> list[RenderableType]:
    from rich.text import Text

    return [line(""), *(Text(row, no_wrap=True, overflow="crop") for row in rows)]


def _verdict(fitted: FittedCurve) -> Iterable[RenderableType]:
    answer, *more = verdict_texts(fitted)
    yield line(answer, "bold")
    yield from map(line, more)


def verdict_texts(fitted: FittedCurve) -> tuple[str, str, str]:
    """Return the answer, its reason and what it does not mean."""
    verdict, far = fitted.verdict, fitted.curve.usable_max_offset
    what, of_classes = _what(fitted.curve), fitted.curve.measure in TWO_CLASSES
    if of_classes and far is not None:
        what = f"{_reach_of_classes(fitted.curve)}; the law"
    return (
        f"{what}: {ANSWERS[verdict.answer]}.",
        verdict.reason[:1].upper() + verdict.reason[1:],
        (NOT_MEANT_OF_CLASSES if of_classes else NOT_MEANT)[verdict.answer],
    )


def _what(curve: Curve) -> str:
    name = MEASURES[curve.measure][0]
    return name if curve.measure in TWO_CLASSES else f"{name} ({ESTIMANDS[curve.estimand]})"


def _reach_of_classes(curve: Curve) -> str:
    """Say where two classes attract each other and where they avoid each other, of the usable offsets."""
    opposite = "avoidance" if curve.measure == "attraction" else "attraction"
    own, others = (curve.offset[curve.usable & (sign * curve.value > 0)].tolist() for sign in (1, -1))
    said = f"{MEASURES[curve.measure][0]} at {_offsets(own)}"
    return f"{said}, {opposite} at {_offsets(others)}" if others else said


def _offsets(offsets: Sequence[int]) -> str:
    if len(offsets) < 3:
        return f"offset{'s' * (len(offsets) > 1)} {' and '.join(f'{offset:,}' for offset in offsets)}"
    return f"{len(offsets)} offsets from {offsets[0]:,} to {offsets[-1]:,}"


def reach_sentence(curve: Curve) -> str:
    """Say how far a curve is usable."""
    name = _what(curve)
    if curve.drowned:
        return f"{name}: words far apart depend on each other as much as near ones; this text cannot tell."
    if curve.usable_max_offset is None:
        return f"{name}: no dependence found; no offset stands out of the noise."
    if curve.measure in TWO_CLASSES:
        return f"{_reach_of_classes(curve)}; nothing is claimed beyond {curve.usable_max_offset:,}."
    return f"{name}: usable up to offset {curve.usable_max_offset:,}; nothing is claimed beyond."
