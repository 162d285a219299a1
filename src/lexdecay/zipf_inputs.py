"""What `zipf` reads: text, a token store, word counts or a frequency spectrum, as one spectrum."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from lexdecay.corpus import load_corpus
from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.records import Corpus, Source, TokenStream, Vocabulary
from lexdecay.zipf.spectrum import from_counts, from_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.corpus import CorpusOptions, Progress
    from lexdecay.zipf.records import Spectrum

Kind: TypeAlias = Literal["text", "counts", "spectrum"]


class Loaded(NamedTuple):
    """A corpus as the Zipf room sees it."""

    corpus: Corpus
    spectrum: Spectrum
    stream: TokenStream | None


def load(
    paths: Sequence[str],
    corpus: CorpusOptions,
    kind: Kind = "text",
    tag: str | None = None,
    *,
    control: str | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Loaded:
    """Read text, a store, frequency tables or a spectrum; several inputs are added together.

    Parameters
    ----------
    tag
        Count only words of this part of speech, such as ``NOUN``; the text is tagged for it.
    control
        What is done to the order of all words first (`lexdecay.engine.controls`); counts stay as they are.

    Raises
    ------
    LexdecayError
        Whatever keeps the input from being read; UsageError for a tag or a control where there is no text.
    """
    if kind == "text":
        described, stream = counted_stream(paths, corpus, tag, control=control, seed=seed, progress=progress)
        return Loaded(described, from_counts(stream.vocabulary.counts), stream)
    _refuse_tag(kind, tag)
    _refuse_control(kind, control)
    spectrum = _spectrum_of(paths) if kind == "spectrum" else from_counts(table_of(paths).counts)
    described = Corpus(sources_of(paths), {"kind": kind}, 0, spectrum.n_tokens, spectrum.n_types)
    return Loaded(described, spectrum, stream=None)


def counted_stream(
    paths: Sequence[str],
    corpus: CorpusOptions,
    tag: str | None,
    *,
    control: str | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[Corpus, TokenStream]:
    """Return the tokens that are counted: all, or those of one part of speech, as a control orders them."""
    from lexdecay.engine.controls import controlled

    asked = corpus if tag is None else replace(corpus, tagged=True)
    described, stream = load_corpus(paths, asked, progress=progress)
    stream = controlled(stream, control, seed)  # before words are left out: a control may need sentences
    if tag is None:
        return described, stream
    kept = only_tag(stream, tag)
    settings = {**described.settings, "tag": tag}
    tokens, types = len(kept), len(kept.vocabulary)
    return replace(described, tokens=tokens, types=types, settings=settings), kept


def only_tag(stream: TokenStream, tag: str) -> TokenStream:
    """Return the tokens with one tag, in their order, their types renumbered commonest first.

    Raises UnknownNameError for a tag that the text's tag set does not have, UsageError without tags.
    """
    if stream.tags is None:
        raise UsageError("--tag needs tagged text, and this text has no tags", hint="add --model NAME")
    if tag not in stream.tag_names:
        raise UnknownNameError("tag", tag, stream.tag_names)
    held = stream.tags == stream.tag_names.index(tag)
    counts = np.bincount(stream.ids[held], minlength=len(stream.vocabulary))
    # Types were commonest first over all tags; among equal counts of this one the words decide.
    order = sorted(np.flatnonzero(counts).tolist(), key=lambda w: (-counts[w], stream.vocabulary.words[w]))
    renumbered = np.zeros(counts.size, np.uint32)
    renumbered[order] = np.arange(len(order), dtype=np.uint32)
    words = tuple(stream.vocabulary.words[w] for w in order)
    starts = np.concatenate([[0], held.cumsum()])[stream.starts].astype(np.int64)
    return TokenStream(renumbered[stream.ids[held]], starts, Vocabulary(words, counts[order]))


def _refuse_tag(kind: Kind, tag: str | None) -> None:
    if tag is not None:
        raise UsageError(f"a table of {kind} has no tags", hint="give the text, or leave out --tag")


def _refuse_control(kind: Kind, control: str | None) -> None:
    if control is not None:
        raise UsageError(
            f"a table of {kind} has no order that --control could change",
            hint="give the text, or leave out --control",
        )


def _spectrum_of(paths: Sequence[str]) -> Spectrum:
    from lexdecay.read.tables import read_spectrum

    rows = [read_spectrum(path) for path in paths]
    return from_table([k for m, _ in rows for k in m], [v for _, types in rows for v in types])


def table_of(paths: Sequence[str]) -> Vocabulary:
    """Word counts of all tables; equal words are added, bare counts are words of their own."""
    from lexdecay.read.tables import read_counts

    total: Counter[str] = Counter()
    for number, path in enumerate(paths):
        words, counts = read_counts(path)
        for at, count in enumerate(counts):
            total[f"#{number}.{at}" if words is None else words[at]] += count
    ranked = sorted(((w, c) for w, c in total.items() if c > 0), key=lambda pair: (-pair[1], pair[0]))
    return Vocabulary(tuple(w for w, _ in ranked), np.array([c for _, c in ranked], dtype=np.int64))


def sources_of(paths: Sequence[str]) -> tuple[Source, ...]:
    """Return what the tables were; standard input has been read by now and has no size."""
    return tuple(_source(path) for path in paths)


def _source(path: str) -> Source:
    import hashlib

    if path == "-":
        return Source("-", 0, "", "utf-8", 0, 0)
    data = Path(path).read_bytes()
    return Source(path, len(data), hashlib.sha256(data).hexdigest(), "utf-8", 0, 0)
