"""The README's commands are the ones that are run, and its example says what the program says."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [line.strip() for line in README.splitlines() if line.startswith("    python3 -m venv")]


def test_the_second_command_is_what_ci_runs():
    assert COMMANDS[1] in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()


def test_the_first_command_ends_with_a_verdict_on_the_sample_corpus():
    arguments = COMMANDS[0].split(".venv/bin/decay ", 1)[1].split()
    code = "import sys; from lexdecay.cli.decay import main; sys.argv[0] = 'decay'; main()"
    ran = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "13,779 tokens, 1,840 types, 1 document" in ran.stdout
    assert "only 5 stand out of the noise, 6 are needed" in " ".join(ran.stdout.split())
    assert "five offsets stand out of the noise and six are needed" in " ".join(README.split())


def test_every_verb_the_readme_names_exists():
    from lexdecay.cli.decay import decay
    from lexdecay.cli.zipf import zipf

    known = {"decay": decay.commands, "zipf": zipf.commands}
    shown = [
        line.split("|")[-1].split()
        for line in README.splitlines()
        if line.startswith(("    decay ", "    zipf ", "    cat "))
    ]
    assert len(shown) > 8
    for command, verb, *_ in shown:
        if command in known:
            assert verb in known[command]


def test_every_extra_is_named_with_the_line_that_installs_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = set(re.findall(r"pip install '\.\[(\w+)\]'", README))
    assert named == set(project["optional-dependencies"])


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_says_what_the_site_needs(tmp_path):
    for tool in ("make", "sh"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    ran = subprocess.run(
        ["make", "docs"],
        cwd=ROOT,
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert "mkdocs is not installed: pip install --group docs" in ran.stderr


def test_the_python_example_runs():
    example = README.split("```python\n")[1].split("```")[0]
    ran = subprocess.run(
        [sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("mutual_information undecided Offsets 1 to 6")


def test_no_link_is_dead():
    linked = re.findall(r"\]\(([^)#]+)", README)
    assert len(linked) > 15
    assert not [path for path in linked if not (ROOT / path).exists()]
