"""Curve -> Fit, Verdict: decay models by generalised least squares."""

from lexdecay.fit.curve import fit_curve
from lexdecay.fit.models import MODELS

__all__ = ["MODELS", "fit_curve"]
