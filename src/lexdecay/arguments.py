"""Keyword arguments of the Python side, checked by what the command line checks its options by.

A value is turned into the word that would be typed, and the type of the option, its range, choices or form,
judges it. So whatever an option allows is written once, in cli/.
"""

from __future__ import annotations

import os
from dataclasses import MISSING, fields
from importlib import import_module
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import click

from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_JOBS = click.Option(["--jobs"], type=click.IntRange(min=1))
# Of a function and no option of its command: --counts and --spectrum are one choice here, tags are asked for
# by what needs them, and every function takes jobs.
_MORE: dict[str, click.Option] = {
    "kind": click.Option(["--kind"], type=click.Choice(["text", "counts", "spectrum"])),
    "tagged": click.Option(["--tagged"], is_flag=True),
    "jobs": _JOBS,
}


def checked(tool: str, verb: str, given: Mapping[str, Any], kinds: Iterable[Any]) -> dict[str, Any]:
    """Return the values of keyword arguments by the names of the fields they belong to.

    Parameters
    ----------
    tool, verb
        Whose options they are: ``"decay"``, ``"fit"``.
    given
        Argument -> value, by the name of the option (``offset``, ``no_cache``) or of the field (``offsets``).
    kinds
        The dataclasses whose fields they fill.

    Raises
    ------
    UsageError
        For an argument that is no option, that says twice the same, or whose value the option does not allow.
    """
    found = {field.name: field for kind in kinds for field in fields(kind)}
    options = _MORE | {str(each.name): each for each in _options(tool, verb)}
    options = {name: option for name, option in options.items() if name in found}
    values: dict[str, Any] = {}
    for argument, value in given.items():
        name, opposite = _meant(argument, options)
        if name in values:
            raise UsageError(f"'{argument}' says again what '{name}' is", hint=f"leave out {argument}")
        values[name] = _value(argument, value, options[name], may_be_none="None" in str(found[name].type))
        if opposite:
            values[name] = not values[name]
    _require_all(values, found)
    return values


def _options(tool: str, verb: str) -> list[click.Option]:
    group: click.Group = getattr(import_module(f"lexdecay.cli.{tool}"), tool)
    command = group.get_command(click.Context(group), verb)
    return [each for each in command.params if isinstance(each, click.Option)] if command else []


def _meant(argument: str, options: Mapping[str, click.Option]) -> tuple[str, bool]:
    """The field that an argument fills, and whether it is named for the opposite, as no_cache for cache."""
    if argument in options:
        return argument, False
    for name, option in options.items():
        if f"--{argument.replace('_', '-')}" in option.opts:
            return name, option.flag_value is False
    known = ", ".join(sorted(options))
    raise UsageError(f"no option is called '{argument}'", hint=f"the options are {known}")


def _require_all(values: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    for name, field in found.items():
        lacks_default = field.default is MISSING and field.default_factory is MISSING
        if lacks_default and values.get(name) is None:
            raise UsageError(f"{name} is missing", hint=f"give {name} as well")


def _value(argument: str, value: Any, option: click.Option, *, may_be_none: bool) -> Any:
    if value is None and may_be_none:
        return None
    if _is_switch(option):
        if str(value) in {"True", "False"} and not isinstance(value, str):
            return bool(value)
        raise _refused(argument, value, "is neither True nor False")
    try:
        if option.multiple:
            parts = [value] if isinstance(value, str | os.PathLike) else value
            return tuple(option.type.convert(_typed(part), option, None) for part in parts)
        return option.type.convert(_typed(value), option, None)
    except click.BadParameter as error:
        raise _refused(argument, value, _allowed(option.type, error)) from None
    except TypeError:
        raise _refused(argument, value, "is nothing that could be typed as this option's value") from None


def _is_switch(option: click.Option) -> bool:
    return option.is_flag or option.type is click.BOOL


def _typed(value: Any) -> str:
    """The word that would be typed; raises TypeError for what is no word, number, path or list of these."""
    if isinstance(value, str | os.PathLike):
        return os.fspath(value)
    if isinstance(value, Integral) and not isinstance(value, bool):
        return str(int(value))
    if isinstance(value, Real) and not isinstance(value, bool):
        return repr(float(value))
    if isinstance(value, list | tuple | range):
        return ",".join(map(_typed, value))
    raise TypeError


def _allowed(kind: Any, error: click.BadParameter) -> str:
    if isinstance(kind, click.IntRange):
        return f"is no whole number in the range {kind._describe_range()}"  # noqa: SLF001  the command's own words
    if isinstance(kind, click.FloatRange):
        return f"is no number in the range {kind._describe_range()}"  # noqa: SLF001
    if isinstance(kind, click.Choice):
        return f"is not one of {', '.join(map(repr, kind.choices))}"
    return f"is not allowed: {error.message}"


def _refused(argument: str, value: Any, why: str) -> UsageError:
    shown = repr(value)
    return UsageError(f"{argument}={shown if len(shown) <= 80 else f'{shown[:80]}...'} {why}")
