"""Header and licence, readings and notes, divided words, invisible characters."""

import gzip
from pathlib import Path

import pytest

from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.read.hyphens import LineEndHyphens
from lexdecay.read.segments import SEGMENT_BYTES

CORPORA = Path(__file__).parents[4] / "shared/corpora"
BOOK = "CHAPTER I.\n\nIt was a dark night.\n"
STARTS = [
    "The Project Gutenberg eBook of X\n\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n",
    "***START OF THIS PROJECT GUTENBERG EBOOK X***\n",
    "*** START OF THIS PROJECT GUTENBERG EBOOK A LONG TITLE\nTHAT TAKES TWO LINES ***\n",
    "*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*\n",
    "*END*THE SMALL PRINT!*Ver.1*END*\nmore\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n",
    "*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\nProduced by A and\nB of a team\n\n\n",
]
ENDS = [
    "*** END OF THE PROJECT GUTENBERG EBOOK X ***\nlicence\n",
    "***END OF THIS PROJECT GUTENBERG EBOOK X***\nlicence\n",
    "End of Project Gutenberg's X, by Y\n\n*** END OF THIS PROJECT GUTENBERG EBOOK X ***\nlicence",
    "End of the Project Gutenberg EBook of X\n",
    "Ende dieses Projekt Gutenberg Etextes\n",
    "Fin de Project Gutenberg Etext\n",
]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_stands_between_header_and_licence_is_the_book(read, start, end, newline):
    data = (start + BOOK + end).replace("\n", newline).encode()
    reading = read("-", stdin=data, strip=("gutenberg",))
    assert reading.text.strip("\n") == BOOK.strip("\n")
    assert reading.codes == []


def test_books_in_a_row_each_lose_their_frame(read):
    data = (STARTS[0] + BOOK + ENDS[2] + "\n") * 3
    assert read("-", stdin=data.encode(), strip=("gutenberg",)).text == BOOK * 3


def test_the_end_is_found_far_from_the_start(read):
    middle = "some words of a line\n" * (3 * SEGMENT_BYTES // 20)
    reading = read("-", stdin=(STARTS[0] + middle + ENDS[0] + middle).encode(), strip=("gutenberg",))
    assert reading.text == middle


@pytest.mark.parametrize(
    ("text", "code", "left"),
    [
        (STARTS[0] + BOOK, "gutenberg_no_end", BOOK),
        (BOOK, "gutenberg_not_found", BOOK),
        (BOOK + ENDS[0], "gutenberg_end_only", BOOK),
    ],
)
def test_a_missing_marker_is_noted(read, text, code, left):
    reading = read("-", stdin=text.encode(), strip=("gutenberg",))
    assert (reading.text, reading.codes) == (left, [code])


def test_a_header_that_stays_is_noted_with_the_option(read, file):
    reading = read(file("a.txt", STARTS[0] + BOOK + ENDS[0]))
    (notice,) = reading.notices
    assert (notice.code, notice.hint) == ("gutenberg_header", "--strip gutenberg leaves them out")
    assert read(file("b.txt", "A novel about Project Gutenberg.\n")).codes == []


AOZORA = """こころ
夏目漱石

-------------------------------------------------------
【テキスト中に現れる記号について】

《》：ルビ
-------------------------------------------------------

［＃２字下げ］上　先生と私［＃「上　先生と私」は大見出し］
　私《わたくし》は先生一人｜麦藁帽《むぎわらぼう》を※［＃「てへん＋劣」、第3水準1-84-77］ぎ。
※［＃「言＋爰」、U+2E84、1-2］と※［＃感嘆符］。


底本：「こころ」集英社文庫
入力：j.utiyama
"""


def test_readings_notes_legend_and_colophon_of_aozora_are_left_out(read, file):
    text = read(file("a.txt", AOZORA.encode("shift_jis")), strip=("aozora",), encoding="auto").text
    assert text == "こころ\n夏目漱石\n\n\n上　先生と私\n　私は先生一人麦藁帽を挘ぎ。\n⺄と※。\n\n\n"


def test_marks_of_aozora_that_stay_are_noted(read, file):
    assert read(file("a.txt", AOZORA)).notices[0].hint == "--strip aozora leaves them out"


def test_a_real_novel_without_its_marks_is_its_plain_edition(read):
    path = CORPORA / "ja/kokoro_sjis_ruby.txt"
    if not path.exists():
        pytest.skip("the shared corpora are not here")
    plain = "".join((CORPORA / "ja/kokoro.txt").read_text("utf-8").split())
    found = "".join(read(path, encoding="auto", strip=("aozora",)).text.split()).removeprefix(
        "こころ夏目漱石"
    )
    # The plain edition has dropped the characters that Shift-JIS lacks; here they are.
    restored = set(found) - set(plain)
    assert len(found) - len(plain) == 4
    assert "".join(character for character in found if character not in restored) == plain


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("a hyphen-\nation here\n", "a hyphenation here\n"),
        ("a hyphen-\n   ation here\n", "a hyphenation here\n"),
        ("the Anglo-\nSaxon\n", "the Anglo-Saxon\n"),
        ("a mother-in-\nlaw\n", "a mother-in-law\n"),
        ("Haus-\nund Hofhund\n", "Haus-\nund Hofhund\n"),
        ("end-\n\nbegin\n", "end-\n\nbegin\n"),
        ("a dash -\nword\n", "a dash -\nword\n"),
        ("5-\nfold\n", "5-\nfold\n"),
        ("re\u00adsult and Schiff\u00ad\nfahrt, Hof\u00ad\nHund\n", "result and Schifffahrt, HofHund\n"),
        ("Brü\u2010\ncke\n", "Brücke\n"),
        ("last-\n", "last-\n"),
    ],
)
def test_divided_words_are_joined_by_the_rules(read, text, joined):
    assert read("-", stdin=text.encode(), dehyphenate=True).text == joined


