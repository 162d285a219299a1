"""Puts the manual pages into the wheel, made from the commands while it is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManPages(BuildHookInterface):
    """Write the pages into build/man and have them installed under share/man/man1."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Make the pages; the commands load click and nothing else."""
        sys.path.insert(0, str(Path(self.root, "src")))
        from lexdecay.cli.decay import decay
        from lexdecay.cli.man_pages import man_pages
        from lexdecay.cli.zipf import zipf

        folder = Path(self.root, "build", "man")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in {**man_pages("decay", decay), **man_pages("zipf", zipf)}.items():
            (folder / name).write_text(text, "utf-8")
            build_data["shared_data"][str(folder / name)] = f"share/man/man1/{name}"
