"""The options that several verbs share, in three bundles: corpus, measuring, output.

A bundle is a decorator. It adds its options to a verb and hands their values over as one argument, so
that a verb's signature reads ``(paths, corpus, measuring, output)`` however many options there are.
"""

from __future__ import annotations

import functools
import math
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from lexdecay.cli.help_page import GroupedOption, short_help
from lexdecay.cli.writable import require_writable
from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Verb: TypeAlias = Callable[..., Any]
    Decorator: TypeAlias = Callable[[Verb], Verb]

CONTROLS = ("shuffle", "within-document", "sentence-order", "reverse")
FORMATS = ("table", "json", "ndjson", "csv", "tsv", "parquet")
_COMPRESSED = ("gz", "bz2", "xz", "zst", "zip")


@dataclass(frozen=True, slots=True)
class Output:
    """How and where a verb's one artefact is written, and how much is said about it on stderr."""

    format: str
    path: str | None  # None is stdout
    plot: bool
    quiet: bool
    verbose: bool
    color: str  # auto, always or never
    figure: str | None = None  # file of a picture
    report: str | None = None  # file of a page


class Size(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on only
    """A number of bytes with K, M, G or T (powers of 1024), such as ``2G``."""

    name = "size"
    _form = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:I?B)?", re.IGNORECASE)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return bytes; fails with an example when ``value`` is not a positive size."""
        if isinstance(value, int):
            return value
        match = self._form.fullmatch(value.strip())
        size = int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " ")) if match else 0
        if size <= 0:
            self.fail(
                f"'{value}' is not a size; write a number with K, M or G, such as 500M or 2G", param, ctx
            )
        return size


class Real(click.FloatRange):
    """A number within a range. NaN is in none, though no comparison finds it outside."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; fails with the range when it lies outside."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


class VocabularySize(click.ParamType):  # type: ignore[type-arg]  # as above
    """A number of types, or ``all``."""

    name = "K|all"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Return the number of types or ``"all"``; fails on anything else."""
        text = str(value)
        if text == "all":
            return text
        if not (text.isascii() and text.isdigit() and int(text) > 0):
            self.fail(f"'{text}' is neither a number of types, such as 1000, nor 'all'", param, ctx)
        return int(text)


