"""The page of ``decay tags``: constructions by offset, then all tags together and what sentence ends do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lexdecay.fit.verdict import LEAST_USABLE
from lexdecay.report.heat_map import tag_map
from lexdecay.report.plot import plot_fitted
from lexdecay.report.screen import counted, decimals_for, fixed, line, plain_table, screen_text, significant
from lexdecay.report.tags_json import points_of
from lexdecay.report.to_table import corpus_header
from lexdecay.report.words import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from lexdecay.records import FittedCurve
    from lexdecay.word_records import Boundaries, Construction, TagMatrix, TagsResult

MOST_CONSTRUCTIONS = 12  # listed; with the rest of the page they fill a screen
NAME_WIDTH, REACH_WIDTH, CELL_WIDTH = 22, 6, 7  # columns of the terminal


def tags_screen(
    result: TagsResult, *, width: int, color: bool, ascii_only: bool = False, plot: bool = False
) -> str:
    """Return the page of ``decay tags``."""
    parts: list[RenderableType] = [*corpus_header(result.corpus, width)]
    if result.matrix is None:
        return screen_text([*parts, line(""), line("too little text")], width=width, color=color)
    places = _places(result.matrix, width)
    parts += [line(""), line("Pairs of tags, observed over expected by offset", "bold")]
    parts += [_constructions(result, result.matrix, places, ascii_only), *_unlisted(result)]
    parts += _laws(result, ascii_only)
    if plot:
        parts += [line(""), *(line(row) for row in tag_map(result.matrix, width, ascii_only=ascii_only))]
    parts += [line(""), line(_title(result, ascii_only), "bold")]
    parts += [_together(result, result.matrix, places, ascii_only)]
    if plot and result.information:
        drawn = plot_fitted(result.information, result.corpus.settings, width, ascii_only=ascii_only)
        parts += map(line, drawn)
    parts += [line(""), *(line(_plain(said, ascii_only)) for said in sentences(result))]
    return screen_text(parts, width=width, color=color)


def sentences(result: TagsResult) -> Iterator[str]:
    """Say what was found, in words."""
    yield (
        "* differs from 1 by more than four standard deviations of chance; reach is the largest such offset, "
        "at least where that is the largest that was measured."
    )
    if result.information:
        far, verdict = result.information.curve.usable_max_offset, result.information.verdict
        reached = "at no offset" if far is None else f"up to offset {far:,}"
        yield f"Tags inform each other {reached}; how that falls: {ANSWERS[verdict.answer]}."
    if result.boundaries is None:
        yield f"Sentence ends: {result.boundaries_reason}."
    else:
        yield _cut(result.boundaries)


def _cut(found: Boundaries) -> str:
    told = [point for point in found.points if math.isfinite(point.ratio)]
    if not told:
        return "Sentence ends: nothing stands out within sentences, so there is nothing to compare."
    near = told[0]
    what = "mutual information" if found.statistic == "mutual_information" else "observed / expected"
    control = f"{near.control:.2f} ± {near.control_se:.2f}" if math.isfinite(near.control) else "untold"
    return (
        f"At offset {near.offset:,} the {what} across a sentence end is {near.ratio:.2f} ± {near.se:.2f} of "
        f"that within sentences, from {counted(near.pairs, 'pair')} each; with the ends moved to other "
        f"places the ratio is {control}."
    )


def _places(matrix: TagMatrix, width: int) -> list[int]:
    """Which offsets the width holds: the first, where most happens, and the last."""
    room = max(2, (width - NAME_WIDTH - REACH_WIDTH) // CELL_WIDTH)
    last = len(matrix.offset) - 1
    if last < room:
        return list(range(last + 1))
    return [*range(room - 1), last]


def _constructions(result: TagsResult, matrix: TagMatrix, places: Sequence[int], ascii_only: bool) -> Table:
    table = _by_offset(_pair("left", "right", ascii_only), matrix, places, ascii_only)
    table.add_column("reach", justify="right", no_wrap=True)
    for found in result.constructions[:MOST_CONSTRUCTIONS]:
        points = list(points_of(matrix, matrix.tags.index(found.left), matrix.tags.index(found.right)))
        cells = [("*" if points[at]["differs"] else "") + fixed(points[at]["ratio"], 2) for at in places]
        table.add_row(_pair(found.left, found.right, ascii_only), *cells, _reach(found, ascii_only))
    return table


def _reach(found: Construction, ascii_only: bool) -> str:
    more = (">=" if ascii_only else "≥") if found.open else ""
    return "-" if found.reach is None else f"{more}{found.reach:,}"


def _laws(result: TagsResult, ascii_only: bool) -> list[RenderableType]:
    """How the departure from chance falls, of constructions that show it at enough offsets."""
    curves = [(found, found.fitted) for found in result.constructions if found.fitted is not None]
    if not curves:
        return []
    judged = [(found, fitted) for found, fitted in curves if fitted.curve.usable.sum() >= LEAST_USABLE]
    others = len(curves) - len(judged)
    said = [line(_too_short(others, all_=not judged))] if others else []
    if not judged:
        return [line(""), *said]
    table = plain_table(ascii_only=ascii_only)
    for name in (_pair("left", "right", ascii_only), "offsets", "how observed / expected falls to 1"):
        table.add_column(name, no_wrap=True)
    for found, fitted in judged[:MOST_CONSTRUCTIONS]:
        verdict = fitted.verdict
        span = f"{verdict.low or '-'} to {verdict.high or '-'}"
        table.add_row(_pair(found.left, found.right, ascii_only), span, law_in_words(fitted))
    return [line(""), table, *said]


def _too_short(others: int, *, all_: bool) -> str:
    which = f"{'All' if all_ else 'The other'} {others:,} constructions depart"
    one = f"{'The' if all_ else 'The other'} construction departs"
    return (
        f"{one if others == 1 else which} from chance at fewer than {LEAST_USABLE} offsets, too few for a "
        "law: the reach is where a phrase or clause ends."
    )


def law_in_words(fitted: FittedCurve) -> str:
    """Name the law of one curve with its parameter, or say that there is none to name."""
    from lexdecay.fit.models import MODELS

    verdict = fitted.verdict
    best = next((fit for fit in fitted.fits if fit.model == verdict.answer), None)
    if best is not None:
        estimate = best.parameters[1]
        ends = (
            ""
            if estimate.low is None or estimate.high is None
            else (f" [{significant(estimate.low, 2)}, {significant(estimate.high, 2)}]")
        )
        words = " words" if estimate.unit == "words" else ""
        return (
            f"{MODELS[best.model].title}, {estimate.symbol} = {significant(estimate.value, 2)}{ends}{words}"
        )
    if verdict.answer == "mixed" and verdict.best_model:
        return MODELS[verdict.best_model].title
    return ANSWERS[verdict.answer]


def _unlisted(result: TagsResult) -> list[RenderableType]:
    more = len(result.constructions) - MOST_CONSTRUCTIONS
    return [line(f"{more:,} more attract each other strongly: --json lists them")] if more > 0 else []


def _together(result: TagsResult, matrix: TagMatrix, places: Sequence[int], ascii_only: bool) -> Table:
    table = _by_offset("offset", matrix, places, ascii_only)
    for name, cells in (*_information(result, matrix, places), *_boundaries(result, places)):
        table.add_row(_plain(name, ascii_only), *cells)
    return table


def _title(result: TagsResult, ascii_only: bool) -> str:
    if result.boundaries is None or result.boundaries.statistic == "mutual_information":
        return "All tags together"
    pair = _pair(str(result.settings["left"]), str(result.settings["right"]), ascii_only)
    return f"Information of all tags; {pair} across sentence ends"


def _pair(left: str, right: str, ascii_only: bool) -> str:
    return f"{left} {'->' if ascii_only else '→'} {right}"


def _information(
    result: TagsResult, matrix: TagMatrix, places: Sequence[int]
) -> Iterator[tuple[str, list[str]]]:
    if result.information:
        curve = result.information.curve
        at = {offset: i for i, offset in enumerate(curve.offset.tolist())}
        shown = [at.get(offset) for offset in matrix.offset[list(places)].tolist()]
        decimals = min(decimals_for(curve.se.tolist()), 4)
        for name, values in (("information, bits", curve.value), ("  ± se", curve.se)):
            yield name, [fixed(None if i is None else float(values[i]), decimals) for i in shown]


def _boundaries(result: TagsResult, places: Sequence[int]) -> Iterator[tuple[str, list[str]]]:
    if result.boundaries:
        points = [result.boundaries.points[at] for at in places]
        yield "across / within", [fixed(point.ratio, 2) for point in points]
        yield "  ± se", [fixed(point.se, 2) for point in points]
        yield "ends moved", [fixed(point.control, 2) for point in points]
        yield "  ± se", [fixed(point.control_se, 2) for point in points]


def _plain(text: str, ascii_only: bool) -> str:
    return text.replace("±", "+-") if ascii_only else text


def _by_offset(name: str, matrix: TagMatrix, places: Sequence[int], ascii_only: bool) -> Table:
    table = plain_table(ascii_only=ascii_only)
    table.add_column(name, no_wrap=True)
    for at in places:
        table.add_column(f"{matrix.offset[at]:,}", justify="right", no_wrap=True)
    return table
