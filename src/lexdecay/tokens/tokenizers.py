"""The tokenizers there are. A new one is a file with a factory, and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from lexdecay.registry import Registry
from lexdecay.tokens.characters import character_tokenizer
from lexdecay.tokens.jieba import jieba_tokenizer
from lexdecay.tokens.pattern import pattern_tokenizer
from lexdecay.tokens.spacy_rules import spacy_tokenizer
from lexdecay.tokens.whitespace import whitespace_tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Tokenizer

    Factory: TypeAlias = Callable[[TokenizerSettings, Path | None], Tokenizer]

TOKENIZERS: Registry[Factory] = Registry("tokenizer")
"""Name -> a function of the settings and of the folder of the chunk cache (None: no cache)."""

TOKENIZERS.add("spacy", spacy_tokenizer)
TOKENIZERS.add("pattern", pattern_tokenizer)
TOKENIZERS.add("whitespace", whitespace_tokenizer)
TOKENIZERS.add("char", character_tokenizer)
TOKENIZERS.add("jieba", jieba_tokenizer)
