"""``decay word``: which words stand around a query, and how far its pull reaches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import (
    CONTROL_OPTION,
    RUNNING_OPTIONS,
    VocabularySize,
    bundle,
    corpus_options,
    grouped,
    paths_or_stdin,
)
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.progress import shown_progress
from lexdecay.cli.query_options import HowMany, OffsetList
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator, Output

WORD_OPTIONS: tuple[Decorator, ...] = (
    grouped(
        "Query", "--offset", "offsets", type=OffsetList(), default="1,2,4,9", show_default=True,
        metavar="D,D..D", help="Whose words are listed; negative stands left of the query.",
    ),
    grouped("Query", "--regex", is_flag=True, help="QUERY is a regular expression; whole words match it."),
    grouped("Query", "--tag", metavar="TAG", help="Only words of this class answer, such as NOUN."),
    grouped(
        "Query", "--top", type=HowMany(), default="12", show_default=True, metavar="N|all",
        help="Words listed at each offset.",
    ),
    grouped(
        "Query", "--by", type=click.Choice(["bits", "p", "lift"]), default="bits", show_default=True,
        help="Order of the words, largest first: part of the divergence, share, or share over base.",
    ),
    grouped(
        "Measuring", "--max-offset", type=click.IntRange(min=1), default=1000, show_default=True, metavar="D",
        help="Farthest distance in words at which the pull is measured.",
    ),
    grouped(
        "Measuring", "--vocabulary", type=VocabularySize(), metavar="K|all",
        help="Words that keep their identity in the pull.  [default: chosen from the occurrences]",
    ),
    CONTROL_OPTION,
    *RUNNING_OPTIONS[:2],
)  # fmt: skip


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay word book.txt whale",
        "decay word a.txt b.txt beautiful --offset 1,9",
        "decay word book.txt 'wom[ae]n' --regex --offset -3..3 --json",
    ),
)
@click.argument("given", metavar="[CORPUS]... QUERY", nargs=-1, required=True)
@corpus_options
@bundle("asked", WORD_OPTIONS)
@drawn_output_options
def word(given: tuple[str, ...], corpus: dict[str, Any], asked: dict[str, Any], output: Output) -> None:
    """Show which words stand near a QUERY and far from it, and how its pull fades.

    The distribution P(word | query, offset) is sharp where the query pulls and flat where it does not; the
    pull is how far it lies from the plain frequencies, in bits above its floor. The last argument is
    the QUERY, a word or several with commas between; what stands before it is read as in `decay fit`.
    """
    from lexdecay.corpus import CorpusOptions
    from lexdecay.report.word_json import word_json, word_rows
    from lexdecay.report.word_screen import word_screen
    from lexdecay.word_analysis import WordOptions
    from lexdecay.word_analysis import word as analyse

    *paths, query = given
    if not paths:
        _refuse_corpus(query)
    inputs = paths_or_stdin(paths)
    with shown_progress(output) as progress:
        result = analyse(inputs, query, CorpusOptions(**corpus), WordOptions(**asked), progress=progress)
    content = rendered(result, output, screen=word_screen, document=word_json, rows=word_rows)
    # Only a result without a single word is no answer; what else is missing is a note.
    missing = None if result.profiles else result.notices[0]
    answer(result, content, (*result.corpus.notices, *result.notices), missing, output)


def _refuse_corpus(query: str) -> None:
    """Raise UsageError for a lone argument that is text or a store: the QUERY was forgotten."""
    from lexdecay.tokens import is_store

    kind = "file" if Path(query).is_file() else "store" if is_store(Path(query)) else None
    if kind:
        raise UsageError(f"{query} is a {kind}, and no QUERY follows it", hint=f"decay word {query} WORD")
