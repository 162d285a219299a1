"""``--left`` and ``--right`` of `decay fit` and `decay measure`: the curve of a construction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.options import bundle, grouped
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator
    from lexdecay.construction_analysis import ConstructionOptions

CONSTRUCTION_OPTIONS: tuple[Decorator, ...] = (
    grouped(
        "Measuring", "--left", metavar="TAG|WORD",
        help="With --right: how much more often than by chance the one stands D words before the other.",
    ),
    grouped(
        "Measuring", "--right", metavar="TAG|WORD",
        help="Tags such as NOUN or words; several with commas between make one class.",
    ),
)  # fmt: skip
# They belong to the curves of all words together.
REFUSED = ("vocabulary", "estimand", "memory", "temp_dir", "engine", "master")

construction_options: Decorator = bundle("construction", CONSTRUCTION_OPTIONS)


def asked_construction(construction: dict[str, Any], measuring: dict[str, Any]) -> ConstructionOptions | None:
    """Return what is asked about two classes, None when neither is named.

    Raises UsageError for one without the other, and for options that do nothing here.
    """
    left, right = construction["left"], construction["right"]
    if left is None and right is None:
        return None
    if left is None or right is None:
        given, other = ("--right", "--left") if left is None else ("--left", "--right")
        raise UsageError(
            f"{given} alone: a construction has two sides",
            hint=f"add {other} TAG, such as --left ADJ --right NOUN; decay tags takes one side",
        )
    _refuse_others()
    from lexdecay.construction_analysis import ConstructionOptions

    kept = ("max_offset", "control", "seed", "jobs")
    return ConstructionOptions(left, right, **{name: measuring[name] for name in kept})


def _refuse_others() -> None:
    context = click.get_current_context()
    source = click.core.ParameterSource.COMMANDLINE
    for name in REFUSED:
        if context.get_parameter_source(name) is source:
            raise UsageError(
                f"--{name.replace('_', '-')} means nothing for the curve of --left and --right, "
                "which holds two classes only",
                hint=f"leave out --{name.replace('_', '-')}",
            )
