"""The words a reader sees for the names that results carry."""

from __future__ import annotations

from typing import Final

MEASURES: Final = {
    "mutual_information": ("Mutual information", "I"),
    "recurrence": ("Recurrence", "ρ"),
    "pull": ("Pull", "pull"),
}
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
