"""Pair counting in millions of pairs per CPU-second, ours beside other ways to count the same pairs.

    python benchmarks/pair_counting.py [--tokens N] [--vocabulary V] [--offsets D] [--json]

All counters count the ordered pairs of one document at offsets 1..D, by offset where they can; the
numbers of distinct pairs are compared before anything is printed. CPU time of this process, best of
five rounds in each of which every counter runs once (the dictionary: once only, on the first 500,000
tokens, which favours it: a dictionary slows down as it grows). The corpus is a Zipf copy process, so
pairs repeat as they do in text. `capped` is what a curve counts: the pairs of a vocabulary capped as
`decay fit` caps it, in each of the jackknife's 40 blocks. scikit-learn's CountVectorizer and NLTK's
collocation finder, where they can be imported, know neighbours only and count those of the same words.

Speed is numpy's sort, which is printed too; it is the one that the commands choose (lexdecay.cli.processor).
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from lexdecay.cli.processor import prepare

os.environ.setdefault("POLARS_MAX_THREADS", "1")  # one core each
prepare()

import numpy as np  # noqa: E402
import polars as pl  # noqa: E402

from lexdecay.count import count_pairs  # noqa: E402
from lexdecay.count.blocks import block_edges, cap_vocabulary  # noqa: E402
from lexdecay.count.cells import blocked_cells  # noqa: E402
from lexdecay.measure.offsets import default_vocabulary  # noqa: E402
from lexdecay.records import TokenStream, Vocabulary  # noqa: E402
from lexdecay.synth import Copy, generate  # noqa: E402

CountBy: TypeAlias = Callable[[TokenStream, int], list[int]]

DICTIONARY_TOKENS = 500_000


def corpus(tokens: int, vocabulary: int) -> TokenStream:
    """Return one document of a Zipf copy process."""
    ids, starts = generate(Copy(vocabulary=vocabulary), tokens, seed=1)
    words = tuple(f"w{rank}" for rank in range(1, vocabulary + 1))
    return TokenStream(
        ids.astype(np.uint32), starts, Vocabulary(words, np.bincount(ids, minlength=vocabulary))
    )


def ours(stream: TokenStream, largest: int) -> list[int]:
    """Sorted packed keys, run lengths."""
    counts = count_pairs(stream, largest)
    return np.bincount(counts.offset, minlength=largest + 1)[1:].tolist()


def numpy_unique(stream: TokenStream, largest: int) -> list[int]:
    """One np.unique per offset of the window, 64-bit keys, taken apart again as ours are."""
    ids, distinct = stream.ids.astype(np.uint64), []
    for offset in range(1, largest + 1):
        keys, _ = np.unique(ids[:-offset] << np.uint64(32) | ids[offset:], return_counts=True)
        left, right = (keys >> np.uint64(32)).astype(np.uint32), keys.astype(np.uint32)
        distinct.append(min(left.size, right.size))
    return distinct


def polars_packed(stream: TokenStream, largest: int) -> list[int]:
    """Group by one packed 64-bit key per pair."""
    ids, base = stream.ids.astype(np.uint64), np.uint64(len(stream.vocabulary))
    return [
        pl.DataFrame({"key": ids[:-d] * base + ids[d:]}).group_by("key").len().height
        for d in range(1, largest + 1)
    ]


def polars_columns(stream: TokenStream, largest: int) -> list[int]:
    """Group by the two words."""
    ids = stream.ids
    return [
        pl.DataFrame({"left": ids[:-d], "right": ids[d:]}).group_by("left", "right").len().height
        for d in range(1, largest + 1)
    ]


def dictionary_window(stream: TokenStream, largest: int) -> list[int]:
    """Slide a window and add to a dictionary, as GloVe's counter does; offset kept in the key."""
    ids = stream.ids.tolist()
    pairs: Counter[tuple[int, int, int]] = Counter()
    for position, left in enumerate(ids):
        for offset, right in enumerate(ids[position + 1 : position + 1 + largest], start=1):
            pairs[offset, left, right] += 1
    by_offset = Counter(offset for offset, _, _ in pairs)
    return [by_offset[offset] for offset in range(1, largest + 1)]


def capped(stream: TokenStream, largest: int) -> float:
    """Millions of pairs of the capped vocabulary per CPU-second, counted by block in dense tables."""
    cap = default_vocabulary(len(stream))
    symbols, edges = cap_vocabulary(stream, cap), block_edges(stream, 40)
    begin = time.process_time()
    for offset in range(1, largest + 1):
        blocked_cells(symbols, stream, offset, edges, cap)
    return largest * len(stream) / (time.process_time() - begin) / 1e6


