"""What a head does with distance: exponent, rate, which of the two laws is nearer, and a name for it.

Every number is a function of the mean logit by distance, so one delete-a-block jackknife over rows gives
all errors. Distances are weighted by 1/d: every doubling counts alike, as it does to an eye on log-log
paper.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np
from scipy.special import stdtr, stdtrit

from lexdecay.position.attention_records import HeadFound
from lexdecay.records import Estimate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.position.attention_records import HeadKind, Profile, Shape, Side
    from lexdecay.records import Flags, Floats, Ints

CountFrom: TypeAlias = Literal["query", "next"]

# A weight of 0 is one too small for its type, or masked. Where more than this share of cells is 0, the mean
# of the others would be one over the large weights only.
MOST_ZEROS = 0.01
LEAST_POINTS = 4
SINK_SHARE = 0.3  # of the weight on sinks: Gu et al. 2024, arXiv 2410.10781
MOST_ON_ONE = 0.5  # of the weight on the token before: most of it
FLAT = 0.1  # exponent: doubling the distance changes the weight by 7 %
Q = 0.05  # false discovery rate of local and rising heads


class Sums(NamedTuple):
    """The sums of one head, or of the mean of all, on one side: distance last."""

    distance: Ints  # [d]
    log_sum: Floats  # [G, d]
    positive: Floats  # [G, d]
    cells: Floats  # [G, d]
    mass: Floats  # [G, d]
    plain: Floats  # [d], mean weight over all rows
    plain_uniform: Floats  # [d]


class Told(NamedTuple):
    """Numbers of a mean logit and of those without each block: [1 + G]."""

    exponent: Floats
    rate: Floats
    rms_power: Floats
    rms_exponential: Floats


def describe_heads(profile: Profile, count_from: CountFrom) -> list[HeadFound]:
    """Describe every head on every side; `named` gives the names once all p-values are known."""
    return [
        _described(side_sums(profile, at, side, count_from), profile, at, side)
        for at in range(profile.head.size)
        for side in sides(profile)
    ]


def describe_mixture(profile: Profile, count_from: CountFrom) -> list[HeadFound]:
    """Describe the mean weight of all heads, a side each."""
    return [_described(mixed_sums(profile, side, count_from), profile, None, side) for side in sides(profile)]


def sides(profile: Profile) -> list[Side]:
    """Return the sides of the query that a profile has."""
    return ["before"] if profile.geometry == "causal" else ["before", "after"]


def named(found: Sequence[HeadFound], q: Floats) -> list[HeadFound]:
    """Give every head its false discovery rate and its name."""
    return [replace(one, q=_number(rate), kind=_kind(one, rate)) for one, rate in zip(found, q, strict=True)]


def _kind(one: HeadFound, q: float) -> HeadKind:
    if one.sink_mass >= SINK_SHARE:
        return "sink"
    if one.nearest_mass >= MOST_ON_ONE:
        return "previous_token"
    gamma = one.exponent
    if gamma is None or gamma.low is None or gamma.high is None:
        return "undecided"
    if gamma.low > -FLAT and gamma.high < FLAT:
        return "flat"
    if q <= Q and abs(gamma.value) >= FLAT:
        return "local" if gamma.value > 0 else "rising"
    return "undecided"


def side_sums(profile: Profile, at: int, side: Side, count_from: CountFrom) -> Sums:
    """Take one head's sums on one side, nearest distance first."""
    chosen, distance = _side(profile, side, count_from)
    plain_cells = np.maximum(profile.every_row_cells[at, chosen], 1)
    return Sums(
        distance,
        profile.log_sum[:, at][:, chosen],
        profile.positive[:, at][:, chosen],
        profile.cells[:, at][:, chosen],
        profile.mass[:, at][:, chosen],
        profile.every_row_mass[at, chosen] / plain_cells,
        profile.every_row_uniform[at, chosen] / plain_cells,
    )


def mixed_sums(profile: Profile, side: Side, count_from: CountFrom) -> Sums:
    """Take the mean weight of all heads: a block's logit is the logarithm of its mean."""
    chosen, distance = _side(profile, side, count_from)
    cells = profile.cells[:, :, chosen].sum(1)
    mass = profile.mass[:, :, chosen].sum(1)
    plain_cells = np.maximum(profile.every_row_cells[:, chosen].sum(0), 1)
    # A block is one value here, the logarithm of its mean; a block without weight has none.
    logs = np.log(np.where(mass > 0, mass, 1) / np.maximum(cells, 1))
    plain = profile.every_row_mass[:, chosen].sum(0) / plain_cells
    uniform = profile.every_row_uniform[:, chosen].sum(0) / plain_cells
    live = (mass > 0).astype(float)
    return Sums(distance, logs, live, np.ones_like(live), mass / np.maximum(cells, 1), plain, uniform)


def _side(profile: Profile, side: Side, count_from: CountFrom) -> tuple[Ints, Ints]:
    """Return indices of the offsets of a side, nearest first, and their distances."""
    sign, shift = (-1, int(count_from == "next")) if side == "before" else (1, 0)
    distance = sign * profile.offset + shift
    chosen = np.flatnonzero(distance >= 1)
    order = np.argsort(distance[chosen])
    return chosen[order], distance[chosen][order]


