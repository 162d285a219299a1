"""docs/reliability.md names every test of tests/faults, in its file, and none that does not exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reliability.md"


def faults_there_are():
    return {
        path.stem: set(re.findall(r"^def (test_\w+)", path.read_text("utf-8"), flags=re.MULTILINE))
        for path in (ROOT / "tests" / "faults").glob("test_*.py")
    }


def faults_named():
    parts = re.split(r"^`tests/faults/(\w+)\.py`$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return {
        name: set(re.findall(r"`(test_\w+)` \|$", table, flags=re.MULTILINE))
        for name, table in zip(parts[1::2], parts[2::2], strict=True)
    }


def test_every_fault_that_is_tested_is_in_the_table_and_every_row_is_tested():
    assert faults_named() == faults_there_are()


def test_every_row_says_how_and_what_happens():
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if re.search(r"`test_\w+` \|$", line)]
    assert rows
    assert all(len(re.split(r"(?<!\\)\|", row)) == 6 for row in rows)


def test_every_test_and_file_the_page_names_exists():
    page = PAGE.read_text("utf-8")
    everywhere = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), flags=re.MULTILINE)
    }
    assert set(re.findall(r"`(test_\w+)`", page)) <= everywhere
    assert all(
        (ROOT / path).exists() for path in re.findall(r"`((?:tests|benchmarks|src)/[\w/]+\.py)`", page)
    )


def test_the_list_of_faults_is_complete():
    numbers = re.findall(r"^\| [^|]+ \| .+ \| (\d+) \|$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    assert list(map(int, numbers)) == list(range(1, 73))
