"""A kernel with encodings beside it, what RoPE does by itself; a horizon and what chunks cost."""

from __future__ import annotations

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
    VERMILLION,
    log_axis,
    quiet_grid,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.position.chunks import Chunking
    from lexdecay.position.kernels import Kernel
    from lexdecay.position.mapped import Mapped, MapResult, RotaryView
    from lexdecay.position.planned import PlanResult

LEGEND_ROOM = 0.5  # of the height: five names below the lowest point
# One form of each kind: a slope, a sum of slopes, a core, cosines; colour and line both tell them apart.
MARKS = ("o", "^", "D", "s")
LOOKS = (
    ("alibi", VERMILLION, (0, (5, 2))),
    ("kerple", BLUE, "-"),
    ("rope", GREEN, (0, (7, 2, 1.5, 2))),
    ("spread", PURPLE, (0, (1, 1.5))),
)


def map_sections(result: MapResult) -> list[Section]:
    """Panels of ``decay map``: the kernel with encodings at their closest, and g with its law."""
    kernel = result.kernel
    if kernel is None:
        return []
    alt = f"ln of the kernel '{result.kind.name}' against distance, with encodings at their closest."
    panels = [Panel("Encodings at their closest", alt, partial(_draw_kernel, kernel, _shown(result.mapped)))]
    if result.rotary is not None:
        about = "Mean kernel of rotary encodings against distance, with its logarithmic law."
        panels.append(Panel("RoPE by itself", about, partial(_draw_rotary, result.rotary)))
    return [Section("Kernel and encodings", (tuple(panels),))]


def plan_sections(result: PlanResult) -> list[Section]:
    """Panel of ``decay plan``: the share of the pairwise information that chunks cut."""
    if result.chunking is None or len(result.chunking.rows) < 2:
        return []
    alt = "Share of the pairwise information that is cut, against chunk size, without and with overlap."
    draw = partial(_draw_chunks, result.chunking, result.last or 1, result.unit)
    return [Section("What cutting into chunks takes", ((Panel("", alt, draw),),))]


def _shown(encodings: tuple[Mapped, ...]) -> dict[str, Mapped]:
    found = {one.encoding: one for one in reversed(encodings)}
    spread = next((one for one in encodings if "re-spread" in one.title), None)
    return {**found, "spread": spread} if spread else found


def _draw_kernel(kernel: Kernel, shown: dict[str, Mapped], axes: Axes) -> None:
    top = float(kernel.log_value.max())
    log_axis(axes.xaxis, kernel.low / 1.15, kernel.high * 1.15)
    axes.errorbar(
        kernel.distance, kernel.log_value - top, 1.96 * kernel.se, fmt="o", color=INK, markersize=3.5,
        elinewidth=0.8, label="kernel, 95 %",
    )  # fmt: skip
    for name, color, line in LOOKS:
        if name in shown:
            one = shown[name]
            axes.plot(kernel.distance, one.bias - top, color=color, linestyle=line, label=one.title)
    axes.set_xlabel(f"distance, {kernel.unit}")
    axes.set_ylabel("ln of the kernel, nats below its largest")
    low, high = axes.get_ylim()
    axes.set_ylim(low - LEGEND_ROOM * (high - low), high)
    quiet_grid(axes)
    axes.legend(loc="lower left", **LEGEND)


def _draw_rotary(view: RotaryView, axes: Axes) -> None:
    distance, g, law = (np.array([row[i] for row in view.values], dtype=np.float64) for i in range(3))
    log_axis(axes.xaxis, 0.9, float(distance[-1]) * 1.15)
    axes.plot(distance, g, "o-", color=GREEN, markersize=4, label="g at these frequencies")
    if view.base is not None:
        axes.plot(distance, law, color=MUTED, linestyle=(0, (5, 2)), label="logarithmic law")
    axes.set_xlabel("distance, tokens")
    axes.set_ylabel("g, the mean of the cosines")
    quiet_grid(axes)
    axes.legend(loc="lower left", **LEGEND)


def _draw_chunks(chunking: Chunking, last: int, unit: str, axes: Axes) -> None:
    sizes = np.array([row.size for row in chunking.rows], dtype=np.float64)
    beyond = np.array([row.beyond for row in chunking.rows])
    log_axis(axes.xaxis, sizes.min() / 1.15, sizes.max() * 1.15)
    low, high = (100 * np.array([row.ci95[i] for row in chunking.rows]) for i in range(2))
    axes.fill_between(sizes, low, high, color=BAND, linewidth=0, label="95 %, no overlap")
    for at, (overlap, (_, color, line), mark) in enumerate(
        zip(chunking.overlaps, LOOKS, MARKS, strict=False)
    ):
        lost = [100 * row.lost[at] for row in chunking.rows]
        name = f"{100 * overlap:g} % overlap" if overlap else "no overlap"
        axes.plot(sizes, lost, color=color, linestyle=line)
        axes.plot([], [], marker=mark, markersize=4, color=color, linestyle=line, label=name)
        for which, fill in ((~beyond, color), (beyond, PAPER)):
            axes.plot(
                sizes[which], np.array(lost)[which], mark, markersize=4, color=color, markerfacecolor=fill
            )
    if sizes.min() < last < sizes.max():
        axes.axvline(last, color=MUTED, linewidth=0.8)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(f"chunk size, {unit}{' (hollow: at least so much)' if beyond.any() else ''}")
    axes.set_ylabel(f"cut of what pairs up to\n{last:,} {unit} apart tell, %")
    quiet_grid(axes)
    axes.legend(loc="upper right", **LEGEND)
