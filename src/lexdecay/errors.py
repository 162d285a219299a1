"""The errors of the house: one base class, one slug and one exit code each.

A message says what was wrong, where, and what was found; the hint says what to type. Every slug is
explained in docs/errors.md. Scientific doubts (a fit at a bound, a short range) are not errors: they
are fields of a result.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class LexdecayError(Exception):
    """Base of all errors a user can cause or meet; the command line prints it and exits.

    Parameters
    ----------
    message
        What was wrong, where and what was found, in one sentence.
    hint
        What to do about it: the exact option or command to type.
    """

    slug: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[Callable[..., LexdecayError], tuple[type[LexdecayError], str, str | None]]:
        """Travel between processes whole, whatever arguments a subclass's constructor takes."""
        return _rebuilt, (type(self), self.message, self.hint)


def _rebuilt(kind: type[LexdecayError], message: str, hint: str | None) -> LexdecayError:
    error = kind.__new__(kind)
    LexdecayError.__init__(error, message, hint=hint)
    return error


class InputError(LexdecayError):
    """A file, folder or stream cannot be read as what it should be."""

    slug = "input"


class DecodingError(InputError):
    """Bytes that are not text in the declared encoding."""

    slug = "decoding"


class TruncatedInputError(InputError):
    """A compressed file that ends early or fails its checksum."""

    slug = "truncated-input"


class FormatError(InputError):
    """A record or file that does not have the expected form (JSONL, store, curve)."""

    slug = "format"


class OutputError(LexdecayError):
    """The result could not be written."""

    slug = "output"


class ResourceError(LexdecayError):
    """Memory, disk or another resource does not suffice."""

    slug = "resource"


class EngineError(LexdecayError):
    """A distributed engine cannot be started or reached, or gave up."""

    slug = "engine"


class UsageError(LexdecayError):
    """Options that do not fit each other or name something that does not exist."""

    slug = "usage"
    exit_code = 2


class UnknownNameError(UsageError):
    """A name that a registry does not hold; the message lists those it does."""

    slug = "unknown-name"

    def __init__(self, kind: str, name: str, choices: Iterable[str]) -> None:
        known = sorted(choices)
        close = difflib.get_close_matches(name, known, n=1)
        guess = f"did you mean '{close[0]}'? " if close else ""
        super().__init__(f"no {kind} is named '{name}'", hint=f"{guess}known: {', '.join(known)}")


class MissingExtraError(UsageError):
    """A feature whose optional dependency is not installed."""

    slug = "missing-extra"

    def __init__(self, feature: str, install: str) -> None:
        super().__init__(f"{feature} needs a package that is not installed", hint=f"pip install '{install}'")


class NotEnoughDataError(LexdecayError):
    """Too little text to answer at all; the result printed with it says what there was."""

    slug = "not-enough-data"
    exit_code = 3


class SelfTestError(LexdecayError):
    """Measured values that disagree with the exact ones of a corpus of known law."""

    slug = "self-test"
