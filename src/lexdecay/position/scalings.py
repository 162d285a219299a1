"""How models trained on short contexts stretch their rotary frequencies to long ones.

Each rule takes a model's rotary settings and a length of text and returns the frequencies that are used
there and the factor on cosine and sine (its square multiplies the logits). The formulas are those of the
cited papers as Hugging Face transformers computes them (``modeling_rope_utils.py``), key by key.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.position.rope import frequencies, wavelengths
from lexdecay.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lexdecay.records import Floats


@dataclass(frozen=True, slots=True)
class Rotary:
    """What a config.json says about rotary encodings."""

    dimension: int  # rotated dimensions of a head, even
    base: float
    context: int | None  # positions the model is made for
    kind: str = "default"
    settings: Mapping[str, float] = field(default_factory=dict)  # of the scaling, under their own keys

    def number(self, key: str, default: float | None = None) -> float:
        """Return a setting of the scaling; raises FormatError when it is missing and has no default."""
        found = self.settings.get(key, default)
        if found is None:
            raise FormatError(
                f"rope scaling '{self.kind}': key '{key}' is missing",
                hint=f'"rope_scaling": {{"{key}": ...}}',
            )
        return float(found)


@dataclass(frozen=True, slots=True, eq=False)
class Scaled:
    """Frequencies in use, and the factor on cosine and sine."""

    theta: Floats  # [D / 2], radians a token
    factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Scaling:
    """One rule: formula, what it does, source."""

    name: str
    title: str
    formula: str
    meaning: str
    source: str
    function: Callable[[Rotary, int], Scaled]


def scaled(rotary: Rotary, length: int) -> Scaled:
    """Return the frequencies a model uses on a text of ``length`` tokens; raises UnknownNameError."""
    return SCALINGS[rotary.kind].function(rotary, length)


def unscaled(rotary: Rotary, _length: int) -> Scaled:
    """Return theta_j = base^(-2j/D)."""
    return Scaled(frequencies(rotary.dimension, rotary.base))


def linear(rotary: Rotary, _length: int) -> Scaled:
    """Return theta_j / s: distances are divided by s."""
    return Scaled(frequencies(rotary.dimension, rotary.base) / rotary.number("factor"))


def dynamic(rotary: Rotary, length: int) -> Scaled:
    """Return the frequencies of base (s n / L - (s - 1))^(D/(D-2)), L the trained context, n >= L."""
    trained = _trained(rotary)
    factor, longest = rotary.number("factor"), max(length, trained)
    stretch = factor * longest / trained - (factor - 1)
    return Scaled(frequencies(rotary.dimension, ntk_base(rotary.base, stretch, rotary.dimension)))


def ntk(rotary: Rotary, _length: int) -> Scaled:
    """Return the frequencies of base s^(D/(D-2))."""
    base = ntk_base(rotary.base, rotary.number("factor"), rotary.dimension)
    return Scaled(frequencies(rotary.dimension, base))


def ntk_base(base: float, factor: float, dimension: int) -> float:
    """Return base s^(D/(D-2)): the fastest pair keeps its frequency, the slowest is divided by s."""
    return float(base * factor ** (dimension / (dimension - 2)))


def yarn(rotary: Rotary, _length: int) -> Scaled:
    """Return theta_j blended with theta_j / s by the turns a pair makes in the trained context.

    Pairs with more than beta_fast turns keep their frequency, those with fewer than beta_slow are divided
    by s, a ramp over the pair's number lies between. cos and sin are multiplied by 0.1 ln s + 1.
    """
    trained, factor = _trained(rotary), rotary.number("factor")
    first = _pair_of_turns(rotary, trained, rotary.number("beta_fast", 32))
    last = _pair_of_turns(rotary, trained, rotary.number("beta_slow", 1))
    if rotary.settings.get("truncate", 1.0):
        first, last = math.floor(first), math.ceil(last)
    first, last = max(first, 0), min(last, rotary.dimension - 1)
    ramp = np.clip(
        (np.arange(rotary.dimension // 2) - first) / (last - first if last != first else 1e-3), 0, 1
    )
    theta = frequencies(rotary.dimension, rotary.base)
    return Scaled(theta * (1 - ramp) + theta / factor * ramp, _yarn_factor(rotary, factor))


def llama3(rotary: Rotary, _length: int) -> Scaled:
    """Return theta_j up to a wavelength of L / high, theta_j / s from L / low on, a blend between."""
    theta, factor = frequencies(rotary.dimension, rotary.base), rotary.number("factor")
    low, high = rotary.number("low_freq_factor"), rotary.number("high_freq_factor")
    turns = rotary.number("original_max_position_embeddings") / wavelengths(theta)
    smooth = np.clip((turns - low) / (high - low), 0, 1)
    return Scaled(theta * smooth + theta / factor * (1 - smooth))


def _trained(rotary: Rotary) -> float:
    known = rotary.settings.get("original_max_position_embeddings") or rotary.context
    if not known:
        raise FormatError(
            f"rope scaling '{rotary.kind}' needs the context the model was trained on",
            hint='"max_position_embeddings": ...',
        )
    return float(known)


def _pair_of_turns(rotary: Rotary, trained: float, turns: float) -> float:
    # theta_j L = 2 pi turns, solved for the pair's number j.
    return rotary.dimension * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(rotary.base))


def _yarn_factor(rotary: Rotary, factor: float) -> float:
    if (given := rotary.settings.get("attention_factor")) is not None:
        return float(given)
    scale, all_dimensions = rotary.settings.get("mscale"), rotary.settings.get("mscale_all_dim")
    if scale and all_dimensions:
        return _temperature(factor, scale) / _temperature(factor, all_dimensions)
    return _temperature(factor, 1.0)


def _temperature(factor: float, scale: float) -> float:
    return 1.0 if factor <= 1 else 0.1 * scale * math.log(factor) + 1.0


SCALINGS: Final[Registry[Scaling]] = Registry("rope scaling")
for _rule in (
    Scaling("default", "as trained", "theta_j", "no scaling", "Su et al. 2021, arXiv:2104.09864", unscaled),
    Scaling(
        "linear",
        "position interpolation",
        "theta_j / s",
        "every distance is divided by s: the decay is stretched, near words move together",
        "Chen et al. 2023, arXiv:2306.15595",
        linear,
    ),
    Scaling(
        "ntk",
        "NTK-aware",
        "base s^(D/(D-2))",
        "the fastest pair keeps its frequency, the slowest is divided by s",
        "bloc97 2023; Peng et al. 2023, arXiv:2309.00071, section 3.1",
        ntk,
    ),
    Scaling(
        "dynamic",
        "dynamic NTK",
        "base (s n / L - (s - 1))^(D/(D-2))",
        "the fastest pair is kept, the slowest slowed, by as much as the text is longer than the context",
        "bloc97, emozilla 2023; Peng et al. 2023, arXiv:2309.00071, section 3.1",
        dynamic,
    ),
    Scaling(
        "yarn",
        "YaRN",
        "theta_j (1 - r_j) + theta_j r_j / s; cos, sin times 0.1 ln s + 1",
        "fast pairs are kept, slow ones divided by s; logits grow by (0.1 ln s + 1)^2 against dilution",
        "Peng et al. 2023, arXiv:2309.00071",
        yarn,
    ),
    Scaling(
        "llama3",
        "Llama 3.1",
        "theta_j, theta_j / s beyond a wavelength of L / low, smooth between",
        "pairs that do not turn within the trained context are slowed by s",
        "Grattafiori et al. 2024, arXiv:2407.21783; transformers' modeling_rope_utils.py",
        llama3,
    ),
):
    SCALINGS.add(_rule.name, _rule)
