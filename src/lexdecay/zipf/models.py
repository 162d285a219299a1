"""The registry of frequency laws: name, formula, parameters, source, and how the law is computed.

Adding a law is a formula in families.py, a record here and a row in the recovery test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from lexdecay.registry import Registry
from lexdecay.zipf import families as law
from lexdecay.zipf.hurwitz import EXPONENT_MAX
from lexdecay.zipf.series import log_survival, rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Floats

LogLaw: TypeAlias = "Callable[[Floats, float, Floats], Floats]"
Kernel: TypeAlias = "Callable[[Floats, Floats, float, Floats], Floats]"
Gradient: TypeAlias = "Callable[[Floats, Floats, float, Floats], tuple[Floats, Floats]]"


class Penalty(NamedTuple):
    """Log kernel and its gradient in the parameters (k, log(k / x_min), x_min, parameters)."""

    kernel: Kernel
    gradient: Gradient


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter between bounds; ``below`` shifts the lower bound by x_min, ``above`` the upper."""

    name: str
    symbol: str
    meaning: str
    low: float = 1.0
    high: float = np.inf
    minus_x_min: bool = False  # the lower bound is low - x_min
    plus_x_min: bool = False  # the upper bound is high + x_min

    def bounds(self, x_min: float) -> tuple[float, float]:
        """Lower and upper bound for a tail that begins at ``x_min``; both are excluded."""
        return self.low - x_min * self.minus_x_min, self.high + x_min * self.plus_x_min


@dataclass(frozen=True, slots=True)
class Family:
    """A frequency law with its log probability and log survival on the integers from x_min on."""

    name: str
    title: str
    formula: str
    source: str
    parameters: tuple[Parameter, ...]
    log_pmf: LogLaw
    log_survival: LogLaw
    start: tuple[float, ...]  # where the search begins
    penalty: Penalty | None = None  # laws that are a penalty on k^-a; at 0, the edge, they are zeta
    contains: str | None = None  # the one-parameter law it becomes when its last parameter is 0

    def __reduce__(self) -> tuple[Callable[[str], Family], tuple[str]]:
        """Travel between processes by name: the other one has the same registry."""
        return _registered, (self.name,)


def _penalised(penalty: Penalty) -> tuple[LogLaw, LogLaw]:
    kernel = penalty.kernel

    def log_pmf(k: Floats, x_min: float, theta: Floats) -> Floats:
        nodes = rule(x_min)
        total = (nodes.weight * np.exp(kernel(nodes.node, nodes.log_ratio, x_min, theta))).sum()
        return np.asarray(kernel(k, np.log(k / x_min), x_min, theta) - np.log(total))

    def survival(k: Floats, x_min: float, theta: Floats) -> Floats:
        return log_survival(k, x_min, lambda n: kernel(n, np.log(n / x_min), x_min, theta))

    return log_pmf, survival


_CSN = "Clauset, Shalizi & Newman 2009"
_MORENO = "Moreno-Sanchez, Font-Clos & Corral 2016"
_EXPONENT = Parameter("exponent", "a", "probability falls as k^-a for large k")
_BETA = Parameter("exponent", "b", "probability falls as k^-b for large k")
_SHIFT = Parameter("shift", "s", "frequencies are moved by s", low=0.0, minus_x_min=True)

_CUTOFF = Penalty(law.cutoff_kernel, law.cutoff_gradient)
_LOGNORMAL = Penalty(law.lognormal_kernel, law.lognormal_gradient)
_STRETCHED = Penalty(law.stretched_kernel, law.stretched_gradient)

FAMILIES: Registry[Family] = Registry("frequency law")


def _registered(name: str) -> Family:
    return FAMILIES[name]


def _enter(family: Family) -> Family:
    return FAMILIES.add(family.name, family)


