"""A random share of a corpus's documents, as a corpus of its own.

Whole documents are drawn, without replacement, and keep their order. What is measured on them estimates the
same quantities of the same texts; that it is measured on fewer is in every interval, since the jackknife
sees the documents drawn and no others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.records import TokenStream, Vocabulary

if TYPE_CHECKING:
    from lexdecay.records import Flags, Ids, Ints

# The jackknife's blocks: with fewer documents than blocks, chance decides what is measured.
LEAST_DOCUMENTS = 40
# Apart from the seeds of null pairings and of controls.
SALT = 0x5A3B1E


def sampled(stream: TokenStream, share: float, seed: int) -> TokenStream:
    """Draw ``share`` of the documents, 0 < share <= 1, and count their words anew.

    Raises
    ------
    UsageError
        When fewer than 40 documents would be drawn.
    """
    documents = len(stream.starts)
    drawn = round(share * documents)
    if drawn < LEAST_DOCUMENTS:
        raise UsageError(
            f"--sample {share:g} of {documents:,} documents is {drawn:,} of them, "
            f"{LEAST_DOCUMENTS} are the least",
            hint="--documents line or paragraph cuts a text into documents, or leave out --sample",
        )
    chosen = np.zeros(documents, bool)
    chosen[np.random.default_rng([seed, SALT]).choice(documents, drawn, replace=False)] = True
    return _kept(stream, chosen)


def _kept(stream: TokenStream, chosen: Flags) -> TokenStream:
    lengths = np.diff(np.append(stream.starts, len(stream)))
    held = np.repeat(chosen, lengths)
    before = np.append(0, np.cumsum(held))  # kept tokens before each position, and all of them
    ids, vocabulary = _recounted(stream.ids[held], stream.vocabulary)
    sentences = stream.sentences
    if sentences is not None:
        sentences = before[sentences[held[sentences]]]
    return TokenStream(
        ids,
        before[stream.starts[chosen]],
        vocabulary,
        None if stream.tags is None else stream.tags[held],
        sentences,
        stream.tag_names,
    )


def _recounted(ids: Ids, vocabulary: Vocabulary) -> tuple[Ids, Vocabulary]:
    """Ids in the order of the counts among ``ids``, and the types that occur there."""
    counts: Ints = np.bincount(ids, minlength=len(vocabulary))
    words = vocabulary.words
    order = sorted(np.flatnonzero(counts).tolist(), key=lambda old: (-int(counts[old]), words[old]))
    new = np.zeros(len(vocabulary), np.uint32)
    new[order] = np.arange(len(order), dtype=np.uint32)
    return new[ids], Vocabulary(tuple(words[old] for old in order), counts[order])
