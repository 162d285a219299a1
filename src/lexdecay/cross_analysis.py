"""The library's front door for two line-aligned texts: what a word of one tells of the other's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.corpus import Counter
from lexdecay.errors import UsageError
from lexdecay.records import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import CorpusOptions, Progress
    from lexdecay.measure.information import Information
    from lexdecay.position.attention_records import Side
    from lexdecay.position.cross_records import Aligned, CrossQuery, CrossResult, CrossSide
    from lexdecay.records import Corpus, Curve, FittedCurve, Ints, TokenStream

DRAWS = 12  # shuffled alignments: the spread of the floor is pooled over some 40 offsets
LEAST_TOKENS = 100  # on either side
LEAST_LINES = 40  # a line for each block of the jackknife
GUESSED = 5000  # commonest words among which a mistyped query is looked for


@dataclass(frozen=True, slots=True)
class CrossOptions:
    """What is measured; the defaults are those of the command line."""

    max_offset: int = 20
    vocabulary: int | str | None = None  # None: from the number of tokens
    diagonal: str = "scaled"  # or plain
    query: str | None = None
    top: int = 5
    field_b: str | None = None
    language_b: str | None = None
    seed: int = 0


def cross(
    first: str,
    second: str,
    corpus: CorpusOptions | None = None,
    options: CrossOptions | None = None,
    *,
    progress: Progress | None = None,
) -> CrossResult:
    """Measure the information between words of aligned lines, by offset from the diagonal.

    Raises
    ------
    UsageError
        For texts of different numbers of lines.
    LexdecayError
        Whatever keeps a text from being read; too little text is a result without curves.
    """
    from lexdecay.corpus import CorpusOptions, load_corpus
    from lexdecay.position.cross_records import CrossResult

    reading, chosen = corpus or CorpusOptions(), options or CrossOptions()
    one = load_corpus([first], _lines(first, reading), progress=progress)
    two = load_corpus([second], _lines(second, _other(reading, chosen)), progress=progress)
    _require_alignment(one[0], two[0], first, second)
    lengths = [np.diff(np.append(stream.starts, len(stream))) for _, stream in (one, two)]
    both = int(((lengths[0] > 0) & (lengths[1] > 0)).sum())
    size = _vocabulary(one[1], two[1], chosen)
    settings: dict[str, str | int | float | bool | None] = {
        "max_offset": chosen.max_offset,
        "vocabulary": size,
        "diagonal": chosen.diagonal,
        "query": chosen.query,
        "seed": chosen.seed,
    }
    empty = CrossResult(one[0], two[0], settings, one[0].documents, both, (), None, None, None)
    if min(len(one[1]), len(two[1])) < LEAST_TOKENS or both < LEAST_LINES:
        return replace(empty, notices=(_too_little(both),))
    return _measured(empty, one[1], two[1], size, chosen, progress)


def _measured(
    empty: CrossResult,
    first: TokenStream,
    second: TokenStream,
    size: int,
    options: CrossOptions,
    progress: Progress | None,
) -> CrossResult:
    from lexdecay.position.cross import aligned, shuffled_lines

    of = aligned(first, second, size, scaled=options.diagonal == "scaled")
    rng = np.random.default_rng([options.seed, size])
    partners = [shuffled_lines(of, rng) for _ in range(DRAWS)]
    curves = _curves(of, size, partners, options.max_offset, progress)
    sides: tuple[CrossSide, ...] = tuple(_side(name, curve) for name, curve in curves.items())
    peak, low, high = _width(sides)
    query = None
    if options.query is not None:
        query = _query(first, second, partners, options)
    return replace(empty, sides=sides, peak=peak, low_half=low, high_half=high, query=query)


def _lines(path: str, options: CorpusOptions) -> CorpusOptions:
    """Take lines as documents, but for JSONL, where an object is one already."""
    names = {suffix.lower() for suffix in Path(path).suffixes}
    if options.documents is not None or names & {".jsonl", ".ndjson"}:
        return options
    return replace(options, documents="line")


def _other(options: CorpusOptions, chosen: CrossOptions) -> CorpusOptions:
    return replace(
        options, field=chosen.field_b or options.field, language=chosen.language_b or options.language
    )


def _require_alignment(first: Corpus, second: Corpus, one: str, two: str) -> None:
    if first.documents != second.documents:
        raise UsageError(
            f"{one} has {first.documents:,} lines and {two} {second.documents:,}: they are not aligned",
            hint="line i of both must say the same; an untranslated line is an empty one",
        )


def _vocabulary(first: TokenStream, second: TokenStream, options: CrossOptions) -> int:
    from lexdecay.measure.offsets import default_vocabulary

    largest = max(len(first.vocabulary), len(second.vocabulary))
    if options.vocabulary == "all":
        return largest
    asked = int(options.vocabulary) if options.vocabulary else None
    return min(asked or default_vocabulary(min(len(first), len(second))), largest)


def _curves(
    of: Aligned, size: int, partners: Sequence[Ints], reach: int, progress: Progress | None
) -> dict[Side, Curve]:
    """Information before and after the diagonal; offset 0 is told once, with those after."""
    from lexdecay.measure.curve import information_curve
    from lexdecay.measure.floor import shuffled_null
    from lexdecay.measure.offsets import offset_grid

    distances = np.concatenate([[0], offset_grid(reach)])
    steps = Counter("measuring", progress, 2 * (len(partners) + 1))
    found: dict[Side, Curve] = {}
    signs: tuple[tuple[Side, int], ...] = (("before", -1), ("after", 1))
    for side, sign in signs:
        tables = _tables(of, sign * distances, None, steps)
        kept = np.array([table.pairs for table in tables]) >= LEAST_TOKENS
        draws = [_tables(of, sign * distances[kept], partner, steps) for partner in partners]
        seen = [table for table, keep in zip(tables, kept, strict=True) if keep]
        # The gain is smooth in the logarithm of an offset, and 0 has none: distances are counted from 1 for
        # it.
        curve = information_curve(
            distances[kept] + 1,
            seen,
            shuffled_null(seen, draws),
            vocabulary=size,
            estimand="total",
            measure="cross_information",
        )
        whole = replace(curve, offset=distances[kept])
        found[side] = whole if side == "after" else _away(whole)
    return found


def _tables(of: Aligned, offsets: Ints, partner: Ints | None, steps: Counter) -> list[Information]:
    from lexdecay.count.blocks import blocked_pairs
    from lexdecay.measure.information import information
    from lexdecay.position.cross import BLOCKS, pair_keys

    found = []
    for offset in offsets:
        keys = pair_keys(of, int(offset), partner)
        chunks = blocked_pairs(keys.astype(np.uint64), of.symbols, BLOCKS)
        found.append(information(chunks, of.symbols, BLOCKS, keys.size))
    steps.add()
    return found


def _side(side: Side, curve: Curve) -> CrossSide:
    from lexdecay.position.cross_records import CrossSide

    return CrossSide(side, curve, _fitted(curve))


def _fitted(curve: Curve) -> FittedCurve | None:
    """Fit offsets 1 and on: the laws of decay have no value at 0."""
    from lexdecay.fit import fit_curve

    away = _away(curve)
    return fit_curve(away) if away.usable.any() else None


def _away(curve: Curve) -> Curve:
    """Leave the diagonal out."""
    away = curve.offset >= 1
    arrays = {
        name: getattr(curve, name)[away]
        for name in ("offset", "pairs", "raw", "floor", "value", "se", "noise", "usable")
    }
    return replace(curve, covariance=curve.covariance[np.ix_(away, away)], **arrays)


def _width(sides: Sequence[CrossSide]) -> tuple[int | None, float | None, float | None]:
    """Offset of the largest usable information, and where half of it is left to either side."""
    before, after = (one.curve for one in sides)
    offset = np.concatenate([-before.offset[::-1], after.offset])
    value = np.concatenate([before.value[::-1], after.value])
    usable = np.concatenate([before.usable[::-1], after.usable])
    if not usable.any():
        return None, None, None
    top = int(np.argmax(np.where(usable, value, -np.inf)))
    low = _half(offset[top::-1], value[top::-1])
    return int(offset[top]), low, _half(offset[top:], value[top:])


def _half(offset: Ints, value: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float | None:
    """Where a curve that starts at its maximum first falls to half, on straight lines between offsets."""
    below = np.flatnonzero(value <= value[0] / 2)
    if not below.size:
        return None
    after = int(below[0])
    share = (value[after - 1] - value[0] / 2) / (value[after - 1] - value[after])
    return float(offset[after - 1] + share * (offset[after] - offset[after - 1]))


def _query(
    first: TokenStream, second: TokenStream, partners: Sequence[Ints], options: CrossOptions
) -> CrossQuery:
    from lexdecay.measure.offsets import offset_grid
    from lexdecay.measure.profile import wilson_interval
    from lexdecay.position.cross import aligned
    from lexdecay.position.cross_query import query_profile

    # Every word keeps its identity here: rare words of B are what one may be looking for.
    of = aligned(
        first,
        second,
        max(len(first.vocabulary), len(second.vocabulary)),
        scaled=options.diagonal == "scaled",
    )
    words = first.vocabulary.words
    distances = offset_grid(options.max_offset)
    offsets = np.concatenate([-distances[::-1], [0], distances])
    symbol = words.index(str(options.query)) if options.query in words else None
    found = query_profile(
        of,
        str(options.query),
        symbol,
        second.vocabulary.words,
        offsets,
        partners,
        options.top,
        wilson_interval,
    )
    if found.occurrences or found.reason is None:
        return found
    return replace(found, reason=found.reason + _guess(str(options.query), words))


def _guess(query: str, words: Sequence[str]) -> str:
    import difflib

    common = words[:GUESSED]
    found = [*(w for w in common if w == query.lower()), *difflib.get_close_matches(query, common, n=1)]
    return f" (did you mean '{found[0]}'?)" if found else ""


def _too_little(lines: int) -> Notice:
    said = f"{lines:,} aligned lines with words on both sides are too few: {LEAST_LINES} is the least"
    return Notice("too-little-text", said, hint="give more text")