def usable_cores() -> int:
    """Return the number of cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def grouped(group: str, *names: str, **settings: Any) -> Decorator:
    """Return ``click.option`` whose help stands under the heading ``group``."""
    return click.option(*names, cls=GroupedOption, group=group, **settings)


def bundle(
    argument: str, options: Sequence[Decorator], gather: Callable[[dict[str, Any]], Any] = dict
) -> Decorator:
    """Return a decorator that adds ``options`` and passes ``gather({name: value})`` as ``argument``."""

    def decorate(verb: Verb) -> Verb:
        names: list[str] = []

        @functools.wraps(verb)
        def collected(*positional: Any, **values: Any) -> Any:
            values[argument] = gather({name: values.pop(name) for name in names})
            return verb(*positional, **values)

        already = len(getattr(verb, "__click_params__", []))
        outer: Verb = collected
        for option in reversed(options):
            outer = option(outer)
        added: list[click.Parameter] = getattr(outer, "__click_params__", [])[already:]
        names.extend(str(parameter.name) for parameter in reversed(added))
        return outer

    return decorate


paths_argument: Decorator = click.argument("paths", metavar="[CORPUS]...", nargs=-1, type=click.Path())

_corpus = functools.partial(grouped, "Corpus")
_measuring = functools.partial(grouped, "Measuring")
_running = functools.partial(grouped, "Running")
_output = functools.partial(grouped, "Output")

# The names in lexdecay.read.formats, which is not imported for --help; a test compares them.
INPUT_FORMATS = ("text", "jsonl", "csv", "tsv", "parquet", "arrow", "xml", "conllu", "vertical", "tagged")

CORPUS_OPTIONS: tuple[Decorator, ...] = (
    _corpus(
        "--documents",
        type=click.Choice(["file", "line", "paragraph", "object"]),
        help="What a document is; pairs never cross one.  [default: object for JSONL and tables, else file]",
    ),
    _corpus(
        "--field",
        metavar="NAME|N",
        help="Key of the text in JSONL, or column of a table by name or number.  [default: text]",
    ),
    _corpus(
        "--input-format",
        type=click.Choice(INPUT_FORMATS),
        help="What the input is.  [default: as its first bytes or its name say]",
    ),
    _corpus(
        "--encoding",
        metavar="NAME|auto",
        help="Encoding of the text; auto decides for each input.  [default: as a BOM says, else utf-8]",
    ),
    _corpus("--recursive", "-r", is_flag=True, help="Read the files below a folder too."),
    _corpus(
        "--exclude", multiple=True, metavar="GLOB", help="Do not read files of this name; may be repeated."
    ),
    _corpus(
        "--strip",
        type=click.Choice(["gutenberg", "aozora", "invisible"]),
        multiple=True,
        help="Leave out Project Gutenberg's header and licence, Aozora Bunko's readings and notes, or "
        "invisible characters; may be repeated.",
    ),
    _corpus("--dehyphenate", is_flag=True, help="Join words divided at a line's end; drop soft hyphens."),
    _corpus(
        "--language",
        default="en",
        show_default=True,
        metavar="CODE",
        help="Language whose rules split the text.",
    ),
    _corpus(
        "--tokenizer",
        metavar="NAME",
        help="How text becomes tokens.  [default: spaCy's rules for the language]",
    ),
    _corpus("--token-pattern", metavar="REGEX", help="Take every match of REGEX as a token instead."),
    _corpus(
        "--model",
        metavar="NAME|PATH",
        help="spaCy pipeline that cuts and tags.  [default: the English one, where tags are needed]",
    ),
    _corpus(
        "--words",
        "conllu_words",
        type=click.Choice(["surface", "syntactic"]),
        default="surface",
        show_default=True,
        help="Which words of CoNLL-U: as written, or as syntax takes them apart.",
    ),
    _corpus(
        "--unit",
        type=click.Choice(["lower", "form", "lemma", "pos", "char"]),
        default="lower",
        show_default=True,
        help="What is counted: case-folded words, words as written, lemmas, tags, or characters.",
    ),
    _corpus(
        "--punctuation",
        type=click.Choice(["drop", "keep"]),
        default="drop",
        show_default=True,
        help="Whether punctuation marks hold a position.",
    ),
    _corpus(
        "--sample",
        type=Real(0, 1, min_open=True),
        metavar="SHARE",
        help="Measure on this share of the documents, drawn at random; intervals widen accordingly.",
    ),
    _corpus(
        "--sample-seed",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        metavar="N",
        help="Which documents --sample draws.",
    ),
    _corpus(
        "--no-normalize",
        "normalize",
        flag_value=False,
        default=True,
        type=bool,
        help="Leave Unicode as it is (default: NFC).",
    ),
    _corpus(
        "--cache-dir",
        metavar="DIR",
        type=click.Path(file_okay=False),
        help="Where tokenised chunks are kept.",
    ),
    _corpus("--no-cache", "cache", flag_value=False, default=True, type=bool, help="Keep and read no cache."),
)

RUNNING_OPTIONS: tuple[Decorator, ...] = (
    _running(
        "--seed",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        metavar="N",
        help="Of all random draws.",
    ),
    _running(
        "--jobs",
        "-j",
        type=click.IntRange(min=1),
        default=usable_cores,
        show_default="all usable cores",
        metavar="N",
        help="Pieces of work at once; the result is the same for any number.",
    ),
    _running("--memory", type=Size(), metavar="SIZE", help="Bytes to stay under, such as 500M or 2G."),
    _running(
        "--temp-dir",
        metavar="DIR",
        type=click.Path(file_okay=False),
        help="Where temporary files go.  [default: the system's]",
    ),
)

CONTROL_OPTION: Decorator = _measuring(
    "--control",
    type=click.Choice(CONTROLS),
    help="Change the order of the words first: what is found then is not in their order.",
)

MEASURING_OPTIONS: tuple[Decorator, ...] = (
    _measuring(
        "--max-offset",
        type=click.IntRange(min=1),
        default=1000,
        show_default=True,
        metavar="D",
        help="Farthest distance in words.",
    ),
    _measuring(
        "--vocabulary",
        type=VocabularySize(),
        metavar="K|all",
        help="Types that keep their identity; the rest become OTHER.  [default: chosen from the corpus size]",
    ),
    _measuring(
        "--estimand",
        type=click.Choice(["total", "within-document", "both"]),
        default="total",
        show_default=True,
        help="All dependence, or what is left of it once documents' topics are taken out.",
    ),
    CONTROL_OPTION,
    *RUNNING_OPTIONS,
)

OUTPUT_OPTIONS: tuple[Decorator, ...] = (
    _output(
        "--format",
        "format_",
        type=click.Choice(FORMATS),
        help="Form of the result.  [default: by the suffix of -o FILE, else table]",
    ),
    _output("--json", "json_", is_flag=True, help="Short for --format json."),
    _output(
        "--output",
        "-o",
        "path",
        type=click.Path(),
        metavar="FILE",
        help="Write the result to FILE, whole or not at all.",
    ),
    _output("--plot", is_flag=True, help="Draw the curve below the table."),
    _output("--quiet", "-q", is_flag=True, help="No notes and no progress on stderr."),
    _output("--verbose", "-v", is_flag=True, help="Say each phase on stderr."),
    _output(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colour in tables; auto heeds NO_COLOR and the terminal.",
    ),
)


def chosen_format(explicit: str | None, json_: bool, path: str | None) -> str:
    """Return the output format: as asked for, else as ``path`` ends; raises UsageError for odd ends."""
    if json_ and explicit not in {None, "json"}:
        raise click.UsageError(
            f"--json and --format {explicit} contradict each other", click.get_current_context()
        )
    suffix = Path(path).suffix.lower().lstrip(".") if path else ""
    if suffix in _COMPRESSED:
        raise UsageError(
            f"'{path}' ends in .{suffix}, but results are not compressed",
            hint="leave out -o and write --format csv | gzip > FILE.csv.gz, or another format",
        )
    asked = "json" if json_ else explicit
    return asked or _format_of(suffix, path)


def _format_of(suffix: str, path: str | None) -> str:
    if suffix in FORMATS:
        return suffix
    if suffix not in {"", "txt"}:
        known = ", ".join(f".{name}" for name in FORMATS[1:])
        raise UsageError(
            f"no format is known by the end of '{path}'",
            hint=f"--format {'|'.join(FORMATS)}, or a name that ends in .txt (a table), {known}",
        )
    return "table"


def gather_output(values: dict[str, Any]) -> Output:
    """Return the output that is asked for: all that can be refused is refused here, before hours of work."""
    form = chosen_format(values.pop("format_"), values.pop("json_"), values["path"])
    if values["plot"] and form != "table":
        raise click.UsageError(
            "--plot draws below a table: leave out --format and --json", click.get_current_context()
        )
    if form == "parquet" and values["path"] is None and sys.stdout.isatty():
        raise UsageError("Parquet is binary and standard output is a terminal", hint="add -o FILE.parquet")
    require_writable(values["path"])
    return Output(format=form, **values)


def gather_corpus(values: dict[str, Any]) -> dict[str, Any]:
    """Options of a corpus; it is tagged by as many processes as the command may use."""
    return {"jobs": click.get_current_context().params.get("jobs", 1), **values}


corpus_options: Decorator = bundle("corpus", CORPUS_OPTIONS, gather_corpus)
# Of a command that has nothing else to do at once.
indexing_options: Decorator = bundle("corpus", [*CORPUS_OPTIONS, RUNNING_OPTIONS[1]], gather_corpus)
measuring_options: Decorator = bundle("measuring", MEASURING_OPTIONS)
running_options: Decorator = bundle("running", RUNNING_OPTIONS)
output_options: Decorator = bundle("output", OUTPUT_OPTIONS, gather_output)


def paths_or_stdin(paths: Sequence[str]) -> tuple[str, ...]:
    """Return ``paths``, or ``("-",)`` for none; a terminal on stdin gets short help and exit code 2."""
    if paths and tuple(paths) != ("-",):
        return tuple(paths)
    if sys.stdin is not None and sys.stdin.isatty():
        context = click.get_current_context()
        click.echo(short_help(context), err=True)
        context.exit(2)
    return ("-",)
