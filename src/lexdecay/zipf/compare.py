"""Two corpora: whether their spectra differ, at the same number of tokens.

Every parameter of a word frequency distribution changes with the length of the text, so the longer corpus is
thinned (tokens drawn without replacement) to the length of the shorter before anything is compared. The
errors are those of independent types, widened by what blocks of the text show where the order is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lexdecay.zipf.dependence import block_estimates
from lexdecay.zipf.estimate import maximise
from lexdecay.zipf.growth import rarefaction
from lexdecay.zipf.models import FAMILIES
from lexdecay.zipf.results import ComparedParameter, Comparison
from lexdecay.zipf.spectrum import tail_of, thin
from lexdecay.zipf.tail import fit_tail, too_few

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import TokenStream
    from lexdecay.zipf.records import Spectrum

_THINNINGS = 20  # their mean leaves a quarter of one thinning's noise
_LEVEL = 0.05


class Side(NamedTuple):
    """One corpus of a comparison."""

    spectrum: Spectrum
    stream: TokenStream | None


class _Value(NamedTuple):
    value: float
    se: float


def compare(first: Side, second: Side, seed: int) -> Comparison:
    """Types, hapaxes and exponents of both corpora at the size of the smaller one."""
    sides = (first, second)
    reason = next((r for side in sides if (r := too_few(side.spectrum)) is not None), None)
    tokens = min(side.spectrum.n_tokens for side in sides)
    if reason is not None:
        return Comparison("too_few_types", reason, tokens, None, (), f"Nothing can be compared: {reason}.")
    thinned = [_thinnings(side.spectrum, tokens, seed) for side in sides]
    x_min = max(int(np.median([fit_tail(s, stability=False).x_min or 1 for s in many])) for many in thinned)
    found = [_values(side, many, tokens, x_min) for side, many in zip(sides, thinned, strict=True)]
    parameters = tuple(_compared(name, found[0][name], found[1][name]) for name in found[0])
    return Comparison("ok", "", tokens, x_min, parameters, _sentence(parameters, tokens))


def _thinnings(spectrum: Spectrum, tokens: int, seed: int) -> list[Spectrum]:
    if spectrum.n_tokens == tokens:
        return [spectrum]
    return [thin(spectrum, tokens, np.random.default_rng([seed, i])) for i in range(_THINNINGS)]


def _values(side: Side, thinned: Sequence[Spectrum], tokens: int, x_min: int) -> dict[str, _Value]:
    types, spread, hapaxes = rarefaction(side.spectrum, np.array([tokens]))
    widening = _widening(side)
    # Types of a whole corpus have no thinning error; their sampling error is about that of a Poisson sum.
    error = float(np.hypot(spread[0], np.sqrt(hapaxes[0])))
    return {
        "types": _Value(float(types[0]), error * widening),
        "f1 exponent": _exponent("f1", thinned, 1, widening),
        "f2 exponent": _exponent("f2", thinned, 1, widening),
        "tail exponent": _exponent("f1", thinned, x_min, widening),
    }


def _widening(side: Side) -> float:
    """Ratio of block errors to independent ones, never below 1; 1 where the order is unknown."""
    if side.stream is None:
        return 1.0
    estimates = block_estimates(side.spectrum, side.stream, fit_tail(side.spectrum, stability=False))
    return max([1.0, *(e.se_block / e.se_iid for e in estimates)])


def _exponent(family: str, thinned: Sequence[Spectrum], x_min: int, widening: float) -> _Value:
    optima = [maximise(tail_of(s, x_min), FAMILIES[family], x_min) for s in thinned]
    values = np.array([o.theta[0] for o in optima])
    errors = np.array([np.inf if o.covariance is None else o.covariance[0, 0] ** 0.5 for o in optima])
    noise = float(values.std(ddof=1)) / values.size**0.5 if values.size > 1 else 0.0
    return _Value(float(values.mean()), float(np.hypot(errors.mean() * widening, noise)))


def _compared(name: str, first: _Value, second: _Value) -> ComparedParameter:
    from scipy.special import erfc

    difference, se = second.value - first.value, float(np.hypot(first.se, second.se))
    z = difference / se if se > 0 else 0.0
    p = float(erfc(abs(z) / np.sqrt(2.0)))
    return ComparedParameter(name, first.value, second.value, difference, se, z, p)


def _sentence(parameters: Sequence[ComparedParameter], tokens: int) -> str:
    # Four looks at the same two spectra: Bonferroni keeps the chance of any false alarm at the level.
    clear = [p for p in parameters if p.p < _LEVEL / len(parameters)]
    if not clear:
        return f"At {tokens:,} tokens each, no parameter of the two spectra differs by more than chance."
    said = ", ".join(f"{p.name} ({p.first:.5g} against {p.second:.5g})" for p in clear)
    return (
        f"At {tokens:,} tokens each, the spectra differ in {said}. The words themselves were not compared: "
        "two texts in different languages may have the same spectrum."
    )
