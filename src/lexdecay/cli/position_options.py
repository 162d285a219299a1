"""Options that `map` and `plan` share, and lists of numbers as one option."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.options import grouped

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.position.config import ModelConfig


class Numbers(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on only
    """Numbers with commas between, such as ``128,256,512``."""

    name = "N,N,..."

    def __init__(
        self, kind: Callable[[str], float], low: float, high: float, *, open_high: bool = False
    ) -> None:
        self._kind, self._low, self._high, self._open_high = kind, low, high, open_high

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        """Return the numbers; fails with the range when one lies outside."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = tuple(self._kind(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"'{value}' is not a list of numbers with commas between", param, ctx)
        for number in numbers:
            if not self._low <= number <= self._high or (self._open_high and number == self._high):
                end = "below" if self._open_high else "to"
                self.fail(f"{number:g} is not within {self._low:g} {end} {self._high:g}", param, ctx)
        return numbers


class Names(click.ParamType):  # type: ignore[type-arg]  # as above
    """Names with commas between."""

    name = "NAME,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the names, each once; fails on an empty one."""
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(part.strip().lower() for part in str(value).split(",")))
        if not all(names):
            self.fail(f"'{value}' is not a list of names with commas between", param, ctx)
        return names


model_option = functools.partial(grouped, "Model")

config_option = model_option(
    "--config",
    metavar="FILE",
    type=click.Path(),
    help="config.json of a transformers model: heads, context, rotary settings and their scaling.",
)
head_dimension_option = model_option(
    "--head-dim",
    "head_dimension",
    type=click.IntRange(min=4, max=4096),
    metavar="D",
    help="Rotated dimensions of a head, even.  [default: of the config, else 128]",
)


def even(dimension: int | None) -> int | None:
    """Return the dimension; fails for an odd one, which has no pairs."""
    if dimension is not None and dimension % 2:
        raise click.UsageError(
            f"--head-dim {dimension} is odd: rotations take dimensions in pairs", click.get_current_context()
        )
    return dimension


def model_config(path: str | None) -> ModelConfig | None:
    """Return what a config.json says, None without one."""
    if path is None:
        return None
    from lexdecay.position.config import read_config

    return read_config(path)
