"""The page of ``decay pairs`` at any width: whole numbers, both words of a pair in their line."""

import re

import pytest

from lexdecay.records import Corpus, Source
from lexdecay.report.pairs_screen import pair_text, pairs_screen
from lexdecay.word_records import PairLine, PairsAt, PairsResult, WordPair

LONG = "supercalifragilisticexpialidocious"
LINE = PairLine("well then said he to me", LONG, "", "x", "y z and so on to the end of it")
PAIRS = (
    WordPair(LONG, "x", 123_456, 1.36, 1_630.0, 7.05, 0.0, 0.0, 0.0088, (LINE,)),
    WordPair("x", LONG, 78_901, 5_180.0, -10_825.0, -9.17, 0.0, 0.25, -0.001, (LINE,)),
    WordPair("x", "y", 9, 0.123, 35.9, 2.97, 0.0, 0.0, None, (LINE,)),
)
NUMBERS = {
    "123,456", "78,901", "9", "1.36", "5,180", "0.123", "1,630", "-10,800", "35.9", "7.05", "-9.17",
    "2.97", "0.001", "0.25", "0.88", "-0.10",
}  # fmt: skip


def page(width, pairs=PAIRS):
    corpus = Corpus((Source("a.txt", 1, "0" * 64, "utf-8", 1, 120_000),), {}, 1, 120_000, 17_144)
    at = PairsAt((1,), 217_862, 4.31, 3.645, 5308, pairs)
    return pairs_screen(PairsResult(corpus, {"min_count": 5}, (at,), at), width=width, color=False)


def table_of(text):
    return " ".join(text.split()).partition("by chance")[2].partition("G² is negative")[0]


@pytest.mark.parametrize("width", [*range(40, 101), 140])
def test_every_number_is_whole_at_every_width(width):
    bare = tuple(WordPair(*(getattr(p, name) for name in WordPair.__slots__[:-1])) for p in PAIRS)
    text = page(width, bare)
    cells = [cell for cell in table_of(text).split() if re.search(r"\d", cell)]
    assert set(cells) <= NUMBERS
    assert {"123,456", "78,901", "1,630", "-10,800"} <= set(cells)
    assert max(map(len, text.splitlines())) <= width


def test_where_no_table_fits_pairs_are_told_in_lines_that_wrap():
    text = table_of(page(22))
    assert "123,456, expected 1.36, G² 1,630, PMI 7.05, q < 0.001, share 0.88 %" in text
    assert text.count("supercal… x y") == len(PAIRS)


def test_words_give_way_to_numbers_and_are_cut_with_an_ellipsis():
    assert "supercal…" not in page(100)
    assert re.search(r"^super\S*…  x  +123,456", page(60), re.MULTILINE)


def test_the_header_stands_once_an_offset_and_columns_are_in_line():
    text = page(100).partition("by chance\n")[2]
    rows = text.splitlines()
    assert sum("expected" in row for row in rows) == 1
    ends = {row.index(number) + len(number) for number, row in zip(
        ("count", "123,456", "78,901"), (rows[0], rows[2], rows[5]), strict=True
    )}  # fmt: skip
    assert len(ends) == 1


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_the_line_of_a_pair_shows_both_its_words(width):
    lines = [row for row in page(width).splitlines() if re.search(r"super\S*(…|ocious) x y", row)]
    assert len(lines) == len(PAIRS)
    assert all(len(row) <= width for row in page(width).splitlines())


@pytest.mark.parametrize(
    ("words", "room", "shown"),
    [
        (("old", "", "man"), 20, "old man"),
        (("abcdefghij", "", "x"), 8, "abcde… x"),
        (("x", "", "abcdefghij"), 8, "x abcde…"),
        (("abcdefghij", "", "abcdefghij"), 9, "abc… abc…"),
        (("old", "one two three", "man"), 14, "old one t… man"),
        (("old", "one two three", "man"), 9, "old … man"),
        (("abcdefghij", "one two", "z"), 10, "abcde… … z"),
        (("abcdefghij", "one two", "abcdefghij"), 5, "… … …"),
    ],
)
def test_what_stands_between_is_cut_before_the_words_are(words, room, shown):
    assert pair_text(PairLine("", *words, ""), room) == shown


def test_a_wide_letter_counts_for_two_cells():
    assert pair_text(PairLine("", "鯨鯨鯨鯨", "", "x", ""), 8) == "鯨鯨… x"
