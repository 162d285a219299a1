"""Results -> one HTML file that asks for nothing from anywhere: pictures, tables, method, caveats, data."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from lexdecay.position.attention_records import AttnResult, DiluteResult
from lexdecay.position.cross_records import CrossResult
from lexdecay.position.mapped import MapResult
from lexdecay.position.planned import PlanResult
from lexdecay.records import FitResult, MeasureResult
from lexdecay.registry import Registry
from lexdecay.report.figures.files import panel_svg
from lexdecay.report.html.chapter import Chapter, rows_table, shown
from lexdecay.report.html.decay_chapters import (
    arcs_chapter,
    compare_chapter,
    fit_chapter,
    measure_chapter,
    pairs_chapter,
    tags_chapter,
    word_chapter,
)
from lexdecay.report.html.position_chapters import (
    attn_chapter,
    cross_chapter,
    dilute_chapter,
    map_chapter,
    plan_chapter,
)
from lexdecay.report.html.svg import inline_svg
from lexdecay.report.html.zipf_chapters import growth_chapter, zipf_chapter
from lexdecay.report.json_text import json_text
from lexdecay.report.rows import Rows, delimited_text
from lexdecay.report.safe_text import safe_text
from lexdecay.report.screen import counted, size_in_words
from lexdecay.report.terms import find_term
from lexdecay.report.to_json import tool
from lexdecay.word_records import ArcsResult, CompareResult, PairsResult, TagsResult, WordResult
from lexdecay.zipf.results import GrowthResult, ZipfResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lexdecay.records import Corpus
    from lexdecay.report.figures.panel import Section

CHAPTERS: Registry[Callable[[Any], Chapter]] = Registry("result that has a page")
CHAPTERS.add(FitResult.__name__, fit_chapter)
CHAPTERS.add(MeasureResult.__name__, measure_chapter)
CHAPTERS.add(WordResult.__name__, word_chapter)
CHAPTERS.add(PairsResult.__name__, pairs_chapter)
CHAPTERS.add(TagsResult.__name__, tags_chapter)
CHAPTERS.add(ArcsResult.__name__, arcs_chapter)
CHAPTERS.add(CompareResult.__name__, compare_chapter)
CHAPTERS.add(MapResult.__name__, map_chapter)
CHAPTERS.add(PlanResult.__name__, plan_chapter)
CHAPTERS.add(AttnResult.__name__, attn_chapter)
CHAPTERS.add(DiluteResult.__name__, dilute_chapter)
CHAPTERS.add(CrossResult.__name__, cross_chapter)
CHAPTERS.add(ZipfResult.__name__, zipf_chapter)
CHAPTERS.add(GrowthResult.__name__, growth_chapter)

LIMITS = (
    "A straight line on log-log axes is not a power law; fits, their errors and held-out text decide.",
    "Nothing is said beyond the range that was tested; no exponent holds for another text or vocabulary.",
    "That two curves decay alike says nothing about a common cause.",
    "What is measured is this text, cut into words by these rules: see the settings below.",
)
NO_TEXT = "arithmetic: no text was read"
NAMED_INPUTS = 3  # at the head of the page; all stand under the settings


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    address: str
    size: str


def page(results: Sequence[object], heading: str | None = None) -> str:
    """Return one HTML document on ``results``: a chapter each, in their order."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    chapters = [CHAPTERS[type(result).__name__](result) for result in results]
    environment = Environment(
        loader=PackageLoader("lexdecay.report", "html"), autoescape=True, undefined=StrictUndefined
    )
    template = environment.get_template("page.html.j2")
    return template.render(_contents(chapters, heading or chapters[0].title)) + "\n"


