"""``decay arcs``: how far dependents stand from their heads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import RUNNING_OPTIONS, grouped, paths_or_stdin
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.progress import shown_progress

if TYPE_CHECKING:
    from lexdecay.cli.options import Output


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay arcs treebank.conllu",
        "decay arcs en.conllu.gz --json | jq .fits",
        "decay arcs book.txt --model en_core_web_sm",
        "decay arcs treebanks/ -r --format csv -o lengths.csv",
    ),
)
@click.argument("paths", metavar="[FILE]...", nargs=-1, type=click.Path())
@grouped(
    "Corpus",
    "--model",
    metavar="NAME|PATH",
    help="spaCy pipeline whose parser finds the heads of running text.",
)
@grouped("Corpus", "--encoding", metavar="NAME", help="Encoding of the files.  [default: utf-8]")
@grouped("Corpus", "--recursive", "-r", is_flag=True, help="Read the files below a folder too.")
@grouped(
    "Corpus",
    "--punctuation",
    type=click.Choice(["drop", "keep"]),
    default="drop",
    show_default=True,
    help="Whether punctuation marks hold a position.",
)
@RUNNING_OPTIONS[1]
@drawn_output_options
def arcs(paths: tuple[str, ...], punctuation: str, output: Output, **reading: Any) -> None:
    """Measure the dependency arcs of CoNLL-U files against random order, and fit laws to their lengths.

    Every expectation and every law is taken sentence by sentence, because mixing short and long sentences
    makes tails that none of them has. FILE is CoNLL-U, or with --model running text, compressed or not; - is
    standard input (also when none is given).
    """
    from lexdecay.arcs_analysis import arcs as analyse
    from lexdecay.report.arcs_json import arcs_json, arcs_rows
    from lexdecay.report.arcs_screen import arcs_screen

    inputs = paths_or_stdin(paths)
    with shown_progress(output) as progress:
        result = analyse(inputs, keep_punctuation=punctuation == "keep", progress=progress, **reading)
    content = rendered(result, output, screen=arcs_screen, document=arcs_json, rows=arcs_rows)
    answer(result, content, result.corpus.notices, next(iter(result.notices), None), output)
