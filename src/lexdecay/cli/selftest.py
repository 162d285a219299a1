"""``decay selftest``: the whole chain on corpora whose answer is known."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import click

from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import grouped, output_options, usable_cores
from lexdecay.cli.output import deliver, rendered
from lexdecay.cli.progress import shown_progress
from lexdecay.cli.synth import LAWS
from lexdecay.errors import SelfTestError

if TYPE_CHECKING:
    from lexdecay.cli.options import Output

_test = functools.partial(grouped, "Test")


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay selftest",
        "decay selftest copy tree --tokens 1000000 --seed 7",
        "decay selftest --format csv -o selftest.csv",
    ),
)
@click.argument("laws", nargs=-1, metavar="[LAW]...", type=click.Choice(LAWS))
@_test(
    "--tokens",
    type=click.IntRange(1000, 10**12),
    default=300_000,
    show_default=True,
    metavar="N",
    help="A corpus.",
)
@_test(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N", help="Of the corpora."
)
@_test(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    default=usable_cores,
    show_default="all usable cores",
    metavar="N",
    help="Pieces of work at once; the result is the same for any number.",
)
@output_options
def selftest(laws: tuple[str, ...], tokens: int, seed: int, jobs: int, output: Output) -> None:
    """Measure corpora of known law here and print measured against exact; exit 1 if they disagree."""
    from lexdecay import analysis
    from lexdecay.report.trial_list import agreement, selftest_json, selftest_rows, selftest_screen

    with shown_progress(output) as progress:
        trials = analysis.selftest(
            laws or analysis.SELFTEST_LAWS, tokens=tokens, seed=seed, jobs=jobs, progress=progress
        )
    deliver(
        rendered(trials, output, screen=selftest_screen, document=selftest_json, rows=selftest_rows), output
    )
    if not all(trial.agrees.all() for trial in trials):
        raise SelfTestError(
            agreement(trials), hint="repeat with more --tokens; what remains is worth a report, with --json"
        )
