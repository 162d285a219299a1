"""Pages that are made from the program itself: commands, JSON, terms, laws. None of them is kept in a file.

`docs/hooks.py` adds what `pages()` returns whenever the site is built, so these pages cannot be out of date.
"""

from __future__ import annotations

import functools
import html
import inspect
import json
import re
from typing import TYPE_CHECKING, Any

import click
from meanings import MEANINGS

from lexdecay.cli.decay import decay
from lexdecay.cli.reference import schema_names, schema_text
from lexdecay.cli.zipf import zipf
from lexdecay.fit.models import MODELS
from lexdecay.report.terms import TERMS
from lexdecay.zipf.lnre import POPULATIONS
from lexdecay.zipf.models import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

COMMANDS = {"decay": decay, "zipf": zipf}

ABOUT_JSON = """\
`--json` prints one document. Its key `schema` names its form, and `decay schema NAME` or `zipf schema NAME`
prints the JSON Schema that ships with the program. Within a number after the slash, keys are only added.
Every key is always there, and is `null` where there is nothing to say. No number is NaN or infinite. The
same input and options give the same bytes."""


def pages() -> dict[str, str]:
    """Return Markdown by the path of its page."""
    found = {"reference/terms.md": _terms_page(), "reference/laws.md": _laws_page()}
    found["reference/json.md"] = _json_index()
    for name, command in COMMANDS.items():
        found[f"reference/{name}.md"] = _group_page(name, command)
        found |= {_verb_path(name, verb): _verb_page(name, verb) for verb in command.commands}
        found |= {_schema_path(schema): _schema_page(name, schema) for schema in schema_names(name)}
    return found


def _group_page(name: str, group: click.Group) -> str:
    rows = [
        (f"[{name} {verb}]({_verb_path(name, verb).removeprefix('reference/')})", _one_line(command))
        for verb, command in group.commands.items()
    ]
    return "\n\n".join(
        [
            f"# {name}",
            _words(group),
            _examples(group),
            _table(("Command", "What it does"), rows),
            "## Options",
            _options(click.Context(group, info_name=name)),
            "## Exit codes",
            _exit_codes(group),
        ]
    )


def _exit_codes(group: click.Group) -> str:
    lines = inspect.cleandoc((group.epilog or "").replace("\b", "")).splitlines()
    return (
        "```text\n" + "\n".join(line for line in lines if not line.startswith("Exit")).strip("\n") + "\n```"
    )


def _verb_path(name: str, verb: str) -> str:
    return f"reference/{name}/{name}-{verb}.md"


def _verb_page(name: str, verb: str) -> str:
    command = COMMANDS[name].commands[verb]
    context = click.Context(
        command, info_name=verb, parent=click.Context(COMMANDS[name], info_name=name), terminal_width=100
    )
    usage = context.get_usage().removeprefix("Usage: ")
    parts = [f"# {name} {verb}", _examples(command), _words(command), f"```text\n{usage}\n```"]
    return "\n\n".join([*parts, _options(context)])


def _examples(command: click.Command) -> str:
    return "```sh\n" + "\n".join(getattr(command, "examples", ())) + "\n```"


def _one_line(command: click.Command) -> str:
    return _text(inspect.cleandoc(command.help or "").split("\n\n")[0])


def _words(command: click.Command) -> str:
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    return "\n\n".join(_text(paragraph) for paragraph in paragraphs)


def _options(context: click.Context) -> str:
    """Return one table for each heading of the help page."""
    found: dict[str, list[tuple[str, str]]] = {}
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option):
            found.setdefault(getattr(parameter, "group", "Other options"), []).append(record)
    return "\n\n".join(
        f"**{heading}**\n\n" + _table(("Option", "Meaning"), [(f"`{o}`", _text(m)) for o, m in records])
        for heading, records in found.items()
    )


def _schema_path(schema: str) -> str:
    return f"reference/json/{schema.replace('/', '.')}.md"


def _json_index() -> str:
    rows = [
        (f"[{schema}]({_schema_path(schema).removeprefix('reference/')})", _schema(name, schema)["title"])
        for name in COMMANDS
        for schema in schema_names(name)
    ]
    return "\n\n".join(
        [
            "# JSON",
            ABOUT_JSON,
            _table(("Schema", "What it holds"), rows),
        ]
    )


def _schema(name: str, schema: str) -> dict[str, Any]:
    return json.loads(schema_text(schema, name))


