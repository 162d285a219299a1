"""The page of ``decay pairs``: one table an offset, one for all together, concordance below each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.column_widths import columns_width, divided, widest
from lexdecay.report.pairs_json import tested
from lexdecay.report.safe_text import safe_text
from lexdecay.report.screen import cut, cut_left, line, plain_table, probability, screen_text, significant
from lexdecay.report.to_table import corpus_header

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import JustifyMethod, RenderableType
    from rich.table import Table
    from rich.text import Text

    from lexdecay.word_records import PairLine, PairsAt, PairsResult, WordPair

WORD_WIDTH = 20
LEAST_WORD = 8  # cells of a word that is still told from others
SHORTEST_PAIR = 8
# Columns that a page leaves out where it is narrow, from one step to the next.
SPARED: tuple[frozenset[str], ...] = (
    frozenset(),
    frozenset({"expected", "share"}),
    frozenset({"expected", "share", "q"}),
    frozenset({"expected", "share", "q", "PMI"}),
)


def pairs_screen(
    result: PairsResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001  every page takes the same settings
) -> str:
    """Return the page of ``decay pairs``."""
    parts: list[RenderableType] = [*corpus_header(result.corpus, width)]
    for at in result.offsets:
        parts += [line(""), line(_title(at), "bold"), *_listed(at, width, ascii_only)]
    if len(result.offsets) > 1:
        parts += [line(""), line(_title(result.together), "bold")]
        parts += _listed(result.together, width, ascii_only)
    parts += [line(""), line(_meaning(result, ascii_only))]
    return screen_text(parts, width=width, color=color)


def _title(at: PairsAt) -> str:
    where = f"Offset {at.offsets[0]:,}" if len(at.offsets) == 1 else f"{len(at.offsets)} offsets together"
    return (
        f"{where}: {at.pairs:,} pairs, {at.tested:,} different ones tested; "
        f"I = {at.information:.3f} bits, {at.floor:.3f} by chance"
    )


def _meaning(result: PairsResult, ascii_only: bool) -> str:
    least = result.settings["min_count"]
    avoided = result.settings.get("by") == "avoided"
    times = f"chance would make {least} times or more" if avoided else f"occur {least} times or more"
    return (
        f"{_g2(ascii_only)} is negative where a pair is rarer than chance makes it. q is the false discovery "
        f"rate among the {tested(result):,} pairs that {times}. Share is of the "
        "information above chance; pairs that avoid each other take from it."
    )


def _g2(ascii_only: bool) -> str:
    return "G2" if ascii_only else "G²"


def _listed(at: PairsAt, width: int, ascii_only: bool) -> list[RenderableType]:
    if not at.listed:
        return [line("no pair is common enough")]
    columns = _columns(at.listed, ascii_only)
    layout = _layout(columns, width)
    if layout and not any(pair.lines for pair in at.listed):
        return [_table(columns, layout, range(len(at.listed)), ascii_only)]
    parts: list[RenderableType] = []
    for row, pair in enumerate(at.listed):
        one = range(row, row + 1)
        table = _table(columns, layout, one, ascii_only, header=row == 0) if layout else None
        parts += [table or line(_in_words(columns, row))]
        parts += [*(_concordance(text, width) for text in pair.lines), line("")]
    return parts[:-1]


def _columns(pairs: Sequence[WordPair], ascii_only: bool) -> dict[str, tuple[str, ...]]:
    """The cells of each column, by its name."""
    return {
        "left": tuple(cut(pair.left, WORD_WIDTH) for pair in pairs),
        "right": tuple(cut(pair.right, WORD_WIDTH) for pair in pairs),
        "count": tuple(f"{pair.count:,}" for pair in pairs),
        "expected": tuple(significant(pair.expected) for pair in pairs),
        _g2(ascii_only): tuple(significant(pair.g2) for pair in pairs),
        "PMI": tuple(f"{pair.pmi:.2f}" for pair in pairs),
        "q": tuple(probability(pair.q) for pair in pairs),
        "share": tuple("-" if pair.share is None else f"{100 * pair.share:.2f} %" for pair in pairs),
    }


def _layout(columns: Mapping[str, Sequence[str]], width: int) -> dict[str, int] | None:
    """Width of each column that is kept; words are cut, numbers are not. None where nothing fits."""
    wide = {name: widest([name, *cells]) for name, cells in columns.items()}
    words = (wide["left"], wide["right"])
    for spared in SPARED:
        numbers = {name: size for name, size in list(wide.items())[2:] if name not in spared}
        room = width - columns_width([0, 0, *numbers.values()])
        if room >= sum(min(size, LEAST_WORD) for size in words):
            left, right = divided(*words, room)
            return {"left": left, "right": right, **numbers}
    return None


def _table(
    columns: Mapping[str, Sequence[str]],
    layout: Mapping[str, int],
    rows: range,
    ascii_only: bool,
    *,
    header: bool = True,
) -> Table:
    table = plain_table(ascii_only=ascii_only)
    table.show_header = header
    for name, size in layout.items():
        side: JustifyMethod = "left" if name in {"left", "right"} else "right"
        table.add_column(name, no_wrap=True, justify=side, min_width=size)
    for row in rows:
        table.add_row(*(cut(columns[name][row], size) for name, size in layout.items()))
    return table


def _in_words(columns: Mapping[str, Sequence[str]], row: int) -> str:
    """One pair as a line that may wrap between its numbers."""
    first, second, *numbers = ((name, cells[row]) for name, cells in columns.items())
    return f"{first[1]} {second[1]}: " + ", ".join(f"{name} {cell}" for name, cell in numbers)


def _concordance(row: PairLine, width: int) -> Text:
    """One line, the pair in the middle: what stands before is cut at its beginning, after at its end."""
    from rich.cells import cell_len
    from rich.text import Text

    pair = pair_text(row, max(SHORTEST_PAIR, width // 2))
    side = max(0, (width - cell_len(pair) - 2) // 2)
    before, after = cut_left(row.before, side), cut(row.after, side)
    shown = Text(" " * (side - cell_len(before)) + before + " ", no_wrap=True)
    shown.append(pair, style="bold")
    return shown.append(f" {after}")


def pair_text(row: PairLine, room: int) -> str:
    """Return both words of a pair and what stands between, in ``room`` cells: what is between is cut first.

    ``room`` is 5 at least, for two words and what is between, a cell each.
    """
    from rich.cells import cell_len

    left, right, between = safe_text(row.left), safe_text(row.right), safe_text(row.between)
    spaces = 2 if between else 1
    least = 1 if between else 0  # cells of what is between: its ellipsis
    first, second = divided(cell_len(left), cell_len(right), room - spaces - least)
    middle = [cut(between, room - spaces - first - second)] if between else []
    return " ".join([cut(left, first), *middle, cut(right, second)])
