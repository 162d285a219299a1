import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings
from lexdecay.tokens.build import _in_memory, no_sources
from lexdecay.tokens.tokenizers import TOKENIZERS

LANGUAGES = ("en", "de", "fr", "es", "ru", "fi", "hu", "it", "pt", "tr", "uk", "el", "ar", "hi", "da", "xx")
SPACES = tuple(c for c in map(chr, range(0x3001)) if c.isspace())
SIGNS, FACES, WORDS = map(
    str.split,
    (
        "'' ' ´ ` -- — ... … _ $ € % °C / ( ) [ « » “ ” , ; ?!",
        ":-) :) ;-) <3 XD (╯°□°）╯︵┻━┻ ಠ_ಠ 👩\u200d🚀 ❤\ufe0f 🇫🇮 👍🏽",
        "http://a.b/c?d=e&f x@y.org a-b e.g. 3.14 1,000 5kg U.K. don't I'm l'eau 中 é Straße İ 0 A a",
    ),
)
INVISIBLE = ("\u200b", "\ufeff", "\x00", "\x1b", "\u00ad", "\u0301")
FRAGMENTS = (*SIGNS, *FACES, *WORDS, *INVISIBLE)


@cache
def tokenizer(language):
    return spacy.blank(language).tokenizer


@cache
def rule_fragments(language):
    """Special cases with affixes or blanks are the ones that can reach over a chunk's edge."""
    rules = sorted(rule for rule in tokenizer(language).rules if rule.strip())
    reaching = [rule for rule in rules if not rule.isalpha()]
    parts = {part for rule in reaching for part in rule.split()}
    halves = {rule[:cut] for rule in reaching[:200] for cut in range(1, len(rule))}
    return sorted({*reaching, *parts, *halves} - {""})


def texts(language):
    piece = st.one_of(
        st.sampled_from(rule_fragments(language)),
        st.sampled_from(FRAGMENTS),
        st.text(max_size=4),
    )
    gap = st.one_of(st.just(" "), st.just(""), st.sampled_from(SPACES))
    pairs = st.lists(st.tuples(piece, gap), max_size=12)
    return pairs.map(lambda parts: "".join(text + space for text, space in parts)).filter(encodable)


def encodable(text):
    return not any("\ud800" <= c <= "\udfff" for c in text)


@cache
def own_tokenizer(chosen):
    return TOKENIZERS[chosen.name](chosen, None)


def store_of(blocks, chosen):
    """As build_store, but without loading spaCy's language for every example."""
    return _in_memory(blocks, own_tokenizer(chosen), no_sources)


def forms(store):
    return [store.words[index] for index in store.ids.tolist()]


def one_document(text):
    return [TextBlock(text.encode(), np.array([0]))]


def spacy_tokens(language, text):
    return [token.text for token in tokenizer(language)(text) if not token.is_space]


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_tokens_are_those_of_spacy_on_fragments_of_its_own_rules(language, data):
    text = data.draw(texts(language))
    store = store_of(one_document(text), TokenizerSettings(language=language))
    assert forms(store) == spacy_tokens(language, text)


def blocks(text, cuts):
    """Cut the text after white space at some of the places where that is possible."""
    places = [match.end() for match in re.finditer(r"\s", text)]
    chosen = sorted({places[cut % len(places)] for cut in cuts}) if places else []
    ends = [*chosen, len(text)]
    pieces = [text[a:b].encode() for a, b in pairwise([0, *ends])]
    return [TextBlock(piece, np.array([] if i else [0], np.int64)) for i, piece in enumerate(pieces)]


@pytest.mark.parametrize("rule", ["spacy", "whitespace"])
@settings(max_examples=60, deadline=None)
@given(text=texts("es"), cuts=st.lists(st.integers(0, 99), max_size=5))
def test_cutting_the_text_at_white_space_changes_no_token(rule, text, cuts):
    chosen = TokenizerSettings(rule, "es")
    whole = store_of(one_document(text), chosen)
    parts = store_of(blocks(text, cuts), chosen)
    assert parts.words == whole.words
    assert np.array_equal(parts.ids, whole.ids)
    assert np.array_equal(parts.starts, whole.starts)


lines = st.lists(
    st.text(max_size=12).filter(encodable).map(lambda t: t.replace("\n", " ")), min_size=1, max_size=6
)


@pytest.mark.parametrize("rule", ["spacy", "whitespace", "char", "pattern"])
@settings(max_examples=40, deadline=None)
@given(documents=lines, cut=st.integers(0, 6))
def test_cutting_between_documents_changes_neither_tokens_nor_starts(rule, documents, cut):
    chosen = TokenizerSettings(rule, "xx", pattern=r"\w+|\S")
    data = [document.encode() + b"\n" for document in documents]
    whole = store_of([joined(data)], chosen)
    parts = store_of([joined(data[:cut]), joined(data[cut:])], chosen)
    assert parts.words == whole.words
    assert np.array_equal(parts.ids, whole.ids)
    assert np.array_equal(parts.starts, whole.starts)


def joined(data):
    starts = np.cumsum([0, *map(len, data)])[:-1]
    return TextBlock(b"".join(data), starts.astype(np.int64))


@given(text=st.text(alphabet=st.sampled_from([*SPACES, *"ab(é中👍"]), max_size=40))
def test_the_whitespace_tokenizer_is_str_split(text):
    store = store_of(one_document(text), TokenizerSettings("whitespace"))
    assert forms(store) == text.split()


@given(text=st.text(max_size=60).filter(encodable))
def test_characters_put_together_again_are_the_text_without_white_space(text):
    store = store_of(one_document(text), TokenizerSettings("char"))
    assert "".join(forms(store)) == "".join(text.split())


@given(
    documents=st.lists(
        st.lists(st.sampled_from(["a", "A", "b", "B", ".", "—", "😀", "1"]), max_size=8),
        min_size=1,
        max_size=5,
    ),
    unit=st.sampled_from(["form", "lower"]),
    punctuation=st.sampled_from(["drop", "keep"]),
)
def test_a_stream_spells_the_words_of_each_document_in_order_commonest_first(documents, unit, punctuation):
    data = [" ".join(document).encode() + b"\n" for document in documents]
    store = store_of([joined(data)], TokenizerSettings("whitespace"))
    stream = store.stream(unit, punctuation)
    bounds = [*stream.starts.tolist(), len(stream)]
    spelled = [
        [stream.vocabulary.words[index] for index in stream.ids[a:b].tolist()] for a, b in pairwise(bounds)
    ]
    fold = str.lower if unit == "lower" else str
    kept = [
        [fold(word) for word in document if punctuation == "keep" or word not in ".—"]
        for document in documents
    ]
    assert spelled == kept
    flat = [word for document in kept for word in document]
    ranked = sorted(set(flat), key=lambda word: (-flat.count(word), word))
    assert list(stream.vocabulary.words) == ranked
    assert stream.vocabulary.counts.tolist() == [flat.count(word) for word in ranked]
