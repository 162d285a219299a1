"""Packed strings are the strings that were packed, one by one, several and all."""

import pytest

from lexdecay.tokens.packed import Packed, pack

WORDS = ["", "whale", "été", "👩\u200d🚀", "", "a b"]


def test_strings_come_back():
    packed = Packed(pack(WORDS), len(WORDS))
    assert list(packed) == [packed[index] for index in range(len(packed))] == WORDS
    assert packed[1:3] == WORDS[1:3]
    assert packed[-1] == "a b"
    assert "whale" in packed


@pytest.mark.parametrize("words", [[], [""], ["a"]])
def test_few_strings_come_back(words):
    assert list(Packed(pack(words), len(words))) == words


def test_there_is_no_string_behind_the_last():
    with pytest.raises(IndexError):
        Packed(pack(WORDS), len(WORDS))[len(WORDS)]


@pytest.mark.parametrize("size", [5, 7])
def test_another_number_of_strings_is_refused(size):
    with pytest.raises(ValueError, match=f"6 strings instead of {size}"):
        Packed(pack(WORDS), size)
