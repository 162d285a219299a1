"""``decay attn``: what the heads of a model do with distance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import bundle, grouped
from lexdecay.cli.output import deliver, notices, rendered, write_file
from lexdecay.cli.pictures import draw, drawn_output_options
from lexdecay.cli.writable import require_writable
from lexdecay.errors import InputError, NotEnoughDataError

if TYPE_CHECKING:
    from lexdecay.cli.options import Decorator, Output
    from lexdecay.position.kernels import Kernel
    from lexdecay.records import Source

MAP_OPTIONS: tuple[Decorator, ...] = (
    grouped(
        "Maps",
        "--attention",
        type=click.Choice(["causal", "bidirectional", "cross"]),
        default="causal",
        show_default=True,
        help="What a query sees: earlier keys, all keys, or the keys of another sequence.",
    ),
    grouped("Maps", "--scores", is_flag=True, help="The arrays hold logits before the softmax."),
    grouped(
        "Maps",
        "--first-axis",
        type=click.Choice(["batch", "layer"]),
        help="What the first of four axes is.  [default: layer for a single array]",
    ),
    grouped("Maps", "--array", metavar="REGEX", help="Take the arrays whose names match."),
    grouped(
        "Maps",
        "--sinks",
        type=click.IntRange(min=0),
        metavar="N",
        help="Leading keys that are left out.  [default: 1 of causal maps, else 0]",
    ),
)
map_options: Decorator = bundle("maps", MAP_OPTIONS)


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay attn maps.npz",
        "decay attn maps.safetensors --count-from next --curve curve.json",
        "decay attn maps.npz --save-profile profile.npz",
        "decay attn profile.npz --count-from next --perturb logprobs.npz --json",
    ),
)
@click.argument("paths", metavar="MAPS...", nargs=-1, required=True, type=click.Path())
@map_options
@grouped(
    "Measuring",
    "--max-offset",
    type=click.IntRange(min=4),
    metavar="D",
    help="Farthest distance.  [default: half of the keys, a quarter to each side]",
)
@grouped(
    "Measuring",
    "--count-from",
    type=click.Choice(["query", "next"]),
    default="query",
    show_default=True,
    help="Whether distances are from the query, or from the token after it, which it predicts.",
)
@grouped(
    "Comparing",
    "--curve",
    type=click.Path(),
    metavar="FILE",
    help="A curve by decay measure --json, or a table offset,value, to set each head beside.",
)
@grouped(
    "Comparing",
    "--kernel",
    type=click.Choice(["corr", "direct", "mi"]),
    default="corr",
    show_default=True,
    help="What of the curve stands for the best attention; see decay explain kernel.",
)
@grouped(
    "Comparing",
    "--perturb",
    type=click.Path(),
    metavar="FILE",
    help="Log-probabilities by context length (.npz): what context is worth, beside the weight on it.",
)
@grouped(
    "Output", "--save-profile", type=click.Path(), metavar="FILE", help="Keep the maps' sums by offset too."
)
@drawn_output_options
def attn(
    paths: tuple[str, ...],
    maps: dict[str, Any],
    output: Output,
    *,
    max_offset: int | None,
    count_from: str,
    curve: str | None,
    kernel: str,
    perturb: str | None,
    save_profile: str | None,
) -> None:
    """Say what each attention head does with distance, beside what uniform attention would show.

    MAPS are softmax weights in .npz or .safetensors, (heads, queries, keys) with layers or sequences before
    them, or profiles made of such maps. Several files are further sequences of the same heads. Weights are
    not P(word | query, offset): values, later layers and the network between them have their say too.
    """
    from lexdecay.attn_analysis import AttnOptions
    from lexdecay.attn_analysis import attn as analyse
    from lexdecay.position.maps_profile import profile_bytes
    from lexdecay.report.attn_json import attn_json, attn_rows
    from lexdecay.report.attn_screen import attn_screen

    require_writable(save_profile)
    options = AttnOptions(
        **maps, max_offset=max_offset, count_from="next" if count_from == "next" else "query"
    )
    compared, beside = _kernel(curve, kernel) if curve is not None else (None, ())
    result = analyse(paths, options, kernel=compared, beside=beside, perturb=perturb)
    content = rendered(result, output, screen=attn_screen, document=attn_json, rows=attn_rows)
    small = [notice for notice in result.notices if notice.code == "too-little-data"]
    notices([notice for notice in result.notices if notice not in small], output)
    deliver(content, output)
    draw(result, output)
    if save_profile is not None and not small:
        write_file(save_profile, profile_bytes(result.profile))
    for nothing in small:
        raise NotEnoughDataError(nothing.message, hint=nothing.hint)


def _kernel(path: str, name: str) -> tuple[Kernel, tuple[Source, ...]]:
    """Read a measured curve, or a table of a known kernel, and say what the file was."""
    from lexdecay.attn_analysis import kernel_of
    from lexdecay.cli.stored_curve import source_of_curve
    from lexdecay.position.heads_compare import read_kernel
    from lexdecay.report.from_json import ENOUGH_TO_TELL, is_result, measure_from_json

    try:
        content = Path(path).read_bytes()
    except OSError as problem:
        raise InputError(
            f"{path}: cannot be read: {problem.strerror}", hint="decay measure CORPUS --json -o curve.json"
        ) from problem
    measured = is_result(content[:ENOUGH_TO_TELL])
    found = kernel_of(measure_from_json(content, path), name) if measured else read_kernel(path)
    return found, (source_of_curve(path, content),)
