"""The door of the room: a curve in, every model's fit and the verdict out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.fit.closeness import with_deviation
from lexdecay.fit.compare import compare
from lexdecay.fit.estimate import estimate
from lexdecay.fit.held_out import score
from lexdecay.fit.models import MODELS
from lexdecay.fit.problem import Observed, observe, state
from lexdecay.fit.slope import local_slope
from lexdecay.fit.span import fitted_offsets
from lexdecay.fit.verdict import decide
from lexdecay.fit.weights import JACKKNIFE_40, Sampling
from lexdecay.records import FittedCurve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.fit.verdict import About
    from lexdecay.records import Curve, Fit, Flags, Ints


def fit_curve(
    curve: Curve,
    *,
    models: Sequence[str] | None = None,
    first: int | None = None,
    last: int | None = None,
    halves: tuple[Curve, Curve] | None = None,
    sampling: Sampling = JACKKNIFE_40,
    about: About | None = None,
) -> FittedCurve:
    """Fit decay models to a curve, compare them and say what the curve supports.

    Parameters
    ----------
    curve
        Values with the covariance of their errors.
    models
        Names from ``MODELS``; all of them by default.
    first, last
        Narrow the fitted range of offsets; see ``fitted_offsets`` for the default.
    halves
        Curves of the first and the second half of the text, for the held-out check; it is left out where
        a half lacks one of the fitted offsets.
    sampling
        How the covariance was estimated.
    about
        How the verdict names what was measured; as word types by default.

    Raises
    ------
    UnknownNameError
        A name in ``models`` that is not registered.
    """
    chosen = [MODELS[name] for name in (models if models is not None else MODELS)]
    fitted = fitted_offsets(curve, first, last)
    seen = _observe(curve, fitted, sampling)
    fits = [with_deviation(estimate(state(model, seen), curve.unit), curve, fitted) for model in chosen]
    parts = _halves(halves, curve.offset[fitted], sampling)
    if parts is not None:
        fits = [score(fit, model, parts) for fit, model in zip(fits, chosen, strict=True)]
    compared = compare([_counted_in(about.position, fit) for fit in fits] if about else fits)
    verdict = decide(curve, fitted, compared, about)
    slope = local_slope(curve.offset, curve.value)
    return FittedCurve(curve, curve.offset[fitted], compared, verdict, slope)


def _counted_in(position: str, fit: Fit) -> Fit:
    """The fit with lengths in what the offsets count: words as models have it, or characters."""
    named = tuple(replace(p, unit=position) if p.unit == "words" else p for p in fit.parameters)
    return replace(fit, parameters=named)


def _halves(
    halves: tuple[Curve, Curve] | None, offsets: Ints, sampling: Sampling
) -> tuple[Observed, Observed] | None:
    if halves is None:
        return None
    (first, second), (a, b) = halves, (np.isin(half.offset, offsets) for half in halves)
    if min(a.sum(), b.sum()) < offsets.size:
        return None
    return _observe(first, a, sampling), _observe(second, b, sampling)


def _observe(curve: Curve, fitted: Flags, sampling: Sampling) -> Observed:
    covariance = curve.covariance[np.ix_(fitted, fitted)]
    return observe(curve.offset[fitted], curve.value[fitted], covariance, sampling)
