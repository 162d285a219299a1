"""docs/errors.md explains every error there is, and nothing else."""

import re
from pathlib import Path

from lexdecay import errors

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"


def classes(base=errors.LexdecayError):
    return [base, *(found for child in base.__subclasses__() for found in classes(child))]


def sections():
    parts = re.split(r"^## (\S+)$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_slug_has_a_section_and_every_section_a_slug():
    assert set(sections()) == {kind.slug for kind in classes()}


def test_slugs_are_unique():
    slugs = [kind.slug for kind in classes()]
    assert len(set(slugs)) == len(slugs)


def test_every_section_states_the_exit_code_of_its_class():
    explained = sections()
    for kind in classes()[1:]:
        assert f"Exit code {kind.exit_code}." in explained[kind.slug]
