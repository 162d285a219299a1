"""The look that all figures share: colours that a colour-blind eye and a grey print tell apart.

Okabe & Ito's palette; every series also has a line style or a mark of its own, so that no reading
hangs on colour. Numbers at the axes are written out, not as powers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

INK, MUTED, GRID, PAPER = "#1a1a1a", "#6e6e6e", "#dcdcdc", "#ffffff"
SHADE = "#eef3f7"  # behind what may carry a claim
BLUE, VERMILLION, GREEN, PURPLE, BAND = "#0072b2", "#d55e00", "#00805c", "#a0528f", "#b9cfdf"

# DejaVu Sans comes with matplotlib, so that Latin, Greek and Cyrillic look alike everywhere; the others
# are asked, in this order, for the characters that it lacks.
FAMILIES = (
    "DejaVu Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "PingFang SC",
    "Hiragino Sans", "Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei", "Droid Sans Fallback", "Noto Sans Arabic", "Noto Sans Hebrew",
    "Noto Sans Devanagari", "Noto Sans Thai", "Noto Emoji", "Symbola",
)  # fmt: skip
SIZE = 9.0  # points; at the width of a telephone still some 9 pixels


# On paper that lets the grid through, for a legend lies on the axes.
LEGEND: dict[str, Any] = {
    "framealpha": 0.8,
    "edgecolor": "none",
    "facecolor": PAPER,
    "fontsize": SIZE - 0.5,
    "borderaxespad": 0.1,
    "labelspacing": 0.35,
    "handlelength": 2.4,
}


@dataclass(frozen=True, slots=True)
class Look:
    """How one series is drawn: two of them differ in more than colour."""

    color: str
    line: str | tuple[int, tuple[float, ...]]
    mark: str


LOOKS = {
    "power_law": Look(BLUE, "-", "s"),
    "exponential": Look(VERMILLION, (0, (5, 2)), "^"),
    "other": Look(GREEN, (0, (7, 2, 1.5, 2)), "D"),
}


def settings() -> dict[str, Any]:
    """Return matplotlib's settings: none is taken from the user's own file."""
    from matplotlib import font_manager

    known = set(font_manager.fontManager.get_font_names())
    return {
        "font.family": [name for name in FAMILIES if name in known],
        "font.size": SIZE,
        "axes.titlesize": SIZE + 1,
        "axes.titlelocation": "left",
        "axes.titleweight": "bold",
        "axes.labelsize": SIZE,
        "xtick.labelsize": SIZE - 0.5,
        "ytick.labelsize": SIZE - 0.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "axes.titlecolor": INK,
        "text.color": INK,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "axes.linewidth": 0.8,
        "axes.facecolor": PAPER,
        "figure.facecolor": PAPER,
        "lines.linewidth": 1.6,
        "text.parse_math": False,  # a dollar sign in a word is a dollar sign
        "text.usetex": False,
        "axes.unicode_minus": True,
        "svg.fonttype": "none",  # text stays text: it can be searched, copied and read aloud
        "svg.hashsalt": "lexdecay",
        "pdf.fonttype": 42,
        "path.simplify": True,
    }


def plain(value: float, _position: object = None) -> str:
    """Return a tick as people write it: 1,000 and 0.01; only the very small as a power of ten."""
    size = abs(value)
    if size >= 1:
        text = f"{size:,.0f}" if size == round(size) else f"{size:,g}"
    elif size >= 1e-4:
        text = f"{size:.{-math.floor(math.log10(size) + 1e-9)}f}"
    else:
        text = f"{size:.0e}" if size else "0"
    return f"−{text}" if value < 0 else text


def log_axis(axis: Axis, low: float, high: float) -> None:
    """Make ``axis`` logarithmic from ``low`` to ``high``, with 1-2-5 labels where it spans little."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    scale = axis.axes.set_xscale if axis.axis_name == "x" else axis.axes.set_yscale  # type: ignore[attr-defined]
    limits = axis.axes.set_xlim if axis.axis_name == "x" else axis.axes.set_ylim  # type: ignore[attr-defined]
    scale("log")
    limits(low, high)
    ticks = log_ticks(low, high)
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(FixedLocator([]))
    axis.set_major_formatter(FuncFormatter(plain))
    axis.set_minor_formatter(NullFormatter())


def log_ticks(low: float, high: float) -> list[float]:
    """Return the tens between the ends, with 2 and 5 between them where fewer than three tens lie there."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    tens = [10.0**power for power in decades if low <= 10.0**power <= high]
    if len(tens) >= 3:
        return tens
    steps = [digit * 10.0**power for power in decades for digit in (1, 2, 5)]
    return [step for step in steps if low <= step <= high]


def quiet_grid(axes: Axes, which: str = "both") -> None:
    """Draw a grid that stays behind everything."""
    axes.grid(visible=True, axis=which, color=GRID, linewidth=0.6)  # type: ignore[arg-type]
    axes.set_axisbelow(True)
