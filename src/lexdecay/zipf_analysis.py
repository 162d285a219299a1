"""The library's front door to the Zipf room: paths and options in, results out.

Every function is what one verb of `zipf` calls. Input is text, a token store, a frequency table or a
frequency spectrum; only text and stores know the order of the words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lexdecay.corpus import CorpusOptions, load_counts
from lexdecay.engine.processes import process_map
from lexdecay.errors import LexdecayError, UsageError
from lexdecay.records import Corpus, Notice
from lexdecay.zipf.analyse import Plan, analyse
from lexdecay.zipf.results import (
    CompareResult,
    CountResult,
    EachResult,
    GrowthResult,
    SensitivityResult,
    ZipfResult,
)
from lexdecay.zipf.spectrum import from_counts, summarise
from lexdecay.zipf.survey import survey, tally
from lexdecay.zipf_inputs import Kind, counted_stream, load, sources_of, table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import Progress, Settings
    from lexdecay.zipf.results import Survey
    from lexdecay.zipf_inputs import Loaded


@dataclass(frozen=True, slots=True)
class ZipfOptions:
    """What is asked of the word counts; the defaults are those of the command line."""

    kind: Kind = "text"  # what the paths hold
    tag: str | None = None  # count only words of this part of speech
    bootstrap: int = 200
    seed: int = 0
    csn2009: bool = False
    jobs: int = 1
    control: str | None = None  # what is done to the order of the words first: engine/controls.py

    @property
    def plan(self) -> Plan:
        """The Zipf room's part."""
        return Plan(self.bootstrap, self.seed, self.csn2009)

    def settings(self) -> Settings:
        """What belongs into a result; the number of jobs does not change it."""
        return {
            "kind": self.kind,
            "tag": self.tag,
            "bootstrap": self.bootstrap,
            "seed": self.seed,
            "csn2009": self.csn2009,
            "control": self.control,
        }


def report(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    options: ZipfOptions | None = None,
    *,
    progress: Progress | None = None,
) -> ZipfResult:
    """Test Zipf's law on one corpus in every way the room knows.

    Raises
    ------
    LexdecayError
        Whatever keeps the input from being read; too few words are a result, not an error.
    """
    asked = options or ZipfOptions()
    loaded = _loaded(paths, corpus, asked, progress)
    _announce(progress, "testing")
    with process_map(asked.jobs) as mapper:
        analysis = analyse(loaded.spectrum, loaded.stream, asked.plan, mapper=mapper)
    return ZipfResult(loaded.corpus, asked.settings(), analysis)


def _loaded(
    paths: Sequence[str], corpus: CorpusOptions | None, asked: ZipfOptions, progress: Progress | None
) -> Loaded:
    return load(
        paths,
        corpus or CorpusOptions(),
        asked.kind,
        asked.tag,
        control=asked.control,
        seed=asked.seed,
        progress=progress,
    )


def _announce(progress: Progress | None, phase: str, done: int = 0, total: int | None = None) -> None:
    if progress is not None:
        progress(phase, done, total)


# ---- many corpora, many rules


def each(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    options: ZipfOptions | None = None,
    *,
    progress: Progress | None = None,
) -> EachResult:
    """Test every file on its own and count how many obey which law.

    A file that cannot be read is left out and named in a notice. Raises as `report` does when none can.
    """
    asked, rules = options or ZipfOptions(), corpus or CorpusOptions()
    _refuse_control("--each", asked.control)
    names, notices = _books(paths)
    work = [(name, rules, asked) for name in names]
    found: list[_Book | LexdecayError] = []
    with process_map(asked.jobs) as mapper:
        for one in mapper(_one_book, work):
            found.append(one)
            _announce(progress, "testing", len(found), len(work))
    books = [one for one in found if isinstance(one, _Book)]
    unread = [one for one in found if isinstance(one, LexdecayError)]
    if not books:
        raise unread[0]
    said = tuple(Notice("not-read", f"left out: {e.message}", e.hint) for e in unread)
    surveys = tuple(book.survey for book in books)
    about = _together([book.corpus for book in books])
    return EachResult(about, asked.settings(), surveys, tally(surveys), (*notices, *said))


