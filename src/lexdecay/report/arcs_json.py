"""``decay arcs`` as JSON and as rows, and what it found in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lexdecay.report.rows import Rows
from lexdecay.report.screen import significant
from lexdecay.report.to_json import estimate_json, frame_json, warnings_json

if TYPE_CHECKING:
    from lexdecay.word_records import ArcFit, ArcsResult

ARCS_SCHEMA = "decay.arcs/1"
# Sentence lengths that are summed up together: first word count of each group.
GROUPS = (2, 6, 11, 21, 41)
CLEARLY = 10.0  # of BIC: odds of 150 to 1
NAMES = {
    "random_order": "random order",
    "exponential": "one exponential",
    "two_exponential_regimes": "two exponential regimes",
    "power_law": "power law",
    "cutoff_power_law": "power law with a cut-off",
}


class LengthRow(NamedTuple):
    """Arcs of one length."""

    length: int
    arcs: int
    share: float
    random_share: float
    ratio: float


class WordsRow(NamedTuple):
    """Arcs of sentences of similar size."""

    low: int
    high: int | None
    sentences: int
    arcs: int
    mean: float
    random_mean: float


def arcs_json(result: ArcsResult) -> dict[str, Any]:
    """Return the document ``decay.arcs/1``."""
    return {
        **frame_json(ARCS_SCHEMA, result),
        "sentences": int(result.arcs.words.size),
        "words": int(result.arcs.words.sum()),
        "arcs": int(result.arcs.length.size),
        "mean": result.mean,
        "mean_se": result.mean_se,
        "random_mean": result.random_mean,
        "head_after": head_after(result),
        "lengths": [row._asdict() for row in length_rows(result)],
        "by_words": [row._asdict() for row in words_rows(result)],
        "fits": [_fit(fit) for fit in result.fits],
        "found": sentences(result),
        "warnings": warnings_json(result),
    }


def arcs_rows(result: ArcsResult) -> Rows:
    """Return one row a length."""
    return Rows(LengthRow._fields, [tuple(row) for row in length_rows(result)])


def head_after(result: ArcsResult) -> float | None:
    """Return the share of arcs whose head stands after its dependent."""
    length = result.arcs.length
    return float((length < 0).mean()) if length.size else None


def length_rows(result: ArcsResult) -> list[LengthRow]:
    """Return every length up to the longest possible, with its share in random order."""
    expected = result.random_share
    count = np.bincount(np.abs(result.arcs.length), minlength=expected.size + 1)[1:]
    total = max(int(count.sum()), 1)
    return [
        LengthRow(d, n, n / total, share, n / total / share)
        for d, (n, share) in enumerate(zip(count.tolist(), expected.tolist(), strict=True), 1)
    ]


def words_rows(result: ArcsResult) -> list[WordsRow]:
    """Return groups of sentences by their number of words."""
    arcs = result.arcs
    ends = [*(first - 1 for first in GROUPS[1:]), None]
    found = []
    for low, high in zip(GROUPS, ends, strict=True):
        inside = (arcs.words >= low) & (arcs.words <= (high or np.inf))
        held = inside[arcs.sentence]
        if held.any():
            n = arcs.words[arcs.sentence][held]
            lengths = np.abs(arcs.length[held])
            found.append(
                WordsRow(
                    low,
                    high,
                    int(inside.sum()),
                    lengths.size,
                    float(lengths.mean()),
                    float(((n + 1) / 3).mean()),
                )
            )
    return found


def sentences(result: ArcsResult) -> list[str]:
    """Return what was found, in words."""
    if not result.arcs.length.size:
        return ["No sentence holds an arc: nothing can be said."]
    said = [_mean(result)]
    if not result.fits:
        return [*said, "Too few different lengths to fit a law."]
    best, second = result.fits[:2]
    margin = f"BIC {second.delta_bic:,.0f} lower than of the next, {NAMES[second.model]}"
    if second.delta_bic < CLEARLY:
        return [*said, f"{NAMES[best.model].capitalize()} and {NAMES[second.model]} cannot be told apart."]
    return [*said, f"Of these laws, the lengths follow {NAMES[best.model]} best ({margin}).{_break(best)}"]


def _mean(result: ArcsResult) -> str:
    return (
        f"A word stands {result.mean:.2f} ± {result.mean_se:.2f} words from its head on average, and would "
        f"stand {result.random_mean:.2f} away if the words of each sentence stood in random order."
    )


def _break(fit: ArcFit) -> str:
    values = {parameter.symbol: parameter.value for parameter in fit.parameters}
    if "b" not in values:
        return ""
    near, far = (significant(values[name], 2) for name in ("q1", "q2"))
    return f" Up to {values['b']:.0f} words, each word more leaves {near} of the arcs; beyond that, {far}."


def _fit(fit: ArcFit) -> dict[str, Any]:
    return {
        "model": fit.model,
        "parameters": [estimate_json(estimate) for estimate in fit.parameters],
        "log_likelihood": fit.log_likelihood,
        "bic": fit.bic,
        "delta_bic": fit.delta_bic,
    }
