"""``decay map``: a measured curve and the position encodings that would represent it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer, no_curve
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import (
    Real,
    bundle,
    corpus_options,
    grouped,
    measuring_options,
    paths_argument,
    paths_or_stdin,
)
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.position_options import (
    Names,
    config_option,
    even,
    head_dimension_option,
    model_config,
    model_option,
)
from lexdecay.cli.progress import shown_progress

if TYPE_CHECKING:
    from lexdecay.cli.options import Output

MAP_OPTIONS = (
    grouped(
        "Mapping",
        "--to",
        "encodings",
        type=Names(),
        help="Encodings: alibi, kerple, t5, fire, sandwich, rope, sinusoidal, xpos.  [default: all]",
    ),
    grouped(
        "Mapping",
        "--kernel",
        type=click.Choice(["corr", "direct", "mi"]),
        default="corr",
        show_default=True,
        help="What stands for the weight of a distance: sqrt(2 I), direct links, or I.",
    ),
    grouped(
        "Mapping",
        "--tokens-per-unit",
        type=Real(min=0.01, max=100),
        metavar="F",
        help="Tokens of your model for each word or character of the curve: distances then count tokens.",
    ),
    grouped(
        "Mapping",
        "--count-from",
        type=click.Choice(["next", "query"]),
        default="next",
        show_default=True,
        help="Where offset 0 is: at the token that is predicted, one after the query, or at the query.",
    ),
    config_option,
    model_option(
        "--heads",
        type=click.IntRange(min=1, max=1024),
        metavar="H",
        help="Heads of a layer.  [default: of the config, else 8]",
    ),
    model_option(
        "--length",
        type=click.IntRange(min=2),
        metavar="L",
        help="Context of the model, tokens.  [default: of the config, else 2048]",
    ),
    head_dimension_option,
    model_option(
        "--base",
        type=Real(min=1, max=1e12, min_open=True),
        metavar="B",
        help="Rotary base.  [default: of the config, else 10000]",
    ),
)


@click.command(
    "map",
    cls=GroupedCommand,
    examples=(
        "decay map book.txt",
        "decay map book.txt --to alibi,rope --config config.json --tokens-per-unit 1.3",
        "decay measure book.txt --json | decay map - --kernel mi --json",
    ),
)
@paths_argument
@bundle("mapping", MAP_OPTIONS)
@corpus_options
@measuring_options
@drawn_output_options
def map_(
    paths: tuple[str, ...],
    mapping: dict[str, Any],
    corpus: dict[str, Any],
    measuring: dict[str, Any],
    output: Output,
) -> None:
    """Say which position encodings would represent a measured decay, and how far off each stays.

    The decay becomes a kernel ln K(d), known up to a constant and to the largest usable offset; every
    encoding is brought as close to it as it can come. What a text does not imply (rotary bases, factors that
    come from weights) is labelled so. A CORPUS is as in `decay fit`: a text, a store, a curve made by
    `decay measure --json`, or - for standard input.
    """
    from lexdecay import map_analysis
    from lexdecay.analysis import MeasureOptions
    from lexdecay.cli.stored_curve import stored_curve
    from lexdecay.corpus import CorpusOptions
    from lexdecay.report.map_json import map_json, map_notices, map_rows
    from lexdecay.report.map_screen import map_screen

    inputs = paths_or_stdin(paths)
    even(mapping["head_dimension"])
    chosen = {**mapping, "encodings": mapping["encodings"] or (), "config": model_config(mapping["config"])}
    options = map_analysis.checked(map_analysis.MapOptions(**chosen))
    curve = stored_curve(inputs)
    with shown_progress(output) as progress:
        if curve is not None:
            result = map_analysis.map_curves(curve, options, progress=progress)
        else:
            reading = CorpusOptions(**corpus), MeasureOptions(**measuring)
            result = map_analysis.map_corpus(inputs, *reading, options, progress=progress)
    content = rendered(result, output, screen=map_screen, document=map_json, rows=map_rows)
    said = map_notices(result)
    answer(result, content, said, None if result.kernel else no_curve(said), output)