def _books(paths: Sequence[str]) -> tuple[list[str], tuple[Notice, ...]]:
    """Every file below ``paths``; a token store is one book, standard input is none."""
    from lexdecay.read.paths import resolve

    if "-" in paths:
        raise UsageError(
            "--each tests files one by one, and standard input is not one", hint="name files or folders"
        )
    names: list[str] = []
    said: list[Notice] = []
    for path in paths:
        entries, notices = ((), ()) if _is_store([path]) else resolve([path], recursive=True)
        names += [entry.path for entry in entries] or [path]
        said += notices
    return names, tuple(said)


class _Book(NamedTuple):
    survey: Survey
    corpus: Corpus


def _one_book(work: tuple[str, CorpusOptions, ZipfOptions]) -> _Book | LexdecayError:
    """One file's tests; a file that cannot be read is a value here, so that the others are not lost."""
    path, rules, options = work
    try:
        loaded = load([path], rules, options.kind, options.tag)
    except LexdecayError as problem:
        return problem
    return _Book(survey(path, loaded.spectrum, options.plan), loaded.corpus)


def _together(corpora: Sequence[Corpus]) -> Corpus:
    notices = tuple(dict.fromkeys(notice for c in corpora for notice in c.notices))
    return Corpus(
        tuple(source for c in corpora for source in c.sources),
        corpora[0].settings if corpora else {},
        sum(c.documents for c in corpora),
        sum(c.tokens for c in corpora),
        sum(c.types for c in corpora),
        notices,
    )


# Ways to cut a text into words that published work uses; the first is the one that was asked for.
_LETTERS = r"[^\W\d_]+"
_INNER_MARKS = r"[^\W\d_]+(?:['’\-][^\W\d_]+)*"
TOKEN_RULES: tuple[tuple[str, dict[str, str | None]], ...] = (
    ("as asked", {}),
    ("case kept", {"unit": "form"}),
    ("case folded", {"unit": "lower"}),
    ("punctuation kept", {"punctuation": "keep"}),
    ("letters only", {"token_pattern": _LETTERS, "tokenizer": None}),
    ("letters, inner ' and -", {"token_pattern": _INNER_MARKS, "tokenizer": None}),
    ("between blanks", {"tokenizer": "whitespace", "token_pattern": None}),
)


def sensitivity(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    options: ZipfOptions | None = None,
    *,
    progress: Progress | None = None,
) -> SensitivityResult:
    """Test one text under several rules of what a word is, and say whether the verdict depends on them.

    Raises as `report` does; UsageError for input without text, and for standard input, which is read once.
    """
    asked, rules = options or ZipfOptions(), corpus or CorpusOptions()
    _refuse_tables(asked.kind, paths)
    _refuse_control("--sensitivity", asked.control)
    chosen = _distinct_rules(rules, is_store=_is_store(paths))
    work = [(name, tuple(paths), rule, asked) for name, rule in chosen]
    rows, about = [], []
    with process_map(asked.jobs) as mapper:
        for done, (row, described) in enumerate(mapper(_one_rule, work), start=1):
            rows.append(row)
            about.append(described)
            _announce(progress, "testing", done, len(work))
    sentence, flips = _verdict_of_rules(rows)
    return SensitivityResult(about[0], asked.settings(), tuple(rows), flips, sentence)


def _one_rule(work: tuple[str, tuple[str, ...], CorpusOptions, ZipfOptions]) -> tuple[Survey, Corpus]:
    name, paths, rules, options = work
    loaded = load(paths, rules, tag=options.tag)
    return survey(name, loaded.spectrum, options.plan), loaded.corpus


def _refuse_tables(kind: Kind, paths: Sequence[str]) -> None:
    if kind != "text":
        raise UsageError(f"a table of {kind} cannot be cut into words anew", hint="give the text itself")
    if "-" in paths:
        raise UsageError(
            "--sensitivity reads its input several times, standard input can be read once",
            hint="save it and name the file: zipf report FILE --sensitivity",
        )


def _refuse_control(flag: str, control: str | None) -> None:
    if control is not None:
        raise UsageError(
            f"{flag} tests counts alone, and --control changes none",
            hint=f"leave out one of them: {flag} or --control {control}",
        )


def _is_store(paths: Sequence[str]) -> bool:
    from lexdecay.tokens import is_store

    return any(is_store(Path(path)) for path in paths)


