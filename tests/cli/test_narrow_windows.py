"""Every page fits a window of 40 columns on a dumb terminal: no line is wider, no number loses a digit."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from lexdecay.cli.boundary import run as run_command
from lexdecay.cli.decay import decay
from lexdecay.cli.zipf import zipf

SAMPLES = Path(__file__).parents[2] / "sample_corpora"
ENGLISH = str(SAMPLES / "english.txt")
NOTES = str(SAMPLES / "notes.jsonl")
POINTER = str(SAMPLES / "attention" / "pointer.npz")
KERNEL = str(SAMPLES / "attention" / "copy_kernel.csv")
PARALLEL = [str(SAMPLES / f"parallel_{language}.txt") for language in ("english", "german")]
COPY = str(SAMPLES / "copy.jsonl")


@pytest.mark.parametrize(
    "arguments",
    [
        ("decay", "measure", ENGLISH, "--max-offset", "3", "--plot"),
        ("decay", "word", ENGLISH, "the", "--offset=-1,1,9"),
        ("decay", "pairs", ENGLISH, "--offset", "1", "--kwic", "1"),
        ("decay", "map", COPY, "--max-offset", "12"),
        ("decay", "plan", COPY, "--max-offset", "12"),
        ("decay", "attn", POINTER, "--count-from", "next", "--curve", KERNEL),
        ("decay", "dilute", "--gap", "5"),
        ("decay", "cross", *PARALLEL, "--language-b", "de", "--query", "buys"),
        ("decay", "selftest", "iid", "--tokens", "5000"),
        ("decay", "models"),
        ("decay", "explain"),
        ("zipf", "growth", NOTES),
        ("zipf", "count", NOTES, "--top", "5"),
        ("zipf", "compare", ENGLISH, NOTES),
        ("zipf", "models"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_page_fits(arguments, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "dumb")
    name, *rest = arguments
    assert run_command({"decay": decay, "zipf": zipf}[name], name, rest) == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    assert not [row for row in said.splitlines() if cell_len(row) > 40]
    assert not re.search(r"\d…", said)
