"""``decay compare``: two corpora, or one and its control, measured alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import corpus_options, measuring_options
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.progress import shown_progress
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Output
    from lexdecay.records import MeasureResult
    from lexdecay.word_records import CompareResult


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay compare a.txt b.txt",
        "decay compare a.txt --control shuffle",
        "decay compare a.json b.json --format csv     # from decay measure --vocabulary 500 --json",
    ),
)
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@corpus_options
@measuring_options
@drawn_output_options
def compare(
    first: str, second: str | None, corpus: dict[str, Any], measuring: dict[str, Any], output: Output
) -> None:
    """Compare the curves of two corpora, with the interval of every difference.

    A and B are read as in `decay fit` and measured alike: at common offsets and over as many words as
    the smaller one allows. Both may be curves made by `decay measure --json`. Without B, A is compared with
    itself under a --control.
    """
    from lexdecay.cli.stored_curve import stored_curve
    from lexdecay.report.compare_json import compare_json, compare_notices, compare_rows
    from lexdecay.report.compare_screen import compare_screen

    if first == second == "-":
        raise UsageError("A and B cannot both be standard input", hint="save one of them to a file")
    stored = [stored_curve([path]) for path in (first, second) if path is not None]
    with shown_progress(output) as progress:
        result = _from_curves(stored, first, second) or _from_text(first, second, corpus, measuring, progress)
    content = rendered(result, output, screen=compare_screen, document=compare_json, rows=compare_rows)
    missing = None if result.comparisons else next((n for n in result.notices), None)
    answer(result, content, compare_notices(result), missing, output)


def _from_text(
    first: str, second: str | None, corpus: dict[str, Any], measuring: dict[str, Any], progress: Any
) -> CompareResult:
    from lexdecay.analysis import MeasureOptions
    from lexdecay.compare_analysis import compare as analyse
    from lexdecay.corpus import CorpusOptions

    chosen = CorpusOptions(**corpus), MeasureOptions(**measuring)
    return analyse([first], [second] if second is not None else [], *chosen, progress=progress)


def _from_curves(stored: list[MeasureResult | None], first: str, second: str | None) -> CompareResult | None:
    """Compare two curves that were measured before; None for two texts."""
    from lexdecay.compare_analysis import compare_measured

    curves = [curve for curve in stored if curve is not None]
    if not curves:
        return None
    if second is None or len(curves) < 2:
        raise UsageError(
            "a curve that was measured before is compared with another such curve",
            hint="measure the text too, over the same vocabulary: decay measure TEXT --vocabulary K --json",
        )
    return compare_measured(*curves, names=(first, second))
