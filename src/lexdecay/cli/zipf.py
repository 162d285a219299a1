"""The command ``zipf``: Zipf's law on word counts, tested the way a referee would."""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

import click

from lexdecay import __version__
from lexdecay.cli import boundary
from lexdecay.cli.citation import cite_option
from lexdecay.cli.explain import explain_verb
from lexdecay.cli.help_page import CommandGroup
from lexdecay.cli.options import (
    CONTROL_OPTION,
    RUNNING_OPTIONS,
    bundle,
    corpus_options,
    grouped,
    output_options,
    paths_argument,
    paths_or_stdin,
)
from lexdecay.cli.output import deliver, notices, rendered
from lexdecay.cli.pictures import draw, drawn_output_options
from lexdecay.cli.processor import keep_memory, one_thread_a_product
from lexdecay.cli.progress import shown_progress
from lexdecay.cli.reference import add_reference_verbs
from lexdecay.errors import NotEnoughDataError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lexdecay.cli.options import Output
    from lexdecay.records import Notice
    from lexdecay.report.rows import Rows
    from lexdecay.zipf.results import ZipfResult

_testing = functools.partial(grouped, "Testing")
_input = functools.partial(grouped, "Input")

EXIT_CODES = """\b
Exit codes:
  0 answered (also "cannot tell")     1 input, output or resources
  2 usage                             3 too few words
  130, 143 stopped by a signal        141 the reader of a pipe went away
"""


def _source(values: dict[str, Any]) -> dict[str, Any]:
    if values["counts"] and values["spectrum"]:
        raise click.UsageError("--counts and --spectrum exclude each other", click.get_current_context())
    kind = "counts" if values["counts"] else "spectrum" if values["spectrum"] else "text"
    return {"kind": kind, "tag": values["tag"]}


input_options = bundle(
    "source",
    [
        _input(
            "--counts",
            is_flag=True,
            help="CORPUS is a frequency table: word,count rows (CSV, TSV, JSON, Parquet) or bare counts.",
        ),
        _input("--spectrum", is_flag=True, help="CORPUS is a frequency spectrum: rows of m, Vm."),
        _input("--tag", metavar="TAG", help="Count only words of this class, such as NOUN; tags the text."),
    ],
    _source,
)
# The seed and the number of jobs; the tests need little memory and no temporary files.
running_options = bundle("running", RUNNING_OPTIONS[:2])
ordering_options = bundle("ordering", [CONTROL_OPTION])
testing_options = bundle(
    "testing",
    [
        _testing(
            "--bootstrap",
            type=click.IntRange(min=0, max=100_000),
            default=200,
            show_default=True,
            metavar="N",
            help="Synthetic samples behind every p and interval; 0 for none.",
        ),
        _testing(
            "--csn2009",
            is_flag=True,
            help="Also fit the tail as the programs of Clauset et al. (2009) do, and explain the difference.",
        ),
    ],
)


@click.group(
    cls=CommandGroup,
    examples=(
        "zipf report book.txt",
        "cat book.txt | zipf report",
        "zipf report books/ --each",
        "zipf count book.txt --format csv | zipf report --counts",
    ),
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="zipf", message="%(prog)s %(version)s")
@cite_option
def zipf() -> None:
    """Zipf's law on your own text: does it hold, in which form, over which range, how sure is that."""


@zipf.command(
    examples=(
        "zipf report book.txt --plot",
        "zipf report book.txt --bootstrap 1000 --json",
        "zipf report --counts counts.csv --csn2009",
        "zipf report books/ --each",
        "zipf report book.txt --sensitivity",
        "zipf report book.txt --control shuffle",
    )
)
@paths_argument
@input_options
@_testing("--each", is_flag=True, help="Test every file on its own and count which laws hold in how many.")
@_testing("--sensitivity", is_flag=True, help="Cut the text by several token rules; does the verdict flip?")
@testing_options
@corpus_options
@ordering_options
@running_options
@drawn_output_options
def report(paths: tuple[str, ...], each: bool, sensitivity: bool, output: Output, **chosen: Any) -> None:
    """Test Zipf's law on all types, on the tail, against other laws, and say what the text supports.

    A CORPUS is a text, JSONL, a table, Parquet, Arrow, XML or CoNLL-U, compressed or not, a folder, an
    address (https://, s3://, gs://), a store made by `decay index`, a frequency table (--counts),
    a frequency spectrum (--spectrum), or - for standard input (also when none is given).
    """
    if each and sensitivity:
        raise UsageError("--each and --sensitivity exclude each other", hint="give one of them")
    if (each or sensitivity) and (output.figure or output.report):
        raise UsageError("--figure and --report show one report", hint="leave out --each and --sensitivity")
    verb = _report_each if each else _report_rules if sensitivity else _report_one
    verb(paths_or_stdin(paths), *_asked(chosen), output)


