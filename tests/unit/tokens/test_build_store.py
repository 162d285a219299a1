import subprocess
import sys

import numpy as np
import pytest

from lexdecay.errors import MissingExtraError, UnknownNameError, UsageError
from lexdecay.records import Source, TextBlock
from lexdecay.tokens import TokenizerSettings, build_store

WHITESPACE = TokenizerSettings("whitespace")


def block(*documents):
    data = [document.encode() + b"\n" for document in documents]
    starts = np.cumsum([0, *map(len, data[:-1])])
    return TextBlock(b"".join(data), starts.astype(np.int64))


def forms(store):
    return [store.words[index] for index in store.ids.tolist()]


def test_tokens_are_numbered_in_the_order_in_which_they_first_appear():
    store = build_store([block("b a b c")], WHITESPACE)
    assert store.words == ("b", "a", "c")
    assert store.ids.tolist() == [0, 1, 0, 2]
    assert store.counts.tolist() == [2, 1, 1]


def test_every_document_begins_at_its_first_token_and_empty_ones_are_kept():
    store = build_store([block("a b", "", "c d e", "")], WHITESPACE)
    assert store.starts.tolist() == [0, 2, 2, 5]
    assert store.manifest.documents == 4


@pytest.mark.parametrize("settings", [WHITESPACE, TokenizerSettings()], ids=["whitespace", "spacy"])
@pytest.mark.parametrize("after", [" ", "\t", "\u3000 ", " \n "])
def test_a_document_of_which_only_white_space_is_known_yet_takes_no_token_of_the_one_before(settings, after):
    first = TextBlock(f"a b c\n{after}".encode(), np.array([0, 6]))
    assert build_store([first], settings).starts.tolist() == [0, 3]
    more = TextBlock(b"d e\n", np.empty(0, np.int64))
    assert build_store([first, more], settings).starts.tolist() == [0, 3]


def test_a_block_whose_first_start_is_not_0_continues_the_document_before():
    second = TextBlock(b"c\nd e\n", np.array([2]))
    store = build_store([block("a b"), second], WHITESPACE)
    assert forms(store) == ["a", "b", "c", "d", "e"]
    assert store.starts.tolist() == [0, 3]


def test_no_text_gives_an_empty_store_with_an_empty_stream():
    store = build_store([], WHITESPACE)
    assert (store.manifest.tokens, store.manifest.types, store.manifest.documents) == (0, 0, 0)
    stream = store.stream()
    assert len(stream) == 0
    assert stream.vocabulary.words == ()


def test_white_space_of_any_script_separates_and_nothing_else_does():
    store = build_store([block("a\u2003b\u00a0c\u3000d\u0085e\x1ff\u200bg")], WHITESPACE)
    assert forms(store) == ["a", "b", "c", "d", "e", "f\u200bg"]


def test_english_contractions_and_punctuation_are_cut_as_spacy_cuts_them():
    store = build_store([block("“Don't,” said Mr. O'Neil at 5p.m. (U.K.)")], TokenizerSettings())
    assert forms(store) == [
        *("“", "Do", "n't", ",", "”", "said", "Mr.", "O'Neil", "at", "5", "p.m.", "(", "U.K.", ")")
    ]  # fmt: skip


def test_a_special_case_with_a_blank_inside_becomes_one_token():
    store = build_store([block("los EE. UU. y más")], TokenizerSettings(language="es"))
    assert "EE. UU." in forms(store)


def test_sources_are_asked_for_after_the_text_has_passed():
    passed = []

    def blocks():
        yield block("a")
        passed.append("text")

    def sources():
        assert passed == ["text"]
        return (Source("x.txt", 2, "0" * 64, "utf-8", 1),)

    assert build_store(blocks(), WHITESPACE, sources=sources).manifest.sources[0].path == "x.txt"


def test_an_unknown_tokenizer_is_an_error_that_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match="no tokenizer is named 'spacey'") as error:
        build_store([], TokenizerSettings("spacey"))
    assert error.value.hint.startswith("did you mean 'spacy'?")


def test_an_unknown_language_is_an_error_that_lists_the_known_ones():
    with pytest.raises(UnknownNameError, match="no language is named 'eng'") as error:
        build_store([], TokenizerSettings(language="eng"))
    assert "did you mean 'en'" in error.value.hint


def test_a_pattern_with_groups_is_refused_with_the_way_to_write_it():
    with pytest.raises(UsageError, match="has capturing groups") as error:
        build_store([], TokenizerSettings("pattern", pattern=r"(\w)+"))
    assert error.value.hint == "write (?:...) for every (...)"


def test_a_pattern_that_does_not_compile_is_an_error_that_says_where():
    with pytest.raises(UsageError, match=r"is no regular expression: .* at position 0"):
        build_store([], TokenizerSettings("pattern", pattern="["))


def test_the_pattern_tokenizer_without_a_pattern_says_which_option_is_missing():
    with pytest.raises(UsageError, match="needs a pattern") as error:
        build_store([], TokenizerSettings("pattern"))
    assert "--token-pattern" in error.value.hint


def test_a_pattern_is_matched_in_each_line_alone_and_empty_matches_are_no_tokens():
    store = build_store([block("a b\nc  d", "e")], TokenizerSettings("pattern", pattern=r"[a-z]?\s?[a-z]?"))
    assert forms(store) == ["a b", "c ", " d", "e"]
    assert store.starts.tolist() == [0, 3]


def test_a_language_whose_package_is_missing_is_an_error_with_the_line_to_install(monkeypatch):
    def missing(_code):
        raise ImportError("Japanese support requires SudachiPy")

    monkeypatch.setattr("spacy.blank", missing)
    with pytest.raises(MissingExtraError, match="spaCy's tokenizer for 'ja' needs a package") as error:
        build_store([], TokenizerSettings(language="ja"))
    assert error.value.hint == "pip install 'spacy[ja]'"


def test_a_special_case_that_a_cut_between_blocks_would_halve_is_still_one_token():
    halves = [TextBlock(b"los EE. ", np.array([0])), TextBlock(b"UU. y\n", np.array([], np.int64))]
    assert forms(build_store(halves, TokenizerSettings(language="es"))) == ["los", "EE. UU.", "y"]


def test_a_word_cut_between_blocks_is_put_together_unless_a_document_begins_there():
    def two(starts):
        halves = [TextBlock(b"one tw", np.array([0])), TextBlock(b"o three", np.array(starts, np.int64))]
        return build_store(halves, WHITESPACE)

    assert forms(two([])) == ["one", "two", "three"]
    assert forms(two([0])) == ["one", "tw", "o", "three"]
    assert two([0]).starts.tolist() == [0, 2]


def test_importing_the_room_does_not_import_spacy():
    program = "import sys; import lexdecay.tokens; print('spacy' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"