ZETA = _enter(
    Family(
        "f1",
        "zeta",
        "p(k) = k^-a / zeta(a, x_min)",
        _MORENO,
        (_EXPONENT,),
        law.zeta_pmf,
        law.zeta_survival,
        (2.0,),
    )
)
F2 = _enter(
    Family(
        "f2",
        "power law of the survival function",
        "P(X >= k) = (k / x_min)^-(b-1)",
        _MORENO,
        (_BETA,),
        law.f2_pmf,
        law.f2_survival,
        (2.0,),
    )
)
F3 = _enter(
    Family(
        "f3",
        "Zipf's law from a random sample of a power-law ranking",
        "p(k) ~ G(k+1-b) / G(k+1)",
        _MORENO,
        (Parameter("exponent", "b", _BETA.meaning, high=1.0, plus_x_min=True),),
        law.f3_pmf,
        law.f3_survival,
        (1.7,),
    )
)
YULE = _enter(
    Family(
        "yule",
        "Yule-Simon",
        "p(k) ~ G(k) / G(k+a)",
        "Simon 1955",
        (_EXPONENT,),
        law.yule_pmf,
        law.yule_survival,
        (2.0,),
    )
)
WARING = _enter(
    Family(
        "waring",
        "Waring",
        "p(k) ~ G(k+s) / G(k+s+a)",
        "Irwin 1975",
        (_EXPONENT, _SHIFT),
        law.waring_pmf,
        law.waring_survival,
        (2.0, 0.0),
        contains="yule",
    )
)
SHIFTED_ZETA = _enter(
    Family(
        "shifted_zeta",
        "shifted zeta",
        "p(k) = (k+s)^-a / zeta(a, x_min+s)",
        "Mandelbrot 1953",
        (Parameter("exponent", "a", _EXPONENT.meaning, high=EXPONENT_MAX), _SHIFT),
        law.shifted_zeta_pmf,
        law.shifted_zeta_survival,
        (2.0, 0.0),
        contains="f1",
    )
)
LOMAX = _enter(
    Family(
        "lomax",
        "discrete Lomax",
        "P(X >= k) = ((k+s) / (x_min+s))^-(b-1)",
        "Lomax 1954",
        (_BETA, _SHIFT),
        law.lomax_pmf,
        law.lomax_survival,
        (2.0, 0.0),
        contains="f2",
    )
)
CUTOFF = _enter(
    Family(
        "cutoff",
        "power law with exponential cut-off",
        "p(k) ~ k^-a e^(-l k)",
        _CSN,
        (
            Parameter("exponent", "a", "exponent before the cut-off", low=-np.inf),
            Parameter("rate", "l", "1 / l is where the cut-off begins; 0 is the power law", low=0.0),
        ),
        *_penalised(_CUTOFF),
        (2.0, 0.0),
        penalty=_CUTOFF,
        contains="f1",
    )
)
LOGNORMAL = _enter(
    Family(
        "lognormal",
        "lognormal",
        "p(k) ~ k^-a e^(-g ln(k/x_min)^2)",
        _CSN,
        (
            Parameter("exponent", "a", "local exponent at x_min", low=-np.inf),
            Parameter("curvature", "g", "1 / (2 sigma^2); 0 is the power law", low=0.0),
        ),
        *_penalised(_LOGNORMAL),
        (2.0, 0.0),
        penalty=_LOGNORMAL,
        contains="f1",
    )
)
STRETCHED = _enter(
    Family(
        "stretched_exponential",
        "stretched exponential",
        "p(k) ~ k^(b-1) e^(-(a-1) ((k/x_min)^b - 1) / b)",
        _CSN,
        (
            Parameter("exponent", "a", "sets the scale; the exponent when b = 0"),
            Parameter("stretching", "b", "1 is the exponential, 0 the power law", low=0.0),
        ),
        *_penalised(_STRETCHED),
        (2.0, 0.0),
        penalty=_STRETCHED,
        contains="f1",
    )
)
FULL_RANGE = tuple(FAMILIES)
