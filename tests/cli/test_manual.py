"""Help, manual pages and citation: every verb, every option, runnable examples first, narrow windows."""

import shutil
import subprocess
from pathlib import Path

import click
import pytest

from lexdecay import __version__
from lexdecay.cli import citation
from lexdecay.cli.boundary import run as run_command
from lexdecay.cli.decay import decay
from lexdecay.cli.man_pages import man_pages
from lexdecay.cli.zipf import zipf

ROOT = Path(__file__).parents[2]
GROUPS = {"decay": decay, "zipf": zipf}
VERBS = [(name, verb) for name, group in GROUPS.items() for verb in group.commands]
PAGES = man_pages("decay", decay) | man_pages("zipf", zipf)


def options(name, verb=None):
    group = click.Context(GROUPS[name], info_name=name)
    context = click.Context(GROUPS[name].commands[verb], info_name=verb, parent=group) if verb else group
    records = [
        parameter.get_help_record(context)
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option)
    ]
    return [record for record in records if record]


def test_there_is_a_page_for_each_command_and_verb():
    assert set(PAGES) == {"decay.1", "zipf.1", *(f"{name}-{verb}.1" for name, verb in VERBS)}


@pytest.mark.parametrize(("name", "verb"), [("decay", None), ("zipf", None), *VERBS])
def test_a_page_has_every_option_and_example(name, verb):
    command = GROUPS[name].commands[verb] if verb else GROUPS[name]
    page = PAGES[f"{name}-{verb}.1" if verb else f"{name}.1"].replace("\\-", "-").replace("\\e", "\\")
    for option, meaning in options(name, verb):
        assert f".B {option}\n{' '.join(meaning.split())}" in page
    for example in command.examples:
        assert example.strip() in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_roff_finds_nothing_to_complain_about():
    source = "".join(PAGES.values()).encode()
    ran = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Kutf8"], input=source, capture_output=True, check=True
    )
    assert ran.stderr == b""


@pytest.mark.parametrize(("name", "verb"), VERBS)
def test_help_begins_with_examples_that_parse_and_explains_every_option(name, verb, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert run_command(GROUPS[name], name, [verb, "--help"]) == 0
    said = capsys.readouterr().out
    assert said.index("Examples:") < said.index("Options") if "Options" in said else "Examples:" in said
    assert f"\n  {name} {verb}" in said.split("Examples:")[1][:400] or f'"$({name} {verb}' in said
    assert all(meaning for _, meaning in options(name, verb))


@pytest.mark.parametrize(("name", "verb"), VERBS)
def test_help_fits_a_narrow_dumb_terminal(name, verb, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "dumb")
    assert run_command(GROUPS[name], name, [verb, "--help"]) == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    examples, _, rest = said.partition("Examples:")[2].partition("\n\n")
    long = [line for line in rest.splitlines() if len(line) > 40 and not line.endswith(":")]
    assert not [line for line in long if len(line.split()) > 2], long
    assert examples


@pytest.mark.parametrize("name", GROUPS)
def test_the_citation_is_that_of_the_file(name, capsys):
    yaml = pytest.importorskip("yaml", reason="pyyaml is not installed")
    assert run_command(GROUPS[name], name, ["--cite"]) == 0
    assert capsys.readouterr().out == citation.bibtex()
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (told["title"], told["version"]) == (citation.TITLE, __version__)
    assert told["authors"] == [{"name": citation.AUTHOR}]
    assert f"{citation.YEAR} {citation.AUTHOR}" in (ROOT / "LICENSE").read_text("utf-8")
