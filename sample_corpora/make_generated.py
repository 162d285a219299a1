#!/usr/bin/env python3
"""Write the generated sample corpora and their exact curves into a folder (default: this one).

    python sample_corpora/make_generated.py [FOLDER]

Laws, parameters and seeds stand in CORPORA; the same ones always give the same corpora. The exact
curves are at the offsets that `decay` measures by default, for the vocabulary sizes in CAPS.
"""

import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from lexdecay.measure.offsets import offset_grid
from lexdecay.synth import generate, make_law, truth, write_jsonl, write_truth

TOKENS: Final = 40_000
MAX_OFFSET: Final = 1000
VOCABULARY: Final = 2000
CAPS: Final = (50, 63, 200, VOCABULARY)  # 63: what `decay` keeps apart by default of 40,000 tokens


class Recipe(NamedTuple):
    """A law by name, its parameters and the seed of its corpus."""

    law: str
    parameters: dict[str, Any]
    seed: int


# A copy reaches back as far as the longest lag; the chain forgets a word after 1 / -ln(0.8) = 4.5 words.
CORPORA: Final = {
    "copy": Recipe("copy", {"vocabulary": VOCABULARY, "copies": 0.5, "longest_lag": 3000}, seed=1),
    "markov": Recipe("markov", {"vocabulary": VOCABULARY, "stay": 0.8}, seed=2),
    "iid": Recipe("iid", {"vocabulary": VOCABULARY}, seed=3),
}


def make(folder: Path) -> None:
    """Write NAME.jsonl and NAME.truth.json for every recipe."""
    for name, recipe in CORPORA.items():
        law = make_law(recipe.law, recipe.parameters)
        write_jsonl(folder / f"{name}.jsonl", *generate(law, TOKENS, recipe.seed))
        exact = truth(law, offset_grid(MAX_OFFSET).tolist(), CAPS)
        write_truth(folder / f"{name}.truth.json", exact)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
