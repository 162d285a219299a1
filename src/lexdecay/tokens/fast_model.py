"""A spaCy tagger without its documents: chunks looked up, networks run on arrays, tags looked up.

For pipelines of a rule tokenizer, one convolutional tagger or morphologizer, and, where there are, an
attribute ruler and a convolutional or rule-based finder of sentences. Everything that depends on a type
alone is computed once a type, everything that depends on a type and its label once a pair, each time by
spaCy's own component.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.records import UNIVERSAL_TAGS, TextBlock
from lexdecay.tokens.boundaries import BoundaryRepair, special_case_risk
from lexdecay.tokens.chunked import ChunkedTokenizer
from lexdecay.tokens.chunktable import ChunkTable
from lexdecay.tokens.convolution import Network
from lexdecay.tokens.growing import Growing
from lexdecay.tokens.lexicon import Lexicon
from lexdecay.tokens.paragraphs import paragraphs
from lexdecay.tokens.spacy_language import rule_tokenizer
from lexdecay.tokens.spacy_model import pos_of_label, universal_tags
from lexdecay.tokens.spacy_rules import Rules, RuleSplitter
from lexdecay.tokens.tokenizer import Encoded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.language import Language
    from spacy.tokens import Doc

    from lexdecay.records import Flags, Ints, Notice, Tags
    from lexdecay.tokens.paragraphs import Paragraphs
    from lexdecay.tokens.settings import Identity
    from lexdecay.tokens.spacy_model import Model
    from lexdecay.tokens.tokenizer import Types

_NORM_MARK = "\0"  # between a token and the norm that a special case gives it; no text holds one
_KINDS = {"tok2vec", "tagger", "morphologizer", "attribute_ruler", "senter", "sentencizer"}
_EMBEDDINGS = {"spacy.MultiHashEmbed.v1", "spacy.MultiHashEmbed.v2"}


def runs_fast(model: Model) -> bool:
    """Whether a pipeline has the parts that are known here and no others."""
    nlp = model.nlp
    kinds = [nlp.get_pipe_meta(name).factory for name in nlp.pipe_names]
    taggers = [kind for kind in kinds if kind in {"tagger", "morphologizer"}]
    return (
        rule_tokenizer(nlp) is not None
        and set(kinds) <= _KINDS
        and len(kinds) == len(set(kinds))
        and len(taggers) == 1
        and all(_is_known(nlp, name) for name in nlp.pipe_names)
        and ("attribute_ruler" not in kinds or _rules_one_token(nlp.get_pipe("attribute_ruler")))
    )


def _is_known(nlp: Language, name: str) -> bool:
    """Whether a component's network is one that `Network` runs, or it has none."""
    config = nlp.get_pipe_config(name).get("model")
    if config is None:
        return True
    if config["@architectures"] == "spacy.Tagger.v2":
        config = config["tok2vec"]
    if config["@architectures"] == "spacy.Tok2VecListener.v1":
        return "tok2vec" in nlp.pipe_names
    return (
        config["@architectures"] == "spacy.Tok2Vec.v2"
        and config["embed"]["@architectures"] in _EMBEDDINGS
        and not config["embed"]["include_static_vectors"]
        and config["encode"]["@architectures"] == "spacy.MaxoutWindowEncoder.v2"
    )


def _rules_one_token(ruler: Any) -> bool:
    """Whether every rule for a part of speech that can apply without a parser looks at one token alone."""
    return all(
        len(pattern) == 1 or any("DEP" in token for token in pattern)
        for rule in ruler.patterns
        if {"POS", "TAG"} & set(rule["attrs"])
        for pattern in rule["patterns"]
    )


class NormRules(Rules):
    """The rules of a tokenizer, with the norms that its special cases give to tokens."""

    def _cut(self, text: str) -> list[str]:
        with self._slim.vocab.memory_zone():
            return [
                f"{token.text}{_NORM_MARK}{token.norm_}" if token.norm else token.text
                for token in self._slim(text)
            ]


def _chunked(nlp: Language, identity: Identity) -> ChunkedTokenizer:
    tokenizer = rule_tokenizer(nlp)
    if tokenizer is None:
        raise TypeError("not a rule tokenizer")
    code = str(identity.language)
    rules = NormRules(code, tokenizer)
    repair = BoundaryRepair(special_case_risk(tokenizer), rules.split)
    return ChunkedTokenizer(RuleSplitter(code, rules, repair), ChunkTable(), cap=True)


class FastTokenizer:
    """Cuts and tags as `PipeTokenizer` does, ten times as fast or more.

    Parameters
    ----------
    model
        A pipeline that `runs_fast`.
    """

    def __init__(self, model: Model) -> None:
        self.identity = model.identity
        self.runs_split = 0
        self._nlp = model.nlp
        self._chunks = _chunked(model.nlp, model.identity)
        self._types = _Types(model.nlp)
        self._tags = _TagTable(model.nlp, self._types)
        self._sentences = _sentences(model.nlp, self._types)

    def encode(self, block: TextBlock) -> Encoded:
        """Cut and tag one block."""
        found = paragraphs(block)
        self.runs_split += found.runs_split
        chunk_types, starts, spaced = self._cut(found)
        rows = self._types.rows(chunk_types, spaced, self._chunks.words)
        return Encoded(
            types=self._types.forms(chunk_types),
            starts=np.append(starts, rows.size)[found.first],
            sentences=None if self._sentences is None else self._sentences.starts(rows, starts),
            tags=self._tags(rows, starts),
        )

    def finish(self) -> Types:
        """Nothing is left open."""
        return np.empty(0, np.int64)

    def words(self) -> Sequence[str]:
        """Every type met so far, by its index."""
        return self._types.lexicon.words()

    def close(self) -> tuple[Notice, ...]:
        """Nothing is kept."""
        return ()

    def _cut(self, found: Paragraphs) -> tuple[Types, Ints, Flags]:
        """Types of the tokens, first token of each paragraph, and whether a blank follows each token."""
        encoded = [text.encode() for text in found.texts]
        begins = np.fromiter(accumulate((len(text) + 1 for text in encoded), initial=0), np.int64)[:-1]
        data = b"".join(text + b"\n" for text in encoded)
        types, ends, first = self._chunks.encode_chunks(TextBlock(data, begins))
        starts = np.append(0, ends)[first]
        spaced = np.zeros(types.size, np.bool_)
        spaced[ends - 1] = True
        spaced[np.append(starts, types.size)[1:] - 1] = False
        return types, starts, spaced


