"""The site builds strictly, asks for nothing from anywhere, and has every command, option, key and term."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest

from lexdecay.cli.decay import decay
from lexdecay.cli.reference import schema_names
from lexdecay.cli.zipf import zipf
from lexdecay.report.terms import TERMS

ROOT = Path(__file__).parents[2]
needs_mkdocs = pytest.mark.skipif(find_spec("material") is None, reason="mkdocs-material is not installed")


@pytest.fixture(scope="module")
def pages():
    sys.path.insert(0, str(ROOT / "docs" / "reference"))
    from make_reference import pages

    return pages()


def test_every_option_of_every_verb_stands_on_its_page(pages):
    for name, group in (("decay", decay), ("zipf", zipf)):
        for verb, command in group.commands.items():
            page = pages[f"reference/{name}/{name}-{verb}.md"]
            for parameter in command.params:
                assert all(option in page for option in parameter.opts if option.startswith("-"))


def test_every_schema_and_term_has_its_place(pages):
    for name in (*schema_names("decay"), *schema_names("zipf")):
        assert f"# {name}\n" in pages[f"reference/json/{name.replace('/', '.')}.md"]
    for term in TERMS:
        assert f"\n## {term.name}\n" in pages["reference/terms.md"]


def test_the_keys_that_programs_read_first_are_explained(pages):
    for name in ("decay.fit.1", "decay.curve.1", "decay.word.1"):
        rows = re.findall(
            r"^\| <code>([^<]+)</code> \| .* \| (.*) \|$", pages[f"reference/json/{name}.md"], re.MULTILINE
        )
        assert rows
        silent = [key for key, meaning in rows if not meaning.strip()]
        assert len(silent) <= len(rows) / 5, silent


class Sources(HTMLParser):
    """What a browser would fetch to show a page."""

    def __init__(self):
        super().__init__()
        self.fetched = []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag in {"script", "img", "iframe", "source"}:
            self.fetched.append(named.get("src"))
        if tag == "link" and named.get("rel") not in {"canonical", "edit"}:
            self.fetched.append(named.get("href"))


@needs_mkdocs
def test_the_site_builds_strictly_and_fetches_nothing(tmp_path):
    built = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--quiet",
            "--site-dir",
            str(tmp_path / "site"),
        ],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    for name in ("index.html", "reference/decay/decay-fit.html", "gallery/index.html"):
        page = Sources()
        page.feed((tmp_path / "site" / name).read_text("utf-8"))
        assert not [each for each in page.fetched if each and each.startswith(("http", "//"))]
