import sys
from itertools import pairwise

import numpy as np
import pytest

from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store
from lexdecay.tokens.chunks import (
    LONGEST_RUN,
    MOST_SIGNS,
    ONE_BYTE_SPACES,
    THREE_BYTE_SPACES,
    TWO_BYTE_SPACES,
    chunk_keys,
    find_chunks,
)
from lexdecay.tokens.keytable import KeyTable


def chunk_texts(text, *, cap=True):
    chunks = find_chunks(text.encode(), cap=cap)
    return [chunks.text(index) for index in range(chunks.starts.size)]


def test_the_white_space_of_the_byte_scan_is_that_of_str_isspace():
    spaces = {chr(byte) for byte in ONE_BYTE_SPACES} | {
        s.decode() for s in TWO_BYTE_SPACES + THREE_BYTE_SPACES
    }
    assert spaces == {c for c in map(chr, range(sys.maxunicode + 1)) if c.isspace()}


def test_characters_that_share_bytes_with_white_space_do_not_separate():
    # U+00A1, U+2010, U+3001, U+1681 and U+E000 begin as spaces do; U+0420 ends in the byte of a blank.
    text = "a\u00a1b\u2010c\u3001d\u1681e\ue000f\u0420g"
    assert chunk_texts(text) == [text]


def test_keys_are_equal_for_equal_chunks_at_any_alignment_and_differ_otherwise():
    words = ["a", "b", "ab", "abcdefgh", "abcdefghi", "abcdefghabcdefgh", "a" * 23, "a" * 24, "é", "中文"]
    keys = {}
    for shift in range(9):
        chunks = find_chunks((" " * shift + " ".join(words)).encode())
        for index, key in enumerate(chunk_keys(chunks).tolist()):
            keys.setdefault(chunks.text(index), set()).add(key)
    assert sorted(keys) == sorted(words)
    assert all(len(found) == 1 for found in keys.values())
    assert len(set.union(*keys.values())) == len(words)


def test_keys_of_chunks_of_a_megabyte_depend_on_every_byte_and_on_no_alignment():
    long = "x" * 1_000_000
    chunks = find_chunks(f"{long} {long}y {long} {long}z".encode(), cap=False)
    first, second, third, fourth = chunk_keys(chunks).tolist()
    assert first == third
    assert len({first, second, fourth}) == 3


def test_single_blanks_are_told_from_other_gaps():
    chunks = find_chunks(b"a b  c\td e\n")
    assert chunks.single_blank_follows().tolist() == [True, False, False, True, False]


def test_a_run_of_as_many_signs_as_allowed_is_left_whole():
    assert chunk_texts("(" * MOST_SIGNS) == ["(" * MOST_SIGNS]


def test_a_run_of_more_signs_is_cut_at_every_hundredth_character():
    chunks = find_chunks(("x " + "(" * 250 + " y").encode())
    assert [chunks.text(i) for i in range(5)] == ["x", "(" * 100, "(" * 100, "(" * 50, "y"]
    assert chunks.runs_split == 1


def test_a_url_of_a_thousand_characters_is_left_whole_and_a_longer_one_is_cut():
    url = "http://a.org/" + "x" * (LONGEST_RUN - 13)
    assert chunk_texts(url) == [url]
    assert list(map(len, chunk_texts(url + "yz"))) == [LONGEST_RUN, 2]


def test_combining_marks_do_not_count_as_signs():
    word = "कि" * 150
    assert chunk_texts(word) == [word]


def test_cuts_fall_between_characters_of_several_bytes():
    assert chunk_texts("☃" * 101) == ["☃" * 100, "☃"]


def test_two_million_brackets_without_white_space_are_tokenised_and_reported():
    # Uncapped, spaCy would need years: 20,000 take two minutes and the time is quadratic.
    blocks = (TextBlock(b"(" * 1_000_000, np.array([0] if not i else [], np.int64)) for i in range(2))
    store = build_store(blocks, TokenizerSettings())
    assert store.manifest.tokens == 2_000_000
    assert store.words == ("(",)
    assert store.manifest.long_runs_split == 2
    (notice,) = store.notices
    assert notice.code == "long-runs-split"
    assert len(store.stream()) == 0


def test_the_key_table_finds_what_was_added_through_collisions_and_growth():
    table = KeyTable()
    # All keys share their low 12 bits, so every one but the first has to probe.
    keys = (np.arange(1, 5001, dtype=np.uint64) << np.uint64(12)) + np.uint64(7)
    for a, b in pairwise([0, 1, 500, 5000]):
        table.add(keys[a:b], np.arange(a, b))
    assert table.get(keys).tolist() == list(range(5000))
    assert table.get(keys + np.uint64(1)).tolist() == [-1] * 5000


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u3000\u2003"])
def test_text_of_white_space_has_no_chunk(text):
    assert chunk_texts(text) == []
