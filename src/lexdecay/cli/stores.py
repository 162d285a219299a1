"""``decay index`` and ``decay count``: verbs whose result is a folder; stdout tells what is in it."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.engine_options import engine_options, front_door
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import Size, bundle, grouped, indexing_options, paths_argument, paths_or_stdin
from lexdecay.cli.output import deliver, notices, summary_output
from lexdecay.cli.progress import shown_progress
from lexdecay.errors import OutputError
from lexdecay.report.screen import screen_width

if TYPE_CHECKING:
    from lexdecay.cli.options import Output
    from lexdecay.needs import Needs

_output = functools.partial(grouped, "Output")
_counting = functools.partial(grouped, "Counting")
_directory = _output(
    "--output", "-o", "directory", required=True, type=click.Path(), metavar="DIR", help="Folder to write."
)
_plan = _output("--plan", is_flag=True, help="Say what the run would take, and stop: tokens, disk, memory.")
_summary_options = bundle(
    "output",
    [
        _output("--json", "json_", is_flag=True, help="The summary as JSON."),
        _output("--quiet", "-q", is_flag=True, help="No notes and no progress on stderr."),
        _output("--verbose", "-v", is_flag=True, help="Say each phase on stderr."),
    ],
    summary_output,
)


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay index books/ --recursive -o books.store",
        "decay fit books.store",
        "zipf report books.store",
    ),
)
@paths_argument
@indexing_options
@_directory
@_output(
    "--replace",
    "replacing",
    is_flag=True,
    help="Write over a store of other inputs; over one of the same, always.",
)
@_plan
@_summary_options
def index(
    paths: tuple[str, ...],
    corpus: dict[str, Any],
    directory: str,
    replacing: bool,
    plan: bool,
    output: Output,
) -> None:
    """Tokenise a corpus once into a store, which every command takes in place of the text."""
    from lexdecay import analysis, needs
    from lexdecay.corpus import CorpusOptions
    from lexdecay.report.json_text import json_text
    from lexdecay.report.summaries import index_json, index_screen
    from lexdecay.tokens import open_store

    inputs, reading = paths_or_stdin(paths), CorpusOptions(**corpus)
    if plan:
        _show_needs(needs.index_needs(inputs, reading), "index", directory, None, output)
        return
    with shown_progress(output) as progress:
        manifest = analysis.index(inputs, reading, directory, replacing=replacing, progress=progress)
    said = open_store(Path(directory), verify=False).notices
    notices(said, output)
    shown = (
        json_text(index_json(manifest, directory, said))
        if output.format == "json"
        else index_screen(manifest, directory, width=screen_width())
    )
    deliver(shown, output)


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay count book.txt -o book.pairs --max-offset 10 --min-count 5",
        "duckdb -c \"select * from 'book.pairs/*.parquet' order by count desc limit 20\"",
    ),
)
@paths_argument
@indexing_options
@_counting(
    "--max-offset",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="D",
    help="Farthest distance in words.",
)
@_counting(
    "--min-count",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Leave out rarer pairs.",
)
@_counting(
    "--memory", type=Size(), metavar="SIZE", help="Bytes that counting stays under, such as 500M or 2G."
)
@_counting(
    "--temp-dir",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Where sorted runs go.  [default: the system's]",
)
@engine_options
@_directory
@_plan
@_summary_options
def count(
    paths: tuple[str, ...],
    corpus: dict[str, Any],
    engine: dict[str, Any],
    directory: str,
    plan: bool,
    output: Output,
    **counting: Any,
) -> None:
    """Count ordered pairs of words by offset into Parquet files, exactly, whatever the memory.

    Columns left, right, offset, count; readable by polars, duckdb, R. Nothing is dropped before the
    counts are complete.
    """
    from lexdecay import needs
    from lexdecay.corpus import CorpusOptions
    from lexdecay.report.json_text import json_text
    from lexdecay.report.summaries import count_json, count_screen

    inputs, reading = paths_or_stdin(paths), CorpusOptions(**corpus)
    if plan:
        found = needs.count_needs(inputs, reading, counting["max_offset"], counting["memory"])
        _show_needs(found, "count", directory, counting["temp_dir"], output)
        return
    if Path(directory).exists():
        raise OutputError(f"{directory} exists already", hint="name a new folder with -o")
    with shown_progress(output) as progress:
        counted = front_door(engine, output).count
        table = counted(inputs, reading, directory, **counting, progress=progress)
    shown = (
        json_text(count_json(table, directory))
        if output.format == "json"
        else count_screen(table, directory, width=screen_width())
    )
    deliver(shown, output)


def _show_needs(found: Needs, verb: str, directory: str, temp_dir: str | None, output: Output) -> None:
    """Print what a run will take; raises ResourceError when there is certainly no room for it."""
    from lexdecay.needs import require_room
    from lexdecay.report.json_text import json_text
    from lexdecay.report.summaries import needs_json, needs_screen

    shown = (
        json_text(needs_json(found, verb))
        if output.format == "json"
        else needs_screen(found, verb, width=screen_width())
    )
    deliver(shown, output)
    require_room(found, Path(directory), Path(temp_dir) if temp_dir else None)
