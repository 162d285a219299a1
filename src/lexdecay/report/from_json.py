"""A ``decay.curve/1`` document read back into the result it came from.

Strict: a missing key, a wrong type or lists of unequal length is a FormatError that names the key.
"""

from __future__ import annotations

import base64
import json
import os
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.records import Corpus, Curve, MeasureResult, Notice, Source
from lexdecay.report.to_json import CURVE_SCHEMA

if TYPE_CHECKING:
    from collections.abc import Callable

    from lexdecay.records import Floats

# "schema" comes first as it is written here; "corpus" with its "documents" after `jq -S`, which sorts keys.
_BEGINNING = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*(?:"schema"\s*:\s*"(?:decay|zipf)\.|"corpus"\s*:\s*\{\s*"documents")'
)
ENOUGH_TO_TELL = 64  # bytes: the beginning above, with room for white space

_TYPES = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def is_result(beginning: bytes) -> bool:
    """Tell whether a text that starts with ``beginning`` is a JSON result of this program."""
    return _BEGINNING.match(beginning) is not None


def measure_from_json(text: str | bytes, path: str) -> MeasureResult:
    """Return the result that ``measure_json`` wrote; raises FormatError that names the key at fault."""
    document = _parsed(text, path)
    _check_schema(document, path)
    settings = _get(document, "settings", dict, path)
    where = f"{path}: settings"
    return MeasureResult(
        corpus=_corpus(document, _get(settings, "corpus", dict, where), path),
        settings=_get(settings, "measuring", dict, where),
        curves=tuple(_each(document, "curves", path, _curve)),
        notices=tuple(_each(document, "warnings", path, _notice)),
    )


def _parsed(text: str | bytes, path: str) -> dict[str, Any]:
    try:
        document = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as problem:
        raise FormatError(f"{path}: not a whole JSON document: {problem}", hint=_AGAIN) from problem
    if not isinstance(document, dict):
        raise FormatError(f"{path}: a JSON object was expected, {_kind(document)} was found", hint=_AGAIN)
    return document


def _no_constant(name: str) -> float:
    raise json.JSONDecodeError(f"{name} is no number of JSON", name, 0)


LARGEST = 1 << 63  # of a count in 64 bits
_AGAIN = "make the curve again: decay measure CORPUS --json -o curve.json"


def _check_schema(document: dict[str, Any], path: str) -> None:
    found = _get(document, "schema", str, path)
    if found == CURVE_SCHEMA:
        return
    name, _, number = found.partition("/")
    if name == "decay.curve" and number.isdigit() and int(number) > 1:
        raise FormatError(
            f"{path}: the curve is of form {found}, this version reads {CURVE_SCHEMA}",
            hint="update lexdecay, or make the curve again with this version: decay measure CORPUS --json",
        )
    raise FormatError(
        f"{path}: this is a result of form '{found}', not a text and not a curve ({CURVE_SCHEMA})",
        hint=_AGAIN,
    )


def _get(holder: dict[str, Any], key: str, kind: type, where: str, *, nullable: bool = False) -> Any:
    if key not in holder:
        raise FormatError(f"{where}: key '{key}' is missing", hint=_AGAIN)
    value = holder[key]
    fits = _is_number(value) if kind in {int, float} else True
    fits = fits and isinstance(value, int | float if kind is float else kind)
    if (fits and not (isinstance(value, bool) and kind is not bool)) or (nullable and value is None):
        return value
    raise FormatError(f"{where}: key '{key}' should be {_TYPES[kind]}, {_kind(value)} was found", hint=_AGAIN)


def _kind(value: Any) -> str:
    if type(value) in {int, float} and not _is_number(value):
        return "a number beyond all bounds"
    return "null" if value is None else _TYPES.get(type(value), type(value).__name__)


def _each(
    holder: dict[str, Any], key: str, where: str, read: Callable[[dict[str, Any], str], Any]
) -> list[Any]:
    found = []
    for index, member in enumerate(_get(holder, key, list, where)):
        place = f"{where}: {key}[{index}]"
        if not isinstance(member, dict):
            raise FormatError(f"{place} should be an object, {_kind(member)} was found", hint=_AGAIN)
        found.append(read(member, place))
    return found


def _corpus(document: dict[str, Any], settings: dict[str, Any], path: str) -> Corpus:
    counts = _get(document, "corpus", dict, path)
    where = f"{path}: corpus"
    return Corpus(
        sources=tuple(_each(document, "inputs", path, _source)),
        settings=settings,
        documents=_get(counts, "documents", int, where),
        tokens=_get(counts, "tokens", int, where),
        types=_get(counts, "types", int, where),
    )


