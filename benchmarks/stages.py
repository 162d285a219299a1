"""Where the time of `decay fit` goes: CPU seconds of each stage, and peak memory, on a store.

    python benchmarks/stages.py STORE [--json]

One thread. The curve is taken apart as engine/curves.py puts it together: every offset once and sixteen
far shifts, each with both halves for the held-out check; the expectation E of each table; recurrence; fits.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from typing import TYPE_CHECKING, TypeVar

from lexdecay.cli.processor import prepare

prepare()

from lexdecay.corpus import CorpusOptions, load_corpus  # noqa: E402
from lexdecay.engine import curves as engine  # noqa: E402
from lexdecay.fit import fit_curve  # noqa: E402
from lexdecay.measure.expected import expected_information  # noqa: E402
from lexdecay.measure.offsets import default_vocabulary  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

Value = TypeVar("Value")


class Clock:
    """CPU seconds of named stages."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def __call__(self, stage: str, work: Callable[[], Value]) -> Value:
        """Do the work and remember what it took."""
        begin = time.process_time()
        value = work()
        self.seconds[stage] = time.process_time() - begin
        return value


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("store")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    clock = Clock()
    _, stream = clock("open the store", lambda: load_corpus([options.store], CorpusOptions()))
    cap = default_vocabulary(len(stream))
    ready = clock(
        "cap, blocks",
        lambda: engine.measuring(stream, vocabulary=cap, max_offset=1000, seed=0, jobs=1),
    )
    spans, last = engine.AND_HALVES, len(ready.offsets) - 1
    drawn = engine.drawn_at(len(stream), last)
    tables = clock(
        f"{last + 1} offsets", lambda: [engine._tables(ready, spans, (i, None)) for i in range(last + 1)]
    )
    clock(
        f"{len(drawn)} far shifts",
        lambda: [engine._tables(ready, spans, (i, r)) for r, i in enumerate(drawn)],
    )
    clock("expectations", lambda: [expected_information(t.left, t.right) for ts in tables for t in ts])
    found = clock("recurrence", lambda: (engine.recurrence(ready), *engine.recurrence_of_halves(ready)))
    clock("fits of one curve", lambda: fit_curve(found[0], halves=(found[1], found[2])))
    result = {
        "tokens": len(stream),
        "types kept": ready.vocabulary,
        "cpu seconds": clock.seconds,
        "sum": sum(clock.seconds.values()),
        "peak MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    if options.json:
        print(json.dumps(result, indent=1))
        return
    print(f"{result['tokens']:,} tokens, K = {result['types kept']}, peak {result['peak MB']:,.0f} MB")
    for stage, seconds in {**clock.seconds, "sum": result["sum"]}.items():
        print(f"{seconds:8.2f} s  {stage}")


if __name__ == "__main__":
    main()
