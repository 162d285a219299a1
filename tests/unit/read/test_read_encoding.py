import codecs
import gzip
from pathlib import Path

import pytest

from lexdecay.errors import DecodingError
from lexdecay.read.clean import Cleaner
from lexdecay.read.guess import guess_encoding, guess_utf16
from lexdecay.read.tally import Tally

CORPORA = Path(__file__).parents[4] / "shared/corpora"
NAIVE = "Ça va, naïve café.\n"


def test_a_bad_byte_is_named_with_file_offset_line_and_a_guess(read, file):
    text = "Erste Zeile\n\nMüller und Söhne fahren über die Brücke.\n".encode("latin-1")
    with pytest.raises(DecodingError) as caught:
        read(file("a.txt", text))
    assert caught.value.message.endswith(
        "a.txt: not utf-8 at byte 14 (line 3): found FC (invalid start byte)"
    )
    assert (
        caught.value.hint
        == "it looks like latin-1: --encoding latin-1, or --encoding auto where inputs differ"
    )


def test_the_offset_in_a_compressed_file_is_said_to_be_of_the_uncompressed_text(read, file):
    with pytest.raises(DecodingError, match=r"at byte 4 of the uncompressed text \(line 2\)"):
        read(file("a.gz", gzip.compress(b"abc\n\xff")))


def test_the_offset_is_right_far_into_the_file_and_after_a_mark(read, file):
    line = "é" * 10 + "\r\n"
    data = codecs.BOM_UTF8 + (line * 100_000).encode() + b"\xff"
    with pytest.raises(DecodingError, match=r"at byte 2,200,003 \(line 100,001\): found FF"):
        read(file("a.txt", data))


def test_a_character_cut_by_the_end_of_the_file_is_an_error(read, file):
    with pytest.raises(DecodingError, match=r"at byte 3 .*found E6 BC \(unexpected end of data\)"):
        read(file("a.txt", b"abc\xe6\xbc"))


