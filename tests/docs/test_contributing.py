"""The recipes of CONTRIBUTING.md name files and functions that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
NAMES = re.findall(r"`([^`\n]+)`", TEXT)
PATHS = sorted(
    {name for name in NAMES if re.match(r"(src|docs|tests|sample_corpora)/", name)}
    - {
        "src/lexdecay/read/NAME.py",
        "src/lexdecay/tokens/NAME.py",
        "src/lexdecay/measure/NAME.py",
    }
)
DEFINED = sorted(
    {name for name in NAMES if re.fullmatch(r"[A-Z][A-Za-z]+[a-z]\w*|[A-Z]{4,}|_?[a-z]+_[a-z_]+", name)}
)


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("name", DEFINED)
def test_every_name_is_defined_in_the_source(name):
    definition = re.compile(rf"^\s*(def|class) {name}\b|^{name}\b.*=", re.MULTILINE)
    source = (path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    assert any(definition.search(text) for text in source)


def test_every_reader_of_text_is_fuzzed_from_a_seed():
    """What Polars reads is not: its own tests do that, and coverage does not reach into it."""
    from lexdecay.read.formats import FORMATS

    fuzzed = re.search(r"for format in ([a-z ]+); do", (ROOT / "Makefile").read_text(encoding="utf-8"))[1]
    assert set(fuzzed.split()) == set(FORMATS) - {"parquet", "arrow"}
    assert all((ROOT / "fuzz" / "seeds" / name).stat().st_size for name in [*fuzzed.split(), "counts"])


def test_every_room_that_can_grow_has_a_recipe():
    for recipe in ("a reader", "a tokenizer", "a measure", "a model"):
        assert f"\n## Add {recipe}" in TEXT


def test_the_commands_of_make_exist():
    targets = re.findall(r"`make (\w+)`", TEXT)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
