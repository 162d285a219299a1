"""The pages of the other verbs of `zipf`: many texts, token rules, counts, growth, comparison, models."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from lexdecay.report.column_choice import fitting, table_of
from lexdecay.report.column_widths import columns_width, widest
from lexdecay.report.screen import (
    counted,
    cut_left,
    fixed,
    line,
    plain_table,
    probability,
    screen_text,
    significant,
)
from lexdecay.report.zipf_plot import plot_growth
from lexdecay.report.zipf_table import NARROW, columns, corpus_lines, drawing
from lexdecay.report.zipf_words import SHORT_ANSWERS, is_related, simulated

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.zipf.lnre import Population
    from lexdecay.zipf.models import Family
    from lexdecay.zipf.records import Growth
    from lexdecay.zipf.results import (
        CompareResult,
        CountResult,
        EachResult,
        GrowthResult,
        SensitivityResult,
        Survey,
        Tally,
    )

_NAME = 26  # columns of a text's name; the end of a path tells most
_LEAST_NAME, _LAW = 10, 12  # columns that names and answers keep; answers wrap between words
_SPARING = 110  # columns below which exponents are left to --json
_GAP = 2  # columns between two columns of a table
# Numbers of a survey, the titles they have where exponents are left out, and the least width that shows them.
_SURVEY = ("tokens", "types", "f1", "p", "f2", "p", "tail α", "x_min", "p")
_SURVEY_SPARING = ("tokens", "types", "", "f1 p", "", "f2 p", "", "x_min", "tail p")
_LEAST_WIDTHS = (0, NARROW, _SPARING, 0, _SPARING, 0, _SPARING, NARROW, 0)
_BAR = " ▁▂▃▄▅▆▇█"
_ASCII_BAR = " .:-=+*#@"
_SHOWN_GROWTH = 12


def each_screen(
    result: EachResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001  every page takes the same settings
) -> str:
    """Return the page of ``zipf report --each``."""
    folder = common_folder([book.name for book in result.books])
    names = [book.name.removeprefix(folder) for book in result.books]
    parts: list[RenderableType] = [line(cut_left(f"in {folder}", width))] if folder else []
    parts += [_surveys(result.books, ("text", names), width, ascii_only=ascii_only), line("")]
    parts += [line(text) for text in _tally(result.tally, result.books, ascii_only=ascii_only)]
    return screen_text(parts, width=width, color=color)


def sensitivity_screen(
    result: SensitivityResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001  every page takes the same settings
) -> str:
    """Return the page of ``zipf report --sensitivity``."""
    inputs = [line(cut_left(source.path, width)) for source in result.corpus.sources]
    names = [rule.name for rule in result.rules]
    table = _surveys(result.rules, ("token rule", names), width, ascii_only=ascii_only)
    return screen_text([*inputs, table, line(""), line(result.sentence, "bold")], width=width, color=color)


def common_folder(names: Sequence[str]) -> str:
    """Return the folder that all files lie in, with its last slash; empty when there is none."""
    folders = {posixpath.dirname(name) for name in names}
    if not folders or len({folder.startswith("/") for folder in folders}) > 1:
        return ""  # of relative and absolute paths nothing is common
    shared = posixpath.commonpath(folders)
    return shared if shared in {"", "/"} else f"{shared}/"


def _surveys(
    rows: Sequence[Survey], named: tuple[str, Sequence[str]], width: int, *, ascii_only: bool
) -> Table:
    what, names = named
    shown = [at for at, least in enumerate(_LEAST_WIDTHS) if width >= least]
    headers = [(_SURVEY_SPARING if width < _SPARING else _SURVEY)[at] for at in shown]
    numbers = [[cells[at] for at in shown] for cells in map(_survey_numbers, rows)]
    taken = sum(_GAP + max(map(len, column)) for column in zip(headers, *numbers, strict=True))
    room = min(_NAME, max(_LEAST_NAME, width - taken - _LAW - _GAP))
    table = plain_table(ascii_only=ascii_only)
    table.add_column(what, no_wrap=True)
    columns(table, [], headers)
    table.add_column("Zipf's law")
    for name, cells, row in zip(names, numbers, rows, strict=True):
        form = f", {row.verdict.form.replace('_', ' ')}" if row.verdict.form else ""
        table.add_row(cut_left(name, room), *cells, SHORT_ANSWERS[row.verdict.answer] + form)
    return table


def _survey_numbers(row: Survey) -> list[str]:
    cells = [f"{row.summary.tokens:,}", f"{row.summary.types:,}"]
    for name in ("f1", "f2"):
        fit = row.fit_of(name)
        exponent = fit.parameters[0].value if fit is not None and fit.parameters else None
        cells += [fixed(exponent, 3), "-" if fit is None else simulated(fit.p, fit.replicates)]
    x_min = "-" if row.tail.x_min is None else f"{row.tail.x_min:,}"
    return [*cells, fixed(row.tail.alpha, 3), x_min, simulated(row.tail.p, row.tail.replicates)]


def _tally(found: Tally, books: Sequence[Survey], *, ascii_only: bool) -> Iterable[str]:
    if not found.tested:
        none = "The text was not" if found.books == 1 else f"None of {found.books:,} texts was"
        yield f"{none} tested (too few words, or --bootstrap 0)."
        return
    shares = [
        f"{n} ({100 * n / found.tested:.0f} %) {what}"
        for n, what in (
            (found.f1_only, "f1 only"),
            (found.f2_only, "f2 only"),
            (found.both, "both f1 and f2"),
            (found.neither, "neither of them"),
        )
    ]
    tested = counted(found.tested, "text")
    yield f"Of {tested} tested on all types, not rejected at 5 %: {', '.join(shares)}."
    whole = sum(book.verdict.answer == "full_range" for book in books)
    related = sum(is_related(book.verdict) for book in books)
    yield (
        f"The law holds for all words of {counted(whole, 'text')}: of {whole - related:,} as f1, f2 or f3, "
        f"of {related:,} in a related form (Yule-Simon, Waring, shifted zeta, Lomax)."
    )
    yield f"The power-law tail is not rejected at 10 % in {counted(found.tail, 'text')}."
    for name, bins in found.histogram.items():
        kept = found.false_discovery[name]
        bars = _bars(bins, _ASCII_BAR if ascii_only else _BAR)
        yield f"p of {name:4s} from 0 to 1 [{bars}], {kept} rejected at a false discovery rate of 5 %"


def _bars(bins: Sequence[int], ramp: str) -> str:
    most = max(bins, default=0) or 1
    return "".join(ramp[-(-count * (len(ramp) - 1) // most)] for count in bins)


def count_screen(
    result: CountResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001
) -> str:
    """Return the page of ``zipf count``."""
    table = plain_table(ascii_only=ascii_only)
    columns(table, ["word"], ["count"])
    for word, count in zip(result.words, result.counts.tolist(), strict=True):
        table.add_row(line(word), f"{count:,}")
    parts = [*corpus_lines(result.corpus, result.summary, width), line(""), table]
    return screen_text(parts, width=width, color=color)


def growth_screen(
    result: GrowthResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``zipf growth``."""
    parts: list[RenderableType] = [*corpus_lines(result.corpus, result.summary, width), line("")]
    curve = result.growth
    if curve is None:
        return screen_text([*parts, line("there is no word")], width=width, color=color)
    table = plain_table(ascii_only=ascii_only)
    shown = _fitting(_growth_columns(curve), width)
    columns(table, [], list(shown))
    for row in zip(*shown.values(), strict=True):
        table.add_row(*row)
    parts += [table, *(drawing(plot_growth(curve, width, ascii_only=ascii_only)) if plot else [])]
    parts += [line(""), line(_GROWTH_MEANING)]
    return screen_text(parts, width=width, color=color)


