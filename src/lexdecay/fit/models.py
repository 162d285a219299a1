"""The decay models: what each formula is called, what its parameters mean, and where it comes from.

Adding a model takes a formula in ``formulas``, a record here, and a row in the recovery test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from lexdecay.fit import formulas
from lexdecay.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Floats

# Places where a search begins; the least-squares solver refines the best of them.
LENGTHS: Final = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 2048.0)
EXPONENTS: Final = (0.1, 0.3, 0.6, 1.0, 1.5, 2.2, 3.5)
STRETCHES: Final = (0.15, 0.3, 0.5, 0.75, 1.0, 1.5)
SHIFTS: Final = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
BREAKS: Final = (2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its names, unit, bounds and meaning.

    ``unit`` is "value" for an amplitude, which has the unit of the curve (bits or probability).
    ``coordinate`` is the scale on which the solver moves. ``inside`` confines the parameter to the
    fitted range of offsets, beyond which it has no effect.
    """

    name: str
    symbol: str
    unit: Literal["value", "words", "1"]
    low: float
    high: float
    meaning: str
    coordinate: Literal["linear", "log"] = "linear"
    starts: tuple[float, ...] = ()  # empty for an amplitude, which is solved for
    inside: bool = False


@dataclass(frozen=True, slots=True)
class DecayModel:
    """A formula with its record.

    ``twins`` says that the two halves of the parameters may change places; the shorter part comes first.
    ``alike`` are the places of two parameters that turn both parts into one when they are equal.
    """

    name: str
    title: str
    formula: str
    function: Callable[[Floats, Floats], Floats]
    parameters: tuple[Parameter, ...]
    meaning: str
    source: str
    twins: bool = False
    alike: tuple[int, int] | None = None


def _amplitude(meaning: str) -> Parameter:
    # On a log scale: beside a shift or a stretch it moves over many powers of ten.
    return Parameter("amplitude", "A", "value", 0.0, float("inf"), meaning, "log")


def _part(meaning: str, name: str, symbol: str) -> Parameter:
    # One of two added parts may vanish, which only a linear scale can show.
    return Parameter(name, symbol, "value", 0.0, float("inf"), meaning)


def _length(meaning: str, name: str = "length", symbol: str = "ξ") -> Parameter:
    # A length below a tenth of a word is over before the first neighbour; one above a hundred times
    # the longest usual offset (1000) is flat over every curve. Both mean: not seen.
    return Parameter(name, symbol, "words", 0.1, 1e5, meaning, "log", LENGTHS)


def _exponent(meaning: str, name: str = "exponent", symbol: str = "α") -> Parameter:
    # Above 10 the second offset holds a thousandth of the first: no curve of text is that steep.
    return Parameter(name, symbol, "1", 0.0, 10.0, meaning, starts=EXPONENTS)


MODELS: Final[Registry[DecayModel]] = Registry("decay model")

