from __future__ import annotations

import numpy as np
import pytest

from lexdecay.records import Curve

OFFSETS = np.unique(np.r_[np.arange(1, 17), np.round(np.geomspace(20, 1000, 14))]).astype(np.int64)


def correlated(offset, se, share=0.05):
    """Errors that move together: correlation 0.95 exp(-|difference of ln d| / 4) off the diagonal."""
    apart = np.abs(np.subtract.outer(np.log(offset), np.log(offset)))
    matrix = (1 - share) * np.exp(-apart / 4) + share * np.eye(offset.size)
    return np.outer(se, se) * matrix


def build_curve(
    value, *, offset=OFFSETS, se=None, covariance=None, usable=None, measure="mutual_information"
):
    value = np.asarray(value, dtype=np.float64)
    if covariance is None:
        covariance = correlated(offset, np.full(offset.size, 1e-3) if se is None else se)
    error = np.sqrt(np.diag(covariance))
    return Curve(
        measure=measure,
        estimand="total",
        unit="bits" if measure == "mutual_information" else "probability",
        vocabulary=500,
        offset=offset,
        pairs=np.full(offset.size, 100_000),
        raw=value,
        floor=np.zeros(offset.size),
        value=value,
        se=error,
        noise=error,
        usable=value > 4 * error if usable is None else np.asarray(usable, dtype=bool),
        covariance=covariance,
    )


@pytest.fixture(scope="session")
def offsets():
    return OFFSETS


@pytest.fixture(scope="session")
def curve_of():
    return build_curve


@pytest.fixture(scope="session")
def covariance_of():
    return correlated
