"""Results of `zipf` as JSON documents: keys are the fields of the records, every one always present."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.records import Estimate
from lexdecay.report.json_text import finite
from lexdecay.report.to_json import corpus_json, notice_json, source_json, tool

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lexdecay.records import Corpus, Notice
    from lexdecay.zipf.lnre import Population
    from lexdecay.zipf.models import Family
    from lexdecay.zipf.records import FamilyFit, FullRange, Growth
    from lexdecay.zipf.results import (
        CompareResult,
        CountResult,
        EachResult,
        GrowthResult,
        SensitivityResult,
        Survey,
        ZipfResult,
    )

REPORT_SCHEMA = "zipf.report/1"
EACH_SCHEMA = "zipf.each/1"
SENSITIVITY_SCHEMA = "zipf.sensitivity/1"
COUNT_SCHEMA = "zipf.count/1"
GROWTH_SCHEMA = "zipf.growth/1"
COMPARE_SCHEMA = "zipf.compare/1"
MODELS_SCHEMA = "zipf.models/1"


def plain(value: Any) -> Any:
    """Return records, arrays and numbers as what JSON knows; numbers that are not finite become null."""
    if isinstance(value, Estimate):
        return _estimate(value)
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [plain(member) for member in value]
    if isinstance(value, float | np.floating):
        return finite(float(value))
    return value.item() if isinstance(value, np.generic) else value


def report_json(result: ZipfResult) -> dict[str, Any]:
    """Return the document ``zipf.report/1``."""
    found = result.analysis
    return {
        **_frame(REPORT_SCHEMA, result.corpus, result.settings),
        "corpus": {**corpus_json(result.corpus), **plain(found.summary)},
        "spectrum": _spectrum(found.spectrum.frequency.tolist(), found.spectrum.types.tolist()),
        "full_range": [family_json(fit) for fit in found.full_range.fits] if found.full_range else [],
        "bands": _bands(found.full_range),
        "tail": plain(found.tail),
        "csn2009": plain(found.published),
        "alternatives": plain(found.alternatives),
        "mandelbrot": _mandelbrot(found.mandelbrot),
        "populations": plain(found.lnre),
        "growth": growth_points(found.growth),
        "dependence": plain(found.dependence),
        "power": plain(found.power),
        "verdict": plain(found.verdict),
        "warnings": warnings((*result.corpus.notices, *result.notices)),
    }


def each_json(result: EachResult) -> dict[str, Any]:
    """Return the document ``zipf.each/1``."""
    return {
        **_frame(EACH_SCHEMA, result.corpus, result.settings),
        "books": [survey_json(book) for book in result.books],
        "tally": plain(result.tally),
        "warnings": warnings((*result.corpus.notices, *result.notices)),
    }


def sensitivity_json(result: SensitivityResult) -> dict[str, Any]:
    """Return the document ``zipf.sensitivity/1``."""
    return {
        **_frame(SENSITIVITY_SCHEMA, result.corpus, result.settings),
        "rules": [survey_json(rule) for rule in result.rules],
        "flips": result.flips,
        "sentence": result.sentence,
        "warnings": warnings((*result.corpus.notices, *result.notices)),
    }


def count_json(result: CountResult) -> dict[str, Any]:
    """Return the document ``zipf.count/1``; ``words`` can be read back with ``--counts``."""
    rows = zip(result.words, result.counts.tolist(), strict=True)
    return {
        **_frame(COUNT_SCHEMA, result.corpus, {}),
        "corpus": {**corpus_json(result.corpus), **plain(result.summary)},
        "words": [{"word": word, "count": count} for word, count in rows],
        "warnings": warnings((*result.corpus.notices, *result.notices)),
    }


def growth_json(result: GrowthResult) -> dict[str, Any]:
    """Return the document ``zipf.growth/1``."""
    return {
        **_frame(GROWTH_SCHEMA, result.corpus, result.settings),
        "corpus": {**corpus_json(result.corpus), **plain(result.summary)},
        "growth": growth_points(result.growth),
        "warnings": warnings((*result.corpus.notices, *result.notices)),
    }


def compare_json(result: CompareResult) -> dict[str, Any]:
    """Return the document ``zipf.compare/1``."""
    sides = zip(result.corpora, result.summaries, strict=True)
    return {
        "schema": COMPARE_SCHEMA,
        "tool": tool(),
        "settings": dict(result.settings),
        "corpora": [
            {
                "inputs": [source_json(source) for source in corpus.sources],
                "settings": dict(corpus.settings),
                "corpus": {**corpus_json(corpus), **plain(summary)},
            }
            for corpus, summary in sides
        ],
        "comparison": plain(result.comparison),
        "warnings": warnings(result.notices),
    }


def models_json(models: Sequence[Family | Population]) -> dict[str, Any]:
    """Return the document ``zipf.models/1``."""
    from lexdecay.zipf.models import Family

    rows = [_family(model) if isinstance(model, Family) else _population(model) for model in models]
    return {"schema": MODELS_SCHEMA, "tool": tool(), "models": rows}


def family_json(fit: FamilyFit) -> dict[str, Any]:
    """Return one fitted family; its name stands under ``model``."""
    rest = plain(fit)
    return {"model": rest.pop("family"), **rest}


def survey_json(found: Survey) -> dict[str, Any]:
    """Return one of many analyses."""
    return {
        "name": found.name,
        "corpus": plain(found.summary),
        "full_range": [family_json(fit) for fit in found.fits],
        "tail": plain(found.tail),
        "verdict": plain(found.verdict),
    }


def growth_points(growth: Growth | None) -> dict[str, Any] | None:
    """Return the curve as points, and the local slope at its end."""
    if growth is None:
        return None
    observed = [None] * growth.tokens.size if growth.observed is None else growth.observed.tolist()
    columns = (growth.tokens, growth.types, growth.low, growth.high, growth.hapaxes, growth.local_slope)
    names = ("tokens", "types", "lo", "hi", "hapaxes", "local_slope")
    points = [
        {**dict(zip(names, plain(row), strict=True)), "observed": seen}
        for *row, seen in zip(*columns, observed, strict=True)
    ]
    return {"points": points, "local_slope": finite(float(growth.local_slope[-1]))}


def warnings(notices: Iterable[Notice]) -> list[dict[str, Any]]:
    """Return each notice once, in order."""
    return [notice_json(notice) for notice in dict.fromkeys(notices)]


def _frame(schema: str, corpus: Corpus, settings: dict[str, Any]) -> dict[str, Any]:
    return {
        "schema": schema,
        "tool": tool(),
        "inputs": [source_json(source) for source in corpus.sources],
        "settings": {"corpus": dict(corpus.settings), "zipf": dict(settings)},
        "corpus": corpus_json(corpus),
    }


def _spectrum(frequency: list[int], types: list[int]) -> list[dict[str, int]]:
    return [{"m": m, "Vm": v} for m, v in zip(frequency, types, strict=True)]


def _bands(full: FullRange | None) -> dict[str, Any] | None:
    return None if full is None else {"model": full.bands_of, "bands": plain(full.bands)}


def _mandelbrot(found: Any) -> dict[str, Any] | None:
    if found is None:
        return None
    rest = plain(found)
    columns = [rest.pop(name) for name in ("rank", "observed", "expected")]
    names = ("rank", "observed", "expected")
    rest["points"] = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    return dict(rest)


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "name": estimate.name,
        "symbol": estimate.symbol,
        "value": finite(estimate.value),
        "se": finite(estimate.se),
        "ci95": [finite(estimate.low), finite(estimate.high)],
    }


def _family(family: Family) -> dict[str, Any]:
    parameters = [
        {
            "name": p.name,
            "symbol": p.symbol,
            "meaning": p.meaning,
            "low": finite(p.low),
            "high": finite(p.high),
        }
        for p in family.parameters
    ]
    return {
        "name": family.name,
        "kind": "frequency law",
        "title": family.title,
        "formula": family.formula,
        "parameters": parameters,
        "contains": family.contains,
        "source": family.source,
    }


def _population(model: Population) -> dict[str, Any]:
    return {
        "name": model.name,
        "kind": "population",
        "title": model.title,
        "formula": model.formula,
        "parameters": [
            {"name": symbol, "symbol": symbol, "meaning": "", "low": None, "high": None}
            for symbol in model.symbols
        ],
        "contains": None,
        "source": model.source,
    }
