"""``--cite``: how to cite the program, in the words of CITATION.cff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay import __version__
from lexdecay.cli.output import write_stdout

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator

AUTHOR = "The lexdecay authors"
TITLE = "lexdecay: dependence between words by distance, and Zipf's law, measured on text"
YEAR = 2026


def bibtex() -> str:
    """Return the entry for BibTeX."""
    fields = {
        "author": f"{{{AUTHOR}}}",
        "title": TITLE.replace("Zipf", "{Zipf}"),
        "year": str(YEAR),
        "version": __version__,
        "license": "MIT",
    }
    rows = "".join(f"  {name:<7} = {{{value}}},\n" for name, value in fields.items())
    return f"@software{{lexdecay,\n{rows}}}\n"


def _print(context: click.Context, _: click.Parameter, asked: Any) -> None:
    if asked and not context.resilient_parsing:
        write_stdout(bibtex().encode())
        context.exit()


cite_option: Decorator = click.option(
    "--cite",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print,
    help="Print how to cite this program, for BibTeX, and exit.",
)