def _source(member: dict[str, Any], where: str) -> Source:
    coded = _get(member, "path_base64", str, where, nullable=True)
    shown = _get(member, "path", str, where)
    return Source(
        path=shown if coded is None else _decoded_path(coded, where),
        bytes=_get(member, "bytes", int, where),
        sha256=_get(member, "sha256", str, where),
        encoding=_get(member, "encoding", str, where),
        documents=_get(member, "documents", int, where),
        tokens=_get(member, "tokens", int, where, nullable=True),
    )


def _decoded_path(coded: str, where: str) -> str:
    try:
        return os.fsdecode(base64.b64decode(coded, validate=True))
    except ValueError as problem:
        raise FormatError(f"{where}: key 'path_base64' is not base64", hint=_AGAIN) from problem


def _notice(member: dict[str, Any], where: str) -> Notice:
    return Notice(
        code=_get(member, "code", str, where),
        message=_get(member, "message", str, where),
        hint=_get(member, "hint", str, where, nullable=True),
    )


def _curve(member: dict[str, Any], where: str) -> Curve:
    # Curves of earlier versions have neither of the two keys.
    far = _get(member, "far", float, where, nullable=True) if "far" in member else None
    whole = replace(_values(member, member, where), far=far)
    if member.get("halves") is None:
        return whole
    halves = _each(member, "halves", where, lambda half, place: _values(member, half, place))
    if len(halves) != 2:
        raise FormatError(f"{where}: key 'halves' should be 2 curves, {len(halves)} were found", hint=_AGAIN)
    return replace(whole, halves=(halves[0], halves[1]))


def _values(member: dict[str, Any], held: dict[str, Any], where: str) -> Curve:
    """The curve of ``member`` with the values that ``held`` has, itself or one of its halves."""
    points = _each(held, "points", where, _point)
    columns: dict[str, Any] = {
        name: np.array([point[name] for point in points], dtype=kind) for name, kind in _POINT.items()
    }
    offset = columns["offset"]
    if offset.size and (offset[0] < 1 or (np.diff(offset) < 1).any()):
        raise FormatError(f"{where}: offsets should be 1 or more and rise from point to point", hint=_AGAIN)
    estimand = _get(member, "estimand", str, where)
    if estimand not in {"total", "within_document"}:
        raise FormatError(
            f"{where}: key 'estimand' is '{estimand}', not total or within_document", hint=_AGAIN
        )
    return Curve(
        measure=_get(member, "measure", str, where),
        estimand=estimand,
        unit=_get(member, "unit", str, where),
        vocabulary=_get(member, "vocabulary", int, where),
        covariance=_covariance(held, len(points), where),
        **columns,
    )


_POINT: dict[str, type] = {
    "offset": np.int64,
    "pairs": np.int64,
    "raw": np.float64,
    "floor": np.float64,
    "value": np.float64,
    "se": np.float64,
    "noise": np.float64,
    "usable": np.bool_,
}


def _point(member: dict[str, Any], where: str) -> dict[str, Any]:
    point = {
        key: _get(member, key, float, where, nullable=True)
        for key in ("raw", "floor", "value", "se", "noise")
    }
    counts = {key: _get(member, key, int, where) for key in ("offset", "pairs")}
    usable = _get(member, "usable", bool, where)
    if usable and None in point.values():
        raise FormatError(f"{where}: the point is usable, but one of its numbers is null", hint=_AGAIN)
    if min(point["se"] or 0, point["noise"] or 0, counts["pairs"]) < 0:
        raise FormatError(f"{where}: a standard error or a count is below zero", hint=_AGAIN)
    return {**point, **counts, "usable": usable}


def _covariance(member: dict[str, Any], size: int, where: str) -> Floats:
    rows = _get(member, "covariance", list, where)
    square = len(rows) == size and all(isinstance(row, list) and len(row) == size for row in rows)
    numbers = square and all(_is_number(entry) for row in rows for entry in row)
    if not numbers:
        raise FormatError(
            f"{where}: key 'covariance' should be {size} lists of {size} numbers, one for each point",
            hint=_AGAIN,
        )
    covariance = np.array(rows, dtype=np.float64).reshape(size, size)
    if (np.diag(covariance) < 0).any():
        raise FormatError(f"{where}: key 'covariance' has a negative variance", hint=_AGAIN)
    if not np.allclose(covariance, covariance.T, rtol=1e-6, atol=0):
        raise FormatError(f"{where}: key 'covariance' is not symmetric", hint=_AGAIN)
    return covariance


def _is_number(entry: Any) -> bool:
    # 1e400 is JSON, but no number that anything can be computed with (a square must be finite too), nor is
    # one of twenty digits a count.
    if isinstance(entry, bool) or not isinstance(entry, int | float):
        return False
    return abs(entry) < LARGEST if isinstance(entry, int) else abs(entry) < 1e100
