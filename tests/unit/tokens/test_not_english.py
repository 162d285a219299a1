"""What is said when the English tagger of the package meets a text that does not look English."""

import numpy as np
import pytest

from lexdecay.records import TextBlock
from lexdecay.tokens import Identity, TokenizerSettings, build_store, open_store
from lexdecay.tokens.english import ENGLISH_TAGGER, language_doubts

TAGGER = Identity("spacy", "en", model=ENGLISH_TAGGER)
FRENCH = "Elle avait lu Paul et Virginie, et elle avait rêvé la maisonnette de bambous. " * 70


def doubts(share, tokens=1_000, tagger=TAGGER):
    found = round(share * tokens)
    return language_doubts(tagger, ("The", "mot"), np.array([found, tokens - found]))


def store_of(text, directory=None, **settings):
    block = TextBlock(text.encode(), np.array([0]))
    return build_store([block], TokenizerSettings(**settings), directory=directory)


def test_less_than_three_hundredths_of_the_commonest_english_words_is_not_english():
    assert doubts(0.030) == ()
    (notice,) = doubts(0.029)
    assert notice.code == "not-english"
    assert "the text does not look English: 2.9 % of its tokens are the, of, and, to ..." in notice.message
    assert "--model NAME" in notice.hint


def test_of_less_than_a_thousand_tokens_nothing_is_said():
    assert doubts(0, tokens=999) == ()


@pytest.mark.parametrize(
    "tagger", [Identity("spacy", "en"), Identity("spacy", "fr", model="fr_core_news_sm")]
)
def test_text_without_tags_or_tagged_by_another_model_is_not_doubted(tagger):
    assert doubts(0, tagger=tagger) == ()


def test_a_store_says_it_when_it_is_made_and_each_time_it_is_opened(tmp_path):
    made = store_of(FRENCH, tmp_path / "store", tagged=True)
    assert [notice.code for notice in made.notices] == ["not-english"]
    assert open_store(tmp_path / "store").notices == made.notices
    assert store_of(FRENCH, tagged=True).notices == made.notices


def test_french_that_is_only_cut_into_words_is_not_doubted():
    assert store_of(FRENCH).notices == ()


def test_the_name_of_the_tagger_is_that_of_its_files():
    assert store_of("A whale.", tagged=True).manifest.tokenizer.model == ENGLISH_TAGGER
