"""JSON as the project writes it: fixed key order, full precision, no NaN, one short record per line."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

from lexdecay.report.safe_text import safe_json

if TYPE_CHECKING:
    from collections.abc import Iterable


def json_text(value: Any) -> str:
    """Return ``value`` as indented JSON with a final line end; raises ValueError for NaN or infinity.

    A list or object that holds no other one takes one line, so that a curve reads as a table. Invisible
    and bidirectional characters are escaped: the text may be shown on a terminal.
    """
    return safe_json(_layout(value, "")) + "\n"


def json_line(value: Any) -> str:
    """Return ``value`` as JSON on one line with a final line end; raises ValueError for NaN or infinity."""
    return safe_json(_compact(value)) + "\n"


def finite(value: float | None) -> float | None:
    """Return ``value`` as a plain float, None when there is no finite number."""
    return float(value) if value is not None and math.isfinite(value) else None


def finite_list(values: Iterable[float]) -> list[float | None]:
    """Return every entry as a plain float, None where it is not finite."""
    return [finite(value) for value in values]


def _layout(value: Any, margin: str) -> str:
    inner = margin + "  "
    if isinstance(value, dict) and not _is_flat(value.values()):
        rows = [f"{inner}{_compact(key)}: {_layout(member, inner)}" for key, member in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{margin}}}"
    if isinstance(value, list) and not _is_flat(value):
        return "[\n" + ",\n".join(inner + _layout(member, inner) for member in value) + f"\n{margin}]"
    return _compact(value)


def _is_flat(members: Iterable[Any]) -> bool:
    return not any(isinstance(member, dict | list) and member for member in members)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
