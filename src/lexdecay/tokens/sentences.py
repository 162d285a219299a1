"""Where sentences begin, as spaCy's components find it, on arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.tokens.convolution import Network
from lexdecay.tokens.growing import Growing
from lexdecay.tokens.spacy_model import component, upstream
from lexdecay.tokens.typetable import getters_of

if TYPE_CHECKING:
    from spacy.language import Language

    from lexdecay.records import Ints
    from lexdecay.tokens.typetable import TypeTable


class Recognized:
    """Sentences where a network says that one begins."""

    def __init__(self, senter: Any, types: TypeTable, upstream: Any) -> None:
        self._network = Network(senter.model, upstream)
        types.networks.append(self._network)
        self._begin = list(senter.labels).index("S")

    def starts(self, rows: Ints, paragraphs: Ints) -> Ints:
        """First token of each sentence; a paragraph begins one."""
        begins = self._network.labels(rows, paragraphs) == self._begin
        begins[paragraphs] = True
        return np.flatnonzero(begins)


class AfterStops:
    """Sentences that begin at the first word after a full stop, by the rule of spaCy's sentencizer."""

    def __init__(self, nlp: Language, sentencizer: Any, types: TypeTable) -> None:
        from spacy.attrs import IS_PUNCT

        self._is_punctuation = getters_of(nlp)[IS_PUNCT]
        self._stops = sentencizer.punct_chars
        self._types = types
        self._kind = Growing(np.int8)  # by row: 0 a word, 1 punctuation, 2 a full stop

    def starts(self, rows: Ints, paragraphs: Ints) -> Ints:
        """First token of each sentence; a paragraph begins one."""
        if self._kind.values.size < self._types.size:
            self._extend()
        kinds = self._kind.values[rows]
        stops = np.append(0, np.cumsum(kinds == 2))
        words = np.flatnonzero(kinds == 0)
        before = np.append(0, words[:-1] + 1)[: words.size]
        # A stop stands between the word before, or the paragraph's begin, and this one.
        opened = np.maximum(before, paragraphs[np.searchsorted(paragraphs, words, side="right") - 1])
        after = words[stops[words] > stops[opened]]
        return np.union1d(after, paragraphs)

    def _extend(self) -> None:
        forms = self._types.spelled(np.arange(self._kind.values.size, self._types.size))
        kinds = [2 if form in self._stops else int(self._is_punctuation(form)) for form in forms]
        self._kind.extend(np.array(kinds, np.int8))


def sentence_finder(nlp: Language, types: TypeTable) -> Recognized | AfterStops | None:
    """The way in which a pipeline finds sentences, None when it does not."""
    for name in nlp.pipe_names:
        kind = nlp.get_pipe_meta(name).factory
        if kind == "senter":
            return Recognized(component(nlp, name), types, upstream(nlp))
        if kind == "sentencizer":
            return AfterStops(nlp, component(nlp, name), types)
    return None
