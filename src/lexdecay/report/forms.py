"""What each kind of result looks like: on a screen, as a JSON document, as rows. A new kind is a row here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lexdecay.position.mapped import MapResult
from lexdecay.position.planned import PlanResult
from lexdecay.records import FitResult, MeasureResult
from lexdecay.report import zipf_json, zipf_pages, zipf_rows
from lexdecay.report.arcs_json import arcs_json, arcs_rows
from lexdecay.report.arcs_screen import arcs_screen
from lexdecay.report.compare_json import compare_json, compare_rows
from lexdecay.report.compare_screen import compare_screen
from lexdecay.report.map_json import map_json, map_rows
from lexdecay.report.map_screen import map_screen
from lexdecay.report.pairs_json import pairs_json, pairs_rows
from lexdecay.report.pairs_screen import pairs_screen
from lexdecay.report.plan_json import plan_json, plan_rows
from lexdecay.report.plan_screen import plan_screen
from lexdecay.report.tags_json import tags_json, tags_rows
from lexdecay.report.tags_screen import tags_screen
from lexdecay.report.to_json import fit_json, measure_json
from lexdecay.report.to_rows import fit_rows, measure_rows
from lexdecay.report.to_table import fit_screen, measure_screen
from lexdecay.report.word_json import word_json, word_rows
from lexdecay.report.word_screen import word_screen
from lexdecay.report.zipf_table import report_screen
from lexdecay.word_records import ArcsResult, CompareResult, PairsResult, TagsResult, WordResult
from lexdecay.zipf.results import CountResult, GrowthResult, ZipfResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.report.rows import Rows


@dataclass(frozen=True, slots=True)
class Form:
    """The functions that know one kind of result."""

    screen: Callable[..., str]
    document: Callable[[Any], dict[str, Any]]
    rows: Callable[[Any], Rows]


FORMS: dict[type, Form] = {
    FitResult: Form(fit_screen, fit_json, fit_rows),
    MeasureResult: Form(measure_screen, measure_json, measure_rows),
    WordResult: Form(word_screen, word_json, word_rows),
    PairsResult: Form(pairs_screen, pairs_json, pairs_rows),
    TagsResult: Form(tags_screen, tags_json, tags_rows),
    ArcsResult: Form(arcs_screen, arcs_json, arcs_rows),
    CompareResult: Form(compare_screen, compare_json, compare_rows),
    MapResult: Form(map_screen, map_json, map_rows),
    PlanResult: Form(plan_screen, plan_json, plan_rows),
    ZipfResult: Form(report_screen, zipf_json.report_json, zipf_rows.report_rows),
    CountResult: Form(zipf_pages.count_screen, zipf_json.count_json, zipf_rows.count_rows),
    GrowthResult: Form(zipf_pages.growth_screen, zipf_json.growth_json, zipf_rows.growth_rows),
}
