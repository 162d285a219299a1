"""A curve and its fits: on log-log axes a power law is straight, on semi-log axes an exponential is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.naming import positions
from lexdecay.report.figures.panel import LOW, Panel, Section
from lexdecay.report.figures.style import (
    BAND,
    INK,
    LEGEND,
    LOOKS,
    MUTED,
    PAPER,
    SHADE,
    Look,
    log_axis,
    quiet_grid,
)
from lexdecay.report.screen import significant
from lexdecay.report.words import ANSWERS, ESTIMANDS, MEASURES, TWO_CLASSES, draws_floor, quantity

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.ticker import MaxNLocator

    from lexdecay.records import Curve, Estimate, Fit, FitResult, FittedCurve, Floats, MeasureResult

FLOOR_LOOK = (0, (1, 2))
# Room above for the names, as a share of the height: a steep curve leaves its corner free, a flat one not.
HEADROOM, FLAT_DECADES, STEEP_DECADES = 0.6, 2.0, 3.4
ROOM = 1.25  # of an axis beyond its outermost value, as a factor
NOT_LAWS = ("measured, 95 %", "not told from noise", "lower than the axis", "floor, taken off")
UNDECIDED = "power law or exponential? cannot tell"
SHOWN_PARAMETERS = 2  # of a law, at its line


@dataclass(frozen=True, slots=True)
class _Law:
    fit: Fit
    offsets: Floats
    look: Look


def fit_sections(result: FitResult) -> list[Section]:
    """Panels of ``decay fit``: for each curve both pairs of axes, and what the laws leave over."""
    where = positions(result.corpus.settings)
    return [fitted_section(fitted, where=where) for fitted in result.curves]


def measure_sections(result: MeasureResult) -> list[Section]:
    """Panels of ``decay measure``: each curve with its floor."""
    where = positions(result.corpus.settings)
    return [Section(curve_name(curve), ((_loglog(curve, (), where),),)) for curve in result.curves]


def fitted_section(fitted: FittedCurve, name: str | None = None, *, where: str = "words") -> Section:
    """Panels of one curve with its fits; ``where`` names what an offset counts."""
    curve, laws = fitted.curve, _laws(fitted)
    answer = fitted.verdict.answer
    heading = f"{name or curve_name(curve)}: {UNDECIDED if answer == 'undecided' else ANSWERS[answer]}"
    if not laws:
        return Section(heading, ((_loglog(curve, laws, where),),))
    above = (_loglog(curve, laws, where), _semilog(curve, laws, where))
    below = tuple(_residuals(curve, laws, where, by_log=by_log) for by_log in (True, False))
    return Section(heading, (above, below))


def drawable(fitted: FittedCurve) -> bool:
    """Tell whether a law was fitted that can be drawn."""
    return bool(_laws(fitted))


def curve_name(curve: Curve) -> str:
    """Return what a curve shows, as a title."""
    name = MEASURES[curve.measure][0]
    return name if curve.measure in TWO_CLASSES else f"{name}, {ESTIMANDS[curve.estimand]}"


def _laws(fitted: FittedCurve) -> tuple[_Law, ...]:
    wanted = dict.fromkeys(("power_law", "exponential", fitted.verdict.best_model))
    known = {fit.model: fit for fit in fitted.fits if fit.expected.size}
    offsets = fitted.offsets.astype(np.float64)
    return tuple(
        _Law(known[model], offsets, LOOKS.get(model, LOOKS["other"]))
        for model in wanted
        if model is not None and model in known
    )


def _loglog(curve: Curve, laws: tuple[_Law, ...], where: str) -> Panel:
    title = "Log-log: a power law is straight" if laws else ""
    return Panel(title, _alt(curve, laws, "both axes logarithmic"), partial(_draw_loglog, curve, laws, where))


def _semilog(curve: Curve, laws: tuple[_Law, ...], where: str) -> Panel:
    title = "Semi-log: an exponential is straight"
    return Panel(
        title, _alt(curve, laws, "offsets evenly spaced"), partial(_draw_semilog, curve, laws, where)
    )


def _alt(curve: Curve, laws: tuple[_Law, ...], axes: str) -> str:
    far = curve.usable_max_offset
    reach = "usable at no offset" if far is None else f"usable up to offset {far:,}"
    named = " and ".join(law.fit.model.replace("_", " ") for law in laws)
    return f"{curve_name(curve)} by offset, {axes}: {reach}{f'; fitted by {named}' if named else ''}."


def _residuals(curve: Curve, laws: tuple[_Law, ...], where: str, *, by_log: bool) -> Panel:
    title = f"What the laws leave over, {'offsets logarithmic' if by_log else 'offsets evenly spaced'}"
    alt = f"{curve_name(curve)}: measured minus fitted, in standard errors, by offset."
    return Panel(title, alt, partial(_draw_residuals, curve, laws, where, by_log), LOW)


def _draw_loglog(curve: Curve, laws: tuple[_Law, ...], where: str, axes: Axes) -> None:
    offset = curve.offset.astype(np.float64)
    _value_axis(curve, axes)
    log_axis(axes.xaxis, float(offset[0]) / 1.15, float(offset[-1]) * 1.15)
    _shade_usable(curve, where, axes)
    if draws_floor(curve):
        _draw_floor(curve, axes)
    _draw_points(curve, axes)
    _draw_laws(laws, axes)


def _draw_semilog(curve: Curve, laws: tuple[_Law, ...], where: str, axes: Axes) -> None:
    _value_axis(curve, axes)
    last = max(float(law.offsets[-1]) for law in laws)
    axes.set_xlim(0, last * ROOM)
    _shade_usable(curve, where, axes)
    _draw_points(curve, axes)
    _draw_laws(laws, axes)
    axes.xaxis.set_major_locator(_few_whole_numbers())


def _few_whole_numbers() -> MaxNLocator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(nbins=6, integer=True, steps=[1, 2, 5, 10])


def _value_axis(curve: Curve, axes: Axes) -> None:
    low, high = _value_limits(curve)
    log_axis(axes.yaxis, low, high)
    axes.set_ylabel(f"{MEASURES[curve.measure][0].lower()}, {quantity(curve)}")
    quiet_grid(axes)


def _value_limits(curve: Curve) -> tuple[float, float]:
    """From below the smallest usable value, so that noise does not flatten the rest; with room for names."""
    told = curve.value[curve.usable & (curve.value > 0)]
    drawn = told if told.size else curve.value[curve.value > 0]
    if not drawn.size:
        return 1e-3, 1.0
    low, high = float(drawn.min()) / 4, float(drawn.max()) * 1.8
    decades = math.log10(high / low)
    flatness = (STEEP_DECADES - decades) / (STEEP_DECADES - FLAT_DECADES)
    return low, high * 10 ** (decades * HEADROOM * min(max(flatness, 0.0), 1.0))


def _shade_usable(curve: Curve, where: str, axes: Axes) -> None:
    far = curve.usable_max_offset
    note = "no offset is usable" if far is None else f"shaded: usable to {far:,}"
    if far is not None:
        left, right = axes.get_xlim()
        axes.axvspan(left, min(far * 1.06, right), color=SHADE, zorder=0, linewidth=0)
    axes.set_xlabel(f"offset, {where} ({note})")


def _draw_floor(curve: Curve, axes: Axes) -> None:
    low, high = axes.get_ylim()
    shown = (curve.floor > low) & (curve.floor < high)
    if shown.any():
        axes.plot(
            curve.offset[shown], curve.floor[shown], linestyle=FLOOR_LOOK, color=MUTED, linewidth=1.3,
            label=NOT_LAWS[3],
        )  # fmt: skip


def _draw_points(curve: Curve, axes: Axes) -> None:
    offset, low = curve.offset.astype(np.float64), axes.get_ylim()[0]
    bottom, top = (np.maximum(curve.value + side * 1.96 * curve.se, low / 10) for side in (-1, 1))
    last = curve.usable_max_offset
    told = (offset <= (last or 0)) & (curve.value > 0)
    axes.fill_between(offset[told], bottom[told], top[told], color=BAND, alpha=0.8, linewidth=0, zorder=1.5)
    for which, fill, label in ((~curve.usable, PAPER, NOT_LAWS[1]), (curve.usable, INK, NOT_LAWS[0])):
        drawn = which & (curve.value > low)
        if drawn.any():
            axes.plot(
                offset[drawn], curve.value[drawn], "o", markersize=4, markerfacecolor=fill,
                markeredgecolor=INK, markeredgewidth=0.8, color=INK, zorder=3, label=label,
            )  # fmt: skip
    mark_lower(offset[curve.value <= low], axes)


def mark_lower(offset: Floats, axes: Axes) -> None:
    """Mark at the lower edge where a value lies below it: a logarithmic axis has no place for zero."""
    shown = offset[offset <= axes.get_xlim()[1]]
    if shown.size:
        axes.plot(
            shown, np.full(shown.size, 0.012), "v", transform=axes.get_xaxis_transform(), color=MUTED,
            markersize=3, markerfacecolor=PAPER, markeredgewidth=0.7, zorder=2.5, label=NOT_LAWS[2],
        )  # fmt: skip


def _draw_laws(laws: tuple[_Law, ...], axes: Axes) -> None:
    for law in sorted(laws, key=lambda one: -float(one.fit.expected[-1])):
        axes.plot(
            law.offsets, law.fit.expected, linestyle=law.look.line, color=law.look.color, zorder=4,
            label=_law_label(law.fit),
        )  # fmt: skip
    lines = {str(line.get_label()): line for line in axes.get_lines()}
    named = sorted(
        (name for name in lines if name[0] != "_"),
        key=lambda name: NOT_LAWS.index(name) if name in NOT_LAWS else -1,
    )
    if not named:
        return
    axes.legend(  # a curve that decays leaves this corner free
        [lines[name] for name in named],
        named,
        loc="upper right",
        labelcolor=[INK if name in NOT_LAWS[:2] else str(lines[name].get_color()) for name in named],
        **LEGEND,
    )


def _law_label(fit: Fit) -> str:
    name = fit.model.replace("_", " ").replace("plus", "+")
    shape = [one for one in fit.parameters if "amplitude" not in one.name][:SHOWN_PARAMETERS]
    return f"{name}:{chr(10) if len(shape) > 1 else ' '}{', '.join(map(_parameter, shape))}"


def _parameter(one: Estimate) -> str:
    unit = f" {one.unit}" if one.unit in {"words", "characters"} else ""
    return f"{one.symbol} = {significant(one.value)}{unit}"


def _draw_residuals(curve: Curve, laws: tuple[_Law, ...], where: str, by_log: bool, axes: Axes) -> None:
    offset = laws[0].offsets
    at = np.searchsorted(curve.offset, offset.astype(np.int64))
    axes.axhspan(-2, 2, color=SHADE, zorder=0, linewidth=0)
    axes.axhline(0, color=MUTED, linewidth=0.8)
    largest = 3.0
    for law in laws:
        left_over = (curve.value[at] - law.fit.expected) / curve.se[at]
        largest = max(largest, float(np.nanmax(np.abs(left_over))))
        axes.plot(
            offset, left_over, linestyle=law.look.line, color=law.look.color, marker=law.look.mark,
            markersize=3.5, linewidth=0.9, markerfacecolor=PAPER,
        )  # fmt: skip
    axes.set_yscale("symlog", linthresh=3)
    axes.set_xlabel(f"offset, {where}")
    _residual_axes(curve, axes, largest, by_log=by_log)


def _residual_axes(curve: Curve, axes: Axes, largest: float, *, by_log: bool) -> None:
    from matplotlib.ticker import FixedLocator, FuncFormatter

    from lexdecay.report.figures.style import plain

    steps = [step for step in (2, 10, 100, 1000) if step <= largest * 1.2]
    axes.set_ylim(-largest * 1.5, largest * 1.5)
    axes.yaxis.set_major_locator(FixedLocator([*(-step for step in reversed(steps)), 0, *steps]))
    axes.yaxis.set_minor_locator(FixedLocator([]))
    axes.yaxis.set_major_formatter(FuncFormatter(plain))
    if by_log:
        log_axis(axes.xaxis, float(curve.offset[0]) / 1.15, float(curve.offset[-1]) * 1.15)
    else:
        axes.set_xlim(0, axes.dataLim.x1 * ROOM)
        axes.xaxis.set_major_locator(_few_whole_numbers())
    axes.set_ylabel("residual,\nstd. errors")
    quiet_grid(axes, "x")