def _distinct_rules(asked: CorpusOptions, *, is_store: bool) -> list[tuple[str, CorpusOptions]]:
    """Rules that differ from each other; a store's tokens are fixed, characters have no words."""
    found: list[tuple[str, CorpusOptions]] = []
    for name, changes in TOKEN_RULES:
        cuts_anew = "tokenizer" in changes
        if (cuts_anew and (is_store or asked.unit == "char")) or (asked.unit == "char" and "unit" in changes):
            continue
        rule = replace(asked, **changes)  # type: ignore[arg-type]  # field names and values are those above
        if rule not in [known for _, known in found]:
            found.append((name, rule))
    return found


def _verdict_of_rules(rows: Sequence[Survey]) -> tuple[str, bool]:
    answers = {row.verdict.answer for row in rows}
    forms = dict.fromkeys(str(row.verdict.form) for row in rows)
    if len(answers) == 1:
        said = f"All {len(rows)} token rules give the same answer: {next(iter(answers))}"
        return f"{said}, in different forms: {', '.join(forms)}." if len(forms) > 1 else f"{said}.", False
    other = next(row for row in rows if row.verdict.answer != rows[0].verdict.answer)
    sentence = (
        f"The answer depends on what is called a word: {rows[0].verdict.answer} with the rule that was asked "
        f"for, {other.verdict.answer} with '{other.name}'. Whoever reports one has to name its token rule."
    )
    return sentence, True


# ---- counting, growth, comparison


def count(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    options: ZipfOptions | None = None,
    *,
    top: int | None = None,
    progress: Progress | None = None,
) -> CountResult:
    """Words and counts, commonest first, ties in code-point order; exact, all of them unless ``top``.

    Raises as `report` does, and UsageError for a spectrum, which has no words.
    """
    asked = options or ZipfOptions()
    if asked.kind == "spectrum":
        raise UsageError("a frequency spectrum holds no words to list", hint="give text or --counts")
    if asked.kind == "counts":
        words = table_of(paths)
        tokens, types = int(words.counts.sum()), len(words)
        described = Corpus(sources_of(paths), {"kind": "counts"}, 0, tokens, types)
    elif asked.tag is None:
        described, words = load_counts(paths, corpus or CorpusOptions(), progress=progress)
    else:
        described, stream = counted_stream(paths, corpus or CorpusOptions(), asked.tag, progress=progress)
        words = stream.vocabulary
    return CountResult(described, words.words[:top], words.counts[:top], summarise(from_counts(words.counts)))


def growth(
    paths: Sequence[str],
    corpus: CorpusOptions | None = None,
    options: ZipfOptions | None = None,
    *,
    points: int = 30,
    progress: Progress | None = None,
) -> GrowthResult:
    """Vocabulary growth: exact expectation, band of the shuffles, and the text's own order.

    Raises as `report` does.
    """
    from lexdecay.zipf.growth import vocabulary_growth

    asked = options or ZipfOptions()
    loaded = _loaded(paths, corpus, asked, progress)
    ids = None if loaded.stream is None else loaded.stream.ids
    curve = vocabulary_growth(loaded.spectrum, ids, points)
    settings: Settings = {
        "kind": asked.kind,
        "tag": asked.tag,
        "points": points,
        "control": asked.control,
        "seed": asked.seed,
    }
    return GrowthResult(loaded.corpus, settings, summarise(loaded.spectrum), curve)


def compare(
    first: str,
    second: str,
    corpus: CorpusOptions | None = None,
    options: ZipfOptions | None = None,
    *,
    progress: Progress | None = None,
) -> CompareResult:
    """Two corpora at the same number of tokens.

    Raises as `report` does, and UsageError when both are standard input.
    """
    from lexdecay.zipf.compare import Side
    from lexdecay.zipf.compare import compare as compare_spectra

    asked, rules = options or ZipfOptions(), corpus or CorpusOptions()
    if first == second == "-":
        raise UsageError("both corpora are standard input", hint="name a file for one of them")
    loaded = [load([path], rules, asked.kind, asked.tag, progress=progress) for path in (first, second)]
    sides = [Side(side.spectrum, side.stream) for side in loaded]
    return CompareResult(
        (loaded[0].corpus, loaded[1].corpus),
        {"kind": asked.kind, "tag": asked.tag, "seed": asked.seed},
        (summarise(sides[0].spectrum), summarise(sides[1].spectrum)),
        compare_spectra(sides[0], sides[1], asked.seed),
    )
