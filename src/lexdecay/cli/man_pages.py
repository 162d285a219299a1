"""Manual pages, made from what ``--help`` shows; the wheel carries them (hatch_build.py)."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import click

from lexdecay import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator


def man_pages(name: str, group: click.Group) -> dict[str, str]:
    """Return the pages of one command and its verbs, in roff, by their file names."""
    context = click.Context(group, info_name=name)
    found = {f"{name}.1": _page(name, group, context, sorted(f"{name}-{verb}" for verb in group.commands))}
    for verb, command in group.commands.items():
        inner = click.Context(command, info_name=verb, parent=context)
        found[f"{name}-{verb}.1"] = _page(f"{name}-{verb}", command, inner, [name])
    return found


def _page(title: str, command: click.Command, context: click.Context, see: list[str]) -> str:
    first, *rest = inspect.cleandoc(command.help or "").split("\n\n")
    lines = [
        f'.TH "{_plain(title.upper())}" "1" "" "lexdecay {__version__}" "lexdecay"',
        ".SH NAME",
        f"{_plain(title)} \\- {_plain(first).rstrip('.')}",
        ".SH SYNOPSIS",
        f".B {_plain(context.command_path)}",
        _plain(" ".join(command.collect_usage_pieces(context))),
        *_examples(command),
        ".SH DESCRIPTION",
        _plain(first),
        *(line for paragraph in rest for line in (".PP", _plain(paragraph))),
        *_verbs(command, context),
        *_options(command, context),
        *_exit_status(context.find_root().command),
        ".SH SEE ALSO",
        " ,\n".join(f".BR {_plain(other)} (1)" for other in see).replace("(1) ,", "(1),"),
    ]
    return "\n".join(lines) + "\n"


def _examples(command: click.Command) -> Iterator[str]:
    examples = getattr(command, "examples", ())
    if examples:
        yield from (".SH EXAMPLES", ".nf", *map(_literal, examples), ".fi")


def _verbs(command: click.Command, context: click.Context) -> Iterator[str]:
    if isinstance(command, click.Group):
        yield ".SH COMMANDS"
        for name, verb in command.commands.items():
            yield from _item(
                f"{context.command_path} {name}", inspect.cleandoc(verb.help or "").split("\n\n")[0]
            )


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    sections: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option):
            sections.setdefault(getattr(parameter, "group", "Other options"), []).append(record)
    yield ".SH OPTIONS"
    for heading, records in sections.items():
        yield f".SS {_plain(heading)}"
        for option, meaning in records:
            yield from _item(option, meaning)


def _exit_status(group: click.Command) -> Iterator[str]:
    epilog = inspect.cleandoc((group.epilog or "").replace("\b", ""))
    if epilog:
        yield from (".SH EXIT STATUS", ".nf", *map(_literal, epilog.splitlines()[1:]), ".fi")


def _item(name: str, meaning: str) -> tuple[str, str, str]:
    return ".TP", f".B {_plain(name)}", _plain(meaning)


def _plain(text: str) -> str:
    """Return words on one line that roff prints as they stand."""
    return _literal(" ".join(text.split()))


def _literal(line: str) -> str:
    r"""Return a line that roff prints as it stands: ``\``, ``-`` and a dot in front mean something to it."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
