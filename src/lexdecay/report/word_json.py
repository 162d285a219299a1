"""``decay word`` as JSON and as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.to_json import fitted_json, frame_json, warnings_json

if TYPE_CHECKING:
    from lexdecay.word_records import HalfLife, WordProfile, WordResult, WordShare

WORD_SCHEMA = "decay.word/1"


def word_json(result: WordResult) -> dict[str, Any]:
    """Return the document ``decay.word/1``."""
    return {
        **frame_json(WORD_SCHEMA, result),
        "query": result.query,
        "tag": result.tag,
        "types": list(result.types),
        "occurrences": result.occurrences,
        "profiles": [_profile(profile) for profile in result.profiles],
        "pull": {
            "right": fitted_json(result.right) if result.right else None,
            "left": fitted_json(result.left) if result.left else None,
        },
        "half_life": _half_life(result.half_life),
        "reach": reach(result),
        "warnings": warnings_json(result),
    }


def word_rows(result: WordResult) -> Rows:
    """Return every listed word of every listed offset."""
    columns = (
        "query", "tag", "offset", "n", "pull", "pull_se", "floor", "usable",
        "word", "count", "p", "ci95_low", "ci95_high", "base", "lift", "bits", "q",
    )  # fmt: skip
    heads = [
        (
            result.query,
            result.tag,
            p.offset,
            p.n,
            finite(p.pull),
            finite(p.pull_se),
            finite(p.floor),
            p.usable,
        )
        for p in result.profiles
    ]
    return Rows(
        columns,
        [
            (*head, w.word, w.count, w.p, w.low, w.high, w.base, w.lift, w.bits, w.q)
            for head, profile in zip(heads, result.profiles, strict=True)
            for w in profile.words
        ],
    )


def reach(result: WordResult) -> int | None:
    """Return the largest usable distance of the side that the half-life describes, None without one."""
    fitted = result.right or result.left
    return fitted.curve.usable_max_offset if fitted else None


def _profile(profile: WordProfile) -> dict[str, Any]:
    return {
        "offset": profile.offset,
        "n": profile.n,
        "pull": finite(profile.pull),
        "pull_se": finite(profile.pull_se),
        "floor": finite(profile.floor),
        "usable": profile.usable,
        "reason": profile.reason,
        "words": [_word(word) for word in profile.words],
    }


def _word(word: WordShare) -> dict[str, Any]:
    return {
        "word": word.word,
        "count": word.count,
        "p": word.p,
        "base": word.base,
        "lift": word.lift,
        "bits": word.bits,
        "ci95": [word.low, word.high],
        "q": word.q,
    }


def _half_life(found: HalfLife) -> dict[str, Any]:
    return {
        "offset": finite(found.offset),
        "ci95": [finite(found.low), finite(found.high)],
        "reason": found.reason,
    }
