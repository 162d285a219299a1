"""How text becomes tokens: the settings of a tokenizer, and what identifies the one that ran."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TokenizerSettings:
    """The tokenizer to use.

    Parameters
    ----------
    name
        A name in ``TOKENIZERS``: ``spacy``, ``pattern``, ``whitespace``, ``char`` or ``jieba``.
    language
        spaCy's code of the language; used by ``spacy`` only.
    pattern
        A regular expression whose matches are the tokens; used by ``pattern`` only.
    model
        An installed spaCy pipeline or the folder of one, whose tokenizer cuts and whose components tag.
    tagged
        Whether the tokens must have tags: a model is then chosen for the language when none is named.
    lemmas
        Whether the tokens must have lemmas, which take a model time.
    """

    name: str = "spacy"
    language: str = "en"
    pattern: str | None = None
    model: str | None = None
    tagged: bool = False
    lemmas: bool = False


@dataclass(frozen=True, slots=True)
class Identity:
    """What a result depends on: two stores with equal identity cut text at the same places."""

    name: str
    language: str | None = None
    pattern: str | None = None
    version: str | None = None  # of spaCy
    rules: str | None = None  # sha256 of the tokenizer's rules
    model: str | None = None  # name of the pipeline that tagged
    model_version: str | None = None
    words: str | None = None  # of CoNLL-U: surface or syntactic
