"""Attention maps -> profile: sums by offset over one set of rows in which every offset exists.

The logarithm of a weight is a score minus the logarithm of its row's normaliser. Averaged over the *same*
rows at every offset, that normaliser is a constant, and what is left is the mean score by offset: the bias
of position. The mean weight itself, over all rows that have an offset, falls with distance even where
attention is spread evenly, because rows with few keys have near ones only: (H_n - H_d) / (n - d), which
looks like a power law.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.position.attention_records import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lexdecay.position.attention_records import Geometry, HeadMap
    from lexdecay.records import Flags, Floats, Ints

BLOCKS = 20  # of rows: Student's t on 19 degrees of freedom is within 7 % of the normal quantile
LONGEST = 1024  # distances by default; farther ones have few rows and cost memory
LEAST_DISTANCES, LEAST_ROWS = 4, 8  # a slope and its blocks need as many
# A key that later queries give this much of their weight on average is a sink: Gu et al. 2024, arXiv
# 2410.10781.
SINK = 0.3
SINK_DISTANCE = 16  # from where on a query counts as later: near ones may look at the key for itself

# Sums of a profile that are kept by block of rows, and those that are not.
BLOCKED = ("rows", "cells", "positive", "log_sum", "mass", "sink_mass", "entropy", "visible")
SUMMED = ("every_row_mass", "every_row_cells", "every_row_uniform")


class Frame(NamedTuple):
    """Where the rows and columns of a map stand to each other."""

    geometry: Geometry
    queries: int
    keys: int
    place: Ints  # [queries], the key that stands where each query stands
    offset: Ints  # [D], key - query
    rows: Ints  # [R], queries that have every offset
    sinks: int


def frame(geometry: Geometry, queries: int, keys: int, *, max_offset: int | None, sinks: int) -> Frame | None:
    """Choose offsets and the rows that have them all; None where a map is too small.

    Half of the keys are the default reach of a causal map, a quarter to each side otherwise. Queries of a
    causal map are the last of its keys; those of cross-attention stand on the diagonal, query i at key (i +
    1/2) keys / queries.
    """
    place = np.arange(queries) + keys - queries
    if geometry != "causal":
        place = ((np.arange(queries) + 0.5) * keys / queries).astype(np.int64)
    share = 2 if geometry == "causal" else 4
    reach = min(max_offset or min(keys // share, LONGEST), keys - 1 - sinks)
    after = 0 if geometry == "causal" else reach
    rows = np.flatnonzero((place - reach >= sinks) & (place + after <= keys - 1))
    if reach < LEAST_DISTANCES or not rows.size:
        return None
    return Frame(geometry, queries, keys, place, np.arange(-reach, after + 1), rows, sinks)


def profile(maps: Iterable[HeadMap], at: Frame) -> Profile:
    """Reduce every head; raises FormatError for heads of different size."""
    reduced = []
    for one in maps:
        if one.weights.shape[1:] != (at.queries, at.keys):
            shape = "x".join(map(str, one.weights.shape[1:]))
            raise FormatError(
                f"{one.where}: {shape} queries and keys, {at.queries}x{at.keys} in the first array",
                hint="--array REGEX picks arrays of one shape; other lengths: a profile each, given together",
            )
        reduced.append((one.layer, one.head, int(one.masked.sum()), _reduce(one, at)))
    stack = {
        name: np.stack([parts[name] for *_, parts in reduced], axis=int(name in BLOCKED))
        for name in reduced[0][3]
    }
    return Profile(
        at.geometry,
        at.queries,
        at.keys,
        at.sinks,
        np.array([layer for layer, *_ in reduced]),
        np.array([head for _, head, *_ in reduced]),
        at.offset,
        masked_rows=sum(masked for _, _, masked, _ in reduced),
        **stack,
    )


def empty_profile(geometry: Geometry, queries: int, keys: int, sinks: int) -> Profile:
    """Return the profile of maps too small for one: no heads, no offsets."""
    none = np.zeros(0, np.int64)
    blocked = {name: np.zeros((0, 0, 0)) for name in BLOCKED}
    summed = dict.fromkeys(SUMMED, np.zeros((0, 0)))
    return Profile(geometry, queries, keys, sinks, none, none, none, masked_rows=0, **blocked, **summed)


def merged(profiles: Sequence[Profile]) -> Profile:
    """Put profiles of the same heads together; raises FormatError for different ones."""
    first = profiles[0]
    for other in profiles[1:]:
        same = np.array_equal(first.layer, other.layer) and np.array_equal(first.head, other.head)
        if not (same and np.array_equal(first.offset, other.offset) and first.geometry == other.geometry):
            raise FormatError(
                f"profiles of {first.head.size} heads over {first.offset.size} offsets and of "
                f"{other.head.size} heads over {other.offset.size} offsets cannot be put together",
                hint="make them alike: --max-offset D --save-profile FILE",
            )
    if len(profiles) == 1:
        return first
    together: dict[str, Any] = {
        **{name: np.concatenate([getattr(p, name) for p in profiles]) for name in BLOCKED},
        **{name: sum(getattr(p, name) for p in profiles) for name in SUMMED},
    }
    return replace(first, masked_rows=sum(p.masked_rows for p in profiles), **together)


def _reduce(one: HeadMap, at: Frame) -> dict[str, Floats]:
    columns = at.place[at.rows][:, None] + at.offset
    sequence = np.arange(len(one.weights))[:, None, None]
    row = at.rows[None, :, None]
    weights = one.weights[sequence, row, columns].reshape(-1, at.offset.size)
    scores = None if one.scores is None else one.scores[sequence, row, columns].reshape(weights.shape)
    live = ~one.masked[:, at.rows].ravel()
    sink = sink_columns(one.weights, at)
    kept = live[:, None] & ~np.broadcast_to(
        sink[sequence, columns[None]], (len(one.weights), *columns.shape)
    ).reshape(weights.shape)
    return {
        **_by_offset(weights, scores, kept, live),
        **_by_row(
            one.weights[:, at.rows].reshape(live.size, -1),
            np.repeat(sink, at.rows.size, axis=0),
            live,
            _seen(at),
        ),
        **_every_row(one, at),
    }


def _by_offset(weights: Floats, scores: Floats | None, kept: Flags, live: Flags) -> dict[str, Floats]:
    positive = kept & ((weights > 0) if scores is None else np.isfinite(scores))
    logs = np.log(np.where(positive, weights, 1)) if scores is None else np.where(positive, scores, 0)
    return {
        "rows": _blocks(live.astype(float)),
        "cells": _blocks(kept.astype(float)),
        "positive": _blocks(positive.astype(float)),
        "log_sum": _blocks(logs),
        "mass": _blocks(np.where(kept, weights, 0)),
    }


def _by_row(weights: Floats, sink: Flags, live: Flags, seen: Flags) -> dict[str, Floats]:
    """Sink mass and entropy of whole rows, [R, keys]."""
    held = (weights * sink).sum(-1)
    rest = np.where(sink, 0, weights) / np.maximum(1 - held, np.finfo(float).tiny)[:, None]
    visible = (np.tile(seen, (len(weights) // len(seen), 1)) & ~sink).sum(-1)
    return {
        "sink_mass": _blocks(np.where(live, held, 0)),
        "entropy": _blocks(np.where(live, entropy(rest), 0)),
        "visible": _blocks(np.where(live, np.log2(np.maximum(visible, 1)), 0)),
    }


def _seen(at: Frame) -> Flags:
    """Which keys each common row sees, [R, keys]."""
    if at.geometry != "causal":
        return np.ones((at.rows.size, at.keys), bool)
    return np.arange(at.keys) <= at.place[at.rows][:, None]


def entropy(weights: Floats) -> Floats:
    """Entropy of the last axis, bits; weights of 0 add nothing."""
    return np.asarray(-(weights * np.log2(np.where(weights > 0, weights, 1))).sum(-1))


def sink_columns(weights: Floats, at: Frame) -> Flags:
    """Keys that draw weight whatever the query: the leading ones, and others by what they draw, [b, keys]."""
    found = np.zeros((len(weights), at.keys), bool)
    far = np.abs(at.place[:, None] - np.arange(at.keys)) >= SINK_DISTANCE
    if at.geometry == "causal":
        far &= np.arange(at.keys) < at.place[:, None]
    queries = far.sum(0)
    drawn = (weights * far).sum(1) / np.maximum(queries, 1)
    found |= (drawn >= SINK) & (queries >= LEAST_ROWS)
    found[:, : at.sinks] = True
    return found


def _every_row(one: HeadMap, at: Frame) -> dict[str, Floats]:
    """Sums over all rows that have an offset: the usual average, and what evenness would give it."""
    columns = at.place[:, None] + at.offset
    inside = (columns >= 0) & (columns < at.keys)
    cells = one.weights[:, np.arange(at.queries)[:, None], columns.clip(0, at.keys - 1)]
    live = ~one.masked[:, :, None] & inside
    uniform = 1 / (at.place + 1.0 if at.geometry == "causal" else np.full(at.queries, float(at.keys)))
    return {
        "every_row_mass": np.where(live, cells, 0).sum((0, 1)),
        "every_row_cells": live.sum((0, 1)).astype(float),
        "every_row_uniform": (live * uniform[:, None]).sum((0, 1)),
    }


def _blocks(values: Floats) -> Floats:
    """Sum rows in contiguous blocks, [R, ...] -> [G, ...]."""
    edges = np.linspace(0, len(values), min(BLOCKS, len(values)) + 1).round().astype(int)
    return np.add.reduceat(values, edges[:-1], axis=0)
