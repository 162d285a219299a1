"""Tokens, tags, sentences and lemmas by a spaCy pipeline, as `nlp.pipe` gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.records import NO_TAG, UNIVERSAL_TAGS
from lexdecay.tokens.lexicon import Lexicon
from lexdecay.tokens.paragraphs import paragraphs
from lexdecay.tokens.spacy_model import pos_of_label, universal_tags
from lexdecay.tokens.tokenizer import Encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt
    from spacy.tokens import Doc

    from lexdecay.records import Notice, Tags, TextBlock
    from lexdecay.tokens.settings import Identity
    from lexdecay.tokens.spacy_model import Model
    from lexdecay.tokens.tokenizer import Types

BATCH = 64  # paragraphs; some ten thousand tokens, so that a layer's activations stay in the cache
_ORTH, _POS, _TAG, _LEMMA, _START = range(5)


class PipeTokenizer:
    """Cuts and tags a block paragraph by paragraph.

    Parameters
    ----------
    model
        The pipeline.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._lexicon = Lexicon()
        self._universal = universal_tags()
        self.runs_split = 0

    @property
    def identity(self) -> Identity:
        """What decides where it cuts, and its tags."""
        return self._model.identity

    def encode(self, block: TextBlock) -> Encoded:
        """Cut and tag one block."""
        found = paragraphs(block)
        self.runs_split += found.runs_split
        # Words met inside the zone are forgotten at its end: spaCy's vocabulary stays bounded.
        with self._model.nlp.memory_zone():
            rows = [_row(doc) for doc in self._model.nlp.pipe(found.texts, batch_size=BATCH)]
            table = np.concatenate([np.empty((0, 5), np.uint64), *rows])
            before = np.append(0, np.cumsum([len(row) for row in rows], dtype=np.int64))
            return self._encoded(table, before[found.first])

    def finish(self) -> Types:
        """Nothing is left open."""
        return np.empty(0, np.int64)

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""
        return self._lexicon.words()

    def close(self) -> tuple[Notice, ...]:
        """Nothing is kept."""
        return ()

    def _encoded(self, table: npt.NDArray[np.uint64], starts: Types) -> Encoded:
        strings, places = self._strings(table[:, _ORTH])
        lemmas = None
        if self._model.lemmas:
            distinct, of = self._strings(table[:, _LEMMA])
            lemmas = [distinct[index] for index in of.tolist()]
        sentences = np.flatnonzero(table[:, _START] == 1) if self._model.sentences else None
        return Encoded(self._lexicon.intern(strings)[places], starts, sentences, self._tags(table), lemmas)

    def _strings(self, hashes: npt.NDArray[np.uint64]) -> tuple[list[str], Types]:
        """The distinct strings of a column, and which of them each row has."""
        distinct, places = np.unique(hashes, return_inverse=True)
        names = self._model.nlp.vocab.strings
        return [names[value] for value in distinct.tolist()], places

    def _tags(self, table: npt.NDArray[np.uint64]) -> Tags:
        """Universal tags; those in the labels of a tagger count where nothing else sets them."""
        tags = self._universal[table[:, _POS].astype(np.int64)]
        if (bare := np.flatnonzero((tags == NO_TAG) & (table[:, _TAG] > 0))).size:
            labels, places = self._strings(table[bare, _TAG])
            named = [UNIVERSAL_TAGS.index(pos_of_label(label) or "_") for label in labels]
            tags[bare] = np.array(named, np.uint8)[places]
        return tags


def _row(doc: Doc) -> npt.NDArray[np.uint64]:
    """Columns of one paragraph, without its tokens of white space; its first token begins a sentence."""
    from spacy.attrs import IS_SPACE, LEMMA, ORTH, POS, SENT_START, TAG

    columns: Any = doc.to_array([ORTH, POS, TAG, LEMMA, SENT_START, IS_SPACE])
    kept: npt.NDArray[np.uint64] = columns.reshape(-1, 6)
    kept = kept[kept[:, -1] == 0, :-1]
    kept[:1, _START] = 1
    return kept
