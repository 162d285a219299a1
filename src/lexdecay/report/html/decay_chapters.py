"""Chapters of curves, queries, pairs, tags, comparisons and trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.report.arcs_json import arcs_json, arcs_rows
from lexdecay.report.arcs_json import sentences as arcs_sentences
from lexdecay.report.compare_json import compare_json, compare_notices, compare_rows, corrected
from lexdecay.report.compare_json import sentences as compare_sentences
from lexdecay.report.figures.kinds import sections_of
from lexdecay.report.html.chapter import Chapter, Concordance, answers, paragraphs, rows_table, table
from lexdecay.report.html.curve_tables import fit_columns
from lexdecay.report.pairs_json import pairs_json, pairs_rows
from lexdecay.report.safe_text import safe_text
from lexdecay.report.screen import counted, probability, significant
from lexdecay.report.tags_json import tags_json, tags_rows
from lexdecay.report.tags_screen import sentences as tags_sentences
from lexdecay.report.to_json import fit_json, measure_json
from lexdecay.report.to_rows import fit_rows, measure_rows
from lexdecay.report.to_table import curve_columns, curve_title, reach_sentence, verdict_texts
from lexdecay.report.word_json import word_json, word_rows
from lexdecay.report.word_screen import chance_sentences, law_sentences
from lexdecay.report.word_screen import sentence as word_sentence
from lexdecay.report.words import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import FitResult, MeasureResult
    from lexdecay.report.html.chapter import Table
    from lexdecay.word_records import ArcsResult, CompareResult, PairsAt, PairsResult, TagsResult, WordResult

CURVE_TERMS = ("offset", "vocabulary", "mutual information", "floor", "recurrence", "jackknife", "usable")
LAW_TERMS = ("power law", "exponential", "bic", "p", "local slope")


def fit_chapter(result: FitResult) -> Chapter:
    """The chapter of ``decay fit``."""
    said = [verdict_texts(fitted) for fitted in result.curves]
    tables: list[Table] = []
    for fitted in result.curves:
        heading = curve_title(fitted.curve, result)
        tables.append(table(heading, curve_columns(fitted.curve, fitted)))
        if columns := fit_columns(fitted):
            tables.append(table(f"Laws, best first: {heading}", columns))
    return Chapter(
        "decay.fit",
        "How the dependence between words decays",
        answers((lines[0], lines[1]) for lines in said),
        paragraphs(
            f"{MEASURES[fitted.curve.measure][0]}: {text[:1].lower()}{text[1:]}"
            for fitted, lines in zip(result.curves, said, strict=True)
            for text in lines[2:]
        ),
        tuple(sections_of(result)),
        tuple(tables),
        (*CURVE_TERMS, *LAW_TERMS),
        (result.corpus,),
        result.settings,
        (*result.corpus.notices, *result.notices),
        fit_json(result),
        fit_rows(result),
    )


def measure_chapter(result: MeasureResult) -> Chapter:
    """The chapter of ``decay measure``."""
    return Chapter(
        "decay.measure",
        "Dependence between words by distance",
        answers((reach_sentence(curve), "") for curve in result.curves),
        (),
        tuple(sections_of(result)),
        tuple(table(curve_title(curve, result), curve_columns(curve, None)) for curve in result.curves),
        CURVE_TERMS,
        (result.corpus,),
        result.settings,
        (*result.corpus.notices, *result.notices),
        measure_json(result),
        measure_rows(result),
    )


def word_chapter(result: WordResult) -> Chapter:
    """The chapter of ``decay word``."""
    listed = {
        "offset": [str(one.offset) for one in result.profiles for _ in one.words],
        "word": [word.word for one in result.profiles for word in one.words],
        "count": [f"{word.count:,}" for one in result.profiles for word in one.words],
        "share": [significant(word.p) for one in result.profiles for word in one.words],
        "95 % from": [significant(word.low) for one in result.profiles for word in one.words],
        "to": [significant(word.high) for one in result.profiles for word in one.words],
        "in the text": [significant(word.base) for one in result.profiles for word in one.words],
        "lift": [significant(word.lift) for one in result.profiles for word in one.words],
        "q": [significant(word.q) for one in result.profiles for word in one.words],
    }
    return Chapter(
        "decay.word",
        f"What stands around '{safe_text(result.query)}'",
        answers([_halved(word_sentence(result))]),
        paragraphs((*chance_sentences(result, result.profiles), *law_sentences(result))),
        tuple(sections_of(result)),
        (table(f"Words by offset, {counted(result.occurrences, 'occurrence')} of the query", listed),),
        ("pull", "floor", "usable", "half-life", "lift", "wilson interval", "q"),
        (result.corpus,),
        result.settings,
        (*result.corpus.notices, *result.notices),
        word_json(result),
        word_rows(result),
    )


def _halved(text: str) -> tuple[str, str]:
    first, stop, rest = text.partition(". ")
    return first + stop.rstrip(), rest


def pairs_chapter(result: PairsResult) -> Chapter:
    """The chapter of ``decay pairs``, with the places where the pairs stand."""
    pairs = [(at, pair) for at in result.offsets for pair in at.listed]
    columns = {
        "offset": [f"{at.offsets[0]:,}" for at, _ in pairs],
        "left": [pair.left for _, pair in pairs],
        "right": [pair.right for _, pair in pairs],
        "count": [f"{pair.count:,}" for _, pair in pairs],
        "expected": [significant(pair.expected) for _, pair in pairs],
        "G²": [significant(pair.g2) for _, pair in pairs],
        "PMI, bits": [significant(pair.pmi) for _, pair in pairs],
        "q": [probability(pair.q) for _, pair in pairs],
    }
    return Chapter(
        "decay.pairs",
        "Which pairs of words carry it",
        (),
        paragraphs(["A pair is ordered; q is the share of false findings among all that are as strong."]),
        tuple(sections_of(result)),
        (table("Strongest pairs by offset", columns),),
        ("g2", "pmi", "q"),
        (result.corpus,),
        result.settings,
        (*result.corpus.notices, *result.notices),
        pairs_json(result),
        pairs_rows(result),
        tuple(_concordances(result)),
    )


def _concordances(result: PairsResult) -> Iterator[Concordance]:
    for at in result.offsets:
        lines = tuple(_lines(at))
        if lines:
            yield Concordance(f"In the text, {counted(at.offsets[0], 'word')} apart", lines)


def _lines(at: PairsAt) -> Iterator[tuple[str, str, str, str, str]]:
    for pair in at.listed:
        for place in pair.lines:
            before, left, between, right, after = map(
                safe_text, (place.before, place.left, place.between, place.right, place.after)
            )
            yield before, left, between, right, after


def tags_chapter(result: TagsResult) -> Chapter:
    """The chapter of ``decay tags``."""
    found = result.constructions
    columns = {
        "left": [one.left for one in found],
        "right": [one.right for one in found],
        "strongest at": ["-" if one.peak is None else f"{one.peak:,}" for one in found],
        "reach": ["-" if one.reach is None else f"{'≥ ' if one.open else ''}{one.reach:,}" for one in found],
    }
    return Chapter(
        "decay.tags",
        "Parts of speech by distance",
        (),
        paragraphs(text for text in tags_sentences(result) if text[0] != "*"),  # a star of the terminal's
        tuple(sections_of(result)),
        (table("Pairs of tags that stand out", columns),),
        ("offset", "mutual information", "floor", "usable"),
        (result.corpus,),
        result.settings,
        (*result.corpus.notices, *result.notices),
        tags_json(result),
        tags_rows(result),
    )


def arcs_chapter(result: ArcsResult) -> Chapter:
    """The chapter of ``decay arcs``."""
    return Chapter(
        "decay.arcs",
        "How long dependencies are",
        (),
        paragraphs(arcs_sentences(result)),
        tuple(sections_of(result)),
        (rows_table("Arcs by length", arcs_rows(result)),),
        ("arc length", "power law", "exponential", "bic"),
        (result.corpus,),
        result.settings,
        (*result.corpus.notices, *result.notices),
        arcs_json(result),
        arcs_rows(result),
    )


def compare_chapter(result: CompareResult) -> Chapter:
    """The chapter of ``decay compare``."""
    rows = compare_rows(result)
    return Chapter(
        "decay.compare",
        "Two corpora side by side",
        (),
        paragraphs(
            text or ""
            for one in result.comparisons
            for text in (*compare_sentences(one, result.names), corrected(one.curves))
        ),
        tuple(sections_of(result)),
        (rows_table("Both curves and their difference", rows),),
        CURVE_TERMS,
        (result.first, result.second),
        result.settings,
        tuple(compare_notices(result)),
        compare_json(result),
        rows,
    )
