"""`--encoding auto`: which encoding a text is in, from its bytes alone."""

import codecs

import pytest

from lexdecay.errors import DecodingError
from lexdecay.read.detect import LOOK_AHEAD_BYTES

PLAIN = "It is a truth that nobody in this house would care to dispute with anybody. " * 16
GERMAN = "Der Müller fährt über die Brücke, und die Söhne grüßen schön.\n"
PROSE = [
    (GERMAN, "latin-1", "cp1252"),
    (f"{PLAIN}“Naïve,” he said – and left…\n", "cp1252", "cp1252"),
    ("Příliš žluťoučký kůň úpěl ďábelské ódy.\n", "iso8859-2", "iso8859-2"),
    ("Nie wiem, jak to się stało, że wszyscy już o tym wiedzieli.\n", "cp1250", "cp1250"),
    ("Otthon ülő, öreg hölgyek főznek sűrű levest.\n", "cp1250", "cp1250"),
    ("Çocuk ağacın altında oturdu, şişeyi açtı.\n", "iso8859-9", "cp1254"),
    ("Он вошёл в комнату и долго молчал, глядя в окно.\n", "koi8-r", "koi8-r"),
    ("Он вошёл в комнату и долго молчал, глядя в окно.\n", "cp1251", "cp1251"),
    ("Ο άνθρωπος είναι ζώο πολιτικό και θέλει να ζει.\n", "iso8859-7", "cp1253"),
    ("私はその人を常に先生と呼んでいた。だからここでもただ先生と書く。\n", "shift_jis", "shift_jis"),
    ("他们说这是一个很大的国家，我们都在那里。\n", "gbk", "gb18030"),
    ("他們說這是一個很大的國家，我們都在那裡。\n", "big5", "big5"),
    (GERMAN, "utf-16-le", "utf-16-le"),
    (GERMAN, "utf-8", "utf-8"),
]


@pytest.mark.parametrize(("line", "stored", "found"), PROSE)
def test_prose_is_read_in_its_encoding_and_the_result_says_which(read, file, line, stored, found):
    path = file("a.txt", (line * 20).encode(stored))
    reading = read(path, encoding="auto")
    assert reading.text == line * 20
    assert codecs.lookup(reading.sources[0].encoding).name == codecs.lookup(found).name
    said = f"1 input read as {reading.sources[0].encoding}, which its bytes suggest (first in {path})"
    assert [notice.message for notice in reading.notices] == ([] if found == "utf-8" else [said])


def test_each_file_of_several_is_read_in_its_own_encoding(read, file):
    paths = [file(f"{name}.txt", (GERMAN * 5).encode(name)) for name in ("latin-1", "utf-8", "utf-16")]
    reading = read(*paths, encoding="auto")
    assert reading.text == GERMAN * 15
    assert [source.encoding for source in reading.sources] == ["cp1252", "utf-8", "utf-16-le"]
    assert reading.codes == ["encoding_detected"]


def test_the_first_foreign_byte_may_come_late_and_in_any_delivery(read):
    text = "plain words\n" * (LOOK_AHEAD_BYTES // 8) + "a naïve café\n"
    assert read("-", stdin=text.encode("latin-1"), encoding="auto").text == text


def test_pure_ascii_is_utf8(read, file):
    assert read(file("a.txt", "words"), encoding="auto").sources[0].encoding == "utf-8"


def test_damaged_utf8_is_not_taken_for_another_encoding(read, file):
    with pytest.raises(DecodingError, match="not utf-8 at byte 63,999") as caught:
        read(file("a.txt", (GERMAN * 1000).encode()[:64_000] + b"\xff" + GERMAN.encode()), encoding="auto")
    assert "repair the file" in caught.value.hint


def test_bytes_of_no_encoding_are_an_error_with_their_place(read, file):
    with pytest.raises(DecodingError, match=r"byte 2 \(line 2\).* fit no other encoding") as caught:
        read(file("a.txt", b"a\n" + bytes(range(128, 256))), encoding="auto")
    assert "declare the encoding" in caught.value.hint


def test_two_encodings_that_fit_alike_are_left_to_the_user(read, file):
    with pytest.raises(DecodingError, match="fit two other encodings") as caught:
        read(file("a.txt", "Naïve, café.\n".encode("latin-1")), encoding="auto")  # or naďve, as Czech has it
    assert caught.value.hint == "--encoding latin-1 or --encoding cp1250"


def test_a_fault_after_the_decision_has_its_place_in_the_stored_bytes(read, file):
    data = ("ascii\n" + "他们说这是一个很大的国家，我们都在那里。\n" * 30_000).encode("gbk")
    with pytest.raises(DecodingError, match=rf"not gb18030 at byte {len(data):,} \(line 30,002\)"):
        read(file("a.txt", data + b"\xff\xff"), encoding="auto")
