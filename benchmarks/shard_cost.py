"""What one shard of a corpus costs a cluster: bytes sent and CPU time, by vocabulary, offset and shard size.

    python benchmarks/shard_cost.py STORE [TOKENS...] > shard_cost.json

A corpus of N tokens is N / TOKENS such shards, so these figures times that number are what a run sends,
however large the corpus. STORE is a store made by `decay index`; the shard is taken from its middle.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from lexdecay.count.runs import key_bits
from lexdecay.engine.packing import pack, unpack, unpack_run
from lexdecay.engine.sharded_counts import Design, pair_blocks, word_pair_blocks
from lexdecay.engine.shards import Cutting, Shard, cut_piece, numbered, vocabulary_of
from lexdecay.tokens import TokenStore, open_store

OFFSETS = (1, 10, 100, 1000)
VOCABULARIES = (50, 316, 1000, 3162, 5000, 20_000)
BLOCKS = 40
NONE = np.empty(0, np.int64)


def main() -> None:
    store = open_store(Path(sys.argv[1]))
    rows = []
    for tokens in [int(float(size)) for size in sys.argv[2:]] or [1 << 22]:
        shard, types = shard_of(store, tokens)
        rows.append({"tokens": shard.own, "types": types, "symbols": exchange(shard)})
        for offset in OFFSETS:
            for cap in VOCABULARIES:
                design = Design(0, shard.own, cap, np.array([offset]), edges(shard), NONE)
                rows.append(row(shard, offset, cap, partial(pair_blocks, shard, design)))
            rows.append(
                row(shard, offset, "all", partial(word_pair_blocks, shard, [offset], key_bits(types), NONE))
            )
    print(json.dumps(rows, indent=1))


def edges(shard: Shard) -> np.ndarray:
    """As in a corpus of many shards: one of the jackknife's 40 blocks holds all of it."""
    return np.array([0, *[shard.own] * BLOCKS])


def shard_of(store: TokenStore, tokens: int) -> tuple[Shard, int]:
    first = (store.ids.size - tokens) // 2
    cutting = Cutting("lower", "drop", max(OFFSETS), tokens)
    local = cut_piece(store, max(first, 0), min(first + tokens, store.ids.size), cutting, (0,))
    vocabulary = vocabulary_of(dict(zip(local.words, local.counts.tolist(), strict=True)))
    ids = {word: n for n, word in enumerate(vocabulary.words)}
    for word in local.words:  # that only the halo holds
        ids.setdefault(word, len(ids))
    return numbered(local, 0, 0, ids), len(ids)


def exchange(shard: Shard) -> dict[str, float]:
    """Bytes a token when it is sent once: as an id of the whole vocabulary, as a capped symbol."""
    ids = unpack(shard.ids)[: shard.own]
    capped = {str(cap): len(pack(np.minimum(ids, cap))) / shard.own for cap in VOCABULARIES}
    return {"all": len(pack(ids)) / shard.own, **capped}


def row(shard: Shard, offset: int, cap: int | str, blocks: Callable[[], Iterable[Any]]) -> dict[str, Any]:
    begin = time.process_time()
    sent = [data for _, data in blocks()]
    seconds = time.process_time() - begin
    begin = time.process_time()
    cells = sum(unpack_run(data).keys.size for data in sent)
    return {
        "tokens": shard.own,
        "offset": offset,
        "vocabulary": cap,
        "cells": cells,
        "bytes": sum(map(len, sent)),
        "seconds": round(seconds, 3),
        "unpacking": round(time.process_time() - begin, 3),
    }


if __name__ == "__main__":
    main()
