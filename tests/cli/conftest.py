"""Running ``decay`` inside this process, and standing in for the library it calls."""

from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Ran:
    """What one run left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function from arguments to what ``decay`` prints and its exit code."""
    from lexdecay.cli.boundary import run as run_command
    from lexdecay.cli.decay import decay

    for name in ("NO_COLOR", "FORCE_COLOR", "_DECAY_COMPLETE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")  # test processes side by side have a terminal of 80

    def runner(*arguments):
        code = run_command(decay, "decay", arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return runner


@pytest.fixture
def library(monkeypatch, fit_result, measure_result):
    """Replace the functions of the front door by ones that record how they were called."""
    from lexdecay import analysis

    calls = []

    def stand_in(name, result):
        def call(*arguments, **named):
            named.pop("progress", None)
            calls.append((name, arguments, named))
            return result

        monkeypatch.setattr(analysis, name, call, raising=False)

    stand_in("fit", fit_result)
    stand_in("measure", measure_result)
    stand_in("fit_curves", fit_result)
    return calls
