"""How far dependents stand from their heads, beside the same trees with their words in random order.

Mixing sentences of different lengths makes tails that no sentence has, so every expectation is taken
sentence by sentence: in a random order of n words a pair stands d apart with probability

    p(d | n) = 2 (n - d) / (n (n - 1)),   mean (n + 1) / 3

(Ferrer-i-Cancho 2004, Phys. Rev. E 70:056135).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.measure.curve import jackknife_covariance
from lexdecay.word_records import Arcs

if TYPE_CHECKING:
    from lexdecay.records import Flags, Floats, Ints
    from lexdecay.word_records import Trees

BLOCKS = 40  # of the jackknife, contiguous sentences


def arcs_of(trees: Trees, *, keep_punctuation: bool = False) -> Arcs:
    """Arcs between the words that hold a position; the root has none.

    A word whose head is punctuation without a position hangs on the nearest word above it that has one.
    """
    bounds = np.append(trees.starts, trees.head.size)
    sentence = np.repeat(np.arange(trees.starts.size), np.diff(bounds))
    held = np.ones(trees.head.size, np.bool_) if keep_punctuation else ~trees.punctuation
    above = np.where(trees.head > 0, trees.starts[sentence] + trees.head - 1, -1)
    head = _holding(above, held)
    place = np.cumsum(held)
    kept = held & (head >= 0) & (head != np.arange(head.size))
    words = np.bincount(sentence, held, trees.starts.size).astype(np.int64)
    return Arcs(place[kept] - place[head[kept]], sentence[kept], words)


def _holding(above: Ints, held: Flags) -> Ints:
    """Head of every word, climbing over those that hold no position; -1 where there is none."""
    head = above.copy()
    for _ in range(above.size):
        climbing = (head >= 0) & ~held[head]
        if not climbing.any():
            return head
        head[climbing] = above[head[climbing]]
    return np.where((head >= 0) & held[head], head, -1)  # punctuation that hangs on itself in a circle


def random_order(arcs: Arcs) -> tuple[Floats, float]:
    """Share of each length 1..D, and the mean length, were the words of each sentence in random order."""
    words = arcs.words[arcs.sentence]
    times = np.bincount(words)
    longest = int(words.max(initial=1))
    length = np.arange(1, longest)
    share = np.zeros(length.size)
    for n in np.flatnonzero(times).tolist():
        share[: n - 1] += times[n] * 2 * (n - length[: n - 1]) / (n * (n - 1))
    return share / max(words.size, 1), float(np.mean((words + 1) / 3)) if words.size else 0.0


def mean_length(arcs: Arcs) -> tuple[float, float]:
    """Mean length in words and its standard error, from blocks of sentences left out."""
    total, count = np.abs(arcs.length).sum(), arcs.length.size
    if count == 0:
        return 0.0, 0.0
    block = arcs.sentence * BLOCKS // max(arcs.words.size, 1)
    without = total - np.bincount(block, np.abs(arcs.length), BLOCKS)
    left = count - np.bincount(block, minlength=BLOCKS)
    leave_out = np.divide(without, left, out=np.full(BLOCKS, total / count), where=left > 0)
    return float(total / count), float(np.sqrt(jackknife_covariance(leave_out[None, :])[0, 0]))
