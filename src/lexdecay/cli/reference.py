"""Verbs that look something up for both commands: the JSON schemas and the shell's completion."""

from __future__ import annotations

from importlib import resources

import click
from click.shell_completion import get_completion_class

from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.output import write_stdout
from lexdecay.errors import UnknownNameError


def add_reference_verbs(group: click.Group, name: str) -> None:
    """Give ``group`` the verbs ``schema`` and ``completion``; ``name`` is the command, decay or zipf."""
    group.add_command(_schema_verb(name))
    group.add_command(_completion_verb(group, name))


def schema_names(command: str) -> list[str]:
    """Return the schemas of one command, such as ``decay.fit/1``."""
    files = resources.files("lexdecay.report").joinpath("schema").iterdir()
    names = [file.name.removesuffix(".json") for file in files if file.name.startswith(f"{command}.")]
    return sorted("/".join(name.rsplit(".", 1)) for name in names)


def schema_text(name: str, command: str) -> str:
    """Return the JSON Schema named ``name``; raises UnknownNameError that lists those there are."""
    if name not in schema_names(command):
        raise UnknownNameError("schema", name, schema_names(command))
    file = resources.files("lexdecay.report").joinpath("schema", f"{name.replace('/', '.')}.json")
    return file.read_text("utf-8")


def _schema_verb(name: str) -> click.Command:
    main = "decay.fit/1" if name == "decay" else "zipf.report/1"

    @click.command(
        "schema", cls=GroupedCommand, examples=(f"{name} schema", f"{name} schema {main} > schema.json")
    )
    @click.argument("schema", required=False, metavar="[NAME]")
    def verb(schema: str | None) -> None:
        """Print the JSON Schema of a result; without NAME, list them."""
        text = schema_text(schema, name) if schema else "".join(f"{known}\n" for known in schema_names(name))
        write_stdout(text.encode("utf-8"))

    return verb


def _completion_verb(group: click.Group, name: str) -> click.Command:
    examples = (
        f'eval "$({name} completion bash)"     # in ~/.bashrc',
        f'eval "$({name} completion zsh)"      # in ~/.zshrc',
        f"{name} completion fish > ~/.config/fish/completions/{name}.fish",
    )

    @click.command("completion", cls=GroupedCommand, examples=examples)
    @click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
    def verb(shell: str) -> None:
        """Print the script that completes verbs and options in a shell."""
        script = get_completion_class(shell)
        if script is None:
            raise UnknownNameError("shell", shell, ["bash", "zsh", "fish"])
        source = script(group, {}, name, f"_{name.upper()}_COMPLETE").source()
        write_stdout(source.encode("utf-8"))

    return verb
