"""``decay pairs`` as JSON and as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.to_json import frame_json, warnings_json

if TYPE_CHECKING:
    from lexdecay.word_records import PairLine, PairsAt, PairsResult, WordPair

PAIRS_SCHEMA = "decay.pairs/1"


def pairs_json(result: PairsResult) -> dict[str, Any]:
    """Return the document ``decay.pairs/1``."""
    return {
        **frame_json(PAIRS_SCHEMA, result),
        "tested": tested(result),
        "offsets": [{"offset": at.offsets[0], **_pairs(at)} for at in result.offsets],
        "together": {"offsets": list(result.together.offsets), **_pairs(result.together)},
        "warnings": warnings_json(result),
    }


def pairs_rows(result: PairsResult) -> Rows:
    """Return every listed pair of every offset; those of all offsets together are in the JSON only."""
    columns = ("offset", "left", "right", "count", "expected", "g2", "pmi", "p", "q", "share")
    return Rows(
        columns,
        [
            (
                at.offsets[0],
                p.left,
                p.right,
                p.count,
                p.expected,
                p.g2,
                finite(p.pmi),
                p.p,
                p.q,
                finite(p.share),
            )
            for at in result.offsets
            for p in at.listed
        ],
    )


def tested(result: PairsResult) -> int:
    """Return the size of the family of the false discovery rate: pairs tested, all offsets."""
    return sum(at.tested for at in result.offsets)


def _pairs(at: PairsAt) -> dict[str, Any]:
    return {
        "pairs": at.pairs,
        "information": {"raw": at.information, "floor": at.floor, "value": at.information - at.floor},
        "tested": at.tested,
        "listed": [_pair(pair) for pair in at.listed],
    }


def _pair(pair: WordPair) -> dict[str, Any]:
    return {
        "left": pair.left,
        "right": pair.right,
        "count": pair.count,
        "expected": pair.expected,
        "g2": pair.g2,
        "pmi": finite(pair.pmi),
        "p": pair.p,
        "q": pair.q,
        "share": finite(pair.share),
        "lines": [_line(line) for line in pair.lines],
    }


def _line(line: PairLine) -> dict[str, str]:
    return {
        "before": line.before,
        "left": line.left,
        "between": line.between,
        "right": line.right,
        "after": line.after,
    }
