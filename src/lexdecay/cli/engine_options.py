"""``--engine`` and ``--master``: on this machine, or on a cluster; the same bytes either way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.cli.options import bundle, grouped
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator, Output

import click

ENGINE_OPTIONS: tuple[Decorator, ...] = (
    grouped(
        "Running",
        "--engine",
        type=click.Choice(["local", "spark"]),
        default="local",
        show_default=True,
        help="Where counting runs; Spark needs the extra lexdecay[spark] and Java.",
    ),
    grouped(
        "Running",
        "--master",
        metavar="URL",
        help="Spark's master, such as spark://HOST:7077 or yarn.  [default: local[*]]",
    ),
)

engine_options: Decorator = bundle("engine", ENGINE_OPTIONS)


def front_door(engine: dict[str, Any], output: Output) -> Any:
    """Return what has the functions ``measure``, ``fit`` and ``count`` for an engine.

    Raises UsageError for a master without an engine that has one.
    """
    if engine["engine"] == "local":
        if engine["master"] is not None:
            raise UsageError(
                "--master names a master of Spark", hint=f"add --engine spark --master {engine['master']}"
            )
        from lexdecay import analysis

        return analysis
    from lexdecay.spark_analysis import DEFAULT_MASTER, Spark

    return Spark(engine["master"] or DEFAULT_MASTER, verbose=output.verbose)
