"""Tokens as a pipeline's networks tell them apart, each kind embedded once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.tokens.growing import Growing
from lexdecay.tokens.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from spacy.language import Language
    from spacy.tokens import Doc

    from lexdecay.records import Flags, Ints
    from lexdecay.tokens.convolution import Features, Network
    from lexdecay.tokens.tokenizer import Types

NORM_MARK = "\0"  # between a token and the norm that a special case gives it; no text holds one


class TypeTable:
    """Tokens as the networks tell them apart: form, norm, and whether a blank follows."""

    def __init__(self, nlp: Language) -> None:
        self.lexicon = Lexicon()
        self.networks: list[Network] = []
        self.size = 0
        self._nlp = nlp
        self._form = Growing(np.int64)  # by type of the chunks
        self._norm: list[str] = []  # by type of the chunks, "" for the vocabulary's own
        self._row = Growing(np.int64)  # by type of the chunks and the blank, -1 where never met
        self._key = Growing(np.int64)  # by row

    @property
    def norms(self) -> bool:
        """Whether any network looks at the norm that a special case may give to a token."""
        from spacy.attrs import NORM

        return any(NORM in network.attributes for network in self.networks)

    def spelled(self, rows: Ints) -> list[str]:
        """Forms of types."""
        words = self.lexicon.words()
        return [words[index] for index in self._form.values[self._key.values[rows] // 2].tolist()]

    def forms(self, chunk_types: Types) -> Types:
        """Index in ``lexicon`` of each token."""
        return self._form.values[chunk_types]

    def rows(self, chunk_types: Types, spaced: Flags, words: Any) -> Ints:
        """Number of each token's type; new ones are embedded by every network."""
        if chunk_types.size and (top := int(chunk_types.max()) + 1) > self._form.values.size:
            self._reach(words()[: max(top, self._form.values.size)])
        keys = 2 * chunk_types + spaced
        rows = self._row.values[keys]
        new = np.unique(keys[rows < 0])
        if new.size:
            self._row.values[new] = np.arange(self.size, self.size + new.size)
            self._key.extend(new)
            self.size += new.size
            self._embed(new)
            rows = self._row.values[keys]
        return rows

    def document(self, rows: Ints) -> Doc:
        """A document of types, as spaCy's components see the tokens."""
        from spacy.tokens import Doc

        keys = self._key.values[rows]
        doc = Doc(self._nlp.vocab, words=self.spelled(rows), spaces=(keys % 2).tolist())
        for index, key in enumerate(keys.tolist()):
            if norm := self._norm[key // 2]:
                doc[index].norm_ = norm
        return doc

    def _reach(self, words: Sequence[str]) -> None:
        fresh = [word.partition(NORM_MARK) for word in words[self._form.values.size :]]
        self._form.extend(self.lexicon.intern([form for form, _, _ in fresh]))
        self._norm += [norm for _, _, norm in fresh]
        self._row.extend(np.full(2 * len(fresh), -1))

    def _embed(self, keys: Ints) -> None:
        """Have the networks embed new types; a vocabulary would compute more of them, and keep it."""
        from spacy.attrs import SPACY

        types, places = np.unique(keys // 2, return_inverse=True)
        words = self.lexicon.words()
        forms = [words[index] for index in self._form.values[types].tolist()]
        norms = [self._norm[index] for index in types.tolist()]
        looked_at = {attribute for network in self.networks for attribute in network.attributes}
        columns = {name: self._column(name, forms, norms)[places] for name in looked_at - {SPACY}}
        columns[SPACY] = (keys % 2).astype(np.uint64)
        for network in self.networks:
            network.add_types(np.stack([columns[attribute] for attribute in network.attributes], axis=1))

    def _column(self, attribute: int, forms: Sequence[str], norms: Sequence[str]) -> Features:
        """One attribute of some tokens, as `Doc.to_array` gives it; none of them is white space."""
        from spacy.attrs import IS_SPACE, NORM
        from spacy.strings import get_string_id

        if attribute == IS_SPACE:
            return np.zeros(len(forms), np.uint64)
        values: Iterable[str] = map(getters_of(self._nlp)[attribute], forms)
        if attribute == NORM:
            values = (norm or value for norm, value in zip(norms, values, strict=True))
        return np.fromiter(map(get_string_id, values), np.uint64, len(forms))


def getters_of(nlp: Language) -> dict[int, Any]:
    """Attribute -> the function of a form that gives it."""
    vocabulary: Any = nlp.vocab
    return dict(vocabulary.lex_attr_getters)
