"""Whole outputs, byte by byte: what a reader or a program sees of one result made by hand.

``pytest tests/golden --update-golden`` rewrites the files; a review reads the difference.
"""

from pathlib import Path

import pytest

from lexdecay import __version__
from lexdecay.report.json_text import json_text
from lexdecay.report.rows import delimited_text, ndjson_text
from lexdecay.report.to_json import fit_json, measure_json
from lexdecay.report.to_rows import fit_rows, measure_rows
from lexdecay.report.to_table import fit_screen, measure_screen

FOLDER = Path(__file__).parent / "decay"

CASES = {
    "fit_40.txt": lambda fit, _: fit_screen(fit, width=40, color=False, ascii_only=True, plot=True),
    "fit_80.txt": lambda fit, _: fit_screen(fit, width=80, color=False),
    "fit_140_plot.txt": lambda fit, _: fit_screen(fit, width=140, color=False, plot=True),
    "fit_color.txt": lambda fit, _: fit_screen(fit, width=80, color=True),
    "measure_80_plot.txt": lambda _, curve: measure_screen(curve, width=80, color=False, plot=True),
    "fit.json": lambda fit, _: json_text(fit_json(fit)),
    "curve.json": lambda _, curve: json_text(measure_json(curve)),
    "fit.csv": lambda fit, _: delimited_text(fit_rows(fit), ","),
    "curve.tsv": lambda _, curve: delimited_text(measure_rows(curve), "\t"),
    "curve.ndjson": lambda _, curve: ndjson_text(measure_rows(curve)),
}


@pytest.mark.parametrize("name", CASES)
def test_the_output_is_what_it_was(name, fit_result, measure_result, request):
    now = CASES[name](fit_result, measure_result).replace(
        f'"version": "{__version__}"', '"version": "VERSION"'
    )
    file = FOLDER / name
    if request.config.getoption("--update-golden"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(now, "utf-8")
    assert now == file.read_text("utf-8")


def test_every_golden_file_has_a_case():
    assert {file.name for file in FOLDER.iterdir()} == set(CASES)
