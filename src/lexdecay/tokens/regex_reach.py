"""What a regular expression can match inside a word: an answer that holds for every word at once.

A word here is a run of letters of an alphabet, with or without one mark after it. The expression, as
Python's own parser gives it, is run on all such words together, as an automaton that keeps no more of a
match than the kinds of characters it has taken. What is not understood counts as matching: "cannot match"
is proved, "can" is not.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from enum import IntFlag
from functools import reduce
from itertools import chain
from operator import or_

# Python's parser of expressions is not public, but `re` has no other; a change there fails the tests.
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Step: TypeAlias = tuple[Any, Any]  # what the parser calls an operator, and its arguments

_c: Any = _constants
_SIGNS = frozenset({_c.LITERAL, _c.NOT_LITERAL, _c.IN, _c.ANY})
_REPEATS = frozenset({_c.MAX_REPEAT, _c.MIN_REPEAT, _c.POSSESSIVE_REPEAT})
_ENDS = frozenset({_c.AT_END, _c.AT_END_STRING})
_BEGINNINGS = frozenset({_c.AT_BEGINNING, _c.AT_BEGINNING_STRING})
# Steps that only need something to be there: with more text before a match they still hold. Atomic groups
# and possessive repeats are none: with more to look back at they may settle on another way, and fail.
_GROWING = frozenset({*_SIGNS, _c.MAX_REPEAT, _c.MIN_REPEAT, _c.BRANCH, _c.SUBPATTERN, _c.ASSERT})


class Taken(IntFlag):
    """What a match may have taken of a word, several at once."""

    NONE = 0  # there is no match
    NOTHING = 1
    LETTERS = 2
    MARK = 4  # the mark and no letter
    ALL = 8  # letters and the mark
    BEGINNING = 16  # nothing, and a letter must follow
    ANYTHING = 31


class Reach:
    """One compiled expression, asked about many words.

    Parameters
    ----------
    pattern
        The expression.
    signs
        All letters and marks that will be asked about.
    """

    def __init__(self, pattern: re.Pattern[str], signs: frozenset[str]) -> None:
        self._ignores_case = bool(pattern.flags & re.IGNORECASE)
        self._classes: dict[int, frozenset[str]] = {}  # by identity of a class of characters
        self._signs = signs
        self._sorted = "".join(sorted(signs))
        self._letters, self._mark = signs, ""
        ways = _ways(_parser.parse(pattern.pattern, pattern.flags))
        # Most alternatives need a character that no word has: they are dropped once for all words.
        self._alternatives = [way for way in ways if self._run(way, Taken.NOTHING)]

    @property
    def grows(self) -> bool:
        """Whether what matches at the end of a word still does when more letters stand before it."""
        steps = chain.from_iterable(map(_nested, self._alternatives))
        return all(value in _ENDS if code is _c.AT else code in _GROWING for code, value in steps)

    def matches(self, letters: frozenset[str], mark: str = "") -> Taken:
        """All that matches in words of ``letters``, each followed by ``mark``, can have taken."""
        self._letters, self._mark = letters, mark
        taken = self._union([self._run(way, Taken.NOTHING) for way in self._alternatives])
        return taken & ~Taken.BEGINNING | (Taken.NOTHING if taken & Taken.BEGINNING else Taken.NONE)

    @staticmethod
    def _union(several: Sequence[Taken]) -> Taken:
        return reduce(or_, several, Taken.NONE)

    def _run(self, steps: Sequence[Step], taken: Taken) -> Taken:
        for code, value in steps:
            taken = self._step(code, value, taken)
            if not taken:
                break
        return taken

    def _step(self, code: Any, value: Any, taken: Taken) -> Taken:  # noqa: PLR0911  one line a kind of step
        if code in _SIGNS:
            return self._take(code, value, taken)
        if code in _REPEATS:
            return self._repeat(value, taken)
        if code is _c.BRANCH:
            return self._union([self._run(branch, taken) for branch in value[1]])
        if code is _c.ATOMIC_GROUP or (code is _c.SUBPATTERN and not value[1]):  # [1]: flags of its own
            return self._run(value if code is _c.ATOMIC_GROUP else value[3], taken)
        if code is _c.ASSERT:  # it may look at any part of the word
            return taken if self._run(value[1], Taken.ANYTHING) else Taken.NONE
        if code is _c.AT:
            return self._at(value, taken)
        return taken if code is _c.ASSERT_NOT else Taken.ANYTHING

    def _at(self, place: Any, taken: Taken) -> Taken:
        if place in _ENDS and self._mark:
            return taken & (Taken.NOTHING | Taken.MARK | Taken.ALL)
        if place in _BEGINNINGS:
            return Taken.BEGINNING if taken & (Taken.NOTHING | Taken.BEGINNING) else Taken.NONE
        return taken

    def _repeat(self, value: Any, taken: Taken) -> Taken:
        least, most, steps = value
        for _ in range(least):
            before, taken = taken, self._run(steps, taken)
            if taken == before:
                break
        if most > least:
            while (more := taken | self._run(steps, taken)) != taken:
                taken = more
        return taken

    def _take(self, code: Any, value: Any, taken: Taken) -> Taken:
        possible = self._signs if self._ignores_case else self._possible(code, value)
        letter = not possible.isdisjoint(self._letters)
        mark = self._mark in possible
        found = Taken.NONE
        if letter and taken & (Taken.NOTHING | Taken.BEGINNING | Taken.LETTERS):
            found |= Taken.LETTERS
        if mark and taken & Taken.NOTHING:
            found |= Taken.MARK
        if mark and taken & Taken.LETTERS:
            found |= Taken.ALL
        return found

    def _possible(self, code: Any, value: Any) -> frozenset[str]:
        """Those of the signs that one place of an expression may take."""
        if code is _c.LITERAL:
            return self._signs & {chr(value)}
        if code is _c.NOT_LITERAL:
            return self._signs - {chr(value)}
        if code is _c.ANY:
            return self._signs
        if id(value) not in self._classes:
            self._classes[id(value)] = self._of_class(value)
        return self._classes[id(value)]

    def _of_class(self, parts: Sequence[Step]) -> frozenset[str]:
        if any(code is _c.CATEGORY for code, _ in parts):
            return self._signs
        negated = parts[0][0] is _c.NEGATE
        ranges = ((value, value) if code is _c.LITERAL else value for code, value in parts[negated:])
        listed = frozenset(chain.from_iterable(self._between(first, last) for first, last in ranges))
        return self._signs - listed if negated else listed

    def _between(self, first: int, last: int) -> str:
        return self._sorted[bisect_left(self._sorted, chr(first)) : bisect_right(self._sorted, chr(last))]


def _ways(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Alternatives of an expression, to which the parser may have given a common beginning."""
    *before, last = [*steps] or [(None, None)]
    if last[0] is _c.BRANCH:
        for branch in last[1][1]:
            yield from ([*before, *way] for way in _ways(branch))
    else:
        yield [*steps]


def _nested(steps: Sequence[Step]) -> Iterator[Step]:
    """Every step of an expression, those inside others too."""
    for code, value in steps:
        yield code, value
        if code is _c.BRANCH:
            yield from chain.from_iterable(map(_nested, value[1]))
        elif code is _c.ATOMIC_GROUP:
            yield from _nested(value)
        elif code in {_c.ASSERT, _c.ASSERT_NOT, _c.SUBPATTERN, *_REPEATS}:
            yield from _nested(value[-1])
