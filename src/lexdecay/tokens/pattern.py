"""Tokens by the user's own regular expression."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.tokens.lines import LineTokenizer
from lexdecay.tokens.settings import Identity

if TYPE_CHECKING:
    from pathlib import Path

    from lexdecay.tokens.settings import TokenizerSettings


def pattern_tokenizer(settings: TokenizerSettings, _cache: Path | None) -> LineTokenizer:
    """Return a tokenizer whose tokens are the non-empty matches of ``settings.pattern`` in each line.

    Raises
    ------
    UsageError
        When the pattern is missing, does not compile or has capturing groups.
    """
    find = _compile(settings.pattern).findall

    def cut(lines: list[str]) -> list[list[str]]:
        return [[token for token in find(line) if token] for line in lines]

    return LineTokenizer(Identity("pattern", pattern=settings.pattern), cut)


def _compile(pattern: str | None) -> re.Pattern[str]:
    if not pattern:
        raise UsageError(
            "the tokenizer 'pattern' needs a pattern", hint=r"add --token-pattern '\w+' or another rule"
        )
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise UsageError(
            f"the token pattern '{pattern}' is no regular expression: {error}",
            hint=r"quote it for the shell, as in --token-pattern '\w+'",
        ) from error
    if compiled.groups:
        raise UsageError(
            f"the token pattern '{pattern}' has capturing groups, so it is unclear what a token is",
            hint="write (?:...) for every (...)",
        )
    return compiled
