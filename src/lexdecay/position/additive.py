"""Encodings that add a bias to the logit, mapped to a kernel: ALiBi, KERPLE, FIRE, T5.

Their parameters follow from the kernel, once it is decided which measure stands for it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position import biases
from lexdecay.position.exponentials import best_weights, head_shares, log_mixture, ripple, spread_slopes
from lexdecay.position.fitting import best_scale, best_shape, errors, mapped
from lexdecay.position.kernels import exponent
from lexdecay.position.mapped import Parameter

if TYPE_CHECKING:
    from lexdecay.position.kernels import Kernel
    from lexdecay.position.mapped import Mapped, Setting
    from lexdecay.records import Floats

# Beyond these ends 1 + r2 d is r2 d (a pure power law) or r1 r2 d (an exponential) within a thousandth
# over any distance that a text can show.
SLOWEST, FASTEST = 1e-6, 1e4
LEAST_POWER, MOST_POWER = 0.01, 2.0  # KERPLE's own limits on r2
FIRE_THRESHOLD = 512.0  # FIRE's initial L
FIRE_POSITIONS = (512, 4096, 32_768)  # query positions at which its exponent is told


def alibi(kernel: Kernel, setting: Setting) -> list[Mapped]:
    """One head's slope; the default heads, equal and at their best weights; slopes spread over the range."""
    return [
        _one_head(kernel),
        _equal_heads(kernel, setting),
        _many_heads(kernel, setting, biases.alibi_slopes(setting.heads), "default"),
        _many_heads(kernel, setting, spread_slopes(setting.heads, kernel.low, kernel.high), "spread"),
    ]


def _one_head(kernel: Kernel) -> Mapped:
    slope = best_scale(kernel, -kernel.seen)
    (se,) = errors(kernel, lambda p: biases.alibi(kernel.seen, p[0]), np.array([slope]))
    return mapped(
        kernel,
        ("alibi", "ALiBi, one head", "-m d"),
        [Parameter("slope", "m", f"nats per {_one(kernel.unit)}", slope, se)],
        biases.alibi(kernel.seen, slope),
        free=1,
    )


def _equal_heads(kernel: Kernel, setting: Setting) -> Mapped:
    slopes = biases.alibi_slopes(setting.heads)
    sums = np.expm1(-slopes * setting.length) / np.expm1(-slopes)
    average = log_mixture(kernel.seen, slopes, 1 / sums)
    share = 1 / slopes.size
    return mapped(
        kernel,
        ("alibi", f"ALiBi, {setting.heads} default heads, equal", "ln mean_h softmax(-m_h d)"),
        [],
        average,
        free=0,
        heads=tuple((float(slope), share) for slope in slopes),
    )


def _many_heads(kernel: Kernel, setting: Setting, slopes: Floats, which: str) -> Mapped:
    weights = best_weights(kernel, slopes)
    shares = head_shares(slopes, weights, float(kernel.seen[0]), float(kernel.seen[-1]))
    heads = tuple(zip(slopes.tolist(), shares.tolist(), strict=True))
    spans = {
        "default": f"ALiBi, {setting.heads} default heads, best weights",
        "spread": f"ALiBi, {setting.heads} heads re-spread, best weights",
    }
    parameters = [
        Parameter("steepest slope", "m_1", f"nats per {_one(kernel.unit)}", float(slopes[0])),
        Parameter("flattest slope", f"m_{slopes.size}", f"nats per {_one(kernel.unit)}", float(slopes[-1])),
        *_ripple(kernel, slopes),
    ]
    return mapped(
        kernel,
        ("alibi", spans[which], "ln sum_h w_h exp(-m_h d)"),
        parameters,
        log_mixture(kernel.seen, slopes, weights),
        free=setting.heads - 1,
        heads=heads,
        told=_reach(kernel, slopes, which),
    )


def _ripple(kernel: Kernel, slopes: Floats) -> list[Parameter]:
    whole = exponent(kernel, kernel.low, kernel.high)
    if slopes.size < 2 or whole is None or whole.value <= 0:
        return []
    ratio = float(slopes[0] / slopes[1])
    return [
        Parameter("ratio of neighbouring slopes", "r", "1", ratio),
        Parameter(f"ripple of d^-{whole.value:.2f}", "ε", "relative", ripple(whole.value, ratio)),
    ]


def _reach(kernel: Kernel, slopes: Floats, which: str) -> tuple[str, ...]:
    flattest = 1 / float(slopes[-1])
    if which == "spread" or flattest >= kernel.high:
        return ()
    ends = f"the kernel is measured to {kernel.high:,.0f}"
    return (f"The flattest default head falls by e in {flattest:,.0f} {kernel.unit}; {ends}.",)


def kerple(kernel: Kernel, _setting: Setting) -> list[Mapped]:
    """KERPLE's logarithmic and power kernels."""
    return [_kerple_log(kernel), _kerple_power(kernel)]


