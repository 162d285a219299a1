"""Which tokenizer tags a text: the model that was named, or the one there is for the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lexdecay.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Tokenizer


def tagging_tokenizer(settings: TokenizerSettings, _cache: Path | None) -> Tokenizer:
    """Return a tokenizer that tags."""
    raise UsageError(
        f"the language '{settings.language}' has no tagger here", hint="give tagged text: CoNLL-U"
    )
