"""The library's front door for single words: what stands around a query, and how far it pulls."""

from __future__ import annotations

import difflib
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.records import Notice
from lexdecay.word_records import HalfLife, WordProfile, WordResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import CorpusOptions, Progress, Settings
    from lexdecay.engine.profiles import Querying
    from lexdecay.records import Corpus, Curve, Flags, Ints, TokenStream

# Types among which a misspelt query is looked for: comparing strings takes 10 microseconds a type.
GUESSED_AMONG = 20_000
MOST_GUESSES = 3
GLANCED_AT = 100  # commonest types: those of words are not all single characters
# The fewest at which a word that stands there each time is shown to stand there more often than not:
# the Wilson interval of n of n begins at n / (n + 1.96^2).
LEAST_LISTED = 4


@dataclass(frozen=True, slots=True)
class WordOptions:
    """What is asked about a query; the defaults are those of the command line."""

    offsets: tuple[int, ...] = (1, 2, 4, 9)  # whose words are listed; negative to the left
    max_offset: int = 1000
    vocabulary: int | str | None = None  # of the pull: K, "all", or None: by the occurrences
    regex: bool = False
    tag: str | None = None
    by: str = "bits"  # bits, p or lift
    top: int | None = 12  # words listed an offset; None for all
    control: str | None = None
    seed: int = 0
    jobs: int = 1


def word(
    paths: Sequence[str],
    query: str,
    corpus: CorpusOptions | None = None,
    options: WordOptions | None = None,
    *,
    progress: Progress | None = None,
) -> WordResult:
    """Measure which words stand around a query by offset, and how far its pull reaches.

    Parameters
    ----------
    query
        A word, several with commas between, or a regular expression that a whole type must match.

    Raises
    ------
    UsageError
        For an empty query, a regular expression that is none, an offset 0, or a tag on text without tags.
    LexdecayError
        Whatever keeps the text from being read. A query that is too rare for a pull is a result without
        one, and below `LEAST_LISTED` occurrences a result without words.
    """
    from lexdecay.corpus import CorpusOptions, load_corpus
    from lexdecay.engine.controls import controlled
    from lexdecay.fit import fit_curve

    chosen = options or WordOptions()
    reading = reading_of(corpus or CorpusOptions(), chosen.tag)
    require_offsets(chosen.offsets)
    _require_query(query)
    described, stream = load_corpus(paths, reading, progress=progress)
    stream = controlled(stream, chosen.control, chosen.seed)
    member = tagged(stream, chosen.tag)
    types = matching_types(stream, query, reading, regex=chosen.regex)
    ready = _ready(stream, types, member, chosen)
    sides = {side: _curve(ready, side, chosen) for side in _sides(chosen.offsets)} if ready else {}
    fitted = {side: fit_curve(curve) for side, curve in sides.items() if curve is not None}
    return WordResult(
        corpus=described,
        settings=_settings(chosen, ready),
        query=query,
        tag=chosen.tag,
        types=tuple(stream.vocabulary.words[i] for i in types.tolist()),
        occurrences=int(stream.vocabulary.counts[types].sum()),
        right=fitted.get(1),
        left=fitted.get(-1),
        profiles=_profiles(ready, sides, chosen) if ready else (),
        half_life=_half_life(sides, chosen.seed),
        notices=_notices(stream, types, query, reading, described, chosen),
    )


def require_offsets(offsets: Sequence[int]) -> None:
    """Raise UsageError for an offset 0."""
    if 0 in offsets:
        raise UsageError(
            "--offset 0 is the query itself", hint="give offsets such as --offset 1,9 or --offset=-3..3"
        )


def _require_query(query: str) -> None:
    if query and set(query) == {","}:
        return
    if not query.replace(",", "").strip():
        raise UsageError(
            f"QUERY '{query}' holds no word", hint="give a word, such as decay word book.txt whale"
        )


def reading_of(corpus: CorpusOptions, *tags: str | None) -> CorpusOptions:
    """How the text is read when these tags are asked for: tagged, if any is one."""
    return replace(corpus, tagged=corpus.tagged or any(tags))