def _kerple_log(kernel: Kernel) -> Mapped:
    r1, r2 = _log_shape(kernel)
    se = errors(kernel, lambda p: biases.kerple_log(kernel.seen, p[0], p[1]), np.array([r1, r2]))
    return mapped(
        kernel,
        ("kerple", "KERPLE-log", "-r1 ln(1 + r2 d)"),
        [
            Parameter("exponent", "r1", "1", r1, se[0]),
            Parameter("inverse of the core", "r2", f"1/{_one(kernel.unit)}", r2, se[1], _is_end(r2)),
        ],
        biases.kerple_log(kernel.seen, r1, r2),
        free=2,
        told=_at_end(kernel, r2),
    )


def _kerple_power(kernel: Kernel) -> Mapped:
    r1, r2 = best_shape(kernel, lambda p: -(kernel.seen**p), LEAST_POWER, MOST_POWER)
    se = errors(kernel, lambda p: biases.kerple_power(kernel.seen, p[0], p[1]), np.array([r1, r2]))
    end = r2 < LEAST_POWER * 1.01
    return mapped(
        kernel,
        ("kerple", "KERPLE-power", "-r1 d^r2"),
        [
            Parameter("scale", "r1", f"nats per {_one(kernel.unit)}^r2", r1, None if end else se[0]),
            Parameter("power", "r2", "1", r2, None if end else se[1], end or r2 > MOST_POWER * 0.999),
        ],
        biases.kerple_power(kernel.seen, r1, r2),
        free=2,
        told=("r2 is at its lower limit, where -r1 d^r2 is a power law of exponent r1 r2.",) if end else (),
    )


def fire(kernel: Kernel, setting: Setting) -> list[Mapped]:
    """FIRE with a linear map: KERPLE-log's shape, scaled by the query's position."""
    r1, c = _log_shape(kernel)
    slope = r1 * math.log1p(c * max(FIRE_THRESHOLD, setting.length))
    parameters = [
        Parameter("slope", "s", "nats", slope),
        Parameter("inverse of the core", "c", f"1/{_one(kernel.unit)}", c, None, _is_end(c)),
        Parameter("threshold", "L", kernel.unit, FIRE_THRESHOLD),
    ]
    parameters += [
        Parameter(
            f"exponent at position {i:,}", f"α({i})", "1", slope / math.log1p(c * max(FIRE_THRESHOLD, i))
        )
        for i in FIRE_POSITIONS
    ]
    told = (
        f"Matched at query position {setting.length:,.0f}; earlier queries fall more steeply, later ones "
        "less. FIRE's own map is a network: at one position it can take any shape."
    )
    return [
        mapped(
            kernel,
            ("fire", "FIRE, linear map", "-s ln(1 + c d) / ln(1 + c max(L, i))"),
            parameters,
            biases.fire(kernel.seen, slope, c, setting.length, FIRE_THRESHOLD),
            free=2,
            told=(told, *_at_end(kernel, c)),
        )
    ]


def t5(kernel: Kernel, setting: Setting) -> list[Mapped]:
    """T5's buckets as they are, and with the last one at the end of the kernel."""
    found = [_buckets(kernel, setting.buckets, setting.bucket_distance)]
    reach = math.ceil(kernel.seen[-1])
    if reach > setting.bucket_distance:
        found.append(_buckets(kernel, setting.buckets, reach))
    return found


def _buckets(kernel: Kernel, buckets: int, longest: int) -> Mapped:
    # A kernel over tokens may stand between two of them; a bucket holds whole distances.
    bucket = biases.t5_bucket(np.rint(kernel.seen).astype(np.int64), buckets, longest)
    weight = np.bincount(bucket, kernel.weight, buckets)
    total = np.bincount(bucket, kernel.weight * kernel.log_value, buckets)
    mean = np.divide(total, weight, out=np.full(buckets, np.nan), where=weight > 0)
    relative = mean - mean[bucket[0]]
    parameters = [
        Parameter(f"bias of bucket {k}", f"b[{k}]", "nats", None if np.isnan(b) else float(b))
        for k, b in enumerate(relative)
    ]
    free = int((weight > 0).sum()) - 1
    told = []
    if longest < kernel.seen[-1]:
        told.append(
            f"No decay beyond {longest:,} {kernel.unit}: all farther keys share the last bucket's bias."
        )
    if free >= kernel.distance.size - 1:
        told.append("As many biases as distances: the staircase copies the kernel, noise included.")
    return mapped(
        kernel,
        ("t5", f"T5, {buckets} buckets to {longest:,}", "b[bucket(d)]"),
        parameters,
        mean[bucket],
        free=free,
        told=tuple(told),
    )


def _log_shape(kernel: Kernel) -> tuple[float, float]:
    return best_shape(kernel, lambda p: -np.log1p(p * kernel.seen), SLOWEST, FASTEST)


def _is_end(r2: float) -> bool:
    return not SLOWEST * 1.01 <= r2 <= FASTEST * 0.99


def _at_end(kernel: Kernel, r2: float) -> tuple[str, ...]:
    if r2 > FASTEST * 0.99:
        return ("The inverse of the core is at its upper limit: the shape is a pure power law.",)
    if r2 < SLOWEST * 1.01:
        rate = "the inverse of the core is at its lower limit: the shape is an exponential"
        return (f"Over these {kernel.unit} {rate}.",)
    return ()


def _one(unit: str) -> str:
    return unit.removesuffix("s")
