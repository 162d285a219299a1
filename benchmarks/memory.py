"""Peak memory of counting: what is promised, and what the kernel saw.

    python benchmarks/memory.py [--quick]

- 30 million tokens of 150,000 types, every pair at offsets 1 to 6, under --memory 1G;
- 20 million tokens, every pair at 10 offsets, under --memory 500M through sorted runs on disk, compared with
  the same counts made in memory;
- one line of 2 GB through a pipe into `decay index -` and `zipf count -`.

Peak memory is the kernel's `ru_maxrss` of the command. --quick makes everything a hundredth of that size.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TYPES = 150_000
BLOCK = 1_000_000  # tokens made at once


def run(tool: str, *arguments: str, text: Iterable[bytes] = ()) -> dict[str, float | int]:
    """Run a command with ``text`` on its standard input; its peak memory in MB and its processor seconds."""
    code = f"from lexdecay.cli.{tool} import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    begun = time.monotonic()
    for block in text:
        process.stdin.write(block)
    process.stdin.close()
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{tool} {' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
    return {
        "peak_MB": round(used.ru_maxrss * 1024 / 1e6),
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 1),
        "wall_seconds": round(time.monotonic() - begun, 1),
    }


def text(tokens: int, seed: int) -> Iterator[bytes]:
    """Independent words by Zipf's law over 150,000 types, without a line end."""
    chance = np.random.default_rng(seed)
    share = np.cumsum(1.0 / np.arange(1, TYPES + 1))
    words = np.array([f"w{rank:x}" for rank in range(TYPES)], dtype=object)
    for first in range(0, tokens, BLOCK):
        drawn = np.searchsorted(share, chance.random(min(BLOCK, tokens - first)) * share[-1])
        yield (" ".join(words[drawn]) + " ").encode()


def long_line(size: int) -> Iterator[bytes]:
    """One line of ``size`` bytes: the same million words again and again."""
    (block,) = text(BLOCK, seed=3)
    for _ in range(size // len(block)):
        yield block
    yield block[: size % len(block)]


def rows(folder: Path) -> pl.DataFrame:
    """Total of the counts and of what identifies a row, so that two folders are compared in little memory."""
    hashed = pl.struct("left", "right", "offset", "count").hash(1).cast(pl.UInt64)
    return (
        pl.scan_parquet(folder / "part-*.parquet")
        .select(pl.len(), pl.col("count").sum(), hashed.reinterpret(signed=True).sum().alias("hash"))
        .collect()
    )


def pairs_of_30_million(place: Path, scale: int) -> dict[str, object]:
    store, out = str(place / "store30"), str(place / "pairs30")
    indexed = run("decay", "index", "-", "--no-cache", "-q", "-o", store, text=text(30_000_000 // scale, 1))
    counted = run("decay", "count", store, "--max-offset", "6", "--memory", "1G", "-q", "-o", out)
    return {"index": indexed, "count --max-offset 6 --memory 1G": counted}


def spilled_and_in_memory(place: Path, scale: int) -> dict[str, object]:
    store = str(place / "store20")
    run("decay", "index", "-", "--no-cache", "-q", "-o", store, text=text(20_000_000 // scale, 2))
    found = {}
    for memory in ("500M", "20G") if scale == 1 else ("5M", "20G"):
        out = place / f"pairs20-{memory}"
        measured = run(
            "decay", "count", store, "--max-offset", "10", "--memory", memory, "-q", "-o", str(out)
        )
        found[f"count --max-offset 10 --memory {memory}"] = measured
        found[f"rows {memory}"] = rows(out).row(0)
    totals = [value for name, value in found.items() if name.startswith("rows")]
    return found | {"equal": totals[0] == totals[1]}


def one_line(place: Path, scale: int) -> dict[str, object]:
    size = 2_000_000_000 // scale
    index = ("index", "-", "--no-cache", "-q", "-o", str(place / "line"))
    return {
        "bytes": size,
        "zipf count": run("zipf", "count", "-", "--no-cache", "--top", "9", "-q", text=long_line(size)),
        "decay index": run("decay", *index, text=long_line(size)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", choices=["pairs", "spill", "line"])
    asked = parser.parse_args()
    scale = 100 if asked.quick else 1
    chosen = {"pairs": pairs_of_30_million, "spill": spilled_and_in_memory, "line": one_line}
    with tempfile.TemporaryDirectory() as name:
        for title, measure in chosen.items():
            if asked.only in {None, title}:
                print(json.dumps({title: measure(Path(name), scale)}, indent=1), flush=True)


if __name__ == "__main__":
    main()
