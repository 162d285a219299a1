"""Recovery of known truth: the table of docs/methods.md.

    python benchmarks/known_truth.py --seeds 20 --jobs 2 [--markdown FILE] [--json FILE]

Every law is drawn with other parameters and another size for each seed; each corpus is measured and
fitted as `decay fit` does it, and compared with its exact curve.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lexdecay.engine.trials import covered, run_trial
from lexdecay.synth import make_law

# law, parameters as ranges, tokens as a range, the model and parameter that describe its decay
CASES = {
    "copy": (
        {"copies": (0.35, 0.65), "lag_exponent": (1.3, 1.8), "vocabulary": (3000, 30000)},
        ("power_law", "exponent"),
    ),
    "tree": ({"stay": (0.8, 0.95), "branches": (2, 3), "vocabulary": (40, 3000)}, ("power_law", "exponent")),
    "markov": ({"stay": (0.5, 0.92), "vocabulary": (2000, 30000)}, ("exponential", "length")),
    "markov-random": ({"vocabulary": (300, 800), "stay": (0.7, 0.95)}, ("exponential", "length")),
    "topics": ({"stay": (0.85, 0.97), "focus": (0.3, 0.9)}, ("exponential", "length")),
    "iid": ({"vocabulary": (2000, 50000), "zipf": (0.8, 1.2)}, None),
}
TOKENS = (200_000, 600_000)


@dataclass
class Tally:
    trials: int = 0
    usable: int = 0
    disagree: int = 0
    with_usable: int = 0
    answers: Counter = field(default_factory=Counter)
    best: Counter = field(default_factory=Counter)
    covered: list = field(default_factory=list)
    inside: list = field(default_factory=list)


def drawn(name: str, seed: int) -> tuple[dict, int]:
    rng = np.random.default_rng([seed, *name.encode()])
    values = {}
    for key, (low, high) in CASES[name][0].items():
        values[key] = (
            int(rng.integers(low, high + 1)) if isinstance(low, int) else float(rng.uniform(low, high))
        )
    if name == "tree":
        values["depth"] = 10 if values["branches"] == 2 else 6
    return values, int(rng.integers(*TOKENS))


def one(task: tuple[str, int]) -> list[dict]:
    name, seed = task
    values, tokens = drawn(name, seed)
    target = CASES[name][1]
    rows = []
    for trial in run_trial(make_law(name, values), tokens, seed):
        usable = trial.curve.usable
        rows.append(
            {
                "law": name,
                "seed": seed,
                "measure": trial.curve.measure,
                "parameters": values,
                "usable": int(usable.sum()),
                "disagree": int((~trial.agrees).sum()),
                "answer": trial.fitted.verdict.answer,
                "best": trial.fitted.verdict.best_model,
                "range": [trial.fitted.verdict.low, trial.fitted.verdict.high],
                "covered": covered(trial, *target) if target else None,
                "inside": float((np.abs(trial.standardised[usable]) < 1.96).mean()) if usable.any() else None,
                "reason": trial.fitted.verdict.reason,
            }
        )
    return rows


def markdown(rows: list[dict]) -> str:
    head = (
        "| law | measure | corpora | usable values | off by more than max(5 %, 4 se) | \\|z\\| < 1.96 "
        "| verdicts | interval holds the exact parameter |\n|---|---|---|---|---|---|---|---|\n"
    )
    tallies: dict[tuple[str, str], Tally] = {}
    for row in rows:
        t = tallies.setdefault((row["law"], row["measure"]), Tally())
        t.trials += 1
        t.usable += row["usable"]
        t.disagree += row["disagree"]
        t.answers[row["answer"]] += 1
        t.covered += [row["covered"]] if row["covered"] is not None else []
        t.inside += [row["inside"]] if row["inside"] is not None else []
    lines = []
    for (law, measure), t in tallies.items():
        answers = ", ".join(f"{a} {n}" for a, n in t.answers.most_common())
        cover = f"{sum(t.covered)}/{len(t.covered)}" if t.covered else "-"
        inside = f"{np.mean(t.inside):.0%}" if t.inside else "-"
        lines.append(
            f"| {law} | {measure.replace('_', ' ')} | {t.trials} | {t.usable} | {t.disagree} "
            f"| {inside} | {answers} | {cover} |"
        )
    return head + "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--laws", default=",".join(CASES))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    tasks = [(law, seed) for law in options.laws.split(",") for seed in range(options.seeds)]
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = [row for rows in pool.map(one, tasks) for row in rows]
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    table = markdown(rows)
    if options.markdown:
        options.markdown.write_text(table)
    sys.stdout.write(table)


if __name__ == "__main__":
    main()
