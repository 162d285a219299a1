"""``decay cross``: two line-aligned texts, word against word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import VocabularySize, corpus_options, grouped
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.progress import shown_progress
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Output


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay cross english.txt german.txt --language-b de",
        "decay cross english.txt german.txt --query house",
        "decay cross qa.jsonl qa.jsonl --field question --field-b answer",
    ),
)
@click.argument("first", metavar="A", type=click.Path())
@click.argument("second", metavar="B", type=click.Path())
@grouped(
    "Texts", "--field-b", metavar="NAME", help="Key that holds the text of B in JSONL.  [default: as of A]"
)
@grouped("Texts", "--language-b", metavar="CODE", help="Language of B.  [default: as of A]")
@corpus_options
@grouped("Measuring", "--query", metavar="WORD", help="A word of A: which words of B stand where?")
@grouped("Measuring", "--top", type=click.IntRange(min=1), default=5, show_default=True, metavar="N",
         help="Words of B an offset.")  # fmt: skip
@grouped(
    "Measuring",
    "--diagonal",
    type=click.Choice(["scaled", "plain"]),
    default="scaled",
    show_default=True,
    help="Where offset 0 is: at the same share of both lines, or at the same word count.",
)
@grouped("Measuring", "--max-offset", type=click.IntRange(1, 10**9), default=20, show_default=True,
         metavar="D", help="Farthest offset to either side.")  # fmt: skip
@grouped("Measuring", "--vocabulary", type=VocabularySize(), metavar="K|all",
         help="Types of each text that keep their identity.  [default: chosen from their size]")  # fmt: skip
@grouped("Measuring", "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N",
         help="Of the shuffled alignments.")  # fmt: skip
@drawn_output_options
def cross(
    first: str,
    second: str,
    field_b: str | None,
    language_b: str | None,
    corpus: dict[str, Any],
    output: Output,
    **measuring: Any,
) -> None:
    """Measure what a word of A tells of the words of B in the line beside it, by offset from the diagonal.

    Line i of A and line i of B belong together: a sentence and its translation, a question and its answer
    (objects of JSONL likewise). The floor is the same with lines set against others of their length. This
    is what a text offers cross-attention, not what a model takes.
    """
    from lexdecay.corpus import CorpusOptions
    from lexdecay.cross_analysis import CrossOptions
    from lexdecay.cross_analysis import cross as analyse
    from lexdecay.report.cross_json import cross_json, cross_notices, cross_rows
    from lexdecay.report.cross_screen import cross_screen

    if "-" in {first, second}:
        raise UsageError("A and B are read side by side, from files", hint="save standard input to a file")
    options = CrossOptions(**measuring, field_b=field_b, language_b=language_b)
    with shown_progress(output) as progress:
        result = analyse(first, second, CorpusOptions(**corpus), options, progress=progress)
    content = rendered(result, output, screen=cross_screen, document=cross_json, rows=cross_rows)
    missing = result.notices[0] if result.notices and not result.sides else None
    answer(result, content, cross_notices(result), missing, output)
