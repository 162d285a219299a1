import tempfile
from pathlib import Path

import numpy as np
import pytest

from lexdecay.errors import FormatError, UsageError
from lexdecay.records import NO_TAG, UNIVERSAL_TAGS, TextBlock, TokenBlock
from lexdecay.tokens import TokenizerSettings, build_store, open_store
from lexdecay.tokens import views as views_module

SENTENCES = (
    [("The", "DET", "the"), ("dogs", "NOUN", "dog"), ("bark", "VERB", "bark"), (".", "PUNCT", ".")],
    [("“", "PUNCT", ""), ("”", "PUNCT", "")],
    [("A", "DET", "a"), ("dog", "NOUN", "dog"), ("Xyz", "_", ""), ("!", "PUNCT", "!")],
)


def block(*sentences, starts=(0,)):
    words, tags, lemmas = zip(*(token for sentence in sentences for token in sentence), strict=True)
    bounds = np.cumsum([0, *map(len, sentences[:-1])])
    tagged = np.array([UNIVERSAL_TAGS.index(tag) for tag in tags], np.uint8)
    return TokenBlock(words, np.array(starts), bounds, tagged, lemmas, "conllu", "surface")


@pytest.fixture(params=["memory", "disk"])
def build(request, tmp_path):
    def built(*blocks):
        place = None if request.param == "memory" else Path(tempfile.mkdtemp(dir=tmp_path)) / "s"
        store = build_store(blocks, TokenizerSettings(), directory=place)
        return store if place is None else open_store(place)

    return built


def spelled(stream):
    return [stream.vocabulary.words[index] for index in stream.ids.tolist()]


def tags_of(stream):
    return [stream.tag_names[tag] for tag in stream.tags.tolist()]


def test_tags_and_sentences_stay_with_the_tokens_that_hold_a_position(build):
    stream = build(block(*SENTENCES)).stream()
    assert spelled(stream) == ["the", "dogs", "bark", "a", "dog", "xyz"]
    assert tags_of(stream) == ["DET", "NOUN", "VERB", "DET", "NOUN", "_"]
    assert stream.sentences.tolist() == [0, 3]
    assert (stream.tags.dtype, stream.sentences.dtype) == (np.dtype(np.uint8), np.dtype(np.int64))


def test_with_punctuation_kept_every_sentence_stays(build):
    stream = build(block(*SENTENCES)).stream(punctuation="keep")
    assert stream.sentences.tolist() == [0, 4, 6]
    assert tags_of(stream)[3:6] == ["PUNCT"] * 3


def test_lemmas_are_a_unit_and_a_token_without_one_counts_as_its_lower_case(build):
    stream = build(block(*SENTENCES)).stream("lemma")
    assert spelled(stream) == ["the", "dog", "bark", "a", "dog", "xyz"]
    assert stream.vocabulary.words[0] == "dog"
    assert stream.vocabulary.counts.tolist() == [2, 1, 1, 1, 1]


def test_tags_are_a_unit(build):
    stream = build(block(*SENTENCES)).stream("pos")
    assert spelled(stream) == ["DET", "NOUN", "VERB", "DET", "NOUN", "_"]
    assert stream.vocabulary.words == ("DET", "NOUN", "VERB", "_")
    assert tags_of(stream) == spelled(stream)


def test_blocks_follow_each_other(build):
    store = build(block(*SENTENCES[:2]), block(*SENTENCES[2:], starts=()), block(SENTENCES[0]))
    assert store.sentences.tolist() == [0, 4, 6, 10]
    assert store.stream().sentences.tolist() == [0, 3, 6]
    assert store.stream().starts.tolist() == [0, 6]


def test_a_stream_is_the_same_whatever_piece_is_translated_at_once(build, monkeypatch):
    store = build(block(*SENTENCES), block(*SENTENCES))
    whole = {unit: store.stream(unit) for unit in ("lower", "lemma", "pos")}
    monkeypatch.setattr(views_module, "PIECE", 3)
    for unit, expected in whole.items():
        pieces = store.stream(unit)
        assert spelled(pieces) == spelled(expected)
        assert pieces.tags.tolist() == expected.tags.tolist()
        assert pieces.sentences.tolist() == expected.sentences.tolist()


def test_the_manifest_names_the_tags_and_what_the_tokens_came_from(build):
    manifest = build(block(*SENTENCES)).manifest
    assert manifest.tag_names == UNIVERSAL_TAGS
    assert (manifest.tokenizer.name, manifest.tokenizer.words) == ("conllu", "surface")


def test_text_whose_tokens_all_lack_tags_and_lemmas_has_neither(build):
    store = build(block([("a", "_", ""), ("b", "_", "")]))
    assert store.tags is store.lemmas is store.stream().tags is None
    assert store.stream().tag_names == ()
    assert store.stream().sentences.tolist() == [0]
    with pytest.raises(UsageError, match="the unit 'pos' needs tagged text") as error:
        store.stream("pos")
    assert "--model NAME" in error.value.hint
    with pytest.raises(UsageError, match="the unit 'lemma' needs lemmas") as error:
        store.stream("lemma")
    assert "--model NAME" in error.value.hint


def test_running_text_without_a_model_has_no_annotations():
    store = build_store([TextBlock(b"a b\n", np.array([0]))], TokenizerSettings("whitespace"))
    stream = store.stream()
    assert stream.tags is stream.sentences is store.lemmas is None


def test_a_column_of_tags_that_was_cut_is_found(tmp_path):
    build_store([block(*SENTENCES)], TokenizerSettings(), directory=tmp_path / "s")
    (path,) = (tmp_path / "s").glob("tags-*.bin")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(FormatError, match="has 9 bytes instead of 10"):
        open_store(tmp_path / "s")


def test_a_store_of_plain_text_takes_the_place_of_a_tagged_one(tmp_path):
    build_store([block(*SENTENCES)], TokenizerSettings(), directory=tmp_path / "s")
    build_store([TextBlock(b"a\n", np.array([0]))], TokenizerSettings("whitespace"), directory=tmp_path / "s")
    assert not list((tmp_path / "s").glob("tags-*"))
    assert open_store(tmp_path / "s").stream().tags is None


@pytest.mark.parametrize(
    "settings",
    [TokenizerSettings(model="en_core_web_sm"), TokenizerSettings("char"), TokenizerSettings("pattern")],
)
def test_tokens_are_not_cut_again(settings):
    with pytest.raises(UsageError, match="the text is conllu, which is cut into tokens already") as error:
        build_store([block(*SENTENCES)], settings)
    assert "leave out --tokenizer" in error.value.hint


@pytest.mark.parametrize("tokens_first", [True, False])
def test_tokens_and_running_text_do_not_mix(tokens_first):
    blocks = [block(*SENTENCES), TextBlock(b"a\n", np.array([0]))]
    with pytest.raises(UsageError, match="some inputs are conllu") as error:
        build_store(
            blocks if tokens_first else blocks[::-1],
            TokenizerSettings("whitespace" if not tokens_first else "spacy"),
        )
    assert "measure them apart" in error.value.hint


def test_no_tag_is_the_underscore_of_conllu():
    assert UNIVERSAL_TAGS[NO_TAG] == "_"
    assert len(set(UNIVERSAL_TAGS)) == 18
