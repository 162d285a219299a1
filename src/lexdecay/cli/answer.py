"""How a verb ends: notices, the result, its picture, and what is missing for an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.cli.output import deliver, notices
from lexdecay.cli.pictures import draw
from lexdecay.errors import NotEnoughDataError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lexdecay.cli.options import Output
    from lexdecay.records import Notice

# Notices that say why a curve, and all that is made of it, tells nothing.
NO_CURVE = ("nothing-usable", "too-little-text")


def answer(
    result: object,
    content: str | bytes,
    said: Iterable[Notice],
    missing: Notice | None,
    output: Output,
    *,
    hint: str | None = None,
) -> None:
    """Tell what is ``said``, deliver the content, draw the result; then fail for what is ``missing``.

    The result is out by then: a program that reads it sees what there was. What is missing is told once, as
    the error, with ``hint`` in place of its own where that is given.

    Raises
    ------
    NotEnoughDataError
        When something is missing.
    """
    notices([notice for notice in said if notice is not missing], output)
    deliver(content, output)
    draw(result, output)
    if missing is not None:
        raise NotEnoughDataError(missing.message, hint=hint or missing.hint)


def no_curve(said: list[Notice]) -> Notice | None:
    """Return the last notice that says why there is no curve to look at."""
    return next((notice for notice in reversed(said) if notice.code in NO_CURVE), None)
