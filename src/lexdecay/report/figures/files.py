"""Panels -> the bytes of a figure file: the same bytes for the same result, with no date inside."""

from __future__ import annotations

import contextlib
import io
import logging
import math
import re
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lexdecay.records import Notice
from lexdecay.report.figures.panel import LOW, Section
from lexdecay.report.figures.style import SIZE, settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure, SubFigure

    from lexdecay.report.figures.panel import Panel

PANEL_WIDTH, PANEL_HEIGHT, HEADING = 4.7, 3.4, 0.35  # inches
DPI = 200  # of PNG: sharp in print at half a page
# What would say when and by which version a file was made; None leaves a field out.
UNDATED: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_GLYPH = re.compile(r"Glyph (\d+) ")
MOST_GLYPHS = 8  # named in a notice


def figure_bytes(sections: Sequence[Section], form: str) -> tuple[bytes, tuple[Notice, ...]]:
    """Return a figure of ``sections`` as svg, png or pdf, and a notice of characters that no font has."""
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it would talk about its font cache
    content, missing = _drawn(sections, form)
    if form == "svg":  # its text is set by whoever shows it, in fonts of theirs
        return content, ()
    if missing and new_fonts():
        content, missing = _drawn(sections, form)
    return content, _missing_glyphs(missing)


def new_fonts() -> int:
    """Tell matplotlib of fonts that were installed after it made its list, and return how many."""
    from matplotlib import font_manager

    known = {entry.fname for entry in font_manager.fontManager.ttflist}
    new = [path for path in font_manager.findSystemFonts() if path not in known]
    added = 0
    for path in new:
        with contextlib.suppress(OSError, RuntimeError):  # some fonts it cannot read; it skips them too
            font_manager.fontManager.addfont(path)
            added += 1
    return added


def figure_of(sections: Sequence[Section]) -> Figure:
    """Return the figure itself, for a notebook or for further work on it."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(settings())  # type: ignore[arg-type]  # as below
        return _composed(sections)


def _drawn(sections: Sequence[Section], form: str) -> tuple[bytes, list[int]]:
    """A figure's bytes and the characters that no font has, as code points."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        mpl.rcdefaults()
        mpl.rcParams.update(settings())  # type: ignore[arg-type]  # its keys are typed one by one
        sink = io.BytesIO()
        about = UNDATED[form] | ({"Title": sections[0].heading} if sections[0].heading else {})
        _composed(sections).savefig(sink, format=form, dpi=DPI, metadata=about)
    found = (_GLYPH.search(str(one.message)) for one in said)
    return sink.getvalue(), sorted({int(match[1]) for match in found if match})


def panel_svg(panel: Panel) -> str:
    """Return one panel as an SVG document, untitled: the page around it says what it is."""
    return figure_bytes([Section("", ((replace(panel, title=""),),))], "svg")[0].decode("utf-8")


def _composed(sections: Sequence[Section]) -> Figure:
    from matplotlib.figure import Figure

    heights = [_inches(section) for section in sections]
    columns = max(len(row) for section in sections for row in section.rows)
    figure = Figure(figsize=(PANEL_WIDTH * columns, sum(heights)), layout="constrained")
    parts = figure.subfigures(len(sections), 1, height_ratios=heights, squeeze=False)[:, 0]
    for part, section in zip(parts, sections, strict=True):
        _fill(part, section)
    _settle(figure)
    return figure


def _settle(figure: Figure) -> None:
    """Lay out once and round: the solver's last digits differ from run to run, and show in names of clips."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        left, bottom, width, height = axes.get_position().bounds
        axes.set_position((round(left, 6), round(bottom, 6), round(width, 6), round(height, 6)))


def _inches(section: Section) -> float:
    return PANEL_HEIGHT * sum(row[0].height for row in section.rows) + (HEADING if section.heading else 0)


def _fill(part: SubFigure, section: Section) -> None:
    if section.heading:
        part.suptitle(section.heading, x=0.01, ha="left", fontweight="bold", fontsize=SIZE + 2)
    # Rows of two and of three stand in one grid of six columns.
    columns = math.lcm(*(len(row) for row in section.rows))
    grid = part.add_gridspec(
        len(section.rows), columns, height_ratios=[row[0].height for row in section.rows]
    )
    for i, row in enumerate(section.rows):
        span = columns // len(row)
        for j, panel in enumerate(row):
            axes = part.add_subplot(grid[i, j * span : (j + 1) * span])
            axes.set_title(panel.title if panel.height > LOW else "")
            panel.draw(axes)


def _missing_glyphs(codes: Sequence[int]) -> tuple[Notice, ...]:
    if not codes:
        return ()
    shown = "".join(map(chr, codes[:MOST_GLYPHS])) + ("…" if len(codes) > MOST_GLYPHS else "")
    return (
        Notice(
            "missing-glyphs",
            f"characters of the figure that no installed font has show as boxes: {shown}",
            hint="--figure FILE.svg leaves them to the reader's fonts; or install one, such as Noto Sans CJK",
        ),
    )
