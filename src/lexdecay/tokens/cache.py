"""The chunk cache: what every distinct chunk became, kept from run to run.

One file per language and installed spaCy. It is replaced as a whole, so that of two runs at once each
reads a complete file and the last writer wins; it is never needed, so a damaged or unwritable one costs
time and a notice, nothing else.
"""

from __future__ import annotations

import hashlib
import io
import platform
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, entry_points
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lexdecay.records import Notice
from lexdecay.scratch import publish, scratch_folder
from lexdecay.tokens.chunks import LONGEST_RUN, MOST_SIGNS

if TYPE_CHECKING:
    from pathlib import Path

Arrays: TypeAlias = dict[str, npt.NDArray[Any]]

CACHE_FORMAT = 3
_DIGEST = hashlib.sha256().digest_size  # bytes before the arrays
# About 50 bytes a row: 25 MB a language. A 100 MB corpus has some 400,000 distinct chunks.
MOST_ROWS = 1 << 19


@dataclass(slots=True)
class ChunkCache:
    """The cache file of one language in a folder."""

    folder: Path
    language: str
    notices: list[Notice] = field(default_factory=list)

    @property
    def path(self) -> Path:
        """The file; its name changes with everything that can change a token."""
        return self.folder / f"chunks-{self.language}-{_installation(self.language)}.npz"

    def load(self) -> Arrays | None:
        """Arrays of an earlier run; None when there are none or they are damaged."""
        try:
            content = self.path.read_bytes()
            if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
                raise ValueError("its checksum differs")  # noqa: TRY301  one way out for all damage
            with np.load(io.BytesIO(content[_DIGEST:]), allow_pickle=False) as arrays:
                return dict(arrays)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            self.damaged(error)
            return None

    def damaged(self, error: Exception) -> None:
        """Note that the file could not be used and will be replaced."""
        self.notices.append(
            Notice(
                "chunk-cache-damaged", f"the chunk cache '{self.path}' cannot be read and is rebuilt: {error}"
            )
        )

    def save(self, arrays: Arrays) -> None:
        """Replace the file; a notice says why when that fails."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _replace(self.path, arrays)
        except OSError as error:
            self.notices.append(
                Notice(
                    "chunk-cache-unwritable",
                    f"the chunk cache '{self.path}' cannot be written: {error.strerror or error}",
                    hint="the result is right; the next run will tokenise from scratch",
                )
            )


def _replace(path: Path, arrays: Arrays) -> None:
    content = io.BytesIO()
    np.savez(content, allow_pickle=False, **arrays)
    with scratch_folder(path.parent, "chunks") as folder:
        with (folder / path.name).open("wb") as file:
            file.write(hashlib.sha256(content.getbuffer()).digest())
            file.write(content.getbuffer())
        publish(folder / path.name, path)


@cache
def _installation(language: str) -> str:
    """Hash of what the rules are made of: the installed spaCy, added languages, Python's `re` and Unicode."""
    try:
        record = distribution("spacy").read_text("RECORD") or ""
    except PackageNotFoundError:
        record = ""
    added = [
        f"{entry.value} {entry.dist and entry.dist.version}"
        for entry in entry_points(group="spacy_languages")
    ]
    versions = (CACHE_FORMAT, LONGEST_RUN, MOST_SIGNS, platform.python_version(), unicodedata.unidata_version)
    parts = (*map(str, versions), language, *sorted(added), record)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
