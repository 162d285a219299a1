"""The exact curve of a law, and the corpora that go with it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lexdecay.records import Floats, Ints
    from lexdecay.synth.law import Law


@dataclass(frozen=True, slots=True, eq=False)
class Truth:
    """What a perfect measurement of an endless corpus of this law would find."""

    law: str
    parameters: Mapping[str, Any]
    offsets: Ints  # int64[m], word positions
    bits: Mapping[int, Floats]  # vocabulary K -> exact I(d), bits, of the K commonest types and OTHER
    c: Floats  # [m], exact recurrence (P(same) - sum p^2) / (1 - sum p^2), full vocabulary


def generate(law: Law, tokens: int, seed: int) -> tuple[Ints, Ints]:
    """Draw a corpus: ids int64[N] (0 the most probable word) and document starts int64[documents].

    The same law, size and seed give the same corpus. Laws whose documents have a fixed length round
    up to whole documents, so N may exceed ``tokens``. Raises UsageError when ``tokens`` < 1.
    """
    if tokens < 1:
        raise UsageError(f"a corpus of {tokens} tokens was asked for", hint="--tokens must be at least 1")
    return law.sample(tokens, np.random.default_rng(seed))


def truth(law: Law, offsets: Iterable[int], caps: Iterable[int]) -> Truth:
    """Return the exact dependence at ``offsets`` for each vocabulary size in ``caps``.

    A cap of V or more keeps every word apart. Raises UsageError for an offset or a cap below 1 and for
    an offset at which the law's documents hold no pair.
    """
    at = np.asarray(list(offsets), dtype=np.int64)
    sizes = sorted(set(caps))
    _check_offsets(law, at)
    if sizes and sizes[0] < 1:
        raise UsageError(
            f"a vocabulary of {sizes[0]} words was asked for", hint="--vocabulary must be at least 1"
        )
    bits = {cap: law.information(at, cap) for cap in sizes}
    return Truth(law.name, parameters(law), at, bits, law.recurrence(at))


def parameters(law: Law) -> dict[str, Any]:
    """Return the parameters of a law by name."""
    return {field.name: getattr(law, field.name) for field in fields(law)}  # type: ignore[arg-type]


def _check_offsets(law: Law, offsets: Ints) -> None:
    largest = law.largest_offset()
    if offsets.size and offsets.min() < 1:
        raise UsageError(f"offset {offsets.min()} was asked for", hint="offsets count from 1")
    if largest is not None and offsets.size and offsets.max() > largest:
        raise UsageError(
            f"offset {offsets.max()} was asked for, but documents of the law '{law.name}' "
            f"hold no pair beyond {largest}",
            hint=f"--max-offset {largest}, or a larger --depth",
        )
