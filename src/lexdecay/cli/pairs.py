"""``decay pairs``: which words attract each other, and at which offset."""

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
from lexdecay.cli.query_options import HowMany, OffsetList

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator, Output

PAIR_OPTIONS: tuple[Decorator, ...] = (
    grouped(
        "Query", "--offset", "offsets", type=OffsetList(), default="1..5", show_default=True,
        metavar="D,D..D", help="Distances in words between left and right.",
    ),
    grouped(
        "Query", "--min-count", type=click.IntRange(min=1), default=5, show_default=True, metavar="N",
        help="Leave out pairs that are rarer at an offset (--by avoided: that chance would make rarer); they "
        "are not tested.",
    ),
    grouped("Query", "--word", metavar="W", help="Only pairs that hold this word, or one of W,W."),
    grouped("Query", "--left-tag", metavar="TAG", help="Only left words of this class, such as ADJ."),
    grouped("Query", "--right-tag", metavar="TAG", help="Only right words of this class, such as NOUN."),
    grouped(
        "Query", "--top", type=HowMany(), default="10", show_default=True, metavar="N|all",
        help="Pairs listed at each offset.",
    ),
    grouped(
        "Query", "--by", type=click.Choice(["g2", "pmi", "count", "avoided"]), default="g2",
        show_default=True,
        help="What makes a pair strong; avoided: what is rarer than chance, or missing, first.",
    ),
    grouped(
        "Query", "--kwic", type=click.IntRange(0, 10**6), default=0, show_default=True, metavar="N",
        help="Lines of the text in which each pair stands.",
    ),
    CONTROL_OPTION,
    *RUNNING_OPTIONS[:2],
)  # fmt: skip


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay pairs book.txt",
        "decay pairs book.txt --word whale --offset 1,2,9 --kwic 3",
        "decay pairs book.txt --offset 2 --top all --format csv -o pairs.csv",
    ),
)
@paths_argument
@corpus_options
@bundle("asked", PAIR_OPTIONS)
@drawn_output_options
def pairs(paths: tuple[str, ...], corpus: dict[str, Any], asked: dict[str, Any], output: Output) -> None:
    """List the ordered pairs of words that attract each other most, offset by offset.

    G2 and PMI against the margins of the offset, q over all tested pairs, and the share of I(d) that a pair
    carries. A CORPUS is read as in `decay fit`; - is standard input (also when none is given).
    """
    from lexdecay.corpus import CorpusOptions
    from lexdecay.pair_analysis import PairOptions
    from lexdecay.pair_analysis import pairs as analyse
    from lexdecay.report.pairs_json import pairs_json, pairs_rows
    from lexdecay.report.pairs_screen import pairs_screen

    inputs = paths_or_stdin(paths)
    with shown_progress(output) as progress:
        result = analyse(inputs, CorpusOptions(**corpus), PairOptions(**asked), progress=progress)
    content = rendered(result, output, screen=pairs_screen, document=pairs_json, rows=pairs_rows)
    answer(result, content, result.corpus.notices, next(iter(result.notices), None), output)