class _Types:
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
        words = self.lexicon.words()
        forms = [words[index] for index in self._form.values[keys // 2].tolist()]
        doc = Doc(self._nlp.vocab, words=forms, spaces=(keys % 2).tolist())
        for token, key in zip(doc, keys.tolist(), strict=True):
            if norm := self._norm[key // 2]:
                token.norm_ = norm
        return doc

    def _reach(self, words: Sequence[str]) -> None:
        fresh = [word.partition(_NORM_MARK) for word in words[self._form.values.size :]]
        self._form.extend(self.lexicon.intern([form for form, _, _ in fresh]))
        self._norm += [norm for _, _, norm in fresh]
        self._row.extend(np.full(2 * len(fresh), -1))

    def _embed(self, keys: Ints) -> None:
        # Words met inside the zone are forgotten at its end: spaCy's vocabulary stays bounded.
        with self._nlp.memory_zone():
            doc = self.document(self._row.values[keys])
            for network in self.networks:
                columns: Any = doc.to_array([*network.attributes])
                network.add_types(columns.reshape(len(doc), -1))


class _TagTable:
    """The universal tag of a label on a type: spaCy's own answer, asked once for each pair."""

    def __init__(self, nlp: Language, types: _Types) -> None:
        self._nlp = nlp
        self._types = types
        name = next(n for n in nlp.pipe_names if nlp.get_pipe_meta(n).factory in {"tagger", "morphologizer"})
        self._tagger = _component(nlp, name)
        self._network = Network(self._tagger.model, _upstream(nlp))
        types.networks.append(self._network)
        self._ruler = nlp.get_pipe("attribute_ruler") if "attribute_ruler" in nlp.pipe_names else None
        self._by_label = _tags_of_labels(self._tagger.labels)
        self._known: dict[int, int] = {}

    def __call__(self, rows: Ints, starts: Ints) -> Tags:
        labels = self._network.labels(rows, starts)
        if self._by_label is not None:
            return self._by_label[labels]
        pairs, places = np.unique(rows * len(self._tagger.labels) + labels, return_inverse=True)
        new = [pair for pair in pairs.tolist() if pair not in self._known]
        if new:
            self._ask(np.array(new))
        found = np.fromiter((self._known[pair] for pair in pairs.tolist()), np.uint8, pairs.size)
        return found[places]

    def _ask(self, pairs: Ints) -> None:
        rows, labels = np.divmod(pairs, len(self._tagger.labels))
        with self._nlp.memory_zone():
            doc = self._types.document(rows)
            self._tagger.set_annotations([doc], [labels])
            if self._ruler is not None:
                self._ruler(doc)
            tags = universal_tags()[[token.pos for token in doc]]
        self._known.update(zip(pairs.tolist(), tags.tolist(), strict=True))


def _component(nlp: Language, name: str) -> Any:
    """A component; spaCy declares all of them as functions, whatever else they have."""
    return nlp.get_pipe(name)


def _upstream(nlp: Language) -> Any:
    return _component(nlp, "tok2vec").model if "tok2vec" in nlp.pipe_names else None


def _tags_of_labels(labels: Sequence[str]) -> Tags | None:
    """Universal tag of each label, where labels carry it."""
    names = [pos_of_label(label) for label in labels]
    if None in names:
        return None
    return np.array([UNIVERSAL_TAGS.index(str(name)) for name in names], np.uint8)


class _Recognized:
    """Sentences where a network says that one begins."""

    def __init__(self, senter: Any, types: _Types, upstream: Any) -> None:
        self._network = Network(senter.model, upstream)
        types.networks.append(self._network)
        self._begin = list(senter.labels).index("S")

    def starts(self, rows: Ints, paragraphs: Ints) -> Ints:
        """First token of each sentence; a paragraph begins one."""
        begins = self._network.labels(rows, paragraphs) == self._begin
        begins[paragraphs] = True
        return np.flatnonzero(begins)


class _AfterStops:
    """Sentences that begin at the first word after a full stop, by the rule of spaCy's sentencizer."""

    def __init__(self, sentencizer: Any, types: _Types) -> None:
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
        doc = self._types.document(np.arange(self._kind.values.size, self._types.size))
        kinds = [2 if token.text in self._stops else int(token.is_punct) for token in doc]
        self._kind.extend(np.array(kinds, np.int8))


def _sentences(nlp: Language, types: _Types) -> _Recognized | _AfterStops | None:
    for name in nlp.pipe_names:
        kind = nlp.get_pipe_meta(name).factory
        if kind == "senter":
            return _Recognized(nlp.get_pipe(name), types, _upstream(nlp))
        if kind == "sentencizer":
            return _AfterStops(nlp.get_pipe(name), types)
    return None
