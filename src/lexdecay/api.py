"""The Python side: what the commands do, on paths or on what a program holds in memory.

    import lexdecay as ld

    result = ld.fit("book.txt", max_offset=300)
    print(result)                       # what the command shows
    result.value.curves[0].verdict      # the record of the library
    result.to_dict(), result.to_polars(), result.plot("curve.svg")

Every function takes a corpus: a path, ``[Path, Path]``, a list of tokens, a list of lists of tokens, a
column of texts or of tokens (polars, pandas, Arrow, ``datasets``), spaCy Docs, ``lexdecay.texts(...)``.
Options are those of the commands, with underscores, and are checked as there. What is given in memory is
read once, into a store in a temporary folder.
"""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lexdecay.arguments import checked
from lexdecay.corpus import CorpusOptions
from lexdecay.errors import UsageError
from lexdecay.given import Documents, Texts, recognised, store_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import polars as pl
    from matplotlib.figure import Figure

    from lexdecay.records import Notice

WIDTH = 100  # columns of str(result), which has no terminal to ask


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Result:
    """What one analysis found, and every form it can be shown in.

    ``value`` is the record of the library: frozen, with numpy arrays inside.
    """

    value: Any
    notices: tuple[Notice, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of the command, as Python values (`decay schema NAME` describes it)."""
        return self._form.document(self.value)

    def to_json(self) -> str:
        """Return the bytes that the command prints with ``--json``, as text."""
        from lexdecay.report.json_text import json_text

        return json_text(self.to_dict())

    def to_polars(self) -> pl.DataFrame:
        """Return the rows of the command's CSV, one column a quantity."""
        import polars as pl

        rows = self._form.rows(self.value)
        return pl.DataFrame(
            list(rows.values), schema=list(rows.columns), orient="row", infer_schema_length=None
        )

    def plot(self, path: str | Path | None = None) -> Figure:
        """Draw the result with matplotlib, and write it to ``path`` (.svg, .png or .pdf) when given.

        Raises
        ------
        MissingExtraError
            When matplotlib is not installed.
        UsageError
            When there is nothing to draw, or the path ends otherwise.
        """
        from lexdecay.report.figures.files import figure_bytes, figure_of

        sections = self._sections()
        if path is not None:
            form = Path(path).suffix.lower().lstrip(".")
            if form not in {"svg", "png", "pdf"}:
                raise UsageError(f"'{path}' does not end in .svg, .png or .pdf")
            content, _ = figure_bytes(sections, form)
            Path(path).write_bytes(content)
        return figure_of(sections)

    def to_html(self) -> str:
        """Return one page that asks for nothing from anywhere, as ``--report`` writes it."""
        from lexdecay.report.html.page import page

        return page([self.value])

    def __str__(self) -> str:
        shown = self._form.screen(self.value, plot=False, width=WIDTH, color=False, ascii_only=False)
        return "".join((shown, *self._notes()))

    def _notes(self) -> Iterator[str]:
        """What the command says on stderr, such as why there is no answer."""
        from lexdecay.report.safe_text import safe_text

        said = [(notice.message, notice.hint) for notice in self.notices]
        said += [(warning["message"], warning["hint"]) for warning in self.to_dict()["warnings"]]
        for message, hint in dict.fromkeys(said):
            yield f"note: {safe_text(message)}\n"
            if hint:
                yield f"hint: {safe_text(hint)}\n"

    def __repr__(self) -> str:
        return f"<lexdecay {type(self.value).__name__}; print it, or .to_dict(), .to_polars(), .plot()>"

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the screen, its characters inert."""
        import html

        return f'<pre style="line-height:1.2">{html.escape(str(self))}</pre>'

    @property
    def _form(self) -> Any:
        from lexdecay.report.forms import FORMS

        return FORMS[type(self.value)]

    def _sections(self) -> Any:
        from importlib.util import find_spec

        from lexdecay.errors import MissingExtraError

        if find_spec("matplotlib") is None:
            raise MissingExtraError("plot()", "lexdecay[figures]")
        from lexdecay.report.figures.kinds import FIGURES, sections_of

        sections = sections_of(self.value) if type(self.value).__name__ in FIGURES else []
        if not sections:
            raise UsageError("there is nothing to draw in this result", hint="print it, or .to_polars()")
        return sections


def texts(values: Iterable[str]) -> Texts:
    """Say that strings are running texts, each a document, and not tokens."""
    return Texts(values)


def documents(values: Iterable[Any]) -> Documents:
    """Say that sequences of strings, or spaCy Docs, are documents cut into tokens."""
    return Documents(values)


def fit(corpus: Any, **options: Any) -> Result:
    """Measure, fit every decay model and give the verdict, as ``decay fit``.

    With ``left`` and ``right`` the curve of a construction, as with ``--left ADJ --right NOUN``.
    """
    if "left" in options or "right" in options:
        from lexdecay.construction_analysis import ConstructionOptions, fit_construction

        return _analysed(corpus, "fit", options, ConstructionOptions, fit_construction)
    from lexdecay.analysis import MeasureOptions
    from lexdecay.analysis import fit as analyse

    return _analysed(corpus, "fit", options, MeasureOptions, analyse)


def measure(corpus: Any, **options: Any) -> Result:
    """Measure the dependence between words by offset, as ``decay measure``.

    With ``left`` and ``right`` that of a construction, as in ``fit``.
    """
    if "left" in options or "right" in options:
        from lexdecay.construction_analysis import ConstructionOptions, measure_construction

        return _analysed(corpus, "measure", options, ConstructionOptions, measure_construction)
    from lexdecay.analysis import MeasureOptions
    from lexdecay.analysis import measure as analyse

    return _analysed(corpus, "measure", options, MeasureOptions, analyse)


def word(corpus: Any, query: str, **options: Any) -> Result:
    """Tell which words stand around ``query`` by offset and how far its pull reaches, as ``decay word``."""
    from lexdecay.word_analysis import WordOptions
    from lexdecay.word_analysis import word as analyse

    if not isinstance(query, str):
        raise UsageError(f"the query {query!r} is no string")

    def asked_for(paths: list[str], reading: CorpusOptions, asked: WordOptions) -> Any:
        return analyse(paths, query, reading, asked)

    return _analysed(corpus, "word", options, WordOptions, asked_for)


def pairs(corpus: Any, **options: Any) -> Result:
    """Find the strongest ordered pairs of words at each offset, as ``decay pairs``."""
    from lexdecay.pair_analysis import PairOptions
    from lexdecay.pair_analysis import pairs as analyse

    return _analysed(corpus, "pairs", options, PairOptions, analyse)


def tags(corpus: Any, **options: Any) -> Result:
    """Measure pairs of tags by offset and what sentence ends do to them, as ``decay tags``."""
    from lexdecay.tag_analysis import TagOptions
    from lexdecay.tag_analysis import tags as analyse

    return _analysed(corpus, "tags", options, TagOptions, analyse)


def compare(first: Any, second: Any = None, **options: Any) -> Result:
    """Compare the curves of two corpora, or of one and its ``control``, as ``decay compare``."""
    from lexdecay.analysis import MeasureOptions
    from lexdecay.compare_analysis import compare as analyse

    reading, asked = _options("compare", options, MeasureOptions)
    with _paths(first, reading) as (one, said), _paths(second, reading) as (two, also):
        return Result(analyse(one, two, reading, asked), (*said, *also))


def zipf(corpus: Any, **options: Any) -> Result:
    """Test Zipf's law in every way there is, as ``zipf report``."""
    from lexdecay.zipf_analysis import ZipfOptions, report

    return _analysed(corpus, "zipf report", options, ZipfOptions, report)


def growth(corpus: Any, **options: Any) -> Result:
    """Follow how the vocabulary grows, as ``zipf growth``."""
    from lexdecay.zipf_analysis import ZipfOptions
    from lexdecay.zipf_analysis import growth as analyse

    return _analysed(corpus, "zipf growth", options, ZipfOptions, analyse)


def _analysed(
    corpus: Any, verb: str, options: dict[str, Any], kind: type, analyse: Callable[..., Any]
) -> Result:
    reading, asked = _options(verb, options, kind)
    with _paths(corpus, reading) as (paths, said):
        return Result(analyse(paths, reading, asked), said)


def _options(verb: str, given: dict[str, Any], kind: type) -> tuple[CorpusOptions, Any]:
    """Check options as the verb does, and sort them into those of reading and those of the analysis.

    Raises UsageError for one that is neither, or has a value that the verb would refuse.
    """
    *tool, name = verb.split()
    values = checked(tool[0] if tool else "decay", name, given, (CorpusOptions, kind))
    of_reading, of_analysis = ({field.name for field in fields(one)} for one in (CorpusOptions, kind))
    reading = CorpusOptions(**{name: value for name, value in values.items() if name in of_reading})
    return reading, kind(**{name: value for name, value in values.items() if name in of_analysis})


@contextlib.contextmanager
def _paths(corpus: Any, reading: CorpusOptions) -> Iterator[tuple[list[str], tuple[Notice, ...]]]:
    """Yield paths that the analyses take, and what is to be said about what was given in memory."""
    found = [] if corpus is None else recognised(corpus)
    if isinstance(found, list):
        yield found, ()
        return
    with tempfile.TemporaryDirectory(prefix="lexdecay-") as folder:
        store = Path(folder) / "store"
        # The store holds every unit; lemmas and tags are cut only where they are asked for.
        said = store_of(found, replace(reading, sample=None), store)
        yield [str(store)], said
