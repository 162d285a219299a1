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
from lexdecay.tokens.paragraphs import paragraphs
from lexdecay.tokens.sentences import sentence_finder
from lexdecay.tokens.settings import TokenizerSettings
from lexdecay.tokens.spacy_language import rule_tokenizer
from lexdecay.tokens.spacy_model import component, pos_of_label, universal_tags, upstream
from lexdecay.tokens.spacy_rules import Rules, RuleSplitter, rules_digest, spacy_tokenizer
from lexdecay.tokens.tokenizer import Encoded
from lexdecay.tokens.typetable import NORM_MARK, TypeTable

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from spacy.language import Language
    from spacy.tokens import Doc

    from lexdecay.records import Flags, Ints, Notice, Tags
    from lexdecay.tokens.paragraphs import Paragraphs
    from lexdecay.tokens.spacy_model import Model
    from lexdecay.tokens.tokenizer import Types

_KINDS = {"tok2vec", "tagger", "morphologizer", "attribute_ruler", "senter", "sentencizer"}
_SETS_TAGS = {"POS", "TAG"}
# What a rule may ask that all types with one label answer alike: none of them is white space.
_SAME_FOR_ALL = {"TAG", "POS", "MORPH", "DEP", "IS_SPACE"}
_LOOKED_AT = {"LOWER", "NORM", "PREFIX", "SUFFIX", "SHAPE", "SPACY", "IS_SPACE"}  # by `TypeTable`
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
        and set(config["embed"]["attrs"]) <= _LOOKED_AT
        and not config["embed"]["include_static_vectors"]
        and config["encode"]["@architectures"] == "spacy.MaxoutWindowEncoder.v2"
    )


def _rules_one_token(ruler: Any) -> bool:
    """Whether every rule for a part of speech that can apply without a parser looks at one token alone."""
    return all(
        len(pattern) == 1 or any("DEP" in token for token in pattern)
        for rule in ruler.patterns
        if _SETS_TAGS & set(rule["attrs"])
        for pattern in rule["patterns"]
    )


class NormRules(Rules):
    """The rules of a tokenizer, with the norms that its special cases give to tokens."""

    def _tokens(self, doc: Doc, text: str) -> list[str]:
        from spacy.attrs import NORM

        tokens = super()._tokens(doc, text)
        for index in np.flatnonzero(doc.to_array(NORM)).tolist():
            tokens[index] += f"{NORM_MARK}{doc[index].norm_}"
        return tokens


def _chunked(nlp: Language, *, norms: bool, cache: Path | None) -> ChunkedTokenizer:
    """The pipeline's tokenizer; without norms it is the language's own, when their rules are the same."""
    tokenizer = rule_tokenizer(nlp)
    if tokenizer is None:
        raise TypeError("not a rule tokenizer")
    code = str(nlp.lang)
    if not norms:
        plain = spacy_tokenizer(TokenizerSettings("spacy", code), cache)
        if isinstance(plain, ChunkedTokenizer) and plain.identity.rules == rules_digest(tokenizer):
            return plain
    rules = NormRules(code, tokenizer)
    repair = BoundaryRepair(special_case_risk(tokenizer), rules.split)
    return ChunkedTokenizer(RuleSplitter(code, rules, repair), ChunkTable(), cap=True)


class FastTokenizer:
    """Cuts and tags as `PipeTokenizer` does, ten times as fast or more.

    Parameters
    ----------
    model
        A pipeline that `runs_fast`.
    cache
        Folder of the chunk cache; None for none.
    """

    def __init__(self, model: Model, cache: Path | None = None) -> None:
        self.identity = model.identity
        self.runs_split = 0
        self._types = TypeTable(model.nlp)
        self._tags = _TagTable(model.nlp, self._types)
        self._sentences = sentence_finder(model.nlp, self._types)
        self._chunks = _chunked(model.nlp, norms=self._types.norms, cache=cache)

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
        """Keep chunks for the next run, and say what went wrong with that."""
        return self._chunks.close()

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


class _TagTable:
    """The universal tag of a label on a type: spaCy's own answer, asked once for each pair.

    Types that no rule tells apart share the answers of the first of them.
    """

    def __init__(self, nlp: Language, types: TypeTable) -> None:
        self._nlp = nlp
        self._types = types
        name = next(n for n in nlp.pipe_names if nlp.get_pipe_meta(n).factory in {"tagger", "morphologizer"})
        self._tagger = component(nlp, name)
        self._network = Network(self._tagger.model, upstream(nlp))
        types.networks.append(self._network)
        self._ruler = component(nlp, "attribute_ruler") if "attribute_ruler" in nlp.pipe_names else None
        self._named = named_forms(self._ruler)
        self._first: dict[str, int] = {}  # first type of each named form; of all others, under ""
        self._alike = Growing(np.int64)  # by type, the first that the rules do not tell from it
        self._by_label = _tags_of_labels(self._tagger.labels)
        self._known: dict[int, int] = {}

    def __call__(self, rows: Ints, starts: Ints) -> Tags:
        labels = self._network.labels(rows, starts)
        if self._by_label is not None:
            return self._by_label[labels]
        pairs, places = np.unique(self._like(rows) * len(self._tagger.labels) + labels, return_inverse=True)
        new = [pair for pair in pairs.tolist() if pair not in self._known]
        if new:
            self._ask(np.array(new))
        found = np.fromiter((self._known[pair] for pair in pairs.tolist()), np.uint8, pairs.size)
        return found[places]

    def _like(self, rows: Ints) -> Ints:
        new = np.arange(self._alike.values.size, self._types.size)
        if new.size and self._named is not None:
            lower = (form.lower() for form in self._types.spelled(new))
            names = (form if form in self._named else "" for form in lower)
            new = np.array(
                [self._first.setdefault(name, row) for row, name in zip(new.tolist(), names, strict=True)]
            )
        self._alike.extend(new)
        return self._alike.values[rows]

    def _ask(self, pairs: Ints) -> None:
        rows, labels = np.divmod(pairs, len(self._tagger.labels))
        with self._nlp.memory_zone():
            doc = self._types.document(rows)
            self._tagger.set_annotations([doc], [labels])
            if self._ruler is not None:
                self._ruler(doc)
            tags = universal_tags()[[token.pos for token in doc]]
        self._known.update(zip(pairs.tolist(), tags.tolist(), strict=True))


def named_forms(ruler: Any) -> frozenset[str] | None:
    """Lower-case forms that the rules for parts of speech name, None when those look at more of a form."""
    rules = [rule["patterns"] for rule in ruler.patterns if _SETS_TAGS & set(rule["attrs"])] if ruler else []
    tokens = [pattern[0] for patterns in rules for pattern in patterns if len(pattern) == 1]
    named: set[str] = set()
    for token in tokens:
        forms = token.get("LOWER", {"IN": []})
        listed = {"IN": [forms]} if isinstance(forms, str) else forms
        if set(token) - _SAME_FOR_ALL - {"LOWER"} or set(listed) != {"IN"}:
            return None
        named.update(listed["IN"])
    return frozenset(named)


def _tags_of_labels(labels: Sequence[str]) -> Tags | None:
    """Universal tag of each label, where labels carry it."""
    names = [pos_of_label(label) for label in labels]
    if None in names:
        return None
    return np.array([UNIVERSAL_TAGS.index(str(name)) for name in names], np.uint8)