def tagged(stream: TokenStream, tag: str | None) -> Flags | None:
    """Tokens that carry ``tag``, bool[N]; None, all of them, without a tag.

    Raises UsageError where the text has no tags, UnknownNameError for a tag that is not in its set.
    """
    if tag is None:
        return None
    if stream.tags is None:
        raise UsageError(
            f"--tag {tag} needs tagged text, and this text has no tags",
            hint="index it again with --unit pos, with --model NAME if it is not English, or give CoNLL-U",
        )
    if tag not in stream.tag_names:
        raise UnknownNameError("tag of this text", tag, stream.tag_names)
    return np.asarray(stream.tags == stream.tag_names.index(tag))


def matching_types(stream: TokenStream, query: str, corpus: CorpusOptions, *, regex: bool) -> Ints:
    """Ids of the types that the query means, ascending; none where the text does not hold it.

    The query is folded as the unit folds the text. Raises UsageError for a bad regular expression.
    """
    words = stream.vocabulary.words
    normal = unicodedata.normalize("NFC", query) if corpus.normalize else query
    if regex:
        pattern = _pattern(normal, ignore_case=corpus.unit == "lower")
        return np.array([i for i, known in enumerate(words) if pattern.fullmatch(known)], np.int64)
    return _ids(words, folded_words(normal, corpus))


def folded_words(query: str, corpus: CorpusOptions) -> set[str]:
    """Words of a query, folded as the unit folds the text; a lone comma is itself."""
    from lexdecay.tokens import UNITS

    parts = [query] if set(query) == {","} else [part.strip() for part in query.split(",")]
    if corpus.unit not in UNITS:  # lemmas and tags stand in the text as they are written
        return set(parts)
    return set(map(UNITS[corpus.unit], parts))


def _ids(words: Sequence[str], wanted: set[str]) -> Ints:
    return np.array([i for i, known in enumerate(words) if known in wanted], np.int64)


def _pattern(text: str, *, ignore_case: bool) -> re.Pattern[str]:
    try:
        return re.compile(text, re.IGNORECASE if ignore_case else 0)
    except re.error as problem:
        raise UsageError(
            f"'{text}' is no regular expression: {problem}",
            hint="leave out --regex to look for the word as it is written",
        ) from problem


def _ready(stream: TokenStream, types: Ints, member: Flags | None, options: WordOptions) -> Querying | None:
    from lexdecay.engine.profiles import querying

    if stream.vocabulary.counts[types].sum() < LEAST_LISTED:
        return None
    cap = len(stream.vocabulary) if options.vocabulary == "all" else options.vocabulary
    return querying(
        stream,
        types,
        member=member,
        vocabulary=None if cap is None else int(cap),
        seed=options.seed,
        jobs=options.jobs,
    )


def _sides(offsets: Sequence[int]) -> list[int]:
    return [side for side in (1, -1) if any(offset * side > 0 for offset in offsets)]


def _curve(ready: Querying, side: int, options: WordOptions) -> Curve | None:
    from lexdecay.engine.profiles import pull

    wanted = [offset * side for offset in options.offsets if offset * side > 0]
    return pull(ready, side, min(options.max_offset, len(ready.stream) - 1), wanted)


def _profiles(
    ready: Querying, sides: dict[int, Curve | None], options: WordOptions
) -> tuple[WordProfile, ...]:
    from lexdecay.engine.profiles import profile

    return tuple(
        profile(ready, offset, sides[1 if offset > 0 else -1], top=options.top, by=options.by)
        for offset in options.offsets
    )


def _half_life(sides: dict[int, Curve | None], seed: int) -> HalfLife:
    from lexdecay.measure.profile import LEAST_OCCURRENCES, half_life

    curve = next((curve for curve in sides.values() if curve is not None), None)
    if curve is None:
        reason = f"fewer than {LEAST_OCCURRENCES} words stand at each offset"
        return HalfLife(None, None, None, reason)
    return half_life(curve, seed)


