"""Dilution as maps show it: rows of a head grouped by how many keys they see."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.attention import entropy, frame, sink_columns
from lexdecay.position.attention_records import Dilution, DilutionRow
from lexdecay.position.dilution import GAPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lexdecay.position.attention_records import Geometry, HeadMap
    from lexdecay.records import Floats, Ints

PER_DOUBLING = 1  # groups of rows
LEAST_KEYS = 8  # fewer say nothing of dilution
ASSUMED = (
    "this head's logits are bounded, so that every key's weight goes as 1/n and logits must grow as ln n; "
    "where the counts within a gap grow more slowly than n, less is enough"
)


def map_dilution(maps: Iterable[HeadMap], geometry: Geometry, sinks: int, nearest: int) -> list[Dilution]:
    """Return entropy and weights by number of visible keys, a head each; sinks are taken out and reported."""
    return [found for one in maps if (found := _of_head(one, geometry, sinks, nearest)) is not None]


def _of_head(one: HeadMap, geometry: Geometry, sinks: int, nearest: int) -> Dilution | None:
    _, queries, keys = one.weights.shape
    at = frame(geometry, queries, keys, max_offset=None, sinks=sinks)
    if at is None:
        return None
    sink = sink_columns(one.weights, at)[:, None, :]
    held = (one.weights * sink).sum(-1)
    rest = np.where(sink, 0, one.weights) / np.maximum(1 - held, np.finfo(float).tiny)[..., None]
    seen = at.place + 1 if geometry == "causal" else np.full(queries, keys)
    visible = np.broadcast_to(seen, held.shape) - sink.sum(-1)
    near = _nearest(rest, at.place, nearest)
    facts = (entropy(rest), rest.max(-1), near, held, *_within(rest))
    live = ~one.masked & (held < 1 - 1e-6)
    rows = _grouped(visible[live], [fact[live] for fact in facts], nearest)
    growth = _slope(visible[live], facts[0][live])
    return Dilution("maps", None, one.layer, one.head, tuple(rows), _half(rows), growth, ASSUMED)


def _nearest(weights: Floats, place: Ints, nearest: int) -> Floats:
    """Weight at distances below ``nearest``, the query itself among them: [b, q]."""
    close = np.abs(place[:, None] - np.arange(weights.shape[-1])) < nearest
    return np.asarray((weights * close).sum(-1))


def _within(weights: Floats) -> list[Floats]:
    highest = weights.max(-1, keepdims=True)
    return [((weights >= highest * math.exp(-gap)) & (weights > 0)).sum(-1).astype(float) for gap in GAPS]


def _grouped(visible: Ints, facts: Sequence[Floats], nearest: int) -> list[DilutionRow]:
    group = np.floor(np.log2(np.maximum(visible, 1)) * PER_DOUBLING).astype(int)
    chosen = [np.flatnonzero((group == g) & (visible >= LEAST_KEYS)) for g in np.unique(group)]
    first = None
    rows = []
    for rows_of in (part for part in chosen if part.size):
        keys = round(float(np.exp(np.log(visible[rows_of]).mean())))
        first = first or keys
        means = [float(fact[rows_of].mean()) for fact in facts]
        scale = math.log(keys) / math.log(first)
        within = {f"{gap:g}": value for gap, value in zip(GAPS, means[4:], strict=True)}
        near = means[2] if nearest < keys else None
        rows.append(
            DilutionRow(keys, means[0], 2 ** means[0], means[1], near, within, scale, rows_of.size, means[3])
        )
    return rows


def _slope(visible: Ints, bits: Floats) -> float | None:
    """Bits of entropy for each doubling of the keys, over rows: 1 is all dilution."""
    enough = visible >= LEAST_KEYS
    if np.unique(visible[enough]).size < 2:
        return None
    return float(np.polyfit(np.log2(visible[enough]), bits[enough], 1)[0])


def _half(rows: Sequence[DilutionRow]) -> float | None:
    """Keys at which the nearest keep half of what they have in the first row that can tell."""
    known = [(row.keys, row.nearest) for row in rows if row.nearest is not None]
    return next((float(keys) for keys, share in known[1:] if share <= known[0][1] / 2), None)
