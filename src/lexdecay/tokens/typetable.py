"""Tokens as a pipeline's networks tell them apart, each kind embedded once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.tokens.growing import Growing
from lexdecay.tokens.lexicon import Lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.language import Language
    from spacy.tokens import Doc

    from lexdecay.records import Flags, Ints
    from lexdecay.tokens.convolution import Network
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
        self._slim: Any = None  # a vocabulary that computes what the networks look at, and no more

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

    def document(self, rows: Ints, vocab: Any = None) -> Doc:
        """A document of types, as spaCy's components see the tokens."""
        from spacy.tokens import Doc

        keys = self._key.values[rows]
        doc = Doc(
            self._nlp.vocab if vocab is None else vocab, words=self.spelled(rows), spaces=(keys % 2).tolist()
        )
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
        # Words met inside the zone are forgotten at its end: spaCy's vocabulary stays bounded.
        if self._slim is None:  # and not `or`: an empty vocabulary is false
            self._slim = _slim_vocabulary(self._nlp, self.networks)
        with self._slim.memory_zone():
            doc = self.document(self._row.values[keys], self._slim)
            for network in self.networks:
                columns: Any = doc.to_array([*network.attributes])
                network.add_types(columns.reshape(len(doc), -1))


def getters_of(nlp: Language) -> dict[int, Any]:
    """Attribute -> the function of a form that gives it."""
    vocabulary: Any = nlp.vocab
    return dict(vocabulary.lex_attr_getters)


def _slim_vocabulary(nlp: Language, networks: Sequence[Network]) -> Any:
    from spacy.vocab import Vocab

    looked_at = {attribute for network in networks for attribute in network.attributes}
    getters: Any = {key: getter for key, getter in getters_of(nlp).items() if key in looked_at}
    return Vocab(lex_attr_getters=getters)
