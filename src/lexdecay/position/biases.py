"""What each encoding adds to the logit of a key ``distance`` tokens back: pure formulas, in nats.

Rotary and sinusoidal kernels are those of queries and keys that share one mean direction; the factor in
front of them comes from a model's weights. Every formula is that of the implementation it names.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position.rope import mean_kernel

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints

SANDWICH_BASE = 10_000.0
XPOS_GAMMA, XPOS_SCALE = 0.4, 512.0


def alibi(distance: Floats, slope: float) -> Floats:
    """Return -m d (Press, Smith & Lewis 2022)."""
    return -slope * distance


def alibi_slopes(heads: int) -> Floats:
    """Return ALiBi's slopes of ``heads`` heads, steepest first.

    2^(-8h/H) for a power of two; for another H those of the power below, and every other one of the power
    above until there are H (``build_alibi_tensor`` of transformers' modeling_bloom.py).
    """
    below = 1 << (heads.bit_length() - 1)
    slopes = 2.0 ** (-8.0 * np.arange(1, below + 1) / below)
    between = 2.0 ** (-8.0 * np.arange(1, 2 * (heads - below) + 1, 2) / (2 * below))
    return np.sort(np.concatenate((slopes, between)))[::-1]


def kerple_log(distance: Floats, r1: float, r2: float) -> Floats:
    """Return -r1 ln(1 + r2 d) (Chi et al. 2022; ``ParallelKerpleLog``)."""
    return -r1 * np.log1p(r2 * distance)


def kerple_power(distance: Floats, r1: float, r2: float) -> Floats:
    """Return -r1 d^r2, 0 < r2 <= 2 (Chi et al. 2022; ``ParallelKerplePower``)."""
    return -r1 * distance**r2


def fire(distance: Floats, slope: float, c: float, position: float, threshold: float) -> Floats:
    """Return -s ln(1 + c d) / ln(1 + c max(L, i)): FIRE (Li et al. 2024) with a linear map for its MLP."""
    return -slope * np.log1p(c * distance) / math.log1p(c * max(threshold, position))


def t5_bucket(distance: Ints, buckets: int, longest: int) -> Ints:
    """Return T5's causal bucket of each distance (``_relative_position_bucket``, bidirectional=False).

    Half of the buckets hold one distance each, the rest are as wide as ln d to ``longest``; the last holds
    everything beyond. Single precision, as there: it decides on which side of an edge a distance falls.
    """
    exact = buckets // 2
    ratio = (np.maximum(distance, 1) / exact).astype(np.float32)
    far = np.log(ratio) / np.float32(math.log(longest / exact)) * np.float32(buckets - exact)
    spread = np.minimum(exact + np.trunc(far).astype(np.int64), buckets - 1)
    return np.where(distance < exact, distance, spread)


def sandwich(distance: Floats, head: float, heads: int, dimension: int) -> Floats:
    """Return (sum_j cos(d theta_j) - D/2) / (8 h / H), theta_j = 10000^(-2j/D), j = 1..D/2.

    Chi et al. 2023, as NeMo's ``SandwichRelativePositionEmbedding`` computes it.
    """
    theta = SANDWICH_BASE ** (-2.0 * np.arange(1, dimension // 2 + 1) / dimension)
    return np.asarray((mean_kernel(distance, theta) - 1) * (dimension / 2) / (8.0 * head / heads))


def xpos_kernel(distance: Floats, theta: Floats) -> Floats:
    """Return mean_j z_j^(d/512) cos(d theta_j), z_j = (2j/D + 0.4) / 1.4 (Sun et al. 2023; torchscale)."""
    z = (np.arange(theta.size) / theta.size + XPOS_GAMMA) / (1 + XPOS_GAMMA)
    return np.asarray((np.cos(np.outer(distance, theta)) * z ** (distance[:, None] / XPOS_SCALE)).mean(1))