def test_a_word_divided_where_the_pieces_meet_is_joined():
    edit = LineEndHyphens()
    assert edit.feed(b"one hyphen-\n") + edit.feed(b"ation\n") + edit.finish() == b"one hyphenation\n"


def test_soft_hyphens_stay_by_default(read):
    assert read("-", stdin="re\u00adsult".encode()).text == "re\u00adsult"


def test_invisible_characters_go_when_asked_and_joiners_stay(read):
    text = "\u200eab\u202ec\u2060d\u00ade\u200bf می\u200cخواهم 👩\u200d🔬"
    assert read("-", stdin=text.encode(), strip=("invisible",)).text == "abcde f می\u200cخواهم 👩\u200d🔬"


def test_each_record_is_edited_on_its_own(read, file):
    path = file("a.jsonl", '{"text": "hyphen-\\nation"}\n{"text": "end-\\n"}\n{"text": "begin"}\n')
    assert [d.rstrip("\n") for d in read(path, dehyphenate=True).documents] == [
        "hyphenation",
        "end-",
        "begin",
    ]


def test_text_of_tokens_is_not_edited(read, file):
    path = file("a.conllu", "1\ta\ta\tDET\t_\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(UsageError, match="text that comes as tokens is not edited") as caught:
        read(path, dehyphenate=True)
    assert "--dehyphenate" in caught.value.hint


def test_lines_that_are_documents_are_not_joined(read, file):
    with pytest.raises(UsageError, match="cannot be joined where each line is a document"):
        read(file("a.txt", "a"), dehyphenate=True, documents="line")


def test_an_unknown_thing_to_strip_is_guessed(read, file):
    with pytest.raises(UnknownNameError, match="no thing to strip is named 'gutenbreg'") as caught:
        read(file("a.txt", "a"), strip=("gutenbreg",))
    assert "did you mean 'gutenberg'" in caught.value.hint


def test_real_books_lose_every_word_of_the_licence(read):
    path = CORPORA / "en/middlemarch.txt.gz"
    if not path.exists():
        pytest.skip("the shared corpora are not here")
    text = read(path, encoding="auto", strip=("gutenberg",)).text
    assert text.startswith("Middlemarch\n\n\nBy\n\nGeorge Eliot\n")
    assert text.rstrip().endswith("and rest in unvisited tombs.")
    whole = gzip.decompress(path.read_bytes()).decode("latin-1").replace("\r\n", "\n")
    assert text.rstrip() in whole
