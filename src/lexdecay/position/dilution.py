"""How thinly a softmax spreads over n keys: closed forms for a needle, for noise and for a bias of distance.

A logit is in nats, an entropy in bits. Bounded logits give every key a share of order 1/n (Veličković et
al. 2024, arXiv 2410.01104), so what is not to dilute must grow with ln n; how fast depends on how many keys
come close to the largest (the counts ``within``), and every suggested scale therefore names what it
assumes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.attention_records import Dilution, DilutionRow

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.records import Floats

GAPS = (1.0, 2.0, 4.0)  # nats below the largest logit within which keys are counted
DRAWS = 64  # of Gaussian logits a length: their mean entropy is known to a few thousandths of a bit
MOST_AT_ONCE = 1 << 22  # logits in memory
STEEPEST = 64.0  # largest factor that is tried for a bias


def needle(gap: float, lengths: Sequence[int]) -> Dilution:
    """One key stands ``gap`` nats above n - 1 equal ones: its weight is e^g / (e^g + n - 1)."""
    first = lengths[0]
    rows = []
    for n in lengths:
        weight = 1 / (1 + (n - 1) * math.exp(-gap))
        rest = (n - 1) * math.exp(-gap) / (1 + (n - 1) * math.exp(-gap))
        entropy = (
            (_surprise(weight) + rest * (math.log2(max(n - 1, 1)) - math.log2(rest or 1))) if n > 1 else 0.0
        )
        within = {_gap(g): 1.0 if g < gap else float(n) for g in GAPS}
        scale = 1 + math.log((n - 1) / (first - 1)) / gap if gap and first > 1 else None
        rows.append(DilutionRow(n, entropy, 2**entropy, weight, None, within, scale))
    said = f"the needle keeps the weight it has among {first:,} keys: its gap grows as ln(keys - 1)"
    return Dilution("gap", gap, None, None, tuple(rows), math.exp(gap) + 1, _growth(rows), said)


def noise(sigma: float, lengths: Sequence[int], seed: int) -> Dilution:
    """Gaussian logits: H = ln n - sigma^2 / 2 nats while sigma^2 < 2 ln n, frozen above (Derrida 1981).

    The rows are means of simulated softmaxes, which the formula meets for large n only.
    """
    first = lengths[0]
    rows = []
    for n in lengths:
        weights = _simulated(sigma, n, np.random.default_rng([seed, n]))
        entropy, top, counts = (np.concatenate(part).mean(0) for part in zip(*weights, strict=True))
        within = {_gap(g): float(count) for g, count in zip(GAPS, counts, strict=True)}
        scale = math.sqrt(math.log(n) / math.log(first)) if first > 1 else None
        rows.append(DilutionRow(n, float(entropy), float(2**entropy), float(top), None, within, scale))
    said = "logits are independent and Gaussian: sigma / sqrt(2 ln n) stays what it is at the first length"
    return Dilution("sigma", sigma, None, None, tuple(rows), None, _growth(rows), said)


def _simulated(sigma: float, n: int, rng: np.random.Generator) -> list[tuple[Floats, Floats, Floats]]:
    each = max(1, min(DRAWS, MOST_AT_ONCE // n))
    return [_softmax_facts(sigma * rng.standard_normal((each, n))) for _ in range(math.ceil(DRAWS / each))]


def _softmax_facts(logits: Floats) -> tuple[Floats, Floats, Floats]:
    """Entropy in bits and largest weight, [draws]; keys within each gap of the largest, [draws, gaps]."""
    below = logits.max(1, keepdims=True) - logits
    weights = np.exp(-below)
    total = weights.sum(1)
    entropy = (np.log(total) + (weights * below).sum(1) / total) / math.log(2)
    return entropy, 1 / total, np.stack([(below <= gap).sum(1) for gap in GAPS], axis=1)


def bias(exponent: float, lengths: Sequence[int], nearest: int) -> Dilution:
    """A bias of -exponent ln d alone: the nearest w keep H_w(a) / H_n(a), H_n(a) = sum of d^-a up to n."""
    first = lengths[0]
    kept = nearest_share(exponent, first, nearest)
    rows = []
    for n in lengths:
        distance = np.arange(1, n + 1.0)
        weight = distance**-exponent
        weight /= weight.sum()
        entropy = float(-(weight * np.log2(weight)).sum())
        within = {
            _gap(g): float((distance <= math.exp(g / exponent)).sum()) if exponent else float(n) for g in GAPS
        }
        share = float(weight[:nearest].sum())
        rows.append(
            DilutionRow(
                n,
                entropy,
                2**entropy,
                float(weight[0]),
                share,
                within,
                _bias_scale(exponent, n, nearest, kept),
            )
        )
    said = f"the bias grows so that the nearest {nearest:,} keep the weight they have among {first:,} keys"
    half = _half_length(exponent, nearest)
    return Dilution("exponent", exponent, None, None, tuple(rows), half, _growth(rows), said)


def nearest_share(exponent: float, keys: int, nearest: int) -> float:
    """Weight of the nearest ``nearest`` of ``keys`` under d^-exponent."""
    weight = np.arange(1, keys + 1.0) ** -exponent
    return float(weight[:nearest].sum() / weight.sum())


def _bias_scale(exponent: float, keys: int, nearest: int, kept: float) -> float | None:
    """Factor of the exponent at which the nearest keep ``kept``; None where no factor up to 64 does."""
    from scipy.optimize import brentq

    if not exponent or nearest >= keys:
        return None

    def missing(factor: float) -> float:
        return nearest_share(factor * exponent, keys, nearest) - kept

    if abs(missing(1.0)) < 1e-12:
        return 1.0
    return float(brentq(missing, 1.0, STEEPEST)) if missing(STEEPEST) > 0 > missing(1.0) else None


def _half_length(exponent: float, nearest: int) -> float | None:
    """Keys among which the nearest hold half; None where they always hold more, or for too many to say."""
    return _doubling(lambda n: nearest_share(exponent, n, nearest), nearest)


def _doubling(share: Callable[[int], float], start: int) -> float | None:
    low, high = start, 2 * start
    while share(high) > 0.5:
        low, high = high, 2 * high
        if high > MOST_AT_ONCE:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if share(middle) > 0.5 else (low, middle)
    return float(high)


def _growth(rows: Sequence[DilutionRow]) -> float | None:
    """Bits of entropy a doubling of the keys adds, over all rows."""
    if len(rows) < 2:
        return None
    return float(np.polyfit([math.log2(row.keys) for row in rows], [row.entropy for row in rows], 1)[0])


def _surprise(weight: float) -> float:
    return -weight * math.log2(weight) if weight > 0 else 0.0


def _gap(value: float) -> str:
    return f"{value:g}"
