"""How thinly a softmax spreads over n keys: closed forms for a needle, for noise and for a bias of distance.

A logit is in nats, an entropy in bits. Bounded logits give every key a share of order 1/n (Veličković et
al. 2024, arXiv 2410.01104), so what is not to dilute must grow with ln n; how fast depends on how many keys
come close to the largest (the counts ``within``), and every suggested scale therefore names what it
assumes.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import UsageError
from lexdecay.position.attention_records import Dilution, DilutionRow
from lexdecay.position.kernels import exponent as kernel_exponent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.position.kernels import Kernel
    from lexdecay.records import Floats

GAPS = (1.0, 2.0, 4.0)  # nats below the largest logit within which keys are counted
DRAWS = 64  # of Gaussian logits a length: their mean entropy is known to a few thousandths of a bit
AT_ONCE = 1 << 15  # logits in work, which stay in a core's cache
NEGLIGIBLE = 64.0  # nats below the largest logit: sixteen million keys there weigh 3e-21 together
FARTHEST = 1 << 22  # keys beyond which nobody looks whether the nearest still hold half
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
        entropy, top, *counts = _simulated(sigma, n, np.random.default_rng([seed, n])).mean(0).tolist()
        within = {_gap(g): count for g, count in zip(GAPS, counts, strict=True)}
        scale = math.sqrt(math.log(n) / math.log(first)) if first > 1 else None
        rows.append(DilutionRow(n, entropy, 2**entropy, top, None, within, scale))
    said = "logits are independent and Gaussian: sigma / sqrt(2 ln n) stays what it is at the first length"
    return Dilution("sigma", sigma, None, None, tuple(rows), None, _growth(rows), said)


def _simulated(sigma: float, n: int, rng: np.random.Generator) -> Floats:
    """Softmaxes of n Gaussian logits, [draws, 2 + gaps]: the columns of `_softmax_facts`."""
    logits = np.empty(n)
    pieces = [logits[start : start + AT_ONCE] for start in range(0, n, AT_ONCE)]
    return np.array([_softmax_facts(pieces, _drawn(sigma, pieces, rng)) for _ in range(DRAWS)])


def _drawn(sigma: float, pieces: Sequence[Floats], rng: np.random.Generator) -> list[float]:
    """Fill the pieces with Gaussian logits; the largest of each."""
    tops = []
    for piece in pieces:
        np.multiply(rng.standard_normal(out=piece), sigma, out=piece)
        tops.append(float(piece.max()))
    return tops


def _softmax_facts(pieces: Sequence[Floats], tops: Sequence[float]) -> list[float]:
    """Entropy in bits, largest weight, and how many logits are within each gap of the largest."""
    highest, total, spread, counts = max(tops), 0.0, 0.0, [0] * len(GAPS)
    for piece, top in zip(pieces, tops, strict=True):
        if highest - top > NEGLIGIBLE:
            continue
        below = highest - piece
        weights = np.exp(-below)
        total += float(weights.sum())
        spread += float(np.einsum("i,i->", weights, below))
        for i, gap in enumerate(GAPS):
            counts[i] += int(np.count_nonzero(below <= gap))
    return [(math.log(total) + spread / total) / math.log(2), 1 / total, *counts]


def bias(exponent: float, lengths: Sequence[int], nearest: int) -> Dilution:
    """A bias of -exponent ln d alone: the nearest w keep H_w(a) / H_n(a), H_n(a) = sum of d^-a up to n."""
    found = _biased(lambda distance: -exponent * np.log(distance), lengths, nearest)
    return replace(found, source="exponent", value=exponent)


def kernel_bias(kernel: Kernel, lengths: Sequence[int], nearest: int) -> Dilution:
    """A bias that is a corpus's ln K(d): straight lines in ln d between its distances, and on from the last.

    Beyond the largest usable distance the exponent of the last decade goes on, which no text shows.
    """
    tail = kernel_exponent(kernel, kernel.high / 10, kernel.high)
    tail = tail or kernel_exponent(kernel, kernel.low, kernel.high)
    if tail is None:
        raise UsageError(
            f"the kernel '{kernel.name}' has {kernel.distance.size} usable distances, too few to go on from",
            hint="measure more text, or give an exponent: --exponent 1",
        )
    logs = np.log(kernel.distance)

    def log_weight(distance: Floats) -> Floats:
        within = np.interp(np.log(distance), logs, kernel.log_value)
        beyond = np.maximum(np.log(distance) - logs[-1], 0)
        return np.asarray(within - tail.value * beyond)

    found = _biased(log_weight, lengths, nearest)
    said = (
        f"distances beyond {kernel.high:,.0f}, where the curve ends, go on with exponent {tail.value:.2f}, "
    )
    return replace(found, source="kernel", value=tail.value, assumption=f"{said}and {found.assumption}")


def _biased(log_weight: Callable[[Floats], Floats], lengths: Sequence[int], nearest: int) -> Dilution:
    """Dilute the softmax of a bias of distance alone."""
    logits = log_weight(np.arange(1, lengths[-1] + 1.0))
    kept = nearest_share(logits[: lengths[0]], nearest)
    rows = [_biased_row(logits[:n], nearest, kept) for n in lengths]
    said = (
        f"the bias grows so that the nearest {nearest:,} keep the weight they have among {lengths[0]:,} keys"
    )
    half = _half_length(log_weight, nearest)
    return Dilution("exponent", None, None, None, tuple(rows), half, _growth(rows), said)


def _biased_row(logits: Floats, nearest: int, kept: float) -> DilutionRow:
    below = logits.max() - logits
    weight = np.exp(-below)
    total = weight.sum()
    entropy = float((np.log(total) + (weight * below).sum() / total) / math.log(2))
    within = {_gap(gap): float((below <= gap).sum()) for gap in GAPS}
    share = float(weight[:nearest].sum() / total)
    scale = _bias_scale(logits, nearest, kept)
    return DilutionRow(logits.size, entropy, 2**entropy, float(1 / total), share, within, scale)


def nearest_share(logits: Floats, nearest: int, factor: float = 1.0) -> float:
    """Weight of the nearest ``nearest`` keys, the logits multiplied by ``factor``."""
    weight = np.exp(factor * (logits - logits.max()))
    return float(weight[:nearest].sum() / weight.sum())


def _bias_scale(logits: Floats, nearest: int, kept: float) -> float | None:
    """Factor of the logits at which the nearest keep ``kept``; None where no factor up to 64 does."""
    from scipy.optimize import brentq

    if nearest >= logits.size:
        return None

    def missing(factor: float) -> float:
        return nearest_share(logits, nearest, factor) - kept

    if abs(missing(1.0)) < 1e-12:
        return 1.0
    return float(brentq(missing, 1.0, STEEPEST)) if missing(STEEPEST) > 0 > missing(1.0) else None


def _half_length(log_weight: Callable[[Floats], Floats], nearest: int) -> float | None:
    """Keys among which the nearest hold half; None where they hold more among four million."""
    weight = np.exp(log_weight(np.arange(1, FARTHEST + 1.0)))
    total = np.cumsum(weight)
    few = np.flatnonzero(total >= 2 * total[min(nearest, total.size) - 1])
    return float(few[0] + 1) if few.size else None


def _growth(rows: Sequence[DilutionRow]) -> float | None:
    """Bits of entropy a doubling of the keys adds, over all rows."""
    if len(rows) < 2:
        return None
    return float(np.polyfit([math.log2(row.keys) for row in rows], [row.entropy for row in rows], 1)[0])


def _surprise(weight: float) -> float:
    return -weight * math.log2(weight) if weight > 0 else 0.0


def _gap(value: float) -> str:
    return f"{value:g}"
