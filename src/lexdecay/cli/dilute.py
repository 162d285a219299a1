"""``decay dilute``: how thinly a softmax spreads as keys are added."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from lexdecay.cli.answer import answer
from lexdecay.cli.attn import map_options
from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import Real, corpus_options, grouped
from lexdecay.cli.output import rendered
from lexdecay.cli.pictures import drawn_output_options
from lexdecay.cli.progress import shown_progress
from lexdecay.cli.stored_curve import given_options, stored_curve_file
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from lexdecay.cli.options import Output
    from lexdecay.corpus import CorpusOptions
    from lexdecay.position.kernels import Kernel
    from lexdecay.records import Source

MOST_KEYS = 1 << 24  # a bias is summed key by key


class Lengths(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on only
    """Numbers of keys: ``1000,10000``, or by doublings ``1k..128k`` (k is 1024)."""

    name = "N,N|N..N"
    _form = re.compile(r"(\d+)(k?)", re.IGNORECASE)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the lengths, ascending; fails with an example on anything else."""
        if isinstance(value, tuple):
            return value
        low, dots, high = str(value).partition("..")
        if not dots:
            return tuple(sorted({self._number(part, param, ctx) for part in low.split(",")}))
        first, last = self._number(low, param, ctx), self._number(high, param, ctx)
        steps = (first << power for power in range(MOST_KEYS.bit_length()))
        return tuple(length for length in steps if length <= last) or (first,)

    def _number(self, text: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = self._form.fullmatch(text.strip())
        number = int(match[1]) * (1024 if match[2] else 1) if match else 0
        if not 2 <= number <= MOST_KEYS:
            self.fail(f"'{text}' is no number of keys, such as 1000 or 1k..128k", param, ctx)
        return number


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay dilute --gap 8 --lengths 1000,10000,100000",
        "decay dilute --exponent 0.5 --exponent 1 --nearest 64",
        "decay dilute --curve book.txt --kernel direct",
        "decay dilute --curve novel.txt --language zh --unit char",
        "decay dilute --sigma 2 --json",
        "decay dilute maps.npz --nearest 32",
    ),
)
@click.argument("paths", metavar="[MAPS]...", nargs=-1, type=click.Path())
@grouped("What attends", "--gap", multiple=True, type=Real(min=0, max=700), metavar="NATS",
         help="A needle this far above equal logits; repeatable.")  # fmt: skip
@grouped("What attends", "--sigma", multiple=True, type=Real(min=0, max=100), metavar="NATS",
         help="Independent Gaussian logits of this spread; repeatable.")  # fmt: skip
@grouped("What attends", "--exponent", multiple=True, type=Real(min=0, max=20), metavar="A",
         help="A bias of distance^-A alone; repeatable.")  # fmt: skip
@grouped("What attends", "--curve", multiple=True, type=click.Path(), metavar="FILE",
         help="The kernel of a text, a store or a curve by decay measure --json; repeatable.")  # fmt: skip
@grouped(
    "What attends",
    "--kernel",
    type=click.Choice(["corr", "direct", "mi"]),
    default="corr",
    show_default=True,
    help="What of the curve stands for the best attention.",
)
@grouped("Table", "--lengths", type=Lengths(), default="1k..128k", show_default=True,
         help="Numbers of keys; k is 1024, two dots double.")  # fmt: skip
@grouped("Table", "--nearest", type=click.IntRange(min=1), default=64, show_default=True, metavar="W",
         help="Nearest keys whose weight is told apart.")  # fmt: skip
@grouped("Table", "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="N",
         help="Of the Gaussian logits.")  # fmt: skip
@map_options
@corpus_options
@drawn_output_options
def dilute(
    paths: tuple[str, ...],
    maps: dict[str, Any],
    corpus: dict[str, Any],
    output: Output,
    *,
    gap: tuple[float, ...],
    sigma: tuple[float, ...],
    exponent: tuple[float, ...],
    curve: tuple[str, ...],
    kernel: str,
    lengths: tuple[int, ...],
    nearest: int,
    seed: int,
) -> None:
    """Tabulate how attention thins out as keys are added: entropy, effective keys, what keeps weight.

    From closed forms (--gap, --sigma, --exponent), from the decay of a text (--curve) or from attention MAPS,
    whose rows are grouped by how many keys they see. The suggested scale is what logits would have to be
    multiplied by, under the assumption printed with it.
    """
    from lexdecay.corpus import CorpusOptions
    from lexdecay.dilute_analysis import DiluteOptions
    from lexdecay.dilute_analysis import dilute as analyse
    from lexdecay.position.maps import MapOptions
    from lexdecay.report.dilute_json import dilute_json, dilute_rows
    from lexdecay.report.dilute_screen import dilute_screen

    sinks = maps.pop("sinks")
    reading = MapOptions(maps.pop("attention"), **maps)
    chosen = DiluteOptions(gap, sigma, exponent, lengths, nearest, seed)
    if not curve and (given := given_options("Corpus")):
        raise UsageError(f"{given[0]} is about a text, and none is read", hint="--curve book.txt")
    found = [_kernel(path, kernel, CorpusOptions(**corpus), output) for path in curve]
    kernels, beside = [one for one, _ in found], [source for _, sources in found for source in sources]
    result = analyse(paths, chosen, reading, sinks=sinks, kernels=kernels, beside=beside)
    content = rendered(result, output, screen=dilute_screen, document=dilute_json, rows=dilute_rows)
    answer(result, content, result.notices, None if result.dilutions else result.notices[0], output)


def _kernel(
    path: str, name: str, reading: CorpusOptions, output: Output
) -> tuple[Kernel, tuple[Source, ...]]:
    """Measure a text or a store as `decay map` would, or read what was measured; and say what was read."""
    from lexdecay.analysis import MeasureOptions
    from lexdecay.attn_analysis import kernel_of
    from lexdecay.map_analysis import measured_for

    stored = stored_curve_file(path)
    if stored is not None:
        measured, source = stored
        return kernel_of(measured, name), (source,)
    with shown_progress(output) as progress:
        measured = measured_for(name, [path], reading, MeasureOptions(), progress=progress)
    return kernel_of(measured, name), measured.corpus.sources
