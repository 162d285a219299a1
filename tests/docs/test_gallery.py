"""docs/gallery shows what its script draws: every picture is there, and the page is the script's."""

import importlib.util
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_gallery", GALLERY / "make_gallery.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_gallery"] = module  # where a dataclass looks for its own module
    spec.loader.exec_module(module)
    return module


def texts(path):
    drawn = ET.fromstring(path.read_text("utf-8"))  # noqa: S314  our own
    return ["".join(one.itertext()) for one in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_every_picture_is_there_and_no_other(script):
    assert {path.name for path in GALLERY.glob("*.svg")} == {one.name for one in script.PICTURES}


def test_the_page_is_the_one_the_script_writes(script):
    assert (GALLERY / "README.md").read_text("utf-8") == script.index()


def test_a_picture_says_what_it_says_now(script, tmp_path):
    one = next(one for one in script.PICTURES if one.name == "growth_chinese.svg")
    script.draw(one.command, tmp_path / one.name)
    assert texts(tmp_path / one.name) == texts(GALLERY / one.name)
