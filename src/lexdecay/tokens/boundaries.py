"""Where spaCy's special cases reach over a blank, and what to do about it.

After cutting every chunk, spaCy looks for its special cases ("EE. UU.", ":-)") in the whole token
sequence, white space ignored, the longest first. A match can therefore straddle the blank between two
chunks, and by overlapping can even prevent a match inside one. That needs the last token of the left
and the first of the right chunk to be neighbours in some special case; such boundaries are rare, and
the run of chunks around them is given to spaCy once more, as a whole, once per distinct run.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.tokens.chunktable import NOTHING
from lexdecay.tokens.growing import Growing
from lexdecay.tokens.joined_runs import JoinedRuns
from lexdecay.tokens.packed import Packed, pack
from lexdecay.tokens.spacy_language import slim_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Self

    from spacy.tokenizer import Tokenizer

    from lexdecay.records import Flags, Ints
    from lexdecay.tokens.cache import Arrays
    from lexdecay.tokens.chunks import Chunks
    from lexdecay.tokens.chunktable import ChunkTable
    from lexdecay.tokens.lexicon import Lexicon

_LAST, _FIRST = 1, 2  # flags


@dataclass(frozen=True, slots=True, eq=False)
class Risk:
    """Which neighbours may belong to one special case.

    ``left`` and ``right`` give codes to the tokens that matter as a chunk's last and first one; code 0 is
    any other token and never a risk.
    """

    left: dict[str, int]
    right: dict[str, int]
    made_left: Flags  # by left code: risky beside any coded right token
    made_right: Flags  # by right code: risky beside any coded left token
    neighbours: Ints  # sorted; left code * number of right codes + right code

    def of(self, left: Ints, right: Ints) -> Flags:
        """Whether each pair of codes, none of them 0, is a risk."""
        pair = left * self.made_right.size + right
        return self.made_left[left] | self.made_right[right] | np.isin(pair, self.neighbours)

    def state(self) -> Arrays:
        """Return the risk as arrays for the chunk cache."""
        return {
            "risk_left": pack(list(self.left)),
            "risk_right": pack(list(self.right)),
            "risk_made_left": self.made_left,
            "risk_made_right": self.made_right,
            "risk_neighbours": self.neighbours,
        }

    @classmethod
    def restore(cls, arrays: Arrays) -> Self:
        """Return the risk that ``state`` described; raises KeyError or ValueError when it cannot be one."""
        made_left, made_right = arrays["risk_made_left"], arrays["risk_made_right"]
        left = Packed(arrays["risk_left"], made_left.size - 1)
        right = Packed(arrays["risk_right"], made_right.size - 1)
        return cls(_number(left), _number(right), made_left, made_right, arrays["risk_neighbours"])


def special_case_risk(tokenizer: Tokenizer) -> Risk:
    """Collect, from the special cases spaCy looks for across blanks, the neighbours they contain.

    A token that a special case itself makes at a chunk's edge hides what stood there when spaCy looked,
    so it is a risk beside anything that has a code.
    """
    bare = slim_copy(tokenizer, rules=False)
    neighbours: set[tuple[str, str]] = set()
    made_first: set[str] = set()
    made_last: set[str] = set()
    for text, made in reaching_cases(tokenizer):
        neighbours.update(pairwise(token.text for token in bare(text)))
        made_first.add(made[0])
        made_last.add(made[-1])
    left = _number(sorted({a for a, _ in neighbours} | made_last))
    right = _number(sorted({b for _, b in neighbours} | made_first))
    pairs = [left[a] * (len(right) + 1) + right[b] for a, b in neighbours]
    return Risk(
        left, right, _flags(left, made_last), _flags(right, made_first), np.sort(np.array(pairs, np.int64))
    )


def _number(words: Iterable[str]) -> dict[str, int]:
    return {word: code for code, word in enumerate(words, 1)}


def _flags(codes: dict[str, int], words: set[str]) -> Flags:
    flags = np.zeros(len(codes) + 1, np.bool_)
    flags[[codes[word] for word in words]] = True
    return flags


def reaching_cases(tokenizer: Tokenizer) -> Iterator[tuple[str, list[str]]]:
    """Yield the special cases that spaCy looks for in whole texts, and the tokens each makes."""
    from spacy.attrs import ORTH, intify_attrs

    strings = tokenizer.vocab.strings
    affixes = (tokenizer.find_prefix, tokenizer.find_suffix, tokenizer.find_infix)
    for text, made in tokenizer.rules.items():
        everywhere = not tokenizer.faster_heuristics or " " in text or any(find(text) for find in affixes)
        if everywhere and text.strip():
            words = [intify_attrs(token, strings_map=strings)[ORTH] for token in made]
            yield text, [strings[word] for word in words]


class BoundaryRepair:
    """Replaces rows of chunks by the row of what spaCy makes of the whole run.

    Parameters
    ----------
    risk
        Which neighbours may belong to one special case.
    split
        Returns the tokens of each of some texts.
    """

    def __init__(self, risk: Risk, split: Callable[[Sequence[str]], list[list[str]]]) -> None:
        self._risk = risk
        self._split = split
        # Codes of each type as a chunk's last and first token, and of each row of the table.
        self._type_left, self._type_right = Growing(np.int64), Growing(np.int64)
        self._last, self._first = Growing(np.int64), Growing(np.int64)
        self._coded = Growing(np.uint8)  # by row, whether its last and its first token have a code
        self._joined = JoinedRuns()

    def risky(self, chunks: Chunks, rows: Ints, table: ChunkTable) -> Ints:
        """Chunks from which a special case may reach over a blank into the next one, ascending."""
        self._code_edges(table)
        coded = self._coded.values[rows]
        boundary = np.flatnonzero(coded[:-1] & _LAST & (coded[1:] >> 1))
        left, right = self._last.values[rows[boundary]], self._first.values[rows[boundary + 1]]
        boundary = boundary[self._risk.of(left, right)]
        return boundary[chunks.single_blank_follows()[boundary]]

    def join(self, rows: Ints, risky: Ints, table: ChunkTable) -> None:
        """Mend ``rows`` in place: the first chunk of a run gets all its tokens, the others none."""
        starts, sizes = _runs(risky)
        for size in np.unique(sizes).tolist():
            place = starts[sizes == size][:, None] + np.arange(size)
            runs = rows[place]
            joined = self._joined.find(runs)
            if (new := joined < 0).any():
                self._learn(self._joined.distinct(runs[new]), table)
                joined[new] = self._joined.find(runs[new])
            changed = joined != NOTHING
            rows[place[changed]] = NOTHING
            rows[place[changed, 0]] = joined[changed]

    def state(self, table: ChunkTable) -> Arrays:
        """Return the risk, the codes of types and what runs became, as arrays for the chunk cache."""
        self._code_edges(table)
        left, right = self._type_left.values, self._type_right.values
        coded = np.flatnonzero(left | right)
        return {
            **self._risk.state(),
            **self._joined.state(),
            "coded_types": coded,
            "coded_left": left[coded],
            "coded_right": right[coded],
        }

    def restore(self, arrays: Arrays, table: ChunkTable) -> None:
        """Take over what ``state`` described of ``table``; raises KeyError or ValueError on nonsense."""
        self._joined = JoinedRuns.restore(arrays, len(table))
        coded = arrays["coded_types"]
        kept = coded < len(table.lexicon)  # the cache keeps the first types only
        for codes, side in ((self._type_left, "left"), (self._type_right, "right")):
            codes.extend(np.zeros(len(table.lexicon)))
            codes.values[coded[kept]] = arrays[f"coded_{side}"][kept]

    def _code_edges(self, table: ChunkTable) -> None:
        """Give the chunks that are new in the table the codes of their first and last token."""
        new = range(self._last.values.size, len(table))
        if not new:
            return
        _code_types(self._type_left, self._risk.left, table.lexicon)
        _code_types(self._type_right, self._risk.right, table.lexicon)
        first, last = table.edges(new.start)
        left, right = np.append(self._type_left.values, 0)[last], np.append(self._type_right.values, 0)[first]
        self._last.extend(left)
        self._first.extend(right)
        self._coded.extend(_LAST * (left > 0) | _FIRST * (right > 0))

    def _learn(self, runs: Ints, table: ChunkTable) -> None:
        """Give new runs the row of their tokens where these differ from the chunks' own, else ``NOTHING``."""
        texts = [" ".join(table.texts[row] for row in run) for run in runs.tolist()]
        joined = np.full(len(runs), NOTHING)
        for index, (text, tokens) in enumerate(zip(texts, self._split(texts), strict=True)):
            own = np.concatenate([table.row(row) for row in runs[index].tolist()])
            if not np.array_equal(table.lexicon.intern(tokens), own):
                joined[index] = table.add_unkeyed(text, tokens)
        self._joined.add(runs, joined)


def _runs(risky: Ints) -> tuple[Ints, Ints]:
    """Start and size of the runs of chunks that consecutive risky boundaries tie together."""
    first = np.diff(risky, prepend=-2) > 1
    last = np.append(first[1:], True)
    return risky[first], risky[last[: risky.size]] + 2 - risky[first]


def _code_types(codes: Growing[np.int64], risk: dict[str, int], lexicon: Lexicon) -> None:
    """Bring the codes of types up to date with a lexicon that may have grown."""
    if len(lexicon) == codes.values.size:
        return
    codes.extend(np.zeros(len(lexicon) - codes.values.size))
    index = lexicon.find(list(risk))
    known = index >= 0
    codes.values[index[known]] = np.array(list(risk.values()), np.int64)[known]
