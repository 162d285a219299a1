"""The words a reader sees for the names that results carry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lexdecay.records import Curve

MEASURES: Final = {
    "mutual_information": ("Mutual information", "I"),
    "recurrence": ("Recurrence", "ρ"),
    "pull": ("Pull", "pull"),
    "attraction": ("Attraction", "O/E - 1"),
    "avoidance": ("Avoidance", "1 - O/E"),
}
TWO_CLASSES: Final = frozenset({"attraction", "avoidance"})  # measures of one class before another
ESTIMANDS: Final = {
    "total": "total",
    "within_document": "within documents, their topics taken out",
}
ANSWERS: Final = {
    "power_law": "a power law",
    "exponential": "an exponential",
    "mixed": "neither a pure power law nor a pure exponential",
    "undecided": "cannot tell",
    "no_dependence": "no dependence found",
}
# What a reader is likely to take an answer for although the data do not say so.
NOT_MEANT: Final = {
    "power_law": "This does not mean that the law goes on beyond these offsets, that another vocabulary or "
    "text has the same exponent, or that the text is hierarchical.",
    "exponential": "This does not mean that the text is a Markov chain, or that nothing is left beyond these "
    "offsets.",
    "mixed": "This does not mean that the best family is the mechanism: another of the same shape would fit "
    "as well.",
    "undecided": "This does not mean that there is no law: this text, at this vocabulary, cannot tell.",
    "no_dependence": "This does not mean that the words are independent: only that this text cannot show "
    "their dependence.",
}
# The same of two classes of words, whose vocabulary is not chosen.
NOT_MEANT_OF_CLASSES: Final = NOT_MEANT | {
    "power_law": "This does not mean that the law goes on beyond these offsets, or that another text has the "
    "same exponent.",
    "undecided": "A construction reaches as far as its phrase or clause, often too few offsets for a law; "
    "its reach is the result.",
    "no_dependence": "This does not mean that the two are independent: only that this text cannot show "
    "otherwise.",
}


def quantity(curve: Curve) -> str:
    """Return what an axis of the curve's values is called by its unit."""
    if curve.measure in TWO_CLASSES:
        return MEASURES[curve.measure][1]
    return "above chance" if curve.unit == "probability" else curve.unit


def draws_floor(curve: Curve) -> bool:
    """Tell whether the floor is on the scale of the values: that of observed over expected is 1, theirs 0."""
    return curve.measure not in TWO_CLASSES
