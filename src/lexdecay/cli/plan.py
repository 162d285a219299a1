"""``decay plan``: how far a text reaches, what chunks cost, which rotary bases fit a context."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer, no_curve
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import (
    Real,
    bundle,
    corpus_options,
    grouped,
    measuring_options,
    paths_argument,
    paths_or_stdin,
)
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.position_options import (
    Numbers,
    config_option,
    even,
    head_dimension_option,
    model_config,
    model_option,
)
from lexdecay.cli.progress import shown_progress
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Output
    from lexdecay.position.planned import PlanResult

PLAN_OPTIONS = (
    grouped(
        "Planning",
        "--share",
        "shares",
        type=Numbers(float, 0.01, 1, open_high=True),
        default="0.5,0.8,0.9,0.95",
        show_default=True,
        help="Shares of the information whose distance is told.",
    ),
    grouped(
        "Planning",
        "--chunk",
        "chunks",
        type=Numbers(int, 1, 10**9),
        default="32,64,128,256,512,1024",
        show_default=True,
        help="Chunk sizes, in units of the curve.",
    ),
    grouped(
        "Planning",
        "--overlap",
        "overlaps",
        type=Numbers(float, 0, 1, open_high=True),
        default="0,0.1,0.25",
        show_default=True,
        help="Overlaps of neighbouring chunks, as shares of their size.",
    ),
    grouped("Planning", "--no-corpus", is_flag=True, help="Read no text: only the arithmetic of bases."),
    config_option,
    model_option(
        "--context",
        type=click.IntRange(min=16, max=1 << 20),
        metavar="L",
        help="Context for which bases are judged, tokens.  [default: of the config, else 8192]",
    ),
    head_dimension_option,
    model_option(
        "--base",
        type=Real(min=1, max=1e12, min_open=True),
        metavar="B",
        help="A rotary base to stand in the table too.",
    ),
)


@click.command(
    "plan",
    cls=GroupedCommand,
    examples=(
        "decay plan book.txt",
        "decay plan book.txt --chunk 128,256,512 --overlap 0,0.2 --format csv",
        "decay plan --no-corpus --config config.json --context 32768",
    ),
)
@paths_argument
@bundle("planning", PLAN_OPTIONS)
@corpus_options
@measuring_options
@drawn_output_options
def plan(
    paths: tuple[str, ...],
    planning: dict[str, Any],
    corpus: dict[str, Any],
    measuring: dict[str, Any],
    output: Output,
) -> None:
    """Say how far a text reaches, what cutting it into chunks takes, and what rotary bases do in a context.

    Horizons and chunks come from the pairwise information up to the largest usable offset, and it is said
    whether a horizon is the text's own or only the end of the measurement. Bases are arithmetic: the text has
    no say in them. A CORPUS is as in `decay fit`.
    """
    from lexdecay.report.plan_json import plan_json, plan_notices, plan_rows
    from lexdecay.report.plan_screen import plan_screen

    bare = planning.pop("no_corpus")
    even(planning["head_dimension"])
    if bare and paths:
        raise UsageError(f"{paths[0]} and --no-corpus contradict each other", hint="leave one of them out")
    inputs = () if bare else paths_or_stdin(paths)
    result = _planned(inputs, planning, corpus, measuring, output)
    content = rendered(result, output, screen=plan_screen, document=plan_json, rows=plan_rows)
    said = plan_notices(result)
    alone = "name a text, or tell of bases alone with --no-corpus"
    answer(result, content, said, no_curve(said), output, hint=None if paths else alone)


def _planned(
    inputs: tuple[str, ...],
    planning: dict[str, Any],
    corpus: dict[str, Any],
    measuring: dict[str, Any],
    output: Output,
) -> PlanResult:
    from lexdecay import plan_analysis
    from lexdecay.analysis import MeasureOptions
    from lexdecay.cli.stored_curve import stored_curve
    from lexdecay.corpus import CorpusOptions

    config = model_config(planning["config"])
    options = plan_analysis.PlanOptions(**{**planning, "config": config, "seed": measuring["seed"]})
    curve = stored_curve(inputs)
    with shown_progress(output) as progress:
        if curve is not None or not inputs:
            return plan_analysis.plan_curves(curve, options)
        reading = CorpusOptions(**corpus), MeasureOptions(**measuring)
        return plan_analysis.plan_corpus(inputs, *reading, options, progress=progress)