def _schema_page(name: str, schema: str) -> str:
    document = _schema(name, schema)
    rows = [(f"`{path}`", _text(kind), _text(about)) for path, kind, about in _keys(document, document, "")]
    return "\n\n".join(
        [
            f"# {schema}",
            f"{_text(document['title'])}.",
            f"`[]` is each item of a list, `*` each key. `{name} schema {schema}` prints the schema.",
            _table(("Key", "Value", "Meaning"), rows),
        ]
    )


def _keys(node: dict[str, Any], root: dict[str, Any], path: str) -> Iterator[tuple[str, str, str]]:
    node = _resolved(node, root)
    for choice in node.get("anyOf", ()):
        yield from _keys(choice, root, path)
    if "items" in node:
        yield from _keys(node["items"], root, f"{path}[]")
    for name, child in _children(node):
        here = f"{path}.{name}".lstrip(".")
        resolved = _resolved(child, root)
        yield here, _kind(resolved, root), resolved.get("description") or _meaning(here)
        yield from _keys(resolved, root, here)


def _meaning(path: str) -> str:
    parts = path.replace("[]", "").split(".")
    return MEANINGS.get(".".join(parts[-2:])) or MEANINGS.get(parts[-1], "")


def _children(node: dict[str, Any]) -> Iterable[tuple[str, dict[str, Any]]]:
    more = node.get("additionalProperties")
    return [*node.get("properties", {}).items(), *([("*", more)] if isinstance(more, dict) else [])]


def _resolved(node: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    target: dict[str, Any] = functools.reduce(
        lambda inside, key: inside[key], node["$ref"].split("/")[1:], root
    )
    return target | {key: value for key, value in node.items() if key != "$ref"}


def _kind(node: dict[str, Any], root: dict[str, Any]) -> str:
    if "const" in node:
        return json.dumps(node["const"])
    if "enum" in node:
        return " or ".join(json.dumps(value) for value in node["enum"])
    if "anyOf" in node:
        return " or ".join(dict.fromkeys(_kind(_resolved(one, root), root) for one in node["anyOf"]))
    kinds = node.get("type", "any")
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def _terms_page() -> str:
    parts = ["# Terms", "`decay explain TERM` and `zipf explain TERM` print these paragraphs."]
    for term in sorted(TERMS, key=lambda one: one.name.casefold()):
        also = f"\n\nAlso: {_text(', '.join(term.aliases))}" if term.aliases else ""
        formula = f"\n\n```text\n{term.formula}\n```" if term.formula else ""
        source = f"\n\n*{_text(term.source)}*" if term.source else ""
        parts.append(f"## {term.name}\n\n{_text(term.meaning)}{formula}{source}{also}")
    return "\n\n".join(parts)


def _laws_page() -> str:
    parts = ["# Laws", "`decay models` and `zipf models` print these lists.", "## Laws of decay, f(d)"]
    parts += [_law(law, f"{law.meaning} {_parameters(law)}") for law in MODELS.values()]
    parts += ["## Laws of word frequencies", *(_law(law, _parameters(law)) for law in FAMILIES.values())]
    parts += ["## Populations", *(_law(law, ", ".join(law.symbols)) for law in POPULATIONS.values())]
    return "\n\n".join(parts)


def _law(law: Any, about: str) -> str:
    return (
        f"### {law.title[0].upper()}{law.title[1:]}\n\n`{law.name}`\n\n```text\n{law.formula}\n```\n\n"
        f"{_text(about)}\n\n*{_text(law.source)}*"
    )


def _parameters(law: Any) -> str:
    return " ".join(f"{p.symbol}, {p.name}: {p.meaning.rstrip('.')}." for p in law.parameters)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + " --- |" * len(head), *lines])


def _cell(words: str) -> str:
    """Return words for a table, whose columns a bar would end even within code."""

    def code(match: re.Match[str]) -> str:
        return f"<code>{html.escape(match[1], quote=False)}</code>"

    return re.sub(r"`([^`]*)`", code, words).replace("|", "&#124;")


def _text(words: str) -> str:
    """Return words on one line, with no character that Markdown would take for its own outside of code."""
    parts = re.split(r"(`[^`]*`)", " ".join(words.split()))
    return "".join(part if part.startswith("`") else re.sub(r"([<>*_\[\]])", r"\\\1", part) for part in parts)