MODELS.add(
    "exponential",
    DecayModel(
        "exponential",
        "exponential",
        "A exp(-d/ξ)",
        formulas.exponential,
        (_amplitude("value extrapolated to offset 0"), _length("offset over which the value falls by e")),
        "memory of finite length, as in any Markov chain",
        "Lin & Tegmark 2017, Entropy 19:299, theorem 1",
    ),
)
MODELS.add(
    "power_law",
    DecayModel(
        "power_law",
        "power law",
        "A d^-α",
        formulas.power_law,
        (_amplitude("value at offset 1"), _exponent("share of the value lost per share of offset gained")),
        "no length of its own: the same factor is lost whenever the offset doubles",
        "Ebeling & Pöschel 1994, Europhys. Lett. 26:241; Lin & Tegmark 2017, theorem 3",
    ),
)
MODELS.add(
    "stretched_exponential",
    DecayModel(
        "stretched_exponential",
        "stretched exponential",
        "A exp(-(d/ξ)^β)",
        formulas.stretched_exponential,
        (
            _amplitude("value extrapolated to offset 0"),
            # For small β the scale can be far below a word without the curve being flat or over.
            Parameter("length", "ξ", "words", 1e-6, 1e5, "scale of the decay", "log", (1e-3, 0.03, *LENGTHS)),
            Parameter("stretch", "β", "1", 0.05, 5.0, "1 is the exponential", "log", STRETCHES),
        ),
        "a spread of lengths: slower than an exponential (β < 1), faster than any power law",
        "Kohlrausch 1854; for text Wieczyński & Dębowski 2025, Entropy 27:613",
    ),
)
MODELS.add(
    "cutoff_power_law",
    DecayModel(
        "cutoff_power_law",
        "power law with exponential cut-off",
        "A d^-α exp(-d/ξ)",
        formulas.cutoff_power_law,
        (
            _amplitude("value at offset 1 without the cut-off"),
            _exponent("exponent before the cut-off"),
            _length("offset of the cut-off", "cutoff"),
        ),
        "a power law that a finite length ends",
        "Clauset, Shalizi & Newman 2009, SIAM Review 51:661, table 2.1",
    ),
)
MODELS.add(
    "shifted_power_law",
    DecayModel(
        "shifted_power_law",
        "shifted power law",
        "A (d + s)^-α",
        formulas.shifted_power_law,
        (
            _amplitude("value extrapolated to offset 1 - s"),
            _exponent("exponent at offsets well beyond the shift"),
            Parameter("shift", "s", "words", 0.0, 1000.0, "offset where it bends", starts=SHIFTS),
        ),
        "a power law that sets in only beyond the shift",
        "Mandelbrot 1953, An informational theory of the statistical structure of language",
    ),
)
MODELS.add(
    "two_exponentials",
    DecayModel(
        "two_exponentials",
        "two exponentials",
        "A exp(-d/ξ) + B exp(-d/ζ)",
        formulas.two_exponentials,
        (
            _part("first part at offset 0", "amplitude", "A"),
            _length("length of the first part"),
            _part("second part at offset 0", "amplitude_2", "B"),
            _length("length of the second part", "length_2", "ζ"),
        ),
        "two memories of finite length, as in a Markov chain with two slow modes",
        "Li 1990, J. Stat. Phys. 60:823 (mutual information of Markov chains)",
        twins=True,
        alike=(1, 3),
    ),
)
MODELS.add(
    "exponential_plus_power_law",
    DecayModel(
        "exponential_plus_power_law",
        "exponential plus power law",
        "A exp(-d/ξ) + B d^-α",
        formulas.exponential_plus_power_law,
        (
            _part("exponential part at offset 0", "amplitude", "A"),
            _length("length of the exponential part"),
            _part("power-law part at offset 1", "amplitude_2", "B"),
            _exponent("exponent of the power-law part"),
        ),
        "a finite memory at short offsets above a power law at long ones",
        "Sainburg et al. 2019, Nature Communications 10:3636",
    ),
)
MODELS.add(
    "broken_power_law",
    DecayModel(
        "broken_power_law",
        "broken power law",
        "A d^-α (1 + (d/b)^5)^((α - γ)/5)",
        formulas.broken_power_law,
        (
            _amplitude("value at offset 1"),
            _exponent("exponent before the break"),
            _exponent("exponent beyond the break", "exponent_2", "γ"),
            Parameter("break", "b", "words", 1.0, 1e5, "offset of the break", "log", BREAKS, inside=True),
        ),
        "two exponents, one on each side of a break",
        "Mahalunkar & Kelleher 2018, arXiv:1810.04053",
        alike=(1, 2),
    ),
)
MODELS.add(
    "constant",
    DecayModel(
        "constant",
        "constant",
        "C",
        formulas.constant,
        (Parameter("level", "C", "value", float("-inf"), float("inf"), "the value at every offset"),),
        "no decay over the range: the null",
        "none needed",
    ),
)
