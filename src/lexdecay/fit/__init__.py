"""Curve -> Fit, Verdict: decay models by generalised least squares."""
