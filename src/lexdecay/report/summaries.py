"""What ``decay index`` and ``decay count`` wrote, in a few lines or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.screen import counted, cut_left, line, screen_text, size_in_words
from lexdecay.report.to_json import notice_json, source_json, tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.count import PairTable
    from lexdecay.needs import Needs
    from lexdecay.records import Notice
    from lexdecay.tokens import Manifest

INDEX_SCHEMA = "decay.index/1"
COUNT_SCHEMA = "decay.count/1"
NEEDS_SCHEMA = "decay.needs/1"


def index_json(manifest: Manifest, directory: str, notices: Sequence[Notice]) -> dict[str, Any]:
    """Return the document ``decay.index/1``."""
    tokenizer = manifest.tokenizer
    return {
        "schema": INDEX_SCHEMA,
        "tool": tool(),
        "inputs": [source_json(source) for source in manifest.sources],
        "directory": directory,
        "tokenizer": {
            "name": tokenizer.name,
            "language": tokenizer.language,
            "pattern": tokenizer.pattern,
            "version": tokenizer.version,
            "rules": tokenizer.rules,
        },
        "corpus": {"documents": manifest.documents, "tokens": manifest.tokens, "types": manifest.types},
        "long_runs_split": manifest.long_runs_split,
        "warnings": [notice_json(notice) for notice in notices],
    }


def index_screen(manifest: Manifest, directory: str, *, width: int) -> str:
    """Return two lines: what was tokenised, and what to do with it."""
    counts = (
        f"{counted(manifest.tokens, 'token')} (punctuation included), {counted(manifest.types, 'type')}, "
        f"{counted(manifest.documents, 'document')} in {counted(len(manifest.sources), 'input')}"
    )
    return screen_text(
        [line(counts), line(f"next: decay fit {cut_left(directory, width - 11)}")], width=width, color=False
    )


def count_json(table: PairTable, directory: str) -> dict[str, Any]:
    """Return the document ``decay.count/1``; ``exposure`` runs parallel to ``offsets``."""
    return {
        "schema": COUNT_SCHEMA,
        "tool": tool(),
        "directory": directory,
        "offsets": list(table.offsets),
        "exposure": [int(table.exposure[offset]) for offset in table.offsets],
        "rows": table.rows,
        "pairs": table.pairs,
        "parts": list(table.parts),
    }


def count_screen(table: PairTable, directory: str, *, width: int) -> str:
    """Return two lines: what was counted, and how to read it."""
    last = table.offsets[-1]
    offsets = f"offsets {table.offsets[0]} to {last}" if len(table.offsets) > 1 else f"offset {last}"
    said = f"{table.rows:,} rows (left, right, offset, count) at {offsets}: {table.pairs:,} pairs"
    files = f"{cut_left(directory, width - 17)}/part-*.parquet"
    return screen_text([line(said), line(files)], width=width, color=False)


def needs_json(needs: Needs, verb: str) -> dict[str, Any]:
    """Return the document ``decay.needs/1``: what ``decay VERB`` would take."""
    return {
        "schema": NEEDS_SCHEMA,
        "tool": tool(),
        "verb": verb,
        "sampled": needs.sampled,
        "tokens": needs.tokens,
        "types": needs.types,
        "rows": needs.rows if verb == "count" else None,
        "disk_bytes": needs.disk_bytes,
        "temporary_bytes": needs.temporary_bytes,
        "memory_bytes": needs.memory_bytes,
    }


def needs_screen(needs: Needs, verb: str, *, width: int) -> str:
    """Return a few lines: what ``decay VERB`` would take, and how much of the text says so."""
    known = "all of it was looked at" if needs.sampled >= 1 else f"from {needs.sampled:.1%} of it"
    rows = f", {needs.rows:,} rows" if verb == "count" else ""
    parts = [
        f"the text: about {needs.tokens:,} tokens, {needs.types:,} types{rows} ({known})",
        f"the result: about {size_in_words(needs.disk_bytes)} on disk",
        f"temporary files: about {size_in_words(needs.temporary_bytes)}",
        f"memory: about {size_in_words(needs.memory_bytes)}",
    ]
    return screen_text(map(line, parts), width=width, color=False)
