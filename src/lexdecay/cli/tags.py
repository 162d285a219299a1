"""``decay tags``: which parts of speech attract each other, how far, and what a sentence end does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import (
    CONTROL_OPTION,
    RUNNING_OPTIONS,
    bundle,
    corpus_options,
    grouped,
    paths_argument,
    paths_or_stdin,
)
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.progress import shown_progress
from lexdecay.cli.query_options import OffsetList

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator, Output

TAG_OPTIONS: tuple[Decorator, ...] = (
    grouped(
        "Query", "--offset", "offsets", type=OffsetList(), default="1..10", show_default=True,
        metavar="D,D..D", help="Distances in words between left and right.",
    ),
    grouped("Query", "--left", metavar="TAG", help="Only pairs that begin with this tag, such as ADJ."),
    grouped(
        "Query", "--right", metavar="TAG",
        help="Only pairs that end with this tag; with --left, sentence ends are measured on that pair.",
    ),
    grouped(
        "Measuring", "--max-offset", type=click.IntRange(min=1), default=1000, show_default=True, metavar="D",
        help="Farthest distance of the mutual information.",
    ),
    CONTROL_OPTION,
    *RUNNING_OPTIONS[:2],
)  # fmt: skip


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay tags treebank.conllu",
        "decay tags book.txt --left ADJ --right NOUN",
        "decay tags treebank.conllu --offset 1..20 --json | jq .matrix.ratio",
    ),
)
@paths_argument
@corpus_options
@bundle("asked", TAG_OPTIONS)
@drawn_output_options
def tags(paths: tuple[str, ...], corpus: dict[str, Any], asked: dict[str, Any], output: Output) -> None:
    """Measure how parts of speech attract each other by offset, how far, and what a sentence end does.

    Observed over expected of each ordered pair of tags, the information of all tags, and the same across
    sentence ends and within sentences, with the ends moved to other places as control. A CORPUS is read as
    in `decay fit`; its tags come from CoNLL-U or a model. - is standard input (also when none is given).
    """
    from lexdecay.corpus import CorpusOptions
    from lexdecay.report.tags_json import tags_json, tags_rows
    from lexdecay.report.tags_screen import tags_screen
    from lexdecay.tag_analysis import TagOptions
    from lexdecay.tag_analysis import tags as analyse

    inputs = paths_or_stdin(paths)
    with shown_progress(output) as progress:
        result = analyse(inputs, CorpusOptions(**corpus), TagOptions(**asked), progress=progress)
    content = rendered(result, output, screen=tags_screen, document=tags_json, rows=tags_rows)
    answer(result, content, result.corpus.notices, next(iter(result.notices), None), output)
