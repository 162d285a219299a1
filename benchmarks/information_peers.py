"""I(d) with its floor, against automutualinformation, in one run.

    python benchmarks/information_peers.py [--tokens 1000000] [--json]

The peer (PyPI automutualinformation 0.1.5) runs where it can be imported: it needs scikit-learn, lmfit,
pandas, matplotlib, joblib and tqdm beside it. It is run twice: with one shuffle for its floor, its
default, and with sixteen, as many null pairings as our floor rests on at this size (ours serve every
offset, a shuffle only its own). Ours is measured as `decay measure` does it, with far shifts and the
jackknife of 40 blocks, and "alike": what the peer gives and no more, plug-in information and what it is
under random re-pairing (computed; the peer's shuffle is one draw of it). CPU seconds of one core, a corpus
of Zipf words with copies (lexdecay.synth, law `copy`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING

from lexdecay.cli.processor import prepare

prepare()

import numpy as np  # noqa: E402

from lexdecay.count.cells import blocked_cells  # noqa: E402
from lexdecay.engine import curves  # noqa: E402
from lexdecay.engine.trials import stream_of  # noqa: E402
from lexdecay.measure.expected import expected_information  # noqa: E402
from lexdecay.measure.information import information_of_cells  # noqa: E402
from lexdecay.measure.offsets import default_vocabulary  # noqa: E402
from lexdecay.synth import generate, make_law  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

# Null pairings of the peer, and the offsets they are timed at: fewer where each costs more.
PEERS = {1: (1, 10, 100), 16: (10,)}


def seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def ours(tokens: int) -> dict[str, dict[str, float]]:
    stream = stream_of(*generate(make_law("copy", {}), tokens, 0))
    rows = {}
    for name, cap in (
        ("K by default", default_vocabulary(tokens)),
        ("full vocabulary", len(stream.vocabulary)),
    ):
        ready = curves.measuring(stream, vocabulary=cap, max_offset=1000, seed=0, jobs=1)
        spent = seconds(lambda ready=ready: curves.total_information(ready))
        rows[name] = {
            "types": ready.vocabulary,
            "offsets": len(ready.offsets),
            "seconds per offset": spent / len(ready.offsets),
        }
    ready = curves.measuring(stream, vocabulary=default_vocabulary(tokens), max_offset=1000, seed=0, jobs=1)
    rows["alike"] = {
        "types": ready.vocabulary,
        "offsets": len(ready.offsets),
        "seconds per offset": seconds(lambda: alike(ready)) / len(ready.offsets),
    }
    return rows


def alike(ready: curves.Measuring) -> list[tuple[float, float]]:
    """Information and its expectation at each offset, without errors."""
    edges, found = np.array([0, len(ready.stream)]), []
    for offset in ready.offsets.tolist():
        cells = blocked_cells(ready.symbols, ready.stream, offset, edges, ready.vocabulary)
        (table,) = information_of_cells(cells, [(0, 1)])
        found.append((table.value, expected_information(table.left, table.right)))
    return found


def peer(tokens: int, shuffles: int, offsets: tuple[int, ...]) -> dict[str, float] | None:
    try:
        from automutualinformation import sequential_mutual_information
    except ImportError:
        return None
    ids, _ = generate(make_law("copy", {}), tokens, 0)
    words = [f"w{i}" for i in ids.tolist()]
    spent = seconds(
        lambda: sequential_mutual_information(
            [words], distances=np.array(offsets), n_jobs=1, n_shuff_repeats=shuffles, use_tqdm=False
        )
    )
    return {
        "types": len(set(words)),
        "offsets": len(offsets),
        "seconds per offset": spent / len(offsets),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tokens", type=int, default=1_000_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = {f"lexdecay, {name}": row for name, row in ours(options.tokens).items()}
    mine, bare = (rows[f"lexdecay, {name}"]["seconds per offset"] for name in ("K by default", "alike"))
    for shuffles, offsets in PEERS.items():
        theirs = peer(options.tokens, shuffles, offsets)
        if theirs:
            theirs["times ours"] = theirs["seconds per offset"] / mine
            theirs["times alike"] = theirs["seconds per offset"] / bare
            rows[f"automutualinformation, shuffles: {shuffles}"] = theirs
    if options.json:
        sys.stdout.write(json.dumps({"tokens": options.tokens, "rows": rows}, indent=1) + "\n")
        return
    for name, row in rows.items():
        print(f"{name:36}" + "  ".join(f"{key} {value:.4g}" for key, value in row.items()))
    if len(rows) == 3:
        print("automutualinformation cannot be imported here: install it and what it needs")


if __name__ == "__main__":
    main()