def _described(sums: Sums, profile: Profile, at: int | None, side: Side) -> HeadFound:
    logits = _logits(sums)
    usable = _usable(sums)
    told = _told(logits[:, usable], sums.distance[usable]) if usable.sum() >= LEAST_POINTS else None
    blocks = len(sums.log_sum)
    exponent = told and _estimate("exponent", "γ", "1", told.exponent, blocks)
    neighbour = int(np.flatnonzero(profile.offset == (-1 if side == "before" else 1))[0])
    heads = slice(None) if at is None else slice(at, at + 1)
    rows = profile.rows[:, heads].sum()
    return HeadFound(
        layer=None if at is None else int(profile.layer[at]),
        head=None if at is None else int(profile.head[at]),
        side=side,
        kind="undecided",
        sink_mass=float(profile.sink_mass[:, heads].sum() / max(rows, 1)),
        nearest_mass=float(
            profile.mass[:, heads, neighbour].sum() / max(profile.cells[:, heads, neighbour].sum(), 1)
        ),
        entropy=float(profile.entropy[:, heads].sum() / max(rows, 1)),
        visible=float(profile.visible[:, heads].sum() / max(rows, 1)),
        distance=sums.distance,
        mass=sums.mass.sum(0) / np.maximum(sums.cells.sum(0), 1),
        logit=np.where(sums.positive.sum(0) > 0, logits[0], np.nan),
        se=_logit_error(logits, usable),
        usable=usable,
        plain=sums.plain,
        plain_uniform=sums.plain_uniform,
        exponent=exponent,
        rate=told and _estimate("rate", "m", "1/token", told.rate, blocks),
        rms_power=told and float(told.rms_power[0]),
        rms_exponential=told and float(told.rms_exponential[0]),
        shape=_shape(told, blocks) if told else "undecided",
        p=_p_value(exponent, blocks),
        q=None,
        plain_slope=_plain_slope(sums.distance, sums.plain),
        plain_null=_plain_slope(sums.distance, sums.plain_uniform),
    )


def _logits(sums: Sums) -> Floats:
    """Mean logit by distance, of all blocks and without each: [1 + G, d]."""

    def without(values: Floats) -> Floats:
        return np.concatenate([values.sum(0)[None], values.sum(0) - values])

    return without(sums.log_sum) / np.maximum(without(sums.positive), 1)


def _usable(sums: Sums) -> Flags:
    cells, positive = sums.cells.sum(0), sums.positive.sum(0)
    every_block = (sums.positive.sum(0) - sums.positive > 0).all(0)
    return (cells > 0) & (positive >= (1 - MOST_ZEROS) * cells) & every_block


def _told(logits: Floats, distance: Ints) -> Told:
    weight = 1 / distance
    weight = weight / weight.sum()
    slope_power, rms_power = _line(logits, np.log(distance), weight)
    slope_exponential, rms_exponential = _line(logits, distance.astype(float), weight)
    return Told(-slope_power, -slope_exponential, rms_power, rms_exponential)


def _line(values: Floats, x: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Weighted least squares of each row of ``values`` on x: slopes and rms residuals."""
    centred = x - weight @ x
    deviation = values - (values @ weight)[:, None]
    slope = deviation @ (weight * centred) / (weight @ centred**2)
    return slope, np.sqrt(((deviation - slope[:, None] * centred) ** 2) @ weight)


def jackknife_error(values: Floats) -> float:
    """Standard error of values[0] from the same without each block, values[1:]: Tukey 1958."""
    left_out = values[1:]
    return float(np.sqrt((left_out.size - 1) * left_out.var())) if left_out.size else float("nan")


def _estimate(name: str, symbol: str, unit: str, values: Floats, blocks: int) -> Estimate:
    return estimate_of(name, symbol, unit, float(values[0]), jackknife_error(values), blocks)


def estimate_of(name: str, symbol: str, unit: str, value: float, se: float, blocks: int) -> Estimate:
    """An estimate with Student's interval on ``blocks`` - 1 degrees of freedom; none from fewer than 3."""
    if blocks < 3 or not np.isfinite(se):
        return Estimate(name, symbol, unit, value, None, None, None)
    half = float(stdtrit(blocks - 1, 0.975)) * se
    return Estimate(name, symbol, unit, value, se, value - half, value + half)


def _p_value(exponent: Estimate | None, blocks: int) -> float | None:
    if exponent is None or exponent.se is None:
        return None
    if exponent.se == 0:
        return 1.0 if exponent.value == 0 else 0.0
    return float(2 * stdtr(blocks - 1, -abs(exponent.value) / exponent.se))


def _shape(told: Told, blocks: int) -> Shape:
    """The law whose residuals are smaller beyond doubt, 95 %; undecided otherwise."""
    difference = told.rms_power - told.rms_exponential
    error = jackknife_error(difference)
    if blocks < 3 or not abs(difference[0]) > float(stdtrit(blocks - 1, 0.975)) * error:
        return "undecided"
    return "power" if difference[0] < 0 else "exponential"


def _logit_error(logits: Floats, usable: Flags) -> Floats:
    """Standard error of each logit, without what all distances share: a softmax does not see that."""
    if not usable.any() or len(logits) < 3:
        return np.full(usable.size, np.nan)
    centred = logits - logits[:, usable].mean(1, keepdims=True)
    return np.where(usable, np.sqrt((len(centred) - 2) * centred[1:].var(0)), np.nan)


def _plain_slope(distance: Ints, mean: Floats) -> float | None:
    """Exponent of a straight line on log-log paper, every distance counted alike, as it is often fitted."""
    seen = mean > 0
    if seen.sum() < LEAST_POINTS:
        return None
    return float(-np.polyfit(np.log(distance[seen]), np.log(mean[seen]), 1)[0])


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
