"""What is said of an expression before any word is seen holds for all; plain words are cut as by spaCy."""

import re
from functools import cache
from itertools import chain, pairwise, product

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.tokens.plain_words import PlainWords
from lexdecay.tokens.regex_reach import Reach, Taken
from lexdecay.tokens.spacy_rules import Rules

LETTERS, MARKS, OTHERS = "abc", ",.", "1'"
SIGNS = frozenset(LETTERS + MARKS)
WORDS = ["".join(letters) for size in (1, 2, 3, 4) for letters in product("ab", repeat=size)]

one_place = st.sampled_from(
    [
        *map(re.escape, LETTERS + MARKS + OTHERS),
        "[ab]",
        "[^a]",
        "[^,]",
        r"[\d,]",
        r"\w",
        r"[^\w]",
        ".",
        "[b-z.]",
    ]
)
expressions = st.recursive(
    st.one_of(one_place, st.sampled_from(["", "^", "$", r"\b", r"\Z", r"\A"])),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda ways: f"(?:{'|'.join(ways)})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "*?"])).map(
            lambda parts: f"(?:{parts[0]}){parts[1]}"
        ),
        st.tuples(st.sampled_from(["(?={})", "(?!{})", "({})", "(?>{})", "(?i:{})"]), inner).map(
            lambda parts: parts[0].format(parts[1])
        ),
        # Around a group that captures, Python's own possessive repeats can fail.
        one_place.map("{}*+".format),
        st.tuples(st.sampled_from(["(?<={})", "(?<!{})"]), one_place).map(
            lambda parts: parts[0].format(parts[1])
        ),
    ),
    max_leaves=8,
)


def kinds(pattern, word, mark):
    """The kinds of characters that matches in a word have taken, wherever they begin."""
    text, found = word + mark, Taken.NONE
    for start in range(len(text) + 1):
        if match := pattern.match(text, start):
            taken = match.group()
            letters, marked = (
                bool(taken.rstrip(mark)) if mark else bool(taken),
                bool(mark) and taken.endswith(mark),
            )
            found |= {
                (False, False): Taken.NOTHING,
                (True, False): Taken.LETTERS,
                (False, True): Taken.MARK,
                (True, True): Taken.ALL,
            }[letters, marked]
    return found


@settings(max_examples=300, deadline=None)
@given(expression=expressions, mark=st.sampled_from(["", *MARKS]), ignores_case=st.booleans())
def test_whatever_matches_in_some_word_was_foreseen(expression, mark, ignores_case):
    pattern = re.compile(expression, re.IGNORECASE if ignores_case else 0)
    foreseen = Reach(pattern, SIGNS).matches(frozenset("ab"), mark)
    for word in WORDS:
        assert kinds(pattern, word, mark) & ~foreseen == 0


@settings(max_examples=200, deadline=None)
@given(expression=expressions, mark=st.sampled_from(MARKS))
def test_a_match_at_the_end_stays_one_when_letters_are_put_before(expression, mark):
    pattern = re.compile(f"(?:{expression})$")
    if not Reach(pattern, SIGNS).grows:
        return
    for shorter, longer in ((word, letter + word) for word in WORDS for letter in "ab"):
        assert not pattern.search(shorter + mark) or pattern.search(longer + mark)


@pytest.mark.parametrize(
    ("expression", "letters", "mark", "taken"),
    [
        ("^,|,$", "ab", ",", Taken.MARK),  # a mark never begins a word
        ("(?<=[0-9])km", "km", "", Taken.NONE),
        ("(?<=[a-z]),$", "ab", ",", Taken.MARK),
        ("[a-z]+,$", "ab", ",", Taken.ALL),
        ("a*$", "ab", "", Taken.NOTHING | Taken.LETTERS),
        ("a$", "ab", ",", Taken.NONE),  # the end comes after the mark
    ],
)
def test_what_an_expression_can_take_of_a_word(expression, letters, mark, taken):
    assert Reach(re.compile(expression), SIGNS | frozenset("km")).matches(frozenset(letters), mark) == taken


@cache
def rules(language):
    return Rules(language, spacy.blank(language).tokenizer)


@cache
def plain_words(language):
    return PlainWords(rules(language).original)


LANGUAGES = ("en", "de", "fr", "es", "ru", "fi", "hu", "it", "nl", "tr", "uk", "el", "da", "ca", "xx")
PLAIN_SIGNS = "aeinorst" * 3 + "bcdfghjklmpquvwxyzABCDEIMSTXZéàçñüßøœęžğİıΑλόςДмыёў"


