"""``--figure`` and ``--report``: a result as a picture or as a page, beside what goes to stdout."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.boundary import note
from lexdecay.cli.options import OUTPUT_OPTIONS, bundle, gather_output, grouped
from lexdecay.cli.output import write_file
from lexdecay.cli.writable import require_writable
from lexdecay.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator, Output

FIGURE_SUFFIXES = (".svg", ".png", ".pdf")
PAGE_SUFFIXES = (".html", ".htm")

FIGURE_OPTION: Decorator = grouped(
    "Output",
    "--figure",
    type=click.Path(),
    metavar="FILE",
    help="Draw the result into FILE.svg, .png or .pdf too.",
)
PAGE_OPTION: Decorator = grouped(
    "Output",
    "--report",
    type=click.Path(),
    metavar="FILE",
    help="Write the result as one page FILE.html too.",
)


def draw(result: object, output: Output) -> None:
    """Write the figure and the page that ``output`` asks for; there may be nothing to draw."""
    if output.figure is not None:
        _draw_figure(result, output.figure, quiet=output.quiet)
    if output.report is not None:
        from lexdecay.report.html.page import page

        write_file(output.report, page([result]).encode("utf-8"))


def require_page(path: str | None, feature: str) -> None:
    """Raise what would keep a page from being written, before hours of work; None is standard output.

    Raises
    ------
    UsageError
        For a name that does not end as pages do.
    OutputError
        For a folder that is not there or may not be written to.
    MissingExtraError
        When matplotlib is not installed.
    """
    _require(path, PAGE_SUFFIXES, feature)
    _require_matplotlib(feature)


def _require(path: str | None, suffixes: tuple[str, ...], feature: str) -> None:
    if path is None:
        return
    if Path(path).suffix.lower() not in suffixes:
        meant = Path(path).with_suffix(suffixes[0])
        raise UsageError(f"{feature}: '{path}' does not end in {_listed(suffixes)}", hint=f"such as {meant}")
    require_writable(path)
    _require_matplotlib(feature)


def _listed(suffixes: tuple[str, ...]) -> str:
    return f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"


def _require_matplotlib(feature: str) -> None:
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise MissingExtraError(feature, "lexdecay[figures]")


def _draw_figure(result: object, path: str, *, quiet: bool) -> None:
    from lexdecay.report.figures.files import figure_bytes
    from lexdecay.report.figures.kinds import sections_of

    sections = sections_of(result)
    if not sections:
        if not quiet:
            note(f"there is nothing to draw: {path} was not written", None)
        return
    content, said = figure_bytes(sections, Path(path).suffix.lower().lstrip("."))
    write_file(path, content)
    for one in () if quiet else said:
        note(one.message, one.hint)


def _gather(values: dict[str, Any]) -> Output:
    figure, report = values.pop("figure", None), values.pop("report", None)
    _require(figure, FIGURE_SUFFIXES, "--figure")
    _require(report, PAGE_SUFFIXES, "--report")
    return replace(gather_output(values), figure=figure, report=report)


drawn_output_options: Decorator = bundle("output", (*OUTPUT_OPTIONS, FIGURE_OPTION, PAGE_OPTION), _gather)
