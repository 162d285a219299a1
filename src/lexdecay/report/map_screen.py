"""The page of ``decay map``: the kernel, every encoding at its closest, RoPE by itself, what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.report.column_choice import fitting, table_of
from lexdecay.report.map_json import found
from lexdecay.report.plot import plot_series
from lexdecay.report.screen import line, line_by_line, plain_table, screen_text, significant
from lexdecay.report.to_table import corpus_header
from lexdecay.report.words import ESTIMANDS, MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.position.kernels import Kernel
    from lexdecay.position.mapped import Mapped, MapResult, Parameter, RotaryView

BESIDE = 58  # columns of what stands left of the parameters
NARROW = 76  # columns below which parameters stand below their encoding
MOST_HEADS = 4  # shown with their shares; the rest are counted
SMALL_SHARE = 0.005  # of a head: shown as 0 %
# Letters of the encodings that are drawn; one line of each kind is enough to see how they differ.
DRAWN = {"alibi": "a", "kerple": "k", "rope": "r", "sandwich": "w", "sinusoidal": "s", "xpos": "x", "t5": "t"}


def map_screen(
    result: MapResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay map``; what was found comes last."""
    parts: list[RenderableType] = [*corpus_header(result.corpus, width), line("")]
    kernel = result.kernel
    if kernel is not None:
        parts += _head(result, kernel)
        parts += _encodings(result.mapped, width, ascii_only)
        parts += _told(result.mapped)
        parts += _rotary(result.rotary, kernel, width, ascii_only) if result.rotary else []
        parts += _drawing(result.mapped, kernel, width, ascii_only) if plot else []
        parts.append(line(""))
    parts += [line(sentence) for sentence in found(result)]
    return screen_text(parts, width=width, color=color)


def _head(result: MapResult, kernel: Kernel) -> Iterable[RenderableType]:
    kind = result.kind
    name = MEASURES[kind.measure][0].lower()
    yield line(f"Kernel '{kind.name}': {kind.formula}", "bold")
    kept = f"K = {result.vocabulary:,}" if kind.measure == "mutual_information" else "all types"
    yield line(f"from {name} ({ESTIMANDS[result.estimand or 'total']}), {kept}")
    yield line(f"{kind.meaning}; exact where {kind.exact_when}")
    span = f"{kernel.low:,.0f} to {kernel.high:,.0f} {kernel.unit}"
    yield line(f"{kernel.distance.size} usable distances, {span}; sampling noise {kernel.noise:.2f} nats rms")
    if kernel.shift:
        yield line("offsets count from the predicted token, so a decoder's query and key are d - 1 apart")
    yield line("")
    yield line(f"Encodings at their closest to ln K, {span}", "bold")
    yield line(
        "free: parameters chosen for it; rms, max: errors in nats, every doubling of d counts the same"
    )


def _encodings(encodings: Iterable[Mapped], width: int, ascii_only: bool) -> list[RenderableType]:
    wide = width >= NARROW
    table = plain_table(ascii_only=ascii_only)
    table.add_column("encoding", max_width=30 if wide else None)
    for name in ("free", "rms", "max", "at"):
        table.add_column(name, justify="right", no_wrap=True)
    if wide:
        table.add_column("parameters")
    room = width - BESIDE if wide else width
    for one in encodings:
        cells = line_by_line(_parameters(one, room))
        numbers = (str(one.free), f"{one.rms:.2f}", f"{one.max_error:.2f}", f"{one.max_at:,.0f}")
        title = line_by_line([one.title, *([] if wide else _parameters(one, room))])
        row = [title, *numbers, *([cells] if wide else [])]
        table.add_row(*row)
    return [table]


def _parameters(one: Mapped, room: int) -> list[str]:
    if one.encoding == "t5":
        return _lines(_staircase(one), room)
    if one.encoding == "alibi" and one.heads:
        return [*(_lines(_slopes(one), room) if one.free else []), *_lines(_heads(one), room)]
    told = [_value(parameter) for parameter in one.parameters if parameter.value is not None]
    return _lines(told, room) if told else ["-"]


def _lines(told: list[str], room: int) -> list[str]:
    """Join with commas, and break only between two values."""
    lines = [told[0]]
    for value in told[1:]:
        joined = f"{lines[-1]}, {value}"
        lines[-1:] = [joined] if len(joined) < room else [f"{lines[-1]},", value]
    return lines


def _slopes(one: Mapped) -> list[str]:
    by_symbol = {parameter.symbol: parameter for parameter in one.parameters}
    first, last = one.heads[0][0], one.heads[-1][0]
    told = [f"slopes {significant(first)} to {significant(last)} {_short(one.parameters[0].unit)}"]
    if (ratio := by_symbol.get("r")) is not None and ratio.value:
        told.append(f"{significant(ratio.value)} apart")
    if (ripple := by_symbol.get("ε")) is not None and ripple.value is not None:
        told.append(f"ripple {_percent(ripple.value)}")
    return told