def _contents(chapters: Sequence[Chapter], heading: str) -> dict[str, Any]:
    from markupsafe import Markup

    css, js = (
        files("lexdecay.report.html").joinpath(f"page.{kind}").read_text("utf-8") for kind in ("css", "js")
    )
    corpora = list(dict.fromkeys(corpus for chapter in chapters for corpus in chapter.corpora))
    about = list(_about(chapters[0].corpora)) or [NO_TEXT]
    terms = dict.fromkeys(term for chapter in chapters for term in chapter.terms)
    return {
        "policy": content_policy(css, js),
        "version": tool()["version"],
        "title": f"{heading}: {about[0]}",
        "heading": heading,
        "about": about,
        "css": Markup(css),  # noqa: S704  files of this package
        "js": Markup(js),  # noqa: S704  same
        "chapters": [_shown(chapter, f"c{i}") for i, chapter in enumerate(chapters, 1)],
        "notices": [
            {"message": safe_text(one.message), "hint": safe_text(one.hint or "")}
            for one in dict.fromkeys(one for chapter in chapters for one in chapter.notices)
        ],
        "terms": [find_term(term) if isinstance(term, str) else term for term in terms],
        "limits": LIMITS,
        "settings": [*_settings(chapters), *dict.fromkeys(_inputs(corpora))],
        "files": list(_files(chapters)),
        "blocks": [
            {
                "name": chapter.name,
                "text": Markup(script_json(chapter.document)),  # noqa: S704  escaped there
                "size": size_in_words(len(json_text(chapter.document))),
            }
            for chapter in chapters
        ],
    }


def content_policy(css: str, js: str) -> str:
    """Return the policy under which only this style sheet and this script work, and nothing is fetched."""
    return (
        f"default-src 'none'; style-src '{_hash(css)}'; script-src '{_hash(js)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def script_json(document: dict[str, Any]) -> str:
    """Return JSON that cannot end the script element it stands in."""
    text = json_text(document)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _about(corpora: Sequence[Corpus]) -> Iterator[str]:
    for corpus in corpora:
        names = ["standard input" if source.path == "-" else source.path for source in corpus.sources]
        more = f" and {len(names) - NAMED_INPUTS:,} more" if len(names) > NAMED_INPUTS else ""
        sizes = (
            f"{counted(corpus.tokens, 'token')}, {counted(corpus.types, 'type')}, "
            f"{counted(corpus.documents, 'document')}"
        )
        said = f": {sizes}" if corpus.tokens else ""  # attention maps hold no tokens
        if names:
            yield safe_text(f"{', '.join(names[:NAMED_INPUTS])}{more}{said}")


def _shown(chapter: Chapter, name: str) -> dict[str, Any]:
    return {
        "title": chapter.title,
        "answers": chapter.answers,
        "meaning": chapter.meaning,
        "sections": [_section(one, f"{name}s{i}") for i, one in enumerate(chapter.sections)],
        "tables": chapter.tables,
        "concordances": chapter.concordances,
    }


def _section(section: Section, name: str) -> dict[str, Any]:
    from markupsafe import Markup

    places = {id(panel): i for i, panel in enumerate(section.panels)}
    return {
        "heading": section.heading,
        "rows": [
            [
                {
                    "title": panel.title,
                    "svg": Markup(  # noqa: S704  built as XML, so that its text is escaped
                        inline_svg(panel_svg(panel), f"{name}p{places[id(panel)]}", panel.alt)
                    ),
                }
                for panel in row
            ]
            for row in section.rows
        ],
    }


def _settings(chapters: Sequence[Chapter]) -> Iterator[Any]:
    for chapter in chapters:
        pairs = [(name.replace("_", " "), shown(value)) for name, value in chapter.settings.items()]
        yield rows_table(chapter.title, Rows(("setting", "value"), pairs))


def _inputs(corpora: Sequence[Corpus]) -> Iterator[Any]:
    for corpus in corpora:
        pairs = [(name.replace("_", " "), shown(value)) for name, value in corpus.settings.items()]
        yield rows_table("How the text was read", Rows(("setting", "value"), pairs))
        rows = [
            (
                source.path,
                f"{source.bytes:,}",
                source.encoding,
                source.documents,
                source.tokens,
                source.sha256,
            )
            for source in corpus.sources
        ]
        yield rows_table("Inputs", Rows(("path", "bytes", "encoding", "documents", "tokens", "sha256"), rows))


def _files(chapters: Sequence[Chapter]) -> Iterator[_File]:
    for chapter in chapters:
        yield _file(f"{chapter.name}.csv", "text/csv", delimited_text(chapter.rows, ","))


def _file(name: str, kind: str, text: str) -> _File:
    content = text.encode("utf-8", "backslashreplace")
    address = f"data:{kind};charset=utf-8;base64,{base64.b64encode(content).decode('ascii')}"
    return _File(name, address, size_in_words(len(content)))
