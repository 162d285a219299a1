"""Decay laws as pure functions of parameters and offset.

Every function takes ``theta`` [..., k], the parameters in the order of its record in ``models``, and
``offset`` [m], word positions >= 1, and returns [..., m] in the unit of its amplitude.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Floats

# The bend of the broken law is spread over about a factor exp(2 * 0.2) = 1.5 in offset, less than two
# neighbouring log-spaced offsets, so that the fit has a derivative in the position of the break.
BEND = 0.2


def _columns(theta: Floats) -> tuple[Floats, ...]:
    return tuple(theta[..., i, None] for i in range(theta.shape[-1]))


def constant(theta: Floats, offset: Floats) -> Floats:
    """Return C, the same at every offset."""
    (level,) = _columns(theta)
    return level * np.ones_like(offset)


def exponential(theta: Floats, offset: Floats) -> Floats:
    """Return A exp(-d/ξ)."""
    amplitude, length = _columns(theta)
    return amplitude * np.exp(-offset / length)


def power_law(theta: Floats, offset: Floats) -> Floats:
    """Return A d^-α."""
    amplitude, exponent = _columns(theta)
    return amplitude * offset**-exponent


def stretched_exponential(theta: Floats, offset: Floats) -> Floats:
    """Return A exp(-(d/ξ)^β)."""
    amplitude, length, stretch = _columns(theta)
    return amplitude * np.exp(-((offset / length) ** stretch))


def cutoff_power_law(theta: Floats, offset: Floats) -> Floats:
    """Return A d^-α exp(-d/ξ)."""
    amplitude, exponent, length = _columns(theta)
    return amplitude * offset**-exponent * np.exp(-offset / length)


def shifted_power_law(theta: Floats, offset: Floats) -> Floats:
    """Return A (d + s)^-α."""
    amplitude, exponent, shift = _columns(theta)
    return amplitude * (offset + shift) ** -exponent


def two_exponentials(theta: Floats, offset: Floats) -> Floats:
    """Return A exp(-d/ξ) + B exp(-d/ζ)."""
    first, short, second, long = _columns(theta)
    return first * np.exp(-offset / short) + second * np.exp(-offset / long)


def exponential_plus_power_law(theta: Floats, offset: Floats) -> Floats:
    """Return A exp(-d/ξ) + B d^-α."""
    first, length, second, exponent = _columns(theta)
    return first * np.exp(-offset / length) + second * offset**-exponent


def broken_power_law(theta: Floats, offset: Floats) -> Floats:
    """Return A d^-α (1 + (d/b)^(1/w))^((α - γ) w): exponent α before the break b, γ beyond it, w = 0.2."""
    amplitude, near, far, bend = _columns(theta)
    # log1p(exp(x)) without overflow: the far branch grows like (d/b)^5.
    softened = np.logaddexp(0.0, np.log(offset / bend) / BEND)
    return amplitude * offset**-near * np.exp((near - far) * BEND * softened)