def _percent(share: float) -> str:
    return "below 0.01 %" if share < 1e-4 else f"{significant(100 * share, 2)} %"


def _value(parameter: Parameter) -> str:
    se = f" ± {significant(parameter.se, 2)}" if parameter.se else ""
    unit = "" if parameter.unit in {"1", "relative", "nats"} else f" {_short(parameter.unit)}"
    limit = " (limit)" if parameter.at_bound else ""
    return f"{parameter.symbol} = {significant(parameter.value)}{se}{unit}{limit}"


def _short(unit: str) -> str:
    return unit.removeprefix("nats ").replace("per ", "/")


def _heads(one: Mapped) -> list[str]:
    if not one.free:
        return [f"slopes {significant(one.heads[0][0])} to {significant(one.heads[-1][0])}", "equal shares"]
    shown = [(slope, share) for slope, share in one.heads if share >= SMALL_SHARE]
    largest = sorted(shown, key=lambda head: -head[1])[:MOST_HEADS]
    told = [f"{100 * share:.0f} % in m = {slope:.3g}" for slope, share in sorted(largest, reverse=True)]
    rest = len(one.heads) - len(told)
    return [*told, *([f"{rest} others" if rest > 1 else "one other"] if rest else [])]


def _staircase(one: Mapped) -> list[str]:
    known = [(k, p.value) for k, p in enumerate(one.parameters) if p.value is not None]
    steps = [known[i] for i in sorted({0, len(known) // 3, 2 * len(known) // 3, len(known) - 1})]
    missing = len(one.parameters) - len(known)
    told = [f"b[{k}] = {value:.2f}" for k, value in steps]
    return [*told, *([f"{missing} not measured"] if missing else [])]


def _told(encodings: Iterable[Mapped]) -> Iterable[RenderableType]:
    said: dict[str, list[str]] = {}
    for one in encodings:
        for sentence in one.told:
            said.setdefault(sentence, []).append(one.title.partition(",")[0])
    yield line("")
    for sentence, titles in said.items():
        yield line(f"{', '.join(dict.fromkeys(titles))}: {sentence}", "dim")


def _rotary(view: RotaryView, kernel: Kernel, width: int, ascii_only: bool) -> Iterable[RenderableType]:
    covered = view.coverage
    base = f"base {view.base:,.0f}" if view.base else view.title
    yield line("")
    yield line(f"RoPE over these distances, whatever the text: {view.dimension} dimensions, {base}", "bold")
    yield line(
        f"{covered.turning} of {covered.pairs} pairs complete a turn within {kernel.high:,.0f}; wavelengths "
        f"{covered.shortest:,.1f} to {covered.longest:,.0f} tokens; ripple {view.ripple:.3f}"
        + (f"; cos and sin times {view.factor:.3f}" if view.factor != 1 else "")
    )
    yield _mean_kernel(view, width, ascii_only)
    if view.base:
        law = "g(d) = 1 - (ln d + 0.577) / ln base, so exp(λ g) falls as d^-(λ / ln base) on average"
        yield line(f"law: {law}")


def _mean_kernel(view: RotaryView, width: int, ascii_only: bool) -> Table:
    columns = {"distance": ["g", *(["its law"] if view.base else [])]}
    for distance, g, law in view.values:
        columns[f"{distance:,.0f}"] = [f"{g:.2f}", *([f"{law:.2f}"] if law is not None else [])]
    # Every other distance goes first: the ends tell the most.
    inner = list(columns)[2:-1]
    kept = fitting(columns, (*inner[::2], *inner[1::2]), width)
    return table_of(kept, ascii_only=ascii_only, left=("distance",))


def _drawing(
    encodings: Iterable[Mapped], kernel: Kernel, width: int, ascii_only: bool
) -> list[RenderableType]:
    first = {one.encoding: one for one in reversed([*encodings]) if one.encoding in DRAWN}
    # Two lines of each kind would hide each other: the additive, the rotating, the staircase.
    order = ("t5", "rope", "kerple", "alibi")
    shown = [first[name] for name in order if name in first] or list(first.values())
    top = kernel.log_value.max()
    lines = [(DRAWN[one.encoding], kernel.distance, np.exp(one.bias - top)) for one in shown]
    legend = [f"K / largest K against distance in {kernel.unit}", "kernel"]
    legend += [f"{DRAWN[one.encoding]} {one.title}" for one in shown]
    points = kernel.distance, np.exp(kernel.log_value - top)
    return [line(""), *map(line, plot_series(points, lines, legend, width, ascii_only=ascii_only))]