def pieces(language):
    """Letters, special cases and parts of them: what might be a rule's business."""
    special = sorted(
        rule for rule in rules(language).original.rules if rule.strip(".,;:!?…\"'”’»)").isalpha()
    )
    halves = {half for rule in special for cut in range(1, len(rule)) for half in (rule[:cut], rule[cut:])}
    word = st.text(PLAIN_SIGNS, min_size=1, max_size=7)
    return st.one_of(word, st.sampled_from([*special, *sorted(halves), "http", "www", "km", "kg", "ca"]))


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_plain_words_are_cut_as_spacy_cuts_them(language, data):
    several = st.lists(pieces(language), min_size=60, max_size=120)
    marks = st.sampled_from(["", *".,;:!?…\"'”’»)"])
    chunks = [word + data.draw(marks) for word in data.draw(several)]
    chunks += [first + second for first, second in pairwise(chunks)]
    tokenizer = rules(language).original
    for chunk in filter(str.strip, chunks):
        tokens = plain_words(language).tokens(chunk)
        assert tokens is None or tokens == [token.text for token in tokenizer(chunk)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_common_words_are_plain(language):
    assert plain_words(language).tokens("balena") == ["balena"]
    assert plain_words(language).tokens("1851") is None


def test_a_mark_comes_off_after_letters_that_let_it_go():
    english = plain_words("en")
    assert english.tokens("whale,") == ["whale", ","]
    assert english.tokens("whale.") == ["whale", "."]
    assert english.tokens("I.") is None  # after one capital a point stays
    assert english.tokens("Mr.") is None  # a special case
    assert english.tokens("cannot") is None


def changed(**parts):
    tokenizer = spacy.blank("en").tokenizer
    for name, value in parts.items():
        setattr(tokenizer, name, value)
    return tokenizer


@pytest.mark.parametrize(
    "parts",
    [
        {"prefix_search": lambda text: re.match("wh", text)},  # a function nobody can look into
        {"infix_finditer": re.compile("a").finditer},
        {"suffix_search": re.compile("[a-z]$").search},
        {"prefix_search": re.compile("^[Ww]").search},
        {"suffix_search": re.compile("(?i),$").search},
    ],
)
def test_with_rules_for_letters_no_word_is_plain(parts):
    assert PlainWords(changed(**parts)).tokens("whale,") is None


@pytest.mark.parametrize(
    ("suffix", "chunk"),
    [
        ("le,$|,$", "whale,"),
        ("(?<!al)e,$|,$", "whale,"),
        ("^[a-z],$", "a,"),
        (r"\b,$", "whale,"),
        # After "e" alone it is the mark; after "le" it settles on the mark, and finds no other.
        ("(?>(?<=le),|),$", "whale,"),
        ("(?:(?<=le),)?+,$", "whale,"),
    ],
)
def test_a_mark_that_may_come_off_otherwise_is_left_to_spacy(suffix, chunk):
    assert PlainWords(changed(suffix_search=re.compile(suffix).search)).tokens(chunk) is None


def test_a_prefix_that_takes_the_mark_too_is_left_to_spacy():
    tokenizer = changed(prefix_search=re.compile("^w[a-z]+,").search)
    plain = PlainWords(tokenizer)
    assert plain.tokens("whale,") is None
    assert plain.tokens("whale;") == ["whale", ";"]
    assert [token.text for token in tokenizer("whale,")] == ["whale,"]


def test_a_mark_that_is_a_special_case_is_left_to_spacy():
    """It may have a norm of its own, which is looked for behind a word too."""
    tokenizer = changed()
    tokenizer.add_special_case(",", [{"ORTH": ",", "NORM": "comma"}])
    plain = PlainWords(tokenizer)
    assert plain.tokens("whale,") is None
    assert plain.tokens("whale;") == ["whale", ";"]
    assert tokenizer("whale,")[1].norm_ == "comma"


def test_what_keeps_a_chunk_whole_is_asked():
    plain = PlainWords(changed(token_match=re.compile("whale,$").match))
    assert plain.tokens("whale,") is None
    assert plain.tokens("whales,") == ["whales", ","]


def test_a_special_case_over_a_blank_is_known_without_it():
    tokenizer = changed()
    tokenizer.add_special_case("so ,", [{"ORTH": "so "}, {"ORTH": ","}])
    plain = PlainWords(tokenizer)
    assert plain.tokens("so,") is None
    assert plain.tokens("sow,") == ["sow", ","]
    assert list(chain.from_iterable(Rules("en", tokenizer).split(["so,", "sow,"])))[-2:] == ["sow", ","]
