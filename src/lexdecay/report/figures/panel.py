"""A panel is one pair of axes: drawn side by side in a figure file, each by itself in an HTML report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    Draw: TypeAlias = Callable[[Axes], None]

TALL, LOW = 1.0, 0.42  # heights of a panel, in units of PANEL_HEIGHT


@dataclass(frozen=True, slots=True)
class Panel:
    """One pair of axes: what is drawn, what it is called, and what it shows to one who does not see it."""

    title: str
    alt: str
    draw: Draw
    height: float = TALL


@dataclass(frozen=True, slots=True)
class Section:
    """Panels that belong together, row by row, below one heading; a row is as high as its first panel."""

    heading: str
    rows: tuple[tuple[Panel, ...], ...]

    @property
    def panels(self) -> tuple[Panel, ...]:
        """All panels in reading order."""
        return tuple(panel for row in self.rows for panel in row)
