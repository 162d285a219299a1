"""Which tokenizer tags a text: the model that was named, or the one there is for the language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.errors import UsageError
from lexdecay.tokens.checked_model import model_tokenizer
from lexdecay.tokens.jieba import jieba_tokenizer
from lexdecay.tokens.spacy_model import DISTRIBUTIONS, load_model

if TYPE_CHECKING:
    from lexdecay.tokens.settings import TokenizerSettings
    from lexdecay.tokens.tokenizer import Tokenizer


# Trained by training/train_english.py; docs/models/english.md says on what, and how well it tags.
BUNDLED = {"en": Path(__file__).parent / "models" / "english"}


def tagging_tokenizer(settings: TokenizerSettings, cache: Path | None) -> Tokenizer:
    """Return a tokenizer that tags.

    Raises
    ------
    UsageError
        When the tokenizer is not spaCy's, when no model is known for the language, or the one that is
        named does not give what is needed.
    """
    if settings.name == "jieba" and settings.model is None and not settings.lemmas:
        return jieba_tokenizer(settings, cache)
    if settings.name != "spacy":
        raise UsageError(
            f"tags come from a model that cuts the text itself, not from the tokenizer '{settings.name}'",
            hint="leave out --tokenizer, --token-pattern and --unit char where tags or lemmas are asked for",
        )
    if settings.model is not None:
        return _named(settings.model, cache, lemmas=settings.lemmas)
    if settings.language not in BUNDLED or settings.lemmas:
        raise _no_model(settings)
    return model_tokenizer(load_model(str(BUNDLED[settings.language]), lemmas=False), cache)


def _named(name: str, cache: Path | None, *, lemmas: bool) -> Tokenizer:
    model = load_model(name, lemmas=lemmas)
    if lemmas and not model.lemmas:
        raise _no_lemmatizer(name)
    return model_tokenizer(model, cache)


def _no_model(settings: TokenizerSettings) -> UsageError:
    what = "lemmas" if settings.lemmas else "tags"
    if settings.language == "zh" and not settings.lemmas:
        return UsageError("no model gives tags for the language 'zh' unasked", hint="--tokenizer jieba")
    known = next((name for name in DISTRIBUTIONS if name.startswith(f"{settings.language}_")), None)
    return UsageError(
        f"no model gives {what} for the language '{settings.language}' unasked",
        hint=f"pip install {DISTRIBUTIONS[known]} and add --model {known}"
        if known
        else f"--model NAME with a spaCy pipeline for '{settings.language}', or give CoNLL-U",
    )


def _no_lemmatizer(name: str) -> UsageError:
    return UsageError(
        f"the model '{name}' has no lemmatizer",
        hint=f"name one that has: pip install {DISTRIBUTIONS['en_core_web_sm']} and --model en_core_web_sm",
    )
