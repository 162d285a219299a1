"""The Hurwitz zeta function in logarithms, with its derivatives in the exponent.

``zeta(s, q) = sum_{i>=0} (q + i)^-s`` normalises the discrete power law on ``k >= q``. It is computed by
Euler-Maclaurin summation (Abramowitz & Stegun 23.1.30) as ``q^-s R(s, q)``, so that nothing
underflows however large ``q`` is and the derivatives are those of a rational function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Floats, Ints

# B_2j / (2j)! for j = 1..6, the coefficients of the Euler-Maclaurin series.
_EULER_MACLAURIN = (1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000)
# Below this argument the first terms are added one by one; above it six terms of the series leave a
# relative error below 1e-13 for exponents up to EXPONENT_MAX.
_DIRECT = 32
EXPONENT_MAX = 20.0  # a tail steeper than this is no power law of word counts; a fit there is "at bound"


class Jet(NamedTuple):
    """A function of the exponent with its first and second derivative."""

    value: Floats
    first: Floats
    second: Floats


def log_zeta(exponent: Floats | float, start: Floats | float) -> Floats:
    """Log zeta(s, q), element by element, for s > 1 and q > 0."""
    s, q = np.broadcast_arrays(np.asarray(exponent, float), np.asarray(start, float))
    out = np.empty(s.shape)
    small = q < _DIRECT
    if small.any():
        out[small] = _log_with_head(s[small], q[small])
    if not small.all():
        large = ~small
        out[large] = np.log(_ratio(s[large], q[large])) - s[large] * np.log(q[large])
    return out


def log_zeta_jet(exponent: Floats, start: Floats) -> Jet:
    """Log zeta(s, q) and its first two derivatives in s, for one-dimensional s > 1 and q > 0."""
    small = np.flatnonzero(start < _DIRECT)
    moved = start.copy()
    moved[small] += _DIRECT
    ratio = _ratio_jet(exponent, moved)
    if small.size:
        for whole, part in zip(ratio, _with_head(exponent[small], start[small], ratio, small), strict=True):
            whole[small] = part
    return _log_jet(ratio, exponent, start)


def _ratio(s: Floats, q: Floats) -> Floats:
    inverse_square = 1.0 / (q * q)
    rising = s / q
    total = q / (s - 1.0) + 0.5 + _EULER_MACLAURIN[0] * rising
    for j, coefficient in enumerate(_EULER_MACLAURIN[1:], start=1):
        rising = rising * (s + (2 * j - 1)) * (s + 2 * j) * inverse_square
        total = total + coefficient * rising
    return total


def _ratio_jet(s: Floats, q: Floats) -> Jet:
    below = 1.0 / (s - 1.0)
    lead = q * below
    inverse = 1.0 / q
    inverse_square = inverse * inverse
    rising, slope, bend = s * inverse, inverse, np.zeros_like(s)
    value = lead + 0.5 + _EULER_MACLAURIN[0] * rising
    first, second = _EULER_MACLAURIN[0] * slope - lead * below, 2.0 * lead * below * below
    for j, coefficient in enumerate(_EULER_MACLAURIN[1:], start=1):
        # the next two factors of the rising factorial, their derivative, and its (2)
        a = (s + (2 * j - 1)) * (s + 2 * j) * inverse_square
        b = (2.0 * s + (4 * j - 1)) * inverse_square
        bend = bend * a + 2.0 * (slope * b + rising * inverse_square)
        slope = slope * a + rising * b
        rising = rising * a
        value += coefficient * rising
        first += coefficient * slope
        second += coefficient * bend
    return Jet(value, first, second)


def _log_jet(ratio: Jet, s: Floats, q: Floats) -> Jet:
    """Jet of ``log(q^-s R)`` from the jet of R."""
    relative, log_q = ratio.first / ratio.value, np.log(q)
    return Jet(np.log(ratio.value) - s * log_q, relative - log_q, ratio.second / ratio.value - relative**2)


def _head(s: Floats, q: Floats) -> tuple[Floats, Floats]:
    """(q + i)^-s relative to q^-s for i < _DIRECT, and log((q + i) / q)."""
    log_steps = np.log1p(np.arange(_DIRECT) / q[:, None])
    return np.exp(-s[:, None] * log_steps), log_steps


def _log_with_head(s: Floats, q: Floats) -> Floats:
    terms, _ = _head(s, q)
    rest = np.exp(-s * np.log1p(_DIRECT / q)) * _ratio(s, q + _DIRECT)
    return np.asarray(np.log(terms.sum(axis=1) + rest) - s * np.log(q))


def _with_head(s: Floats, q: Floats, ratio: Jet, at: Ints) -> Jet:
    """R(s, q) from the first terms and R(s, q + _DIRECT), which stands in ``ratio`` at these places."""
    terms, steps = _head(s, q)
    far = np.log1p(_DIRECT / q)
    scale = np.exp(-s * far)
    value, first, second = (part[at] for part in ratio)
    weighted = terms * steps
    return Jet(
        terms.sum(axis=1) + scale * value,
        scale * (first - far * value) - weighted.sum(axis=1),
        scale * (second - far * (2.0 * first - far * value)) + (weighted * steps).sum(axis=1),
    )
