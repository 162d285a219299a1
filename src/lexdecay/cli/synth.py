"""``decay synth``: a corpus of exactly known law, and its truth."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import click

from lexdecay.cli.help_page import GroupedCommand
from lexdecay.cli.options import bundle, grouped
from lexdecay.cli.output import replacing, write_stdout
from lexdecay.cli.writable import require_writable
from lexdecay.scratch import temporary_folder

if TYPE_CHECKING:
    from lexdecay.synth import Law

LAWS: Final = ("copy", "exp-copy", "two-scale-copy", "markov", "markov-random", "tree", "topics", "iid")
# Parameters of the laws. A help page must not load numpy, so they stand here a second time; a test
# holds them to the fields of the laws.
PARAMETERS: Final[tuple[tuple[str, type, str], ...]] = (
    ("vocabulary", int, "number of word types"),
    ("zipf", float, "exponent of word frequency over rank"),
    ("copies", float, "probability that a token is a copy"),
    ("lag_exponent", float, "exponent of the law of copy lags"),
    ("longest_lag", int, "longest lag of a copy, tokens"),
    ("length", float, "correlation length of c_d, tokens"),
    ("short_lag", float, "mean of the short lags, tokens"),
    ("long_lag", float, "mean of the long lags, tokens"),
    ("long_share", float, "share of copies over long lags"),
    ("stay", float, "probability of keeping the state: word, chain, topic or parent"),
    ("links", int, "successors per word type, on average"),
    ("groups", int, "groups of words that the chain does not leave"),
    ("matrix_seed", int, "seed of the transition matrix"),
    ("topics", int, "number of topics"),
    ("focus", float, "probability that a word is of the topic"),
    ("branches", int, "children of a node of the tree"),
    ("depth", int, "edges from root to leaf; branches^depth tokens a document"),
)
SHORT_OFFSETS: Final = 16  # every offset up to here, then eight a decade: the grid of `decay measure`

_corpus = functools.partial(grouped, "Corpus")
_truth = functools.partial(grouped, "Truth")
_law = functools.partial(grouped, "Parameters of the law (each law has its own, and its own defaults)")
_law_parameters = bundle(
    "parameters",
    [_law(f"--{name.replace('_', '-')}", name, type=kind, help=text) for name, kind, text in PARAMETERS],
)


@click.command(
    cls=GroupedCommand,
    examples=(
        "decay synth copy --tokens 1000000 -o copy.jsonl --truth copy.truth.json",
        "decay synth markov --stay 0.8 --tokens 200000 | decay fit --documents object -",
        "decay synth tree --depth 9 --tokens 500000 --seed 7 -o tree.jsonl",
    ),
)
@click.argument("law", metavar="LAW", type=click.Choice(LAWS))
@_corpus(
    "--tokens",
    type=click.IntRange(min=1, max=10**12),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="How many, at least.",
)
@_corpus(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Same seed, same corpus.",
)
@_corpus(
    "--output",
    "-o",
    "path",
    type=click.Path(),
    metavar="FILE",
    help="JSONL, a document a line.  [default: stdout]",
)
@_truth(
    "--truth", "truth_path", type=click.Path(), metavar="FILE", help="Where the exact curve goes, as JSON."
)
@_truth(
    "--max-offset",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="D",
    help="Its last offset.",
)
@_truth(
    "--cap",
    "caps",
    type=click.IntRange(min=1),
    multiple=True,
    metavar="K",
    help="Types that keep their identity in it; repeatable.  [default: all]",
)
@_law_parameters
def synth(
    law: str,
    tokens: int,
    seed: int,
    parameters: dict[str, Any],
    max_offset: int,
    caps: tuple[int, ...],
    path: str | None,
    truth_path: str | None,
) -> None:
    """Generate a corpus whose dependence at every offset is known by formula.

    LAW is copy (a power law up to the longest lag), exp-copy, markov, markov-random or topics
    (exponentials), two-scale-copy (a sum of two), tree (a power law within documents), or iid (no
    dependence).
    """
    from lexdecay.synth import generate, make_law, write_jsonl

    require_writable(path)
    require_writable(truth_path)
    chosen = make_law(law, {name: value for name, value in parameters.items() if value is not None})
    ids, starts = generate(chosen, tokens, seed)
    if truth_path is not None:
        _write_truth(chosen, max_offset, caps, truth_path)
    if path is not None:
        with replacing(path) as temporary:
            write_jsonl(temporary, ids, starts)
        return
    with temporary_folder(None) as folder:
        write_jsonl(folder / "corpus.jsonl", ids, starts)
        write_stdout((folder / "corpus.jsonl").read_bytes())


def _write_truth(law: Law, max_offset: int, caps: tuple[int, ...], path: str) -> None:
    from lexdecay.measure.offsets import offset_grid
    from lexdecay.synth import truth, write_truth

    last = min(max_offset, law.largest_offset() or max_offset)
    exact = truth(law, offset_grid(last).tolist(), caps or (law.probabilities().size,))
    with replacing(path) as temporary:
        write_truth(temporary, exact)
