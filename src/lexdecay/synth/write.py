"""Corpora and their truth on disk."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lexdecay.records import Ints
    from lexdecay.synth.truth import Truth

TRUTH_SCHEMA = "decay.truth/1"


def write_jsonl(path: Path, ids: Ints, starts: Ints) -> None:
    """Write one object per document, ``{"text": "w1 w7 ..."}``; word k is named by its rank, from w1.

    Raises OutputError when the file cannot be written.
    """
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(_documents(ids, starts))
    except OSError as error:
        raise _unwritable(path, error) from error


def write_truth(path: Path, truth: Truth) -> None:
    """Write the exact curve as JSON (schema ``decay.truth/1``); raises OutputError."""
    try:
        path.write_text(json.dumps(truth_json(truth), allow_nan=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from error


def truth_json(truth: Truth) -> dict[str, object]:
    """Return the exact curve as JSON values; lists run parallel to ``offsets``."""
    return {
        "schema": TRUTH_SCHEMA,
        "law": truth.law,
        "parameters": dict(truth.parameters),
        "offsets": truth.offsets.tolist(),
        "bits": {str(cap): bits.tolist() for cap, bits in truth.bits.items()},
        "c": truth.c.tolist(),
    }


def _documents(ids: Ints, starts: Ints) -> Iterator[str]:
    names = [f"w{rank}" for rank in range(1, int(ids.max(initial=-1)) + 2)]
    for document in np.split(ids, starts[1:]):
        text = " ".join([names[word] for word in document.tolist()])
        yield f'{{"text": "{text}"}}\n'


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        f"cannot write {path}: {error.strerror}", hint="give a file in a writable folder with -o or --truth"
    )
