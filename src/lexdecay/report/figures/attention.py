"""Attention heads side by side by how their weight falls with distance, and how it thins out over keys."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.figures.panel import Panel, Section
from lexdecay.report.figures.style import (
    BAND,
    BLUE,
    GREEN,
    INK,
    LEGEND,
    MUTED,
    PAPER,
    PURPLE,
    SIZE,
    VERMILLION,
    log_axis,
    quiet_grid,
)
from lexdecay.report.figures.tags import COLORS, ON_DARK, ON_LIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.position.attention_records import AttnResult, DiluteResult, Dilution, HeadFound

STEEP = 1.0  # exponent that the colours reach at least, so that shallow falls look alike
NAMES = {
    "gap": "a needle {value} nats above the rest",
    "sigma": "Gaussian logits, σ = {value} nats",
    "exponent": "distance^−{value}",
    "kernel": "the curve's kernel, distance^−{value} at its end",
}
MOST_LINES = 4  # of dilution, told apart by colour, line and mark
LINES = (
    (BLUE, "-", "o"),
    (VERMILLION, (0, (5, 2)), "^"),
    (GREEN, (0, (7, 2, 1.5, 2)), "D"),
    (PURPLE, (0, (1, 1.5)), "s"),
)


def attn_sections(result: AttnResult) -> list[Section]:
    """Panels of ``decay attn``: a grid of heads and their weight by distance, for each side of the query."""
    sections = []
    for mixture in result.mixture:
        heads = tuple(head for head in result.heads if head.side == mixture.side and head.distance.size)
        if heads:
            sections.append(
                Section(f"Attention {mixture.side} the query", ((_grid(heads), _course(heads, mixture)),))
            )
    return sections


def _grid(heads: tuple[HeadFound, ...]) -> Panel:
    alt = f"Exponent of the fall of weight with distance of {len(heads)} heads by layer; a dot for none."
    return Panel("Exponent γ of distance^−γ, by layer and head", alt, partial(_draw_grid, heads))


def _draw_grid(heads: tuple[HeadFound, ...], axes: Axes) -> None:
    from matplotlib import colormaps

    layers = sorted({head.layer or 0 for head in heads})
    columns = sorted({head.head or 0 for head in heads})
    values = np.full((len(layers), len(columns)), np.nan)
    for head in heads:
        if head.exponent is not None and head.kind != "undecided":
            values[layers.index(head.layer or 0), columns.index(head.head or 0)] = head.exponent.value
    told = np.ma.masked_invalid(values)
    steepest = max(STEEP, float(told.max())) if told.count() else STEEP
    axes.pcolormesh(told, cmap=colormaps[COLORS], vmin=0, vmax=steepest, edgecolor=PAPER, linewidth=0.8)
    for i, j in np.ndindex(values.shape):
        text, color = _cell(float(values[i, j]), steepest)
        axes.text(j + 0.5, i + 0.5, text, color=color, ha="center", va="center", fontsize=SIZE - 2)
    axes.set_xticks(np.arange(len(columns)) + 0.5, [str(column) for column in columns])
    axes.set_yticks(np.arange(len(layers)) + 0.5, [str(layer) for layer in layers])
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.set_xlabel("head")
    axes.set_ylabel("layer")


def _cell(exponent: float, steepest: float) -> tuple[str, str]:
    """What is written in a cell, and in which colour."""
    if math.isnan(exponent):
        return "·", MUTED
    return f"{exponent:.2f}".replace("-", "−"), ON_LIGHT if exponent > steepest / 2 else ON_DARK


def _course(heads: tuple[HeadFound, ...], mixture: HeadFound) -> Panel:
    alt = "Mean logarithm of the weight by distance, a line a head; above them that of the averaged weights."
    return Panel("Weight by distance", alt, partial(_draw_course, heads, mixture))


def _draw_course(heads: tuple[HeadFound, ...], mixture: HeadFound, axes: Axes) -> None:
    log_axis(axes.xaxis, 0.9, float(mixture.distance[-1]) * 1.15)
    for i, head in enumerate(heads):
        logit = np.where(head.usable, head.logit, np.nan)
        axes.plot(
            head.distance, logit, color=MUTED, linewidth=0.6, alpha=0.6, label="" if i else "single heads"
        )
    told = mixture.usable
    at, logit, se = mixture.distance[told], mixture.logit[told], mixture.se[told]
    axes.fill_between(at, logit - 1.96 * se, logit + 1.96 * se, color=BAND, linewidth=0)
    axes.plot(at, logit, "o-", color=INK, markersize=3, linewidth=1.4, label="heads averaged first, 95 %")
    axes.set_xlabel("distance from the query, tokens")
    axes.set_ylabel("mean ln of the weight, nats")
    low, high = axes.get_ylim()
    axes.set_ylim(low - 0.2 * (high - low), high)  # room for the names
    quiet_grid(axes)
    axes.legend(loc="lower left", **LEGEND)


def dilute_sections(result: DiluteResult) -> list[Section]:
    """Panel of ``decay dilute``: how many keys share the weight, of how many there are."""
    shown = result.dilutions[:MOST_LINES]
    if not shown:
        return []
    more = len(result.dilutions) - len(shown)
    alt = "Effective number of keys against keys, with the line on which every key has the same weight."
    heading = "How attention thins out" + (f"; {more:,} more not drawn" if more else "")
    return [Section(heading, ((Panel("", alt, partial(_draw_dilution, shown)),),))]


def _draw_dilution(shown: tuple[Dilution, ...], axes: Axes) -> None:
    keys = sorted({row.keys for one in shown for row in one.rows})
    log_axis(axes.xaxis, keys[0] / 1.2, keys[-1] * 1.2)
    fewest = min(row.effective_keys for one in shown for row in one.rows)
    log_axis(axes.yaxis, fewest / 2, keys[-1] * 40)  # room for the names
    axes.plot(keys, keys, color=MUTED, linestyle=(0, (1, 2)), label="all keys alike")
    for one, (color, line, mark) in zip(shown, LINES, strict=False):
        axes.plot(
            [row.keys for row in one.rows],
            [row.effective_keys for row in one.rows],
            color=color, linestyle=line, marker=mark, markersize=4, label=_name(one),
        )  # fmt: skip
    axes.set_xlabel("keys that share the weight")
    axes.set_ylabel("effective keys, 2 to the entropy")
    quiet_grid(axes)
    axes.legend(loc="upper left", **LEGEND)


def _name(one: Dilution) -> str:
    if one.layer is not None:
        return f"layer {one.layer}, head {one.head}"
    value = "" if one.value is None else f"{one.value:g}"
    return NAMES[one.source].format(value=value)
