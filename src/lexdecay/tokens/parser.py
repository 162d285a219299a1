"""Dependency trees by a spaCy parser: heads and punctuation as arrays, no document outlives its batch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.tokens.model_pipe import BATCH
from lexdecay.tokens.paragraphs import paragraphs
from lexdecay.tokens.spacy_model import INSTALL_ENGLISH, load_model, universal_tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spacy.tokens import Doc

    from lexdecay.records import Flags, Ints, TextBlock
    from lexdecay.tokens.settings import Identity
    from lexdecay.tokens.spacy_model import Model


@dataclass(frozen=True, slots=True, eq=False)
class Parsed:
    """Trees of a stretch of text, as `lexdecay.word_records.Trees` has them, and its forms."""

    head: Ints  # int64[W], position of the head within the sentence from 1, 0 for the root
    punctuation: Flags  # bool[W]
    starts: Ints  # int64[S]
    forms: frozenset[str]  # lower-cased


def parser_identity(name: str) -> Identity:
    """What a model is; raises what `load_parser` raises, before any text is read."""
    return load_parser(name).identity


@cache
def load_parser(name: str) -> Model:
    """Load a pipeline with its parser, once a process.

    Raises
    ------
    MissingExtraError, UsageError
        When it is not installed, or has no parser.
    FormatError
        When spaCy cannot load it.
    """
    model = load_model(name, lemmas=False, parses=True)
    if not any(model.nlp.get_pipe_meta(pipe).factory == "parser" for pipe in model.nlp.pipe_names):
        raise UsageError(f"the model '{name}' has no parser", hint=f"name one that has: {INSTALL_ENGLISH}")
    return model


def text_batches(blocks: Iterable[TextBlock]) -> Iterator[list[str]]:
    """Paragraphs of text, some ten thousand words at a time."""
    for block in blocks:
        texts = paragraphs(block).texts
        yield from (texts[at : at + BATCH] for at in range(0, len(texts), BATCH))


def parse(name: str, texts: Sequence[str]) -> Parsed:
    """Parse one batch of paragraphs."""
    model = load_parser(name)
    with model.nlp.memory_zone():
        docs = [_columns(doc) for doc in model.nlp.pipe(texts, batch_size=BATCH)]
        table = np.concatenate([np.empty((0, 5), np.int64), *docs])
        lowered = np.unique(table[:, 4]).view(np.uint64).tolist()
        forms = frozenset(model.nlp.vocab.strings[key] for key in lowered)
    starts = np.flatnonzero(table[:, 2] == 1)
    sentence = np.repeat(starts, np.diff(np.append(starts, len(table))))
    place = np.arange(len(table))
    head = np.where(table[:, 0] == 0, 0, place + table[:, 0] - sentence + 1)
    return Parsed(head, _punctuation(table), starts, forms)


def _columns(doc: Doc) -> Ints:
    """Columns of one paragraph: head (words on from here), tag, sentence start, punctuation, lower case."""
    from spacy.attrs import HEAD, IS_PUNCT, LOWER, POS, SENT_START

    columns: Any = doc.to_array([HEAD, POS, SENT_START, IS_PUNCT, LOWER])
    table: Ints = columns.reshape(-1, 5).view(np.int64)
    table[:1, 2] = 1
    return table


def _punctuation(table: Ints) -> Flags:
    """What is tagged PUNCT; by its characters where the model does not tag."""
    from lexdecay.records import NO_TAG, UNIVERSAL_TAGS

    tags = universal_tags()[table[:, 1]]
    return np.where(tags == NO_TAG, table[:, 3] == 1, tags == UNIVERSAL_TAGS.index("PUNCT"))
