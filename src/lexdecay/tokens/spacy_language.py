"""spaCy's blank languages: which there are, which have the rule tokenizer, and how to get one."""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

from lexdecay.errors import MissingExtraError, UnknownNameError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokenizer import Tokenizer

# Packages that spaCy's own error messages ask for; without one it cannot tokenise the language.
NEEDED_PACKAGES = {
    "ja": "spacy[ja]",
    "ko": "spacy[ko]",
    "th": "spacy[th]",
    "vi": "pyvi",
}


def load_language(code: str) -> Language:
    """Return spaCy's blank pipeline of a language.

    Raises
    ------
    UnknownNameError
        When spaCy has no such language.
    MissingExtraError
        When the language needs a package that is not installed.
    """
    import spacy

    if code not in (known := known_languages()):
        raise UnknownNameError("language", code, known)
    try:
        return spacy.blank(code)
    except ImportError:
        raise MissingExtraError(
            f"spaCy's tokenizer for '{code}'", NEEDED_PACKAGES.get(code, f"spacy[{code}]")
        ) from None


def known_languages() -> list[str]:
    """Codes of the languages spaCy has: its own and those that installed packages add."""
    import spacy.lang
    from spacy.util import registry

    own = {module.name for module in pkgutil.iter_modules(spacy.lang.__path__) if module.ispkg}
    return sorted(own | set(registry.languages.get_entry_points()))


def rule_tokenizer(language: Language) -> Tokenizer | None:
    """Return the language's tokenizer when it is the rule tokenizer, None when it has code of its own."""
    from spacy.tokenizer import Tokenizer

    tokenizer = language.tokenizer
    return tokenizer if type(tokenizer) is Tokenizer else None


def slim_copy(tokenizer: Tokenizer, *, rules: bool = True) -> Tokenizer:
    """Return a tokenizer that cuts the same but computes no attribute of the words it meets.

    Token boundaries depend on the regular expressions and the rules only; a full vocabulary computes
    some twenty attributes for every new word, half of the cost of a first pass.
    """
    from spacy.tokenizer import Tokenizer as RuleTokenizer
    from spacy.vocab import Vocab

    names = ("prefix_search", "suffix_search", "infix_finditer", "token_match", "url_match")
    parts: dict[str, Any] = {name: getattr(tokenizer, name) for name in names}
    exceptions = tokenizer.rules if rules else None
    return RuleTokenizer(Vocab(), rules=exceptions, faster_heuristics=tokenizer.faster_heuristics, **parts)
