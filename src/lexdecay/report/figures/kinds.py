"""Which results can be drawn, and by which function: a new one is a file of panels and a row here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.position.attention_records import AttnResult, DiluteResult
from lexdecay.position.mapped import MapResult
from lexdecay.position.planned import PlanResult
from lexdecay.records import FitResult, MeasureResult
from lexdecay.registry import Registry
from lexdecay.report.figures.arcs import arcs_sections
from lexdecay.report.figures.attention import attn_sections, dilute_sections
from lexdecay.report.figures.compare import compare_sections
from lexdecay.report.figures.decay import fit_sections, measure_sections
from lexdecay.report.figures.growth import growth_sections
from lexdecay.report.figures.positions import map_sections, plan_sections
from lexdecay.report.figures.tags import tags_sections
from lexdecay.report.figures.word import word_sections
from lexdecay.report.figures.zipf import zipf_sections
from lexdecay.word_records import ArcsResult, CompareResult, TagsResult, WordResult
from lexdecay.zipf.results import GrowthResult, ZipfResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.report.figures.panel import Section

FIGURES: Registry[Callable[[Any], list[Section]]] = Registry("result that can be drawn")
FIGURES.add(FitResult.__name__, fit_sections)
FIGURES.add(MeasureResult.__name__, measure_sections)
FIGURES.add(WordResult.__name__, word_sections)
FIGURES.add(TagsResult.__name__, tags_sections)
FIGURES.add(ArcsResult.__name__, arcs_sections)
FIGURES.add(CompareResult.__name__, compare_sections)
FIGURES.add(MapResult.__name__, map_sections)
FIGURES.add(PlanResult.__name__, plan_sections)
FIGURES.add(AttnResult.__name__, attn_sections)
FIGURES.add(DiluteResult.__name__, dilute_sections)
FIGURES.add(ZipfResult.__name__, zipf_sections)
FIGURES.add(GrowthResult.__name__, growth_sections)


def sections_of(result: object) -> list[Section]:
    """Return the panels of a result; none where there is nothing to draw."""
    return FIGURES[type(result).__name__](result)