def _growth_columns(curve: Growth) -> dict[str, list[str]]:
    step = max(1, curve.tokens.size // _SHOWN_GROWTH)
    places = sorted({*range(0, curve.tokens.size, step), curve.tokens.size - 1})
    seen = curve.observed
    return {
        "tokens": [f"{int(curve.tokens[at]):,}" for at in places],
        "types, any order": [f"{curve.types[at]:,.1f}" for at in places],
        "95 % of shuffles": [f"{curve.low[at]:,.0f} to {curve.high[at]:,.0f}" for at in places],
        "this order": ["-" if seen is None else f"{int(seen[at]):,}" for at in places],
        "local slope": [f"{curve.local_slope[at]:.3f}" for at in places],
    }


def _fitting(named: dict[str, list[str]], width: int) -> dict[str, list[str]]:
    """Columns that the width holds uncut: names are shortened first, then the band and the slope go."""
    short = {_SHORT_GROWTH.get(name, name): cells for name, cells in named.items()}
    for tried in (named, short, _without(short, "95 %"), _without(short, "95 %", "slope")):
        if columns_width([widest([name, *cells]) for name, cells in tried.items()]) <= width:
            return tried
    return {name: short[name] for name in ("tokens", "types")}


def _without(named: dict[str, list[str]], *spared: str) -> dict[str, list[str]]:
    return {name: cells for name, cells in named.items() if name not in spared}


_SHORT_GROWTH = {
    "types, any order": "types",
    "95 % of shuffles": "95 %",
    "this order": "here",
    "local slope": "slope",
}
_GROWTH_MEANING = (
    "The expectation is exact for a random order of these tokens. Its local slope falls with the size, so no "
    "single Heaps exponent is given; an order outside the band clusters its words. Nothing is said about "
    "sizes beyond the text: `zipf report` extrapolates under stated population models."
)


def compare_screen(
    result: CompareResult,
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,
    plot: bool = False,  # noqa: ARG001
) -> str:
    """Return the page of ``zipf compare``."""
    parts: list[RenderableType] = []
    for corpus, summary in zip(result.corpora, result.summaries, strict=True):
        parts += corpus_lines(corpus, summary, width)
    named = _compared(result)
    shown = fitting(named, ("z", "± se", "p", "difference"), width)
    table = table_of(shown, ascii_only=ascii_only, left=tuple(named)[:1])
    parts += [line(""), table, line(""), line(result.comparison.sentence, "bold")]
    return screen_text(parts, width=width, color=color)


def _compared(result: CompareResult) -> dict[str, list[str]]:
    found = result.comparison.parameters
    return {
        f"at {result.comparison.tokens:,} tokens": [p.name for p in found],
        "first": [significant(p.first, 5) for p in found],
        "second": [significant(p.second, 5) for p in found],
        "difference": [significant(p.difference) for p in found],
        "± se": [significant(p.se, 2) for p in found],
        "z": [fixed(p.z, 2) for p in found],
        "p": [probability(p.p) for p in found],
    }


def models_screen(
    models: Sequence[Family | Population],
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,  # noqa: ARG001
    plot: bool = False,  # noqa: ARG001
) -> str:
    """Return the page of ``zipf models``."""
    from lexdecay.report.zipf_json import models_json

    parts = []
    for model in models_json(models)["models"]:
        parts += [line(f"{model['title']} ({model['name']}, {model['kind']})", "bold")]
        parts += [line(f"  {model['formula']}")]
        parts += [
            line(f"    {p['symbol']}  {p['name']}: {p['meaning']}")
            for p in model["parameters"]
            if p["meaning"]
        ]
        contains = f"; becomes {model['contains']} when its last parameter is 0" if model["contains"] else ""
        parts += [line(f"  source: {model['source']}{contains}"), line("")]
    return screen_text(parts, width=width, color=color)
