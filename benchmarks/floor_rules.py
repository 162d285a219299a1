"""Rules for the floor of I(d) against exact truth: the table of docs/decisions/0004-floor.md.

    python benchmarks/floor_rules.py [--seeds 6] [--tokens 400000]

Prints, for each law and offset, the exact value and the mean relative error of I(d) under each rule.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from lexdecay.engine.curves import WHOLE, _tables, drawn_at, measuring
from lexdecay.engine.trials import stream_of
from lexdecay.measure.expected import expected_information
from lexdecay.measure.floor import Draw, far_shift_null, gain
from lexdecay.measure.offsets import default_vocabulary
from lexdecay.synth import generate, make_law, truth

LAWS = {
    "copy": {"vocabulary": 20_000},
    "markov": {"vocabulary": 5000, "stay": 0.72},
    "tree": {"vocabulary": 2000, "stay": 0.9, "branches": 2, "depth": 10},
    "topics": {"vocabulary": 2000, "focus": 0.9},
}
OFFSETS = (1, 2, 5, 10, 16, 28)
LEAST = 0.004  # bits; below, a corpus of this size is all noise
RULES = ("E", "far", "jackknife", "far (1 - c)", "jackknife x far / null jackknife", "far - gain (ours)")


def values(name: str, tokens: int, seed: int) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    law = make_law(name, LAWS[name])
    stream = stream_of(*generate(law, tokens, seed))
    ready = measuring(stream, vocabulary=default_vocabulary(len(stream)), max_offset=400, seed=seed, jobs=1)
    last = len(ready.offsets) - 1
    drawn = drawn_at(len(stream), last)
    tables = [_tables(ready, WHOLE, (i, None))[0] for i in range(last + 1)]
    null = far_shift_null(tables, [Draw(i, _tables(ready, WHOLE, (i, r))[0]) for r, i in enumerate(drawn)])
    exact = truth(law, ready.offsets.tolist(), [ready.vocabulary])
    raw, bias = (np.array([getattr(t, a) for t in tables]) for a in ("value", "bias"))
    expected = np.array([expected_information(t.left, t.right) for t in tables])
    correction = gain(ready.offsets, tables, null)
    found = (
        raw - expected,
        raw - null.base,
        raw - bias,
        raw - null.base * (1 - exact.c),
        raw - bias * null.base / null.bias,
        (raw - null.base) * (1 + correction),
    )
    return ready.offsets, exact.bits[ready.vocabulary], dict(zip(RULES, found, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--tokens", type=int, default=400_000)
    options = parser.parse_args()
    sys.stdout.write(f"| law | d | exact, bits | {' | '.join(RULES)} |\n{'|---' * (3 + len(RULES))}|\n")
    for name in LAWS:
        runs = [values(name, options.tokens, seed) for seed in range(options.seeds)]
        offsets, exact, _ = runs[0]
        for offset in OFFSETS:
            at = int(np.flatnonzero(offsets == offset)[0])
            if exact[at] < LEAST:
                continue
            errors = [np.mean([run[2][rule][at] for run in runs]) / exact[at] - 1 for rule in RULES]
            cells = " | ".join(f"{100 * e:+.1f} %" for e in errors)
            sys.stdout.write(f"| {name} | {offset} | {exact[at]:.4f} | {cells} |\n")


if __name__ == "__main__":
    main()
