"""Words that spaCy's rules leave whole, and words that lose one mark at their end: found without spaCy.

Four of five distinct chunks of a novel are a run of letters with at most one mark after it. Which of them
a rule tokenizer cuts just so is proved for its expressions once, for all letters; spaCy's own search takes
ten to twenty microseconds a chunk.

A rule tokenizer (spaCy, `Tokenizer._split_affixes` and `_attach_tokens`) takes prefixes and suffixes off
until none is left or what is left is a special case, then looks for infixes. So a run of letters that is
no special case stays whole when no prefix, suffix or infix can match in letters. A mark after it comes off
when, besides, no prefix can match in the two, any suffix that can is the mark alone, and one does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, Any

from lexdecay.tokens.boundaries import reaching_cases
from lexdecay.tokens.regex_reach import Reach, Taken
from lexdecay.tokens.spacy_language import slim_copy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from spacy.tokenizer import Tokenizer

# Latin, Greek and Cyrillic, apart: a language whose rules name letters of one may leave the others alone.
_ALPHABETS = ((0x41, 0x7A), (0xAA, 0x24F), (0x370, 0x3FF), (0x400, 0x52F))
_MARKS = ".,;:!?…\"'”’»)"
_NO_WORD = "(?!)"


class PlainWords:
    """The chunks of which a rule tokenizer's cut is known beforehand.

    Parameters
    ----------
    tokenizer
        spaCy's rule tokenizer.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._named = _named(tokenizer)
        self._plain = re.compile(_expression(tokenizer, self._named))
        self._stays_whole: Any = tokenizer.token_match

    def tokens(self, chunk: str) -> list[str] | None:
        """Tokens of a chunk, None when it is not plain."""
        if not self._plain.fullmatch(chunk) or chunk in self._named:
            return None
        word, mark = chunk[:-1], chunk[-1]
        if mark not in _MARKS:
            return [chunk]
        if word in self._named or (self._stays_whole and self._stays_whole(chunk)):
            return None
        return [word, mark]


def _named(tokenizer: Tokenizer) -> frozenset[str]:
    """Texts of special cases, with and without the blanks over which spaCy finds them."""
    bare = slim_copy(tokenizer, rules=False)
    reaching = (text for text, _ in reaching_cases(tokenizer))
    joined = ("".join(token.text for token in bare(text) if not token.text.isspace()) for text in reaching)
    return frozenset(chain(tokenizer.rules, joined))


def _expression(tokenizer: Tokenizer, named: frozenset[str]) -> str:
    """An expression of the plain words: letters, and perhaps a mark that comes off after the last of them."""
    patterns = _patterns(tokenizer)
    if patterns is None:
        return _NO_WORD
    prefix, suffix, _ = patterns
    letters: frozenset[str] = frozenset()
    for alphabet in map(_letters, _ALPHABETS):
        if not any(reach.matches(letters | alphabet) for reach in patterns):
            letters |= alphabet
    if not letters:
        return _NO_WORD
    loosening = defaultdict(list)  # last letters of a word -> marks that come off after them
    for mark in sorted(set(_MARKS) - named):
        if suffix.grows and suffix.matches(letters, mark) == Taken.MARK and not prefix.matches(letters, mark):
            loosening[_loosening(tokenizer, letters, mark)].append(mark)
    ends = "".join(f"|{_one_of(last)}{_one_of(marks)}" for last, marks in loosening.items() if last)
    return f"{_one_of(letters)}*(?:{_one_of(letters)}{ends})"


def _patterns(tokenizer: Tokenizer) -> tuple[Reach, Reach, Reach] | None:
    """Expressions of prefixes, suffixes and infixes, when a tokenizer has them and no other functions."""
    signs = frozenset(chain(_MARKS, *map(_letters, _ALPHABETS)))
    searches = (tokenizer.prefix_search, tokenizer.suffix_search, tokenizer.infix_finditer)
    found = []
    for search, method in zip(searches, ("search", "search", "finditer"), strict=True):
        pattern = getattr(search, "__self__", None)
        if not isinstance(pattern, re.Pattern) or search != getattr(pattern, method):
            return None
        found.append(Reach(pattern, signs))
    prefix, suffix, infix = found
    return prefix, suffix, infix


def _letters(alphabet: tuple[int, int]) -> frozenset[str]:
    first, last = alphabet
    return frozenset(filter(str.isalpha, map(chr, range(first, last + 1))))


def _loosening(tokenizer: Tokenizer, letters: frozenset[str], mark: str) -> frozenset[str]:
    """Letters after which a mark comes off that can only come off alone.

    More letters before them change nothing, so one is tried.
    """
    return frozenset(letter for letter in letters if tokenizer.suffix_search(letter + mark))


def _one_of(signs: Iterable[str]) -> str:
    return f"[{''.join(map(re.escape, sorted(signs)))}]"