@pytest.mark.parametrize("bad", [b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80"])
def test_surrogates_overlong_forms_and_too_large_code_points_are_not_utf8(read, file, bad):
    with pytest.raises(DecodingError, match="not utf-8 at byte 1 "):
        read(file("a.txt", b"a" + bad))


def test_one_bad_byte_in_much_utf8_is_not_taken_for_another_encoding(read, file):
    with pytest.raises(DecodingError) as caught:
        read(file("a.txt", NAIVE.encode() * 50 + b"\xff"))
    assert "nearly all of it is UTF-8" in caught.value.hint


def test_a_wrong_declaration_of_utf8_text_is_advised_to_leave_it_out(read, file):
    with pytest.raises(DecodingError, match="not euc_kr at byte") as caught:
        read(file("a.txt", NAIVE.encode() * 50), encoding="euc_kr")
    assert "leave --encoding out" in caught.value.hint


def test_an_error_in_a_declared_encoding_has_the_offset_of_the_stored_bytes(read, file):
    data = "漢字\n".encode("gb18030") * 300_000 + b"\xff"
    with pytest.raises(DecodingError, match=r"not gb18030 at byte 1,500,000 \(line 300,001\): found FF"):
        read(file("a.txt", data), encoding="gb18030")


def test_an_error_in_utf16_counts_its_own_lines_and_mark(read, file):
    data = codecs.BOM_UTF16_LE + "a\nb\n".encode("utf-16-le") + b"\x00\xdc"
    with pytest.raises(DecodingError, match=r"not utf-16-le at byte 10 \(line 3\)"):
        read(file("a.txt", data))


def test_without_a_likely_guess_the_hint_is_general(read, file):
    with pytest.raises(DecodingError) as caught:
        read(file("a.txt", bytes(range(128, 256))))
    assert caught.value.hint.startswith("declare the encoding, for example --encoding latin-1")


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_no_part_of_the_text(read, file, mark, encoding):
    reading = read(file("a.txt", mark + NAIVE.encode(encoding)))
    assert reading.text == NAIVE
    assert reading.sources[0].encoding == encoding
    assert reading.notices == ()


def test_a_mark_beats_a_declaration_and_says_so(read, file):
    path = file("a.txt", codecs.BOM_UTF16_BE + NAIVE.encode("utf-16-be"))
    assert read(path, encoding="latin-1").codes == ["bom_overrides_encoding"]
    assert read(path, encoding="utf-16").codes == []


def test_a_mark_inside_the_text_is_dropped_and_counted(read, file):
    reading = read(file("a.txt", "\ufeffone\n\ufefftwo\n"))
    assert reading.text == "one\ntwo\n"
    assert reading.notices[0].message.startswith("1 byte-order mark (U+FEFF) inside the text dropped")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_recognised_and_its_option_named(read, file, encoding):
    path = file("a.txt", (NAIVE * 20).encode(encoding))
    with pytest.raises(DecodingError, match=f"looks like {encoding} without a byte-order mark") as caught:
        read(path)
    assert caught.value.hint == f"--encoding {encoding}"
    assert read(path, encoding=encoding).text == NAIVE * 20


def test_utf16_declared_without_its_order_or_a_mark_asks_for_the_order(read, file):
    with pytest.raises(DecodingError, match="not utf-16: UTF-16 stream does not start with BOM") as caught:
        read(file("a.txt", "text".encode("utf-16-be")), encoding="utf-16")
    assert caught.value.hint == "name the byte order: --encoding utf-16-le or utf-16-be"


def test_utf16_of_two_byte_scripts_still_shows_at_its_spaces():
    russian = "Он был там, и она была с ним. А я не был, но и ты не шла.\r\n" * 4
    assert guess_utf16(russian.encode("utf-16-le")) in {None, "utf-16-le"}
    assert guess_utf16(b"plain ASCII") is None


@pytest.mark.parametrize(
    ("name", "encoding", "word"),
    [
        ("de/effi_briest_latin1.txt", "latin-1", "Straße"),
        ("fr/trois_mousquetaires_latin1.txt", "latin-1", "mousquetaires"),
        ("zh/xiyouji_gbk.txt", "gb18030", "西游记"),
        ("ja/kokoro_sjis_ruby.txt", "shift_jis", "先生"),
        ("en/middlemarch.txt.gz", "latin-1", "Dorothea"),
    ],
)
def test_real_files_in_other_encodings_get_the_right_option_and_read_with_it(read, name, encoding, word):
    path = CORPORA / name
    if not path.exists():
        pytest.skip("the shared corpora are not here")
    with pytest.raises(DecodingError) as caught:
        read(path)
    assert (
        caught.value.hint
        == f"it looks like {encoding}: --encoding {encoding}, or --encoding auto where inputs differ"
    )
    assert word in read(path, encoding=encoding).text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Он вошёл в комнату и долго молчал, глядя в окно.", "koi8_r"),
        ("Он вошёл в комнату и долго молчал, глядя в окно.", "cp1251"),
        ("私はその人を常に先生と呼んでいた。だからここでもただ先生と書く。", "euc_jp"),
        ("나는 그 사람을 선생이라고 불렀다. 그래서 여기서도 그렇게 쓴다.", "euc_kr"),
        ("他們說這是一個很大的國家，我們都在那裡。", "big5"),
        ("He said “naïve” – and left…", "cp1252"),
    ],
)
def test_other_scripts_are_told_apart_from_a_sentence(text, encoding):
    assert guess_encoding((text * 5).encode(encoding, "ignore")) == encoding


def test_nul_characters_are_dropped_and_counted(read, file):
    reading = read(file("a.txt", "word " * 100 + "a\0b"))
    assert reading.text.endswith("ab")
    assert reading.notices[0].message.startswith("1 NUL character dropped (first in ")


def test_text_is_brought_to_nfc_unless_told_otherwise(read, file):
    path = file("a.txt", "cafe\u0301")
    assert read(path).text == "caf\u00e9"
    assert read(path, normalize=False).text == "cafe\u0301"


def test_a_combining_mark_after_a_dropped_character_is_joined():
    cleaner = Cleaner(Tally(), "a.txt", normalize=True)
    assert cleaner.clean_text("e\0\ufeff\u0301") == "é".encode()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_styles_become_line_feeds(read, file, newline):
    assert read(file("a.txt", f"one{newline}{newline}two{newline}")).text == "one\n\ntwo\n"
