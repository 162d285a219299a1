"""What every table on a terminal shares: width, colour, the way numbers are written, inert text."""

from __future__ import annotations

import io
import math
import os
import shutil
from typing import TYPE_CHECKING

from lexdecay.report.safe_text import safe_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

UNTOLD_WIDTH = 100  # columns, where neither a terminal nor COLUMNS says
NARROWEST = 20
# rich's SIMPLE_HEAD, a rule below the header and no other line, in ASCII.
_ASCII_RULE = "    \n    \n -- \n    \n    \n    \n    \n    \n"


def screen_width() -> int:
    """Return the columns to fill: ``COLUMNS``, else the terminal's, else 100."""
    return max(NARROWEST, shutil.get_terminal_size((UNTOLD_WIDTH, 24)).columns)


def wants_color(choice: str, *, is_terminal: bool) -> bool:
    """Decide on colour: ``always`` or ``never``, else NO_COLOR, FORCE_COLOR, TERM=dumb and the terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal and os.environ.get("TERM") != "dumb"


def wants_ascii(encoding: str | None) -> bool:
    """Tell whether lines and symbols must be ASCII: a dumb terminal or an encoding without them."""
    spoken = (encoding or "utf-8").lower().replace("-", "")
    return os.environ.get("TERM") == "dumb" or not spoken.startswith("utf")


def screen_text(parts: Iterable[RenderableType], *, width: int, color: bool) -> str:
    """Render ``parts`` one below the other; no line is wider than ``width``, none ends in blanks."""
    sink = io.StringIO()
    console = _console(sink, width, color)
    for part in parts:
        console.print(part)
    return "\n".join(row.rstrip() for row in sink.getvalue().rstrip("\n").split("\n")) + "\n"


def _console(sink: io.StringIO, width: int, color: bool) -> Console:
    from rich.console import Console

    # Every switch is set so that nothing is taken from the environment or the terminal at hand.
    return Console(
        file=sink,
        width=width,
        height=1000,
        force_terminal=color,
        force_jupyter=False,
        color_system="standard" if color else None,
        no_color=not color,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )


def plain_table(*, ascii_only: bool = False) -> Table:
    """Return an empty table in the house style: a rule below the header, no frame."""
    from rich import box
    from rich.table import Table

    return Table(
        box=box.Box(_ASCII_RULE, ascii=True) if ascii_only else box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )


def line(text: str, style: str = "") -> Text:
    """Return ``text`` made inert, to be printed as it is: no markup, no emoji codes."""
    from rich.text import Text

    return Text(safe_text(text), style=style)


def line_by_line(texts: Sequence[str]) -> RenderableType:
    """Return ``texts`` made inert, one below the other."""
    from rich.console import Group

    return line(texts[0]) if len(texts) == 1 else Group(*map(line, texts))


def cut(text: str, width: int) -> str:
    """Return ``text`` made inert and cut to ``width`` terminal cells, with an ellipsis where it was cut."""
    from rich.cells import cell_len, set_cell_size

    shown = safe_text(text)
    return shown if cell_len(shown) <= width else set_cell_size(shown, width - 1).rstrip() + "…"


def cut_left(text: str, width: int) -> str:
    """Return ``text`` made inert and cut at its beginning: of a long path, the end tells most."""
    from rich.cells import cell_len

    shown = safe_text(text)
    if cell_len(shown) <= width:
        return shown
    while cell_len(shown) > width - 1:
        shown = shown[1:]
    return f"…{shown}"


def significant(value: float | None, digits: int = 3) -> str:
    """Return ``value`` to ``digits`` significant digits without an exponent where that is readable."""
    if value is None or not math.isfinite(value):
        return "-"
    if value != 0 and not 1e-4 <= abs(value) < 1e6:
        return f"{value:.{digits - 1}e}"
    exponent = int(f"{value:.{digits - 1}e}".partition("e")[2])  # after rounding: 0.09999 is 0.100
    decimals = digits - 1 - exponent if value else 0
    return f"{round(value, decimals):,.{max(decimals, 0)}f}"


def probability(p: float | None) -> str:
    """Return a p-value to two significant digits, never as zero."""
    if p is None or not math.isfinite(p):
        return "-"
    return "< 0.001" if p < 0.001 else significant(p, 2)


def decimals_for(errors: Iterable[float]) -> int:
    """Return the decimals that show two digits of the smallest positive error, 2 to 8."""
    positive = [error for error in errors if error > 0 and math.isfinite(error)]
    return min(8, max(2, 1 - math.floor(math.log10(min(positive))))) if positive else 4


def fixed(value: float | None, decimals: int) -> str:
    """Return ``value`` with ``decimals`` decimals and no sign on a zero, a dash when there is none."""
    return f"{value:z.{decimals}f}" if value is not None and math.isfinite(value) else "-"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 token``, ``2,000 tokens``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def size_in_words(count: int) -> str:
    """Return a number of bytes as people say it: ``1.2 MB``."""
    amount = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if amount < 1000:
            return f"{count:,} bytes" if unit == "bytes" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} TB"
