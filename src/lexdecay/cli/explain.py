"""``decay explain``: what a number means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import output_options
from lexdecay.cli.output import deliver, rendered

if TYPE_CHECKING:
    from lexdecay.cli.options import Output


@click.command(
    cls=GroupedCommand,
    examples=("decay explain floor", "decay explain pull half-life", "decay explain --json"),
)
@click.argument("names", metavar="[TERM]...", nargs=-1)
@output_options
def explain(names: tuple[str, ...], output: Output) -> None:
    """Say what a term of the reports means, with its formula and source; without TERM, all of them."""
    from lexdecay.report.term_list import terms_json, terms_rows, terms_screen
    from lexdecay.report.terms import TERMS, find_term

    terms = list(dict.fromkeys(map(find_term, names))) or TERMS
    deliver(rendered(terms, output, screen=terms_screen, document=terms_json, rows=terms_rows), output)
