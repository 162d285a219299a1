"""How a help page looks: examples first, then words, then options under headings."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.boundary import writing
from lexdecay.cli.shortage import refuse_too_small_a_process

if TYPE_CHECKING:
    from collections.abc import Sequence

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


NARROWEST = 20  # columns; click's own pages are never narrower than 50, and stand out of a small window


class PageContext(click.Context):
    """A context whose help pages are as wide as the window, however narrow."""

    def make_formatter(self) -> click.HelpFormatter:
        """Return a formatter of the window's width, or of ``terminal_width``."""
        columns = min(shutil.get_terminal_size().columns, self.max_content_width or 80)
        return click.HelpFormatter(width=self.terminal_width or max(NARROWEST, columns - 2))


class HelpPage(click.Command):
    """A command whose help begins with lines that can be typed as they stand."""

    context_class = PageContext

    def __init__(self, *names: Any, examples: Sequence[str] = (), **settings: Any) -> None:
        settings.setdefault("context_settings", CONTEXT)
        super().__init__(*names, **settings)
        self.examples = tuple(examples)

    def get_help_option_names(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return -h and --help, also for the context of a manual page, which knows no settings.

        click keeps the help option it made first, so one such context would take -h from a verb for good.
        """
        return list(CONTEXT["help_option_names"])

    def make_context(self, *arguments: Any, **settings: Any) -> click.Context:
        """Parse; all that click writes while it parses is a help page or a version."""
        with writing("standard output"):
            return super().make_context(*arguments, **settings)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the words."""
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {example}\n" for example in self.examples))
        super().format_help_text(ctx, formatter)


class GroupedOption(click.Option):
    """An option that knows under which heading of the help page it stands."""

    def __init__(self, *names: Any, group: str = "Options", **settings: Any) -> None:
        super().__init__(*names, **settings)
        self.group = group


class GroupedCommand(HelpPage):
    """A verb whose help page lists its options under headings, in the order they were given."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb, in a process that can."""
        refuse_too_small_a_process()
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one section for each heading; options without one come last."""
        sections: dict[str, list[tuple[str, str]]] = {}
        last = "Other options"
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                sections.setdefault(getattr(parameter, "group", last), []).append(record)
        for heading in sorted(sections, key=last.__eq__):
            with formatter.section(heading):
                formatter.write_dl(sections[heading], col_max=min(30, formatter.width // 3))


class CommandGroup(HelpPage, click.Group):
    """A command with verbs, listed in the order they were entered: the main one first."""

    command_class = GroupedCommand

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return the verbs in the order they were entered."""
        return list(self.commands)


def short_help(context: click.Context) -> str:
    """Return usage, examples and where the whole help is: for a verb that was given nothing to read."""
    examples = "".join(f"  {example}\n" for example in getattr(context.command, "examples", ()))
    missing = f"No CORPUS was given and standard input is a terminal; see {context.command_path} --help."
    return f"{context.get_usage()}\n\n{examples}\n{missing}"
