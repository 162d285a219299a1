"""Corpora that must not show what the text shows: the same words with their order taken away or turned.

A shuffle keeps every count and so Zipf's law, and leaves no dependence between words; a shuffle within
documents keeps their topics and nothing else; sentences in another order keep what is within them; reversing
exchanges left and right and leaves I(d).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.engine.curves import shuffle_within
from lexdecay.errors import UsageError
from lexdecay.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from lexdecay.records import TokenStream

# Apart from the seeds of null pairings, which are [seed, draw].
SALT = 0x5EED


def controlled(stream: TokenStream, control: str | None, seed: int) -> TokenStream:
    """Return the stream under a control; None leaves it as it is.

    Raises UnknownNameError for a control that does not exist, UsageError for one of sentences on text that
    has none marked.
    """
    if control is None:
        return stream
    return CONTROLS[control](stream, np.random.default_rng([seed, SALT, SALT]))


def _shuffle(stream: TokenStream, rng: np.random.Generator) -> TokenStream:
    return _reordered(stream, rng.permutation(len(stream)))


def _within_document(stream: TokenStream, rng: np.random.Generator) -> TokenStream:
    return _reordered(stream, shuffle_within(stream.starts, np.arange(len(stream), dtype=np.uint32), rng))


def _sentence_order(stream: TokenStream, rng: np.random.Generator) -> TokenStream:
    """Sentences of each document in random order, their words as they are."""
    if stream.sentences is None:
        raise UsageError(
            "--control sentence-order needs sentences, and this text has none marked",
            hint="--model NAME finds them, such as --model en_core_web_sm, and CoNLL-U marks them; "
            "or shuffle words: --control within-document",
        )
    begins = np.union1d(stream.sentences, stream.starts[stream.starts < len(stream)])
    lengths = np.diff(np.append(begins, len(stream)))
    document = np.searchsorted(stream.starts, begins, side="right")
    order = np.lexsort((rng.random(begins.size), document))
    placed = np.cumsum(lengths[order]) - lengths[order]
    tokens = np.arange(len(stream)) + np.repeat(begins[order] - placed, lengths[order])
    return replace(_reordered(stream, tokens), sentences=placed)


def _reverse(stream: TokenStream, _: np.random.Generator) -> TokenStream:
    ends = np.append(stream.starts, len(stream))[1:]
    back = _reordered(stream, np.arange(len(stream))[::-1])
    sentences = stream.sentences
    if sentences is not None:
        sentences = (len(stream) - np.append(sentences, len(stream))[1:])[::-1]
    return replace(back, starts=(len(stream) - ends)[::-1], sentences=sentences)


def _reordered(stream: TokenStream, order: npt.NDArray[np.integer]) -> TokenStream:
    """Tokens in another order, their tags with them; sentences are gone."""
    tags = None if stream.tags is None else stream.tags[order]
    return replace(stream, ids=stream.ids[order], tags=tags, sentences=None)


CONTROLS: Registry[Callable[[TokenStream, np.random.Generator], TokenStream]] = Registry("control")
CONTROLS.add("shuffle", _shuffle)
CONTROLS.add("within-document", _within_document)
CONTROLS.add("sentence-order", _sentence_order)
CONTROLS.add("reverse", _reverse)
