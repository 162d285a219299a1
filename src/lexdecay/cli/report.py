"""``decay report``: a corpus on one page."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import (
    bundle,
    corpus_options,
    grouped,
    measuring_options,
    paths_argument,
    paths_or_stdin,
)
from lexdecay.cli.output import deliver, notices, summary_output
from lexdecay.cli.pictures import PAGE_SUFFIXES, require_page
from lexdecay.cli.progress import shown_progress
from lexdecay.errors import NotEnoughDataError, UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator, Output

PAGE_OPTIONS: tuple[Decorator, ...] = (
    grouped(
        "Output", "--output", "-o", "path", type=click.Path(), metavar="FILE", help="The page; ends in .html."
    ),
    grouped("Output", "--quiet", "-q", is_flag=True, help="No notes and no progress on stderr."),
    grouped("Output", "--verbose", "-v", is_flag=True, help="Say each phase on stderr."),
)


def _gather(values: dict[str, Any]) -> Output:
    path = values.pop("path")
    if path is None and sys.stdout.isatty():
        raise UsageError("a page on a terminal helps nobody", hint=f"add -o report{PAGE_SUFFIXES[0]}")
    require_page(path, "decay report")
    return replace(summary_output(values | {"json_": False}), path=path)


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay report book.txt -o report.html",
        "decay report book.txt --word whale --word sea -o report.html",
        "decay report treebank.conllu --tags > report.html",
    ),
)
@paths_argument
@corpus_options
@grouped("Query", "--word", "words", metavar="QUERY", multiple=True, help="Show what stands around it too.")
@grouped("Query", "--tags", is_flag=True, help="Show parts of speech by distance too; tags the text.")
@measuring_options
@bundle("output", PAGE_OPTIONS, _gather)
def report(
    paths: tuple[str, ...],
    corpus: dict[str, Any],
    words: tuple[str, ...],
    tags: bool,
    measuring: dict[str, Any],
    output: Output,
) -> None:
    """Write one HTML page on a corpus: curves and laws, strong pairs with their places, words, tags.

    The page needs no network and holds its data, method and settings; it reads well on a telephone and
    in print. A CORPUS is read as in `decay fit`, once. - is standard input (also when none is given).
    """
    from lexdecay.analysis import MeasureOptions
    from lexdecay.corpus import CorpusOptions
    from lexdecay.overview_analysis import OverviewOptions, overview
    from lexdecay.report.html.page import page
    from lexdecay.report.to_json import all_notices

    inputs = paths_or_stdin(paths)
    chosen = CorpusOptions(**corpus), MeasureOptions(**measuring), OverviewOptions(words, tags)
    with shown_progress(output) as progress:
        found = overview(inputs, *chosen, progress=progress)
    notices(list(dict.fromkeys(said for result in found.results for said in all_notices(result))), output)
    deliver(page(found.results, "How far does a word reach?"), output)
    if not found.fitted.curves:
        raise NotEnoughDataError("too little text for a curve", hint="give more text")