def _notices(
    stream: TokenStream,
    types: Ints,
    query: str,
    reading: CorpusOptions,
    corpus: Corpus,
    options: WordOptions,
) -> tuple[Notice, ...]:
    """What is missing for a rare query: everything, the words, or the pull only."""
    from lexdecay.measure.profile import LEAST_OCCURRENCES

    found = int(stream.vocabulary.counts[types].sum())
    if not found:
        return (_not_there(stream, query, corpus, options),)
    missing = missing_parts(stream, query, reading, corpus) if not options.regex else ()
    if found >= LEAST_OCCURRENCES:
        return missing
    occurs = f"'{query}' occurs {'once' if found == 1 else f'{found} times'}"
    if found < LEAST_LISTED:
        return (
            Notice(
                "too-few-to-list",
                f"{occurs}: {LEAST_LISTED} is the least for a list of what stands around it",
                hint=f"see where it stands: decay pairs ... --word {query} --min-count 1 --kwic 1",
            ),
            *missing,
        )
    return (
        Notice(
            "too-few-occurrences",
            f"{occurs}: {LEAST_OCCURRENCES} is the least that says how its pull decays",
            hint="give more text or a commoner word",
        ),
        *missing,
    )


def missing_parts(
    stream: TokenStream, query: str, reading: CorpusOptions, corpus: Corpus
) -> tuple[Notice, ...]:
    """A notice for the words of a query of several that the text does not hold, which would go unseen."""
    known = set(stream.vocabulary.words)
    normal = unicodedata.normalize("NFC", query) if reading.normalize else query
    absent = sorted(word for word in folded_words(normal, reading) if word and word not in known)
    if not absent:
        return ()
    blank = next(filter(_is_phrase, absent), None)
    close = [guess for word in absent if (guess := _close_spellings(stream, word))]
    advice = f"did you mean {', '.join(close)}?" if close else None
    names = ", ".join(f"'{word}'" for word in absent)
    return (
        Notice(
            "part-not-in-text",
            f"{names} {'does' if len(absent) == 1 else 'do'} not occur in {_named(corpus)}: the query means "
            "the other words only",
            hint=_one_word(blank) if blank else advice,
        ),
    )


def _not_there(stream: TokenStream, query: str, corpus: Corpus, options: WordOptions) -> Notice:
    if not len(stream):
        hint = f"it holds no word: name a file of text, such as decay word book.txt {query}"
    elif options.regex:
        hint = "an expression matches whole words: write .* where letters may follow"
    elif len(query) > 1 and all(len(word) == 1 for word in stream.vocabulary.words[:GLANCED_AT]):
        hint = "this text is cut into characters: ask for one, or --tokenizer jieba cuts Chinese into words"
    elif _is_phrase(query):
        hint = _one_word(query)
    else:
        close = _close_spellings(stream, query)
        hint = f"did you mean {close}?" if close else f"look for a part of a word: --regex '.*{query}.*'"
    return Notice("not-in-text", f"'{query}' does not occur in {_named(corpus)}", hint=hint)


def _is_phrase(query: str) -> bool:
    """Whether a query that no type is has several words."""
    return any(len(part.split()) > 1 for part in query.split(","))


def _one_word(phrase: str) -> str:
    first, second = next(part.split()[-2:] for part in phrase.split(",") if len(part.split()) > 1)
    return f"a query is one word: ask for '{second}', and --offset=-1 tells how often '{first}' is before it"


def _close_spellings(stream: TokenStream, query: str) -> str:
    common = stream.vocabulary.words[:GUESSED_AMONG]
    guesses = (difflib.get_close_matches(q, common, n=MOST_GUESSES) for q in (query, query.lower()))
    close = next(filter(None, guesses), [])
    return " or ".join(f"'{word}'" for word in close)


def _named(corpus: Corpus) -> str:
    paths = (source.path for source in corpus.sources)
    first, *others = ("standard input" if path == "-" else path for path in paths)
    return f"{first} and {len(others):,} more" if others else first


def _settings(options: WordOptions, ready: Querying | None) -> Settings:
    return {
        "offsets": ",".join(map(str, options.offsets)),
        "max_offset": options.max_offset,
        "vocabulary": ready.vocabulary if ready else None,
        "regex": options.regex,
        "by": options.by,
        "top": options.top,
        "control": options.control,
        "seed": options.seed,
    }
