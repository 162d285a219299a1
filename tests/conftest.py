"""Results made by hand, for the rooms that show them: every optional field is absent somewhere."""

import numpy as np
import pytest

from lexdecay.records import (
    Corpus,
    Curve,
    Estimate,
    Fit,
    FitResult,
    FittedCurve,
    MeasureResult,
    Notice,
    Source,
    Verdict,
)


def pytest_addoption(parser):
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite tests/golden from what is printed now"
    )


OFFSETS = np.array([1, 2, 4, 8, 16, 100, 1000])


def _information() -> Curve:
    value = np.array([0.8, 0.4, 0.2, 0.1, 0.05, 0.002, -0.0001])
    se = np.array([0.004, 0.003, 0.002, 0.001, 0.001, 0.0009, 0.0009])
    return Curve(
        measure="mutual_information",
        estimand="total",
        unit="bits",
        vocabulary=1000,
        offset=OFFSETS,
        pairs=120_000 - OFFSETS,
        raw=value + 0.03,
        floor=np.full(7, 0.03),
        value=value,
        se=se,
        noise=np.full(7, 0.0005),
        usable=value > 0.002,
        covariance=np.outer(se, se) * (0.1 * np.eye(7) + 0.9),
    )


def _recurrence() -> Curve:
    value = np.array([-0.002, 0.001, 0.0004, 0.0001, np.nan, 0.0, -0.00001])
    se = np.full(7, 0.0003)
    return Curve(
        measure="recurrence",
        estimand="total",
        unit="probability",
        vocabulary=17_144,
        offset=OFFSETS,
        pairs=120_000 - OFFSETS,
        raw=value,
        floor=np.zeros(7),
        value=value,
        se=se,
        noise=se,
        usable=np.zeros(7, dtype=bool),
        covariance=np.diag(se**2),
    )


def _fits() -> tuple[Fit, ...]:
    amplitude = Estimate("amplitude", "A", "bits", 0.8, 0.01, 0.78, 0.82)
    exponent = Estimate("exponent", "α", "1", 1.0, 0.02, 0.96, 1.04)
    length = Estimate("length", "ξ", "words", 3.25, None, 3.0, None)
    return (
        Fit(
            "exponential",
            "ok",
            "",
            (amplitude, length),
            0.8 * np.exp(-OFFSETS[:5] / 3.25),
            312.5,
            2.5,
            1e-20,
            320.0,
            300.0,
            0.0,
            0.8,
            12.5,
        ),
        Fit(
            "power_law",
            "ok",
            "",
            (amplitude, exponent),
            0.8 / OFFSETS[:5],
            2.25,
            2.5,
            0.42,
            20.0,
            0.0,
            1.0,
            0.02,
            None,
        ),
        Fit("broken_power_law", "too_few_points", "5 offsets for 4 parameters"),
    )


def _corpus() -> Corpus:
    return Corpus(
        sources=(Source("corpus/whale.txt", 1_234_567, "0" * 64, "utf-8", 1, 120_000),),
        settings={"unit": "lower", "language": "en", "normalize": True, "token_pattern": None},
        documents=1,
        tokens=120_000,
        types=17_144,
        notices=(Notice("long-runs-split", "3 long runs were split", "look for rulers"),),
    )


@pytest.fixture
def measure_result() -> MeasureResult:
    return MeasureResult(
        corpus=_corpus(),
        settings={"max_offset": 1000, "vocabulary": None, "seed": 0},
        curves=(_information(), _recurrence()),
        notices=(Notice("short", "the text is short"),),
    )


@pytest.fixture
def fit_result() -> FitResult:
    slope = np.array([-1.0, -1.0, -1.0, -1.0, -1.2, -1.75, np.nan])
    best = Verdict("power_law", "power_law", 1, 16, 1.204, "the exponential is rejected (ΔBIC 300).")
    none = Verdict("no_dependence", None, None, None, 0.0, "no offset stands out of the noise.")
    return FitResult(
        corpus=_corpus(),
        settings={"max_offset": 1000, "vocabulary": None, "seed": 0},
        curves=(
            FittedCurve(_information(), OFFSETS[:5], _fits(), best, slope),
            FittedCurve(_recurrence(), OFFSETS[:0], (), none, np.full(7, np.nan)),
        ),
    )
