"""The command ``decay``: every verb parses, calls one function of the library and shows what it returns."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from lexdecay import __version__
from lexdecay.cli import boundary
from lexdecay.cli.answer import answer
from lexdecay.cli.arcs import arcs
from lexdecay.cli.attn import attn
from lexdecay.cli.citation import cite_option
from lexdecay.cli.compare import compare
from lexdecay.cli.constructions import asked_construction, construction_options
from lexdecay.cli.cross import cross
from lexdecay.cli.dilute import dilute
from lexdecay.cli.engine_options import engine_options, front_door
from lexdecay.cli.explain import explain_verb
from lexdecay.cli.help_page import CommandGroup, GroupedCommand
from lexdecay.cli.map import map_
from lexdecay.cli.options import (
    corpus_options,
    measuring_options,
    output_options,
    paths_argument,
    paths_or_stdin,
)
from lexdecay.cli.output import deliver, rendered
from lexdecay.cli.pairs import pairs
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.plan import plan
from lexdecay.cli.processor import prepare
from lexdecay.cli.progress import shown_progress
from lexdecay.cli.reference import add_reference_verbs
from lexdecay.cli.report import report
from lexdecay.cli.selftest import selftest
from lexdecay.cli.stores import count, index
from lexdecay.cli.synth import synth
from lexdecay.cli.tags import tags
from lexdecay.cli.word import word

if TYPE_CHECKING:
    from lexdecay.cli.options import Output
    from lexdecay.records import FitResult, MeasureResult

EXIT_CODES = """\b
Exit codes:
  0 answered (also "cannot tell")     1 input, output or resources
  2 usage                             3 too little text
  130, 143 stopped by a signal        141 the reader of a pipe went away
"""


@click.group(
    cls=CommandGroup,
    examples=(
        "decay fit book.txt",
        "decay word book.txt beautiful --tag NOUN --offset 1,9",
        "decay fit book.txt --json | jq '.curves[].verdict'",
        "decay measure book.txt --json | decay fit -",
    ),
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="decay", message="%(prog)s %(version)s")
@cite_option
def decay() -> None:
    """How far does a word reach? Dependence between words by distance, on your own text."""


@decay.command(
    examples=(
        "decay fit book.txt --plot",
        "decay fit articles.jsonl --field body --json",
        "decay fit book.txt --left ADJ --right NOUN",
        "decay measure book.txt --json | decay fit -",
    )
)
@paths_argument
@corpus_options
@construction_options
@measuring_options
@engine_options
@drawn_output_options
def fit(
    paths: tuple[str, ...],
    corpus: dict[str, Any],
    construction: dict[str, Any],
    measuring: dict[str, Any],
    engine: dict[str, Any],
    output: Output,
) -> None:
    """Measure the curve, fit every decay model, and say which law the text supports.

    A CORPUS is a text, JSONL, a table, Parquet, Arrow, XML or CoNLL-U, compressed or not, a folder
    (--recursive), an address (https://, s3://, gs://), a store made by `decay index`, a curve
    made by `decay measure --json`, or - for standard input (also when none is given). The answer may be
    that the text cannot tell.
    """
    from lexdecay import analysis
    from lexdecay.cli.stored_curve import stored_curve
    from lexdecay.corpus import CorpusOptions

    inputs = paths_or_stdin(paths)
    curve = stored_curve(inputs)
    with shown_progress(output) as progress:
        if curve is not None:
            result = analysis.fit_curves(curve, progress=progress)
        elif (pair := asked_construction(construction, measuring)) is not None:
            from lexdecay.construction_analysis import fit_construction

            result = fit_construction(inputs, CorpusOptions(**corpus), pair, progress=progress)
        else:
            chosen = CorpusOptions(**corpus), analysis.MeasureOptions(**measuring)
            result = front_door(engine, output).fit(inputs, *chosen, progress=progress)
    _show_fit(result, output)


@decay.command(
    examples=(
        "decay measure book.txt --plot",
        "decay measure book.txt --format csv -o curve.csv",
        "decay measure book.txt --json | decay fit -",
    )
)
@paths_argument
@corpus_options
@construction_options
@measuring_options
@engine_options
@drawn_output_options
def measure(
    paths: tuple[str, ...],
    corpus: dict[str, Any],
    construction: dict[str, Any],
    measuring: dict[str, Any],
    engine: dict[str, Any],
    output: Output,
) -> None:
    """Measure the dependence between words by offset, without fits.

    Mutual information above its floor, and recurrence, with their errors. A CORPUS is a text, a
    compressed text, JSONL, a folder (--recursive), a store made by `decay index`, or - for standard
    input (also when none is given).
    """
    from lexdecay import analysis
    from lexdecay.corpus import CorpusOptions

    inputs = paths_or_stdin(paths)
    pair = asked_construction(construction, measuring)
    with shown_progress(output) as progress:
        if pair is not None:
            from lexdecay.construction_analysis import measure_construction

            result = measure_construction(inputs, CorpusOptions(**corpus), pair, progress=progress)
        else:
            chosen = CorpusOptions(**corpus), analysis.MeasureOptions(**measuring)
            result = front_door(engine, output).measure(inputs, *chosen, progress=progress)
    _show_curves(result, output)


@click.command(
    cls=GroupedCommand, examples=("decay models", "decay models power_law exponential", "decay models --json")
)
@click.argument("names", nargs=-1, metavar="[MODEL]...")
@output_options
def models(names: tuple[str, ...], output: Output) -> None:
    """List the decay models: formula, parameters, meaning, source."""
    from lexdecay.fit.models import MODELS
    from lexdecay.report.model_list import models_json, models_rows, models_screen

    chosen = [MODELS[name] for name in names or MODELS]
    deliver(rendered(chosen, output, screen=models_screen, document=models_json, rows=models_rows), output)


def _show_fit(result: FitResult, output: Output) -> None:
    from lexdecay.report.to_json import fit_json
    from lexdecay.report.to_rows import fit_rows
    from lexdecay.report.to_table import fit_screen

    content = rendered(result, output, screen=fit_screen, document=fit_json, rows=fit_rows)
    _deliver_curves(result, content, output)


def _show_curves(result: MeasureResult, output: Output) -> None:
    from lexdecay.report.to_json import measure_json
    from lexdecay.report.to_rows import measure_rows
    from lexdecay.report.to_table import measure_screen

    content = rendered(result, output, screen=measure_screen, document=measure_json, rows=measure_rows)
    _deliver_curves(result, content, output)


def _deliver_curves(result: MeasureResult | FitResult, content: str | bytes, output: Output) -> None:
    from lexdecay.report.to_json import all_notices

    said = all_notices(result)
    missing = None if result.curves else next((n for n in said if n.code == "too-little-text"), None)
    answer(result, content, said, missing, output)


decay.add_command(index)
decay.add_command(count)
decay.add_command(synth)
decay.add_command(selftest)
decay.add_command(word)
decay.add_command(pairs)
decay.add_command(tags)
decay.add_command(arcs)
decay.add_command(compare)
decay.add_command(report)
decay.add_command(map_)
decay.add_command(plan)
decay.add_command(attn)
decay.add_command(dilute)
decay.add_command(cross)
decay.add_command(models)
decay.add_command(explain_verb("decay"))
add_reference_verbs(decay, "decay")


def main() -> None:
    """Run ``decay`` on the process's arguments and exit."""
    prepare()
    sys.exit(boundary.run(decay, "decay"))
