"""Encodings made of cosines, mapped to a kernel: RoPE, sinusoidal, xPos, Sandwich.

Their shape is fixed by frequencies. Only the factor in front can be matched, and for all but Sandwich that
factor is made by a model's weights: the map says which one would be needed, not that it is there.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.position import biases
from lexdecay.position.fitting import best_scale, errors, mapped
from lexdecay.position.kernels import log_weights
from lexdecay.position.mapped import Parameter, RotaryView
from lexdecay.position.rope import coverage, frequencies, logarithmic_law, mean_kernel, ripple
from lexdecay.position.scalings import SCALINGS, Rotary, Scaled, scaled

if TYPE_CHECKING:
    from lexdecay.position.kernels import Kernel
    from lexdecay.position.mapped import Mapped, Setting
    from lexdecay.records import Floats

NEEDS_WEIGHTS, OUT_OF_RANGE = "needs weights", "out of range"
SINUSOIDAL_BASE = 10_000.0
TABLE_STEPS = 8  # distances at which g is told


def rope(kernel: Kernel, setting: Setting) -> list[Mapped]:
    """RoPE's mean kernel times the factor lambda that would be needed."""
    used = in_use(setting)
    shape = mean_kernel(kernel.seen, used.theta)
    rotary = rotary_of(setting)
    title = "RoPE" if rotary.kind == "default" else f"RoPE, {SCALINGS[rotary.kind].title}"
    return [_scaled_shape(kernel, ("rope", title, "λ g(d), g(d) = mean_j cos(d θ_j)"), shape, "λ")]


def xpos(kernel: Kernel, setting: Setting) -> list[Mapped]:
    """The mean kernel of xPos, damped by z_j^(d/512)."""
    theta = frequencies(setting.head_dimension, setting.base)
    shape = biases.xpos_kernel(kernel.seen, theta)
    return [_scaled_shape(kernel, ("xpos", "xPos", "λ mean_j z_j^(d/512) cos(d θ_j)"), shape, "λ")]


def sinusoidal(kernel: Kernel, setting: Setting) -> list[Mapped]:
    """The product of two sinusoidal position vectors, p_m . p_n = (D/2) g(m - n)."""
    theta = frequencies(setting.width, SINUSOIDAL_BASE)
    shape = mean_kernel(kernel.seen, theta) * (setting.width / 2)
    names = ("sinusoidal", f"Sinusoidal, width {setting.width}", "s p_m·p_n, p_m·p_n = sum_j cos(d θ_j)")
    return [_scaled_shape(kernel, names, shape, "s")]


def sandwich(kernel: Kernel, setting: Setting) -> list[Mapped]:
    """Sandwich's fixed shape at the head h, a real number, that lies closest."""
    dimension, heads = setting.head_dimension, setting.heads
    shape = biases.sandwich(kernel.seen, heads / 8.0, heads, dimension)  # 8 h / H = 1
    scale = best_scale(kernel, shape)
    head = heads / (8 * scale) if scale > 0 else math.inf
    first, last = (dimension / 2 / math.log(biases.SANDWICH_BASE) * heads / (8 * h) for h in (1, heads))
    outside = not 1 <= head <= heads
    return [
        mapped(
            kernel,
            ("sandwich", "Sandwich", "(sum_j cos(d θ_j) - D/2) / (8 h / H)"),
            [
                Parameter("head", "h", f"of {heads}", head if math.isfinite(head) else None),
                Parameter("exponent of the kernel", "α", "1", _slope(kernel, scale * shape)),
                Parameter("exponent of head 1", "α_1", "1", first),
                Parameter(f"exponent of head {heads}", f"α_{heads}", "1", last),
            ],
            scale * shape,
            free=1,
            implied=OUT_OF_RANGE if outside else "yes",
            told=("No head of Sandwich is that flat." if head > heads else "No head is that steep.",)
            if outside
            else (),
        )
    ]


def rotary_of(setting: Setting) -> Rotary:
    """Return the rotary settings of the model that was given, else those of the options."""
    given = setting.config.rotary if setting.config else None
    if given is None:
        return Rotary(setting.head_dimension, setting.base, None)
    return replace(given, dimension=setting.head_dimension, base=setting.base)


def in_use(setting: Setting) -> Scaled:
    """Return the rotary frequencies in use on a text of the context's length."""
    return scaled(rotary_of(setting), math.ceil(setting.length))


def rotary_view(kernel: Kernel, setting: Setting) -> RotaryView:
    """Return the mean kernel over the kernel's range, beside its logarithmic law."""
    rotary, used = rotary_of(setting), in_use(setting)
    base = rotary.base if rotary.kind == "default" else None
    places = np.unique(np.rint(np.geomspace(1, max(kernel.high, 2), TABLE_STEPS)))
    law = logarithmic_law(places, base) if base else np.full(places.size, np.nan)
    rows = zip(places.tolist(), mean_kernel(places, used.theta).tolist(), law.tolist(), strict=True)
    return RotaryView(
        SCALINGS[rotary.kind].title,
        rotary.dimension,
        base,
        coverage(used.theta, kernel.high),
        ripple(used.theta, kernel.high),
        tuple((d, g, None if math.isnan(told) else told) for d, g, told in rows),
        used.factor,
    )


def _scaled_shape(kernel: Kernel, names: tuple[str, str, str], shape: Floats, symbol: str) -> Mapped:
    scale = best_scale(kernel, shape)
    (se,) = errors(kernel, lambda p: p[0] * shape, np.array([scale]))
    parameters = [
        Parameter("factor that would be needed", symbol, "nats", scale, se),
        Parameter("exponent of the kernel", "α", "1", _slope(kernel, scale * shape)),
    ]
    return mapped(
        kernel,
        names,
        parameters,
        scale * shape,
        free=1,
        implied=NEEDS_WEIGHTS,
        told=("Its factor is made by a model's weights; the text does not imply it.",),
    )


def _slope(kernel: Kernel, bias: Floats) -> float:
    """Exponent of exp(bias) over the kernel's range: the least-squares line over ln d."""
    logs, weight = np.log(kernel.distance), log_weights(kernel.distance)
    around = weight * (logs - weight @ logs)
    return float(-(around @ bias) / (around @ logs)) + 0.0  # no -0
