"""spaCy's rule tokenizer, exactly, at the cost of its distinct chunks.

The tokenizer cuts text at white space and looks at each chunk alone, but for one last pass that lets a
special case reach over a single blank; ``boundaries`` mends what that pass would change. With a chunk
cache that knows all the chunks of a text, spaCy is not even imported.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from importlib.metadata import version
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.tokens.boundaries import BoundaryRepair, Risk, special_case_risk
from lexdecay.tokens.cache import ChunkCache
from lexdecay.tokens.chunked import ChunkedTokenizer
from lexdecay.tokens.chunktable import ChunkTable
from lexdecay.tokens.plain_words import PlainWords
from lexdecay.tokens.settings import Identity
from lexdecay.tokens.spacy_language import load_language, rule_tokenizer, slim_copy
from lexdecay.tokens.spacy_pipe import line_tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spacy.tokenizer import Tokenizer
    from spacy.tokens import Doc

    from lexdecay.records import Ints, Notice
    from lexdecay.tokens.cache import Arrays
    from lexdecay.tokens.chunks import Chunks
    from lexdecay.tokens.lines import LineTokenizer
    from lexdecay.tokens.settings import TokenizerSettings

_SEPARATOR = "\n"  # a token of its own that no special case reaches over
_BATCH = 4000  # texts per call: what spaCy holds of them is freed after each


class Rules:
    """The rule tokenizer of one language, loaded when a text is to be cut for the first time.

    Parameters
    ----------
    code
        spaCy's code of the language.
    original
        Its tokenizer, when already loaded.
    """

    def __init__(self, code: str, original: Tokenizer | None = None, *, digest: str = "") -> None:
        self._code = code
        self._original = original
        self.digest = digest if original is None else rules_digest(original)

    @cached_property
    def original(self) -> Tokenizer:
        """The tokenizer as spaCy made it; raises FormatError when it is not the one that made the cache."""
        if self._original is not None:
            return self._original
        tokenizer = rule_tokenizer(load_language(self._code))
        if tokenizer is None or rules_digest(tokenizer) != self.digest:
            raise FormatError(
                f"spaCy's rules for '{self._code}' are not those the chunk cache was made with",
                hint="delete the chunk cache, or run without it: --no-cache",
            )
        return tokenizer

    @cached_property
    def _slim(self) -> Tokenizer:
        return slim_copy(self.original)

    @cached_property
    def _plain(self) -> PlainWords:
        return PlainWords(self.original)

    def split(self, texts: Sequence[str]) -> list[list[str]]:
        """Tokens of each text; the texts hold no white space but single blanks."""
        known = [self._plain.tokens(text) for text in texts]
        rest = [text for text, tokens in zip(texts, known, strict=True) if tokens is None]
        batches = (rest[at : at + _BATCH] for at in range(0, len(rest), _BATCH))
        cut = chain.from_iterable(map(self._split_batch, batches))
        return [next(cut) if tokens is None else tokens for tokens in known]

    def _split_batch(self, texts: Sequence[str]) -> list[list[str]]:
        rows: list[list[str]] = [[]]
        for token in self._cut(_SEPARATOR.join(texts)):
            if token == _SEPARATOR:
                rows.append([])
            else:
                rows[-1].append(token)
        return rows

    def _cut(self, text: str) -> list[str]:
        # Words met inside the zone are forgotten at its end: spaCy's vocabulary stays bounded.
        with self._slim.vocab.memory_zone():
            return self._tokens(self._slim(text), text)

    def _tokens(self, doc: Doc, text: str) -> list[str]:
        """The tokens' texts, cut from the text: spaCy would make an object of each."""
        from spacy.attrs import LENGTH, SPACY

        length, blank = doc.to_array([LENGTH, SPACY]).astype(np.int64).T
        ends = np.cumsum(length + blank) - blank
        return [text[a:b] for a, b in zip((ends - length).tolist(), ends.tolist(), strict=True)]


def rules_digest(tokenizer: Tokenizer) -> str:
    """Hash of everything that decides where a rule tokenizer cuts."""
    return hashlib.sha256(tokenizer.to_bytes(exclude=["vocab"])).hexdigest()


class RuleSplitter:
    """Splits chunks by the rules of one language and repairs what reaches over a blank."""

    def __init__(self, code: str, rules: Rules, repair: BoundaryRepair) -> None:
        self.identity = Identity("spacy", code, version=version("spacy"), rules=rules.digest)
        self._rules = rules
        self.repair = repair

    def split(self, chunks: Sequence[str]) -> list[list[str]]:
        """Tokens of each chunk."""
        return self._rules.split(chunks)

    def risky(self, chunks: Chunks, rows: Ints, table: ChunkTable) -> Ints:
        """Chunks from which a special case may reach into the next one."""
        return self.repair.risky(chunks, rows, table)

    def join(self, rows: Ints, risky: Ints, table: ChunkTable) -> None:
        """Replace, in ``rows``, what a special case does reach across."""
        self.repair.join(rows, risky, table)


class CachedTokenizer(ChunkedTokenizer):
    """A rule tokenizer that starts from a chunk cache and adds to it what was new."""

    def __init__(self, splitter: RuleSplitter, table: ChunkTable, cache: ChunkCache | None) -> None:
        super().__init__(splitter, table, cap=True)
        self._rule_splitter = splitter
        self._cache = cache
        self._known = len(table)

    def close(self) -> tuple[Notice, ...]:
        """Save what was new; notices say what was wrong with the cache."""
        if self._cache is None:
            return ()
        if len(self._table) > self._known:
            digest, repair = np.array(self.identity.rules), self._rule_splitter.repair
            self._cache.save({"rules": digest, **self._table.state(), **repair.state(self._table)})
        return tuple(self._cache.notices)


def spacy_tokenizer(settings: TokenizerSettings, folder: Path | None) -> ChunkedTokenizer | LineTokenizer:
    """Return spaCy's tokenizer of the settings' language, warm when ``folder`` holds a chunk cache."""
    code = settings.language
    cache = None if folder is None else ChunkCache(folder, code)
    arrays = None if cache is None else cache.load()
    if cache is not None and arrays is not None:
        try:
            return _warm(code, cache, arrays)
        except (KeyError, ValueError, IndexError) as error:
            cache.damaged(error)
    language = load_language(code)
    tokenizer = rule_tokenizer(language)
    if tokenizer is None:
        return line_tokenizer(language, Identity("spacy", code, version=version("spacy")))
    rules = Rules(code, tokenizer)
    repair = BoundaryRepair(special_case_risk(tokenizer), rules.split)
    return CachedTokenizer(RuleSplitter(code, rules, repair), ChunkTable(), cache)


def _warm(code: str, cache: ChunkCache, arrays: Arrays) -> CachedTokenizer:
    rules = Rules(code, digest=str(arrays["rules"]))
    table = ChunkTable.restore(arrays)
    repair = BoundaryRepair(Risk.restore(arrays), rules.split)
    repair.restore(arrays, table)
    return CachedTokenizer(RuleSplitter(code, rules, repair), table, cache)
