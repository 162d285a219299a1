"""``decay tags`` as JSON and as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite, finite_list
from lexdecay.report.rows import Rows
from lexdecay.report.to_json import fitted_json, frame_json, warnings_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lexdecay.records import Floats
    from lexdecay.word_records import Boundaries, BoundaryPoint, Construction, TagMatrix, TagsResult

TAGS_SCHEMA = "decay.tags/1"
Z95 = 1.96  # standard errors on either side of a 95 % interval


def tags_json(result: TagsResult) -> dict[str, Any]:
    """Return the document ``decay.tags/1``."""
    matrix = result.matrix
    return {
        **frame_json(TAGS_SCHEMA, result),
        "matrix": None if matrix is None else _matrix(matrix),
        "constructions": [
            _construction(found, matrix) for found in result.constructions if matrix is not None
        ],
        "information": None if result.information is None else fitted_json(result.information),
        "boundaries": None if result.boundaries is None else _boundaries(result.boundaries),
        "boundaries_reason": result.boundaries_reason,
        "warnings": warnings_json(result),
    }


def tags_rows(result: TagsResult) -> Rows:
    """Return every ordered pair of tags at every offset."""
    matrix = result.matrix
    columns = ("offset", "left", "right", "count", "expected", "ratio", "se", "ci95_low", "ci95_high",
               "noise", "differs")  # fmt: skip
    if matrix is None:
        return Rows(columns, [])
    cells = [
        (a, b, point)
        for i, a in enumerate(matrix.tags)
        for j, b in enumerate(matrix.tags)
        for point in points_of(matrix, i, j)
    ]
    return Rows(columns, sorted((_row(*cell) for cell in cells), key=lambda row: row[0]))


def points_of(matrix: TagMatrix, i: int, j: int) -> Iterator[dict[str, Any]]:
    """Return one ordered pair of tags by offset, with 95 % intervals."""
    for at, offset in enumerate(matrix.offset.tolist()):
        ratio, se = float(matrix.ratio[at, i, j]), float(matrix.se[at, i, j])
        yield {
            "offset": offset,
            "count": int(matrix.observed[at, i, j]),
            "expected": float(matrix.expected[at, i, j]),
            "ratio": finite(ratio),
            "se": finite(se),
            "ci95": [finite(max(0.0, ratio - Z95 * se) if se >= 0 else None), finite(ratio + Z95 * se)],
            "noise": finite(matrix.noise[at, i, j]),
            "differs": bool(matrix.differs[at, i, j]),
        }


def _row(left: str, right: str, point: dict[str, Any]) -> tuple[Any, ...]:
    offset, count, expected, ratio, se, ci95, noise, differs = point.values()
    return offset, left, right, count, expected, ratio, se, *ci95, noise, differs


def _matrix(matrix: TagMatrix) -> dict[str, Any]:
    return {
        "tags": list(matrix.tags),
        "offsets": matrix.offset.tolist(),
        "pairs": matrix.pairs.tolist(),
        "observed": matrix.observed.tolist(),
        "expected": matrix.expected.tolist(),
        "ratio": _nested(matrix.ratio),
        "se": _nested(matrix.se),
        "noise": _nested(matrix.noise),
        "differs": matrix.differs.tolist(),
    }


def _nested(values: Floats) -> list[list[list[float | None]]]:
    return [[finite_list(row) for row in table] for table in values]


def _construction(found: Construction, matrix: TagMatrix) -> dict[str, Any]:
    i, j = matrix.tags.index(found.left), matrix.tags.index(found.right)
    return {
        "left": found.left,
        "right": found.right,
        "peak": found.peak,
        "reach": found.reach,
        "reach_open": found.open,
        "points": list(points_of(matrix, i, j)),
        "curve": None if found.fitted is None else fitted_json(found.fitted),
    }


def _boundaries(found: Boundaries) -> dict[str, Any]:
    return {"statistic": found.statistic, "points": [_point(point) for point in found.points]}


def _point(point: BoundaryPoint) -> dict[str, Any]:
    return {
        "offset": point.offset,
        "pairs": point.pairs,
        "across": finite(point.across),
        "within": finite(point.within),
        "ratio": finite(point.ratio),
        "se": finite(point.se),
        "control": finite(point.control),
        "control_se": finite(point.control_se),
    }
