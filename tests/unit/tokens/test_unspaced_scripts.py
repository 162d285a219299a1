"""Text without spaces that was cut by rules made for spaces."""

from lexdecay.tokens import runs_words_together


def test_chinese_clauses_are_seen():
    assert runs_words_together(["柳渡的钟声", "河面上", "the", "他们说"])


def test_words_of_other_scripts_and_single_characters_are_not():
    assert not runs_words_together(["the", "идиот", "Käse", "한국어", "河", "面"])


def test_no_words_run_nothing_together():
    assert not runs_words_together([])