def sklearn_neighbours(words: list[str]) -> int:
    """Neighbours by CountVectorizer, given tokens."""
    from sklearn.feature_extraction.text import CountVectorizer

    counter = CountVectorizer(
        ngram_range=(2, 2), tokenizer=list, preprocessor=None, token_pattern=None, lowercase=False
    )
    return counter.fit_transform([words]).nnz


def nltk_neighbours(words: list[str]) -> int:
    """Neighbours by NLTK's collocation finder, given tokens."""
    from nltk.collocations import BigramCollocationFinder

    return len(BigramCollocationFinder.from_words(words).ngram_fd)


def neighbours(stream: TokenStream) -> dict[str, float]:
    """Millions of neighbours per CPU-second of the peers that can be imported."""
    words = [stream.vocabulary.words[i] for i in stream.ids.tolist()]
    expected, speed = ours(stream, 1)[0], {}
    for peer in (sklearn_neighbours, nltk_neighbours):
        begin = time.process_time()
        try:
            distinct = peer(words)
        except ImportError:
            continue
        speed[peer.__name__] = len(words) / (time.process_time() - begin) / 1e6
        if distinct != expected:
            raise SystemExit(f"{peer.__name__} finds {distinct} pairs, ours {expected}")
    return speed


COUNTERS = (ours, numpy_unique, polars_packed, polars_columns)
ROUNDS = 5


def measured(counter: CountBy, stream: TokenStream, largest: int) -> tuple[float, list[int]]:
    """Return millions of pairs per CPU-second and the distinct pairs per offset."""
    begin = time.process_time()
    distinct = counter(stream, largest)
    seconds = time.process_time() - begin
    return sum(len(stream) - offset for offset in range(1, largest + 1)) / seconds / 1e6, distinct


def sort_speed() -> dict[str, float]:
    """Return nanoseconds per key of np.sort here, the ceiling of everything above it."""
    speed = {}
    for kind in (np.uint32, np.uint64):
        keys = np.random.default_rng(0).integers(0, 2**32, 2_000_000).astype(kind)
        begin = time.process_time()
        np.sort(keys)
        speed[np.dtype(kind).name] = (time.process_time() - begin) / keys.size * 1e9
    return speed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tokens", type=int, default=5_000_000)
    parser.add_argument("--vocabulary", type=int, default=60_000)
    parser.add_argument("--offsets", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    stream = corpus(options.tokens, options.vocabulary)
    short = TokenStream(stream.ids[:DICTIONARY_TOKENS], stream.starts, stream.vocabulary)
    speed = dict.fromkeys((counter.__name__ for counter in COUNTERS), 0.0)
    expected = ours(stream, options.offsets)
    for counter in COUNTERS * ROUNDS:
        fast, distinct = measured(counter, stream, options.offsets)
        if distinct != expected:
            raise SystemExit(f"{counter.__name__} finds {distinct} pairs, ours {expected}")
        speed[counter.__name__] = max(fast, speed[counter.__name__])
    speed["dictionary_window"], distinct = measured(dictionary_window, short, options.offsets)
    if distinct != ours(short, options.offsets):
        raise SystemExit("the dictionary disagrees with the sort")
    speed |= neighbours(short)
    speed["capped"] = max(capped(stream, options.offsets) for _ in range(ROUNDS))
    report(options, speed, expected)


def report(options: argparse.Namespace, speed: dict[str, float], distinct: list[int]) -> None:
    """Print speeds and ratios as a table or as JSON."""
    result = {
        "tokens": options.tokens,
        "vocabulary": options.vocabulary,
        "offsets": options.offsets,
        "distinct_pairs": distinct,
        "sort_ns_per_key": sort_speed(),
        "million_pairs_per_cpu_second": speed,
        "ours_over": {name: speed["ours"] / value for name, value in speed.items()},
    }
    if options.json:
        print(json.dumps(result, indent=1))
        return
    sorts = ", ".join(f"{kind} {value:.1f}" for kind, value in result["sort_ns_per_key"].items())
    print(f"{options.tokens:,} tokens, {options.vocabulary:,} types, offsets 1..{options.offsets}")
    print(f"np.sort, ns per key: {sorts}")
    for name, value in speed.items():
        print(f"{name:<18} {value:8.2f} M pairs / CPU-s   ours is {speed['ours'] / value:6.1f} x")


if __name__ == "__main__":
    main()
