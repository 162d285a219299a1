"""Which results can be drawn, and by which function: a new one is a file of panels and a row here."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from lexdecay.position.attention_records import AttnResult, DiluteResult
from lexdecay.position.cross_records import CrossResult
from lexdecay.position.mapped import MapResult
from lexdecay.position.planned import PlanResult
from lexdecay.records import FitResult, MeasureResult
from lexdecay.registry import Registry
from lexdecay.report.figures.arcs import arcs_sections
from lexdecay.report.figures.attention import attn_sections, dilute_sections
from lexdecay.report.figures.compare import compare_sections
from lexdecay.report.figures.cross import cross_sections
from lexdecay.report.figures.decay import fit_sections, measure_sections
from lexdecay.report.figures.growth import growth_sections
from lexdecay.report.figures.pairs import pairs_sections
from lexdecay.report.figures.positions import map_sections, plan_sections
from lexdecay.report.figures.tags import tags_sections
from lexdecay.report.figures.word import word_sections
from lexdecay.report.figures.zipf import zipf_sections
from lexdecay.word_records import ArcsResult, CompareResult, PairsResult, TagsResult, WordResult
from lexdecay.zipf.results import GrowthResult, ZipfResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from lexdecay.report.figures.panel import Draw, Section

FIGURES: Registry[Callable[[Any], list[Section]]] = Registry("result that can be drawn")
FIGURES.add(FitResult.__name__, fit_sections)
FIGURES.add(MeasureResult.__name__, measure_sections)
FIGURES.add(WordResult.__name__, word_sections)
FIGURES.add(PairsResult.__name__, pairs_sections)
FIGURES.add(TagsResult.__name__, tags_sections)
FIGURES.add(ArcsResult.__name__, arcs_sections)
FIGURES.add(CompareResult.__name__, compare_sections)
FIGURES.add(CrossResult.__name__, cross_sections)
FIGURES.add(MapResult.__name__, map_sections)
FIGURES.add(PlanResult.__name__, plan_sections)
FIGURES.add(AttnResult.__name__, attn_sections)
FIGURES.add(DiluteResult.__name__, dilute_sections)
FIGURES.add(ZipfResult.__name__, zipf_sections)
FIGURES.add(GrowthResult.__name__, growth_sections)


def sections_of(result: object) -> list[Section]:
    """Return the panels of a result; none where there is nothing to draw."""
    sections = FIGURES[type(result).__name__](result)
    corpus = getattr(result, "corpus", None) or getattr(result, "first", None)
    of_characters = corpus is not None and corpus.settings.get("unit") == "char"
    return [_of_characters(section) for section in sections] if of_characters else sections


def _of_characters(section: Section) -> Section:
    """The same panels of a text that was cut into characters: axes and titles count those."""
    rows = tuple(
        tuple(
            replace(panel, title=_characters(panel.title), draw=partial(_draw_characters, panel.draw))
            for panel in row
        )
        for row in section.rows
    )
    return replace(section, rows=rows)


def _draw_characters(draw: Draw, axes: Axes) -> None:
    draw(axes)
    axes.set_xlabel(_characters(axes.get_xlabel()))


def _characters(text: str) -> str:
    return re.sub(r"\bword(s?)\b", r"character\1", text)
