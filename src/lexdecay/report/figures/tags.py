"""Parts of speech by offset: which pairs attract each other where, and all pairs side by side."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.figures.decay import fitted_section
from lexdecay.report.figures.panel import Panel, Section
from lexdecay.report.figures.style import GRID, MUTED, PAPER, SIZE
from lexdecay.report.safe_text import safe_text
from lexdecay.report.screen import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lexdecay.records import Flags, Floats
    from lexdecay.word_records import Construction, TagMatrix, TagsResult

MOST_PAIRS, MOST_TAGS = 16, 12  # rows of the heat maps
WIDEST_FACTOR = 8.0  # observed over expected at which the colours end
# Its lightness grows evenly, so that it reads the same in grey print and to colour-blind eyes.
COLORS = "cividis"
ON_LIGHT, ON_DARK = "#111111", "#fefefe"  # numbers in cells, whose colours no theme changes


def tags_sections(result: TagsResult) -> list[Section]:
    """Panels of ``decay tags``: pairs by offset, tag against tag at the nearest offset, information."""
    if result.matrix is None:
        return []
    maps: list[Panel] = []
    if result.constructions:
        maps.append(_by_offset(result.matrix, result.constructions[:MOST_PAIRS]))
    maps.append(_square(result.matrix))
    sections = [Section("Pairs of tags: observed over expected (·: not told from 1)", (tuple(maps),))]
    if result.information is not None:
        sections.append(fitted_section(result.information, "Information of all tags"))
    return sections


def _by_offset(matrix: TagMatrix, shown: tuple[Construction, ...]) -> Panel:
    at = [(matrix.tags.index(one.left), matrix.tags.index(one.right)) for one in shown]
    left, right = (np.array(side) for side in zip(*at, strict=True))
    names = [safe_text(f"{one.left} → {one.right}") for one in shown]
    offsets = [f"{offset:,}" for offset in matrix.offset.tolist()]
    ratio, differs = matrix.ratio[:, left, right].T, matrix.differs[:, left, right].T
    alt = f"Heat map of observed over expected by offset: {', '.join(names[:3])} and others."
    return Panel(
        "By offset", alt, partial(_draw_map, ratio, differs, names, offsets, "", "offset, words"), 1.25
    )


def _square(matrix: TagMatrix) -> Panel:
    kept = slice(0, MOST_TAGS)
    offset = int(matrix.offset[0])
    names = [safe_text(name) for name in matrix.tags[kept]]
    ratio, differs = matrix.ratio[0, kept, kept], matrix.differs[0, kept, kept]
    alt = f"Heat map of observed over expected of each tag followed by each at offset {offset}."
    draw = partial(
        _draw_map, ratio, differs, names, names, "left tag", f"right tag, {counted(offset, 'word')} after"
    )
    return Panel(f"Each tag against each, offset {offset}", alt, draw, 1.25)


def _draw_map(
    ratio: Floats, differs: Flags, rows: list[str], columns: list[str], left: str, below: str, axes: Axes
) -> None:
    from matplotlib import colormaps
    from matplotlib.colors import LogNorm

    scale = LogNorm(1 / WIDEST_FACTOR, WIDEST_FACTOR)
    bounded = np.clip(np.nan_to_num(ratio, nan=1.0), 1 / WIDEST_FACTOR, WIDEST_FACTOR)
    told = np.ma.masked_where(~differs, bounded)
    axes.set_facecolor(PAPER)
    axes.pcolormesh(told, cmap=colormaps[COLORS], norm=scale, edgecolor=PAPER, linewidth=0.8)
    for i, j in np.ndindex(ratio.shape):
        _write(float(ratio[i, j]), bool(differs[i, j]), (j + 0.5, i + 0.5), float(scale(bounded[i, j])), axes)
    axes.set_xticks(np.arange(len(columns)) + 0.5, columns, rotation=90 if len(columns[0]) > 2 else 0)
    axes.set_yticks(np.arange(len(rows)) + 0.5, rows)
    axes.invert_yaxis()
    axes.tick_params(length=0, labelsize=SIZE - 1)
    axes.set_xlabel(below)
    axes.set_ylabel(left)
    for spine in axes.spines.values():
        spine.set_color(GRID)


def _write(ratio: float, differs: bool, place: tuple[float, float], lightness: float, axes: Axes) -> None:
    """The number itself, so that no reading hangs on a colour; a dot where it does not differ from 1."""
    color = MUTED if not differs else ON_LIGHT if lightness > 0.5 else ON_DARK
    text = f"{ratio:.0f}" if ratio >= 9.95 else f"{ratio:.1f}".removeprefix("0") if ratio >= 0.05 else "0"
    axes.text(*place, text if differs else "·", color=color, ha="center", va="center", fontsize=SIZE - 2.5)
