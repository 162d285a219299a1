"""How verdicts name what was measured: tags, characters, lemmas or word types, or two classes of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.fit.verdict import About

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lexdecay.records import Curve

KINDS = {"pos": "tags", "char": "characters", "lemma": "lemmas"}


def about(curve: Curve, corpus: Mapping[str, object], measuring: Mapping[str, object]) -> About:
    """Name what a curve is of, from the settings of its result."""
    unit, position = str(corpus.get("unit")), positions(corpus)
    if curve.measure in {"attraction", "avoidance"}:
        return About(construction(curve, str(measuring["left"]), str(measuring["right"])), position)
    return About(f"{curve.vocabulary:,} {KINDS.get(unit, 'word types')} kept apart", position)


def positions(corpus: Mapping[str, object]) -> str:
    """Name what an offset counts, by the settings of a corpus; lemmas and tags stand where their words do."""
    return "characters" if corpus.get("unit") == "char" else "words"


def construction(curve: Curve, left: str, right: str) -> str:
    """Name two classes, and where they do the opposite of what the curve is of."""
    opposite = curve.offset[curve.usable & (curve.value < 0)].tolist()
    where = f" at {_spans(opposite)}" if opposite else ""
    if curve.measure == "avoidance":
        return f"{left} before {right}, rarer than by chance" + (f" (more often{where})" if where else "")
    return f"{left} before {right}" + (f" (rarer than by chance{where})" if where else "")


def _spans(offsets: list[int]) -> str:
    first, last = offsets[0], offsets[-1]
    together = len(offsets) == last - first + 1
    return str(first) if first == last else f"{first} to {last}" if together else ", ".join(map(str, offsets))
