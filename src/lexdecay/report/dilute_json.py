"""``decay dilute`` as JSON and as rows, and what it found in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.screen import significant
from lexdecay.report.to_json import notice_json, source_json, tool

if TYPE_CHECKING:
    from lexdecay.position.attention_records import DiluteResult, Dilution, DilutionRow

DILUTE_SCHEMA = "decay.dilute/1"


def dilute_json(result: DiluteResult) -> dict[str, Any]:
    """Return the document ``decay.dilute/1``."""
    return {
        "schema": DILUTE_SCHEMA,
        "tool": tool(),
        "inputs": [source_json(source) for source in result.corpus.sources],
        "settings": dict(result.settings),
        "dilutions": [_dilution(one) for one in result.dilutions],
        "found": sentences(result),
        "warnings": [notice_json(notice) for notice in result.notices],
    }


def dilute_rows(result: DiluteResult) -> Rows:
    """Return one row a source and number of keys."""
    gaps = tuple(result.dilutions[0].rows[0].within) if result.dilutions else ()
    columns = ("source", "value", "layer", "head", "keys", "entropy", "effective_keys", "top", "nearest",
               "scale", "rows", "sink_mass", *(f"within_{gap}" for gap in gaps))  # fmt: skip
    found = [
        (one.source, one.value, one.layer, one.head, *_cells(row), *(row.within[gap] for gap in gaps))
        for one in result.dilutions
        for row in one.rows
    ]
    return Rows(columns, found)


def title(one: Dilution) -> str:
    """Return what attends, in words."""
    if one.source == "maps":
        return f"Head {one.layer}.{one.head}"
    value = significant(one.value)
    return {
        "gap": f"A needle {value} nats above the rest",
        "sigma": f"Gaussian logits, standard deviation {value} nats",
        "exponent": f"A bias of distance^-{value}",
        "kernel": f"A bias that is the curve's kernel, distance^-{value} at its end",
    }[one.source]


def sentences(result: DiluteResult) -> list[str]:
    """Return what was found, in words: one sentence a source."""
    return [_sentence(one, int(result.settings["nearest"] or 0)) for one in result.dilutions]


def _sentence(one: Dilution, nearest: int) -> str:
    said = f"{title(one)}: "
    growth = (
        None
        if one.growth is None
        else f"{one.growth:.2f} bits of entropy for each doubling (spread evenly, 1)"
    )
    if one.source == "gap" and one.half_length is not None:
        said += f"half of the weight at {significant(one.half_length)} keys; "
    elif one.half_length is not None:
        said += f"the nearest {nearest:,} hold half at {significant(one.half_length)} keys; "
    return (
        said
        + (growth or "too few lengths to say how entropy grows")
        + f". The scale assumes that {one.assumption}."
    )


def _dilution(one: Dilution) -> dict[str, Any]:
    return {
        "source": one.source,
        "value": finite(one.value),
        "layer": one.layer,
        "head": one.head,
        "half_length": finite(one.half_length),
        "growth": finite(one.growth),
        "assumption": one.assumption,
        "rows": [_row(row) for row in one.rows],
    }


def _row(row: DilutionRow) -> dict[str, Any]:
    names = ("keys", "entropy", "effective_keys", "top", "nearest", "scale", "rows", "sink_mass")
    return {**dict(zip(names, _cells(row), strict=True)), "within": dict(row.within)}


def _cells(row: DilutionRow) -> tuple[Any, ...]:
    numbers = (row.entropy, row.effective_keys, row.top, row.nearest, row.scale)
    return (row.keys, *(finite(number) for number in numbers), row.rows, finite(row.sink_mass))