def _asked(chosen: dict[str, Any]) -> tuple[Any, Any]:
    """Corpus and Zipf options from the bundles that a verb was given."""
    from lexdecay.corpus import CorpusOptions
    from lexdecay.zipf_analysis import ZipfOptions

    optional = [chosen.get(name, {}) for name in ("testing", "ordering", "running")]
    asked = {name: value for values in optional for name, value in values.items()}
    return CorpusOptions(**chosen["corpus"]), ZipfOptions(**chosen["source"], **asked)


def _report_one(paths: tuple[str, ...], corpus: Any, options: Any, output: Output) -> None:
    from lexdecay import zipf_analysis
    from lexdecay.report.zipf_json import report_json
    from lexdecay.report.zipf_rows import report_rows
    from lexdecay.report.zipf_table import report_screen

    with shown_progress(output) as progress:
        result = zipf_analysis.report(paths, corpus, options, progress=progress)
    _show(result, output, report_screen, report_json, report_rows, _all_notices(result))
    _enough(result)


def _enough(result: ZipfResult) -> None:
    # The result is out by now: a program that reads it sees what there was.
    verdict = result.analysis.verdict
    if verdict.answer == "too_little_data":
        raise NotEnoughDataError(f"too few words to test Zipf's law: {verdict.reason}", hint="give more text")


def _report_each(paths: tuple[str, ...], corpus: Any, options: Any, output: Output) -> None:
    from lexdecay import zipf_analysis
    from lexdecay.report.zipf_json import each_json
    from lexdecay.report.zipf_pages import each_screen
    from lexdecay.report.zipf_rows import each_rows

    with shown_progress(output) as progress:
        result = zipf_analysis.each(paths, corpus, options, progress=progress)
    _show(result, output, each_screen, each_json, each_rows, _all_notices(result))


def _report_rules(paths: tuple[str, ...], corpus: Any, options: Any, output: Output) -> None:
    from lexdecay import zipf_analysis
    from lexdecay.report.zipf_json import sensitivity_json
    from lexdecay.report.zipf_pages import sensitivity_screen
    from lexdecay.report.zipf_rows import sensitivity_rows

    with shown_progress(output) as progress:
        result = zipf_analysis.sensitivity(paths, corpus, options, progress=progress)
    _show(result, output, sensitivity_screen, sensitivity_json, sensitivity_rows, _all_notices(result))


@zipf.command(
    examples=(
        "zipf count book.txt --top 20",
        "zipf count book.txt --format csv -o counts.csv",
        "zipf count a.csv b.csv --counts",
    )
)
@paths_argument
@input_options
@_testing("--top", type=click.IntRange(min=1), metavar="N", help="Only the N commonest.  [default: all]")
@corpus_options
@output_options
def count(paths: tuple[str, ...], top: int | None, output: Output, **chosen: Any) -> None:
    """Count words exactly: commonest first, ties in code-point order."""
    from lexdecay import zipf_analysis
    from lexdecay.report.zipf_json import count_json
    from lexdecay.report.zipf_pages import count_screen
    from lexdecay.report.zipf_rows import count_rows

    inputs, (corpus, options) = paths_or_stdin(paths), _asked(chosen)
    with shown_progress(output) as progress:
        result = zipf_analysis.count(inputs, corpus, options, top=top, progress=progress)
    _show(result, output, count_screen, count_json, count_rows, _all_notices(result))


