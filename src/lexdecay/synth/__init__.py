"""Corpora of exactly known law: what a measurement must find, by formula.

Every law knows the joint law of two words d positions apart, hence the exact I(d) for any vocabulary
size and the exact recurrence. Adding one: a frozen dataclass with the methods of ``Law``, a row in
``LAWS``, a row in tests/recovery/test_synth_truth.py.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from lexdecay.errors import UnknownNameError
from lexdecay.registry import Registry
from lexdecay.synth.copying import Copy, ExponentialCopy, TwoScaleCopy
from lexdecay.synth.independent import Independent
from lexdecay.synth.law import Law, SharingLaw
from lexdecay.synth.markov import Markov
from lexdecay.synth.markov_random import MarkovRandom
from lexdecay.synth.topics import Topics
from lexdecay.synth.tree import Tree
from lexdecay.synth.truth import Truth, generate, parameters, truth
from lexdecay.synth.write import TRUTH_SCHEMA, truth_json, write_jsonl, write_truth

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "LAWS",
    "TRUTH_SCHEMA",
    "Copy",
    "ExponentialCopy",
    "Independent",
    "Law",
    "Markov",
    "MarkovRandom",
    "SharingLaw",
    "Topics",
    "Tree",
    "Truth",
    "TwoScaleCopy",
    "generate",
    "make_law",
    "parameters",
    "truth",
    "truth_json",
    "write_jsonl",
    "write_truth",
]

LAWS: Registry[type[Law]] = Registry("law")
for _law in (Copy, ExponentialCopy, TwoScaleCopy, Markov, MarkovRandom, Tree, Topics, Independent):
    LAWS.add(_law.name, _law)


def make_law(name: str, values: Mapping[str, Any]) -> Law:
    """Return the law ``name`` with its default parameters replaced by ``values``.

    Raises UnknownNameError for a law or a parameter that does not exist, UsageError for a value out of
    range.
    """
    law = LAWS[name]
    known = [field.name for field in fields(law)]  # type: ignore[arg-type]
    for parameter in values:
        if parameter not in known:
            raise UnknownNameError(f"parameter of the law '{name}'", parameter, known)
    return law(**values)
