"""The encodings `decay map` knows: what each adds to a logit, what its kernel does, where it comes from.

Adding one takes its formula in ``biases``, a function from a kernel to ``Mapped``, and a record here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lexdecay.position import additive, rotating
from lexdecay.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.position.kernels import Kernel
    from lexdecay.position.mapped import Mapped, Setting


@dataclass(frozen=True, slots=True)
class Encoding:
    """One encoding: its bias, its parameters (symbol, unit, meaning), its decay, its source."""

    name: str
    title: str
    formula: str
    parameters: tuple[tuple[str, str, str], ...]
    decay: str
    source: str
    fit: Callable[[Kernel, Setting], list[Mapped]]


ENCODINGS: Final[Registry[Encoding]] = Registry("position encoding")
for _encoding in (
    Encoding(
        "alibi",
        "ALiBi",
        "-m_h d, m_h = 2^(-8h/H)",
        (("m", "nats per token", "slope of a head"),),
        "exponential in each head; the average of heads is a sum of exponentials, near 1/d between the "
        "inverse slopes",
        "Press, Smith & Lewis 2022, arXiv:2108.12409",
        additive.alibi,
    ),
    Encoding(
        "kerple",
        "KERPLE",
        "-r1 ln(1 + r2 d) or -r1 d^r2, 0 < r2 <= 2",
        (("r1", "1 or nats", "exponent, or scale"), ("r2", "1/token or 1", "inverse of the core, or power")),
        "a power law of exponent r1 beyond 1/r2, or a stretched exponential",
        "Chi et al. 2022, arXiv:2205.09921",
        additive.kerple,
    ),
    Encoding(
        "t5",
        "T5",
        "b[bucket(d)]",
        (("b", "nats", "learned bias of each bucket"),),
        "a staircase in ln d, constant beyond the last bucket",
        "Raffel et al. 2020, arXiv:1910.10683",
        additive.t5,
    ),
    Encoding(
        "fire",
        "FIRE",
        "f(ln(1 + c d) / ln(1 + c max(L, i)))",
        (
            ("s", "nats", "slope of a linear f"),
            ("c", "1/token", "inverse of the core"),
            ("L", "tokens", "threshold"),
        ),
        "with a linear f a power law whose exponent shrinks with the query's position i",
        "Li et al. 2024, arXiv:2310.04418",
        additive.fire,
    ),
    Encoding(
        "sandwich",
        "Sandwich",
        "(sum_j cos(d theta_j) - D/2) / (8 h / H)",
        (("h", "1..H", "head"),),
        "a logarithmic logit: a power law of exponent (D/2) H / (8 h ln 10000) with a ripple",
        "Chi et al. 2023, arXiv:2212.10356",
        rotating.sandwich,
    ),
    Encoding(
        "rope",
        "RoPE",
        "Re sum_j q_j k_j* exp(i d theta_j), theta_j = base^(-2j/D)",
        (("lambda", "nats", "size of the shared direction of queries and keys, from the weights"),),
        "with a shared direction exp(lambda g(d)): on average d^(-lambda / ln base), with a ripple",
        "Su et al. 2021, arXiv:2104.09864",
        rotating.rope,
    ),
    Encoding(
        "sinusoidal",
        "Sinusoidal",
        "p_m . p_n = sum_j cos(d theta_j), theta_j = 10000^(-2j/D)",
        (("s", "nats", "factor of p_m . p_n, from the weights"),),
        "as RoPE over the width of the model",
        "Vaswani et al. 2017, arXiv:1706.03762",
        rotating.sinusoidal,
    ),
    Encoding(
        "xpos",
        "xPos",
        "Re sum_j q_j k_j* z_j^(d/512) exp(i d theta_j), z_j = (2j/D + 0.4) / 1.4",
        (("lambda", "nats", "as for RoPE"),),
        "as RoPE, with fast pairs damped exponentially",
        "Sun et al. 2023, arXiv:2212.10554",
        rotating.xpos,
    ),
):
    ENCODINGS.add(_encoding.name, _encoding)
