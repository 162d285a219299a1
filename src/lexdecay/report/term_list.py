"""``decay explain``: terms as paragraphs, JSON or rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.rows import Rows
from lexdecay.report.screen import line, screen_text
from lexdecay.report.to_json import tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from lexdecay.report.terms import Term

EXPLAIN_SCHEMA = "decay.explain/1"


def terms_json(terms: Sequence[Term]) -> dict[str, Any]:
    """Return the document ``decay.explain/1``."""
    return {"schema": EXPLAIN_SCHEMA, "tool": tool(), "terms": [_term(term) for term in terms]}


def terms_rows(terms: Sequence[Term]) -> Rows:
    """Return one row a term."""
    columns = ("name", "meaning", "formula", "source")
    return Rows(columns, [(t.name, t.meaning, t.formula or None, t.source or None) for t in terms])


def terms_screen(
    terms: Sequence[Term],
    *,
    width: int,
    color: bool,
    ascii_only: bool = False,  # noqa: ARG001  every page takes the same settings
    plot: bool = False,  # noqa: ARG001
) -> str:
    """Return each term as a heading, a paragraph, its formula and its source."""
    parts: list[RenderableType] = []
    for term in terms:
        parts += [*([line("")] if parts else []), line(term.name, "bold"), line(term.meaning)]
        parts += [line(f"  {term.formula}")] if term.formula else []
        parts += [line(f"  {term.source}", "dim")] if term.source else []
    return screen_text(parts, width=width, color=color)


def _term(term: Term) -> dict[str, Any]:
    return {
        "name": term.name,
        "aliases": list(term.aliases),
        "meaning": term.meaning,
        "formula": term.formula or None,
        "source": term.source or None,
    }
