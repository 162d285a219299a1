"""``decay explain`` and ``zipf explain``: what a number means."""

from __future__ import annotations

import click

from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import Output, output_options
from lexdecay.cli.output import deliver, rendered

EXAMPLES = {
    "decay": ("decay explain floor", "decay explain pull half-life", "decay explain --json"),
    "zipf": ("zipf explain hapax", "zipf explain tail ks", "zipf explain --json"),
}


def explain_verb(name: str) -> click.Command:
    """Return the verb ``explain`` of the command ``name``; both explain the terms of both."""

    @click.command("explain", cls=GroupedCommand, examples=EXAMPLES[name])
    @click.argument("names", metavar="[TERM]...", nargs=-1)
    @output_options
    def verb(names: tuple[str, ...], output: Output) -> None:
        """Say what a term of the reports means, with its formula and source; without TERM, all of them."""
        from lexdecay.report.term_list import terms_json, terms_rows, terms_screen
        from lexdecay.report.terms import TERMS, find_term

        terms = list(dict.fromkeys(map(find_term, names))) or TERMS
        deliver(rendered(terms, output, screen=terms_screen, document=terms_json, rows=terms_rows), output)

    return verb
