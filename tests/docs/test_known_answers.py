"""The table of known answers in docs/positions.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "positions.md").read_text("utf-8")
ROWS = re.findall(r"^\| (\d+) \|.*\|([^|]*)\|$", PAGE, re.MULTILINE)


def test_all_fifteen_are_named_and_every_test_exists():
    assert [int(number) for number, _ in ROWS] == list(range(1, 16))
    files = {file.name: file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py")}
    defined = {name for text in files.values() for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}
    named = {name for _, cell in ROWS for name in re.findall(r"`([\w.]+)`", cell)}
    assert named <= defined | set(files)
    assert all("`test_" in cell for _, cell in ROWS)
