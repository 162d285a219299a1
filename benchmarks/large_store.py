"""A token store of any size from copy processes, to see what measuring costs beyond any text at hand.

    python benchmarks/large_store.py --tokens 1000000000 -o billion.store

Documents of 50 million tokens each, copies over power-law lags (lexdecay.synth, law `copy`) of a vocabulary
of 300,000 words; written as `decay index` writes a store, a document at a time.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from lexdecay import __version__
from lexdecay.synth import generate, make_law
from lexdecay.tokens.disk import StoreWriter
from lexdecay.tokens.settings import Identity
from lexdecay.tokens.store import FORMAT, Manifest

VOCABULARY, DOCUMENT = 300_000, 50_000_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tokens", type=int, default=1_000_000_000)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    law = make_law("copy", {"vocabulary": VOCABULARY})
    counts, starts = np.zeros(VOCABULARY, np.int64), []
    with StoreWriter(options.output) as writer:
        column = writer.column("ids")
        for seed, first in enumerate(range(0, options.tokens, DOCUMENT)):
            ids, _ = generate(law, min(DOCUMENT, options.tokens - first), seed)
            column.write(ids.astype("<u4").tobytes())
            counts += np.bincount(ids, minlength=VOCABULARY)
            starts.append(first)
        writer.column("starts").write(np.array(starts, "<i8").tobytes())
        words = tuple(f"w{rank}" for rank in range(VOCABULARY))
        made = Identity("synthetic", version=__version__)
        manifest = Manifest(
            FORMAT, __version__, made, (), len(starts), int(counts.sum()), VOCABULARY, long_runs_split=0
        )
        writer.commit(manifest, words, counts, ())


if __name__ == "__main__":
    main()