@zipf.command(
    examples=(
        "zipf growth book.txt --plot",
        "zipf growth book.txt --control shuffle",
        "zipf growth book.txt --format csv -o growth.csv",
    )
)
@paths_argument
@input_options
@_testing(
    "--points",
    type=click.IntRange(min=2, max=10_000),
    default=30,
    show_default=True,
    metavar="N",
    help="Sizes at which types are counted.",
)
@corpus_options
@ordering_options
@bundle("running", RUNNING_OPTIONS[:1])
@drawn_output_options
def growth(paths: tuple[str, ...], points: int, output: Output, **chosen: Any) -> None:
    """Types against tokens: exact expectation, band of the shuffles, the text's own order, local slope."""
    from lexdecay import zipf_analysis
    from lexdecay.report.zipf_json import growth_json
    from lexdecay.report.zipf_pages import growth_screen
    from lexdecay.report.zipf_rows import growth_rows

    inputs, (corpus, options) = paths_or_stdin(paths), _asked(chosen)
    with shown_progress(output) as progress:
        result = zipf_analysis.growth(inputs, corpus, options, points=points, progress=progress)
    _show(result, output, growth_screen, growth_json, growth_rows, _all_notices(result))
    if result.growth is None:
        raise NotEnoughDataError("there is no word in the input", hint="give text with words")


@zipf.command(examples=("zipf compare one.txt other.txt", "zipf compare a.csv b.csv --counts --json"))
@click.argument("first", metavar="A", type=click.Path())
@click.argument("second", metavar="B", type=click.Path())
@input_options
@corpus_options
@running_options
@output_options
def compare(first: str, second: str, output: Output, **chosen: Any) -> None:
    """Compare two corpora at the same number of tokens: types, exponents, differences with errors."""
    from lexdecay import zipf_analysis
    from lexdecay.report.zipf_json import compare_json
    from lexdecay.report.zipf_pages import compare_screen
    from lexdecay.report.zipf_rows import compare_rows

    corpus, options = _asked(chosen)
    with shown_progress(output) as progress:
        result = zipf_analysis.compare(first, second, corpus, options, progress=progress)
    said = [notice for one in result.corpora for notice in one.notices]
    _show(result, output, compare_screen, compare_json, compare_rows, said)
    if result.comparison.status == "too_few_types":
        raise NotEnoughDataError(
            f"too few words to compare: {result.comparison.reason}", hint="give more text"
        )


@zipf.command(examples=("zipf models", "zipf models f2 gigp", "zipf models --json"))
@click.argument("names", nargs=-1, metavar="[MODEL]...")
@output_options
def models(names: tuple[str, ...], output: Output) -> None:
    """List the laws: formula, parameters, meaning, source."""
    from lexdecay.errors import UnknownNameError
    from lexdecay.report.zipf_json import models_json
    from lexdecay.report.zipf_pages import models_screen
    from lexdecay.report.zipf_rows import models_rows
    from lexdecay.zipf.lnre import POPULATIONS
    from lexdecay.zipf.models import FAMILIES

    known: dict[str, Any] = {name: kind[name] for kind in (FAMILIES, POPULATIONS) for name in kind}
    unknown = next((name for name in names if name not in known), None)
    if unknown is not None:
        raise UnknownNameError("law", unknown, known)
    chosen = [known[name] for name in names or known]
    deliver(rendered(chosen, output, screen=models_screen, document=models_json, rows=models_rows), output)


def _all_notices(result: Any) -> list[Notice]:
    return list(dict.fromkeys((*result.corpus.notices, *result.notices)))


def _show(
    result: Any,
    output: Output,
    screen: Callable[..., str],
    document: Callable[[Any], dict[str, Any]],
    rows: Callable[[Any], Rows],
    said: Iterable[Notice],
) -> None:
    content = rendered(result, output, screen=screen, document=document, rows=rows)
    notices(said, output)
    deliver(content, output)
    draw(result, output)


zipf.add_command(explain_verb("zipf"))
add_reference_verbs(zipf, "zipf")


def main() -> None:
    """Run ``zipf`` on the process's arguments and exit."""
    # Not `prepare`: a chosen sort moves last digits away from the library's, and there are no pairs to sort.
    one_thread_a_product()
    keep_memory()
    sys.exit(boundary.run(zipf, "zipf"))
