import sys
import unicodedata

from lexdecay.read.segments import SEGMENT_BYTES, last_line_end, segments, starts_anew, whole_lines


def cut(*chunks, size):
    runs = []
    return list(segments(chunks, lambda: runs.append(1), size)), len(runs)


def test_text_is_cut_after_a_line_end_where_there_is_one():
    assert cut(b"one two\nthree four five", size=14) == ([b"one two\n", b"three four ", b"five"], 0)


def test_a_carriage_return_and_its_line_feed_stay_together():
    assert cut(b"12\n45\r\n1", size=6) == ([b"12\n", b"45\r\n1"], 0)
    assert cut(b"1234\r\n12345", size=7) == ([b"1234\r\n", b"12345"], 0)
    assert last_line_end(b"a\rb\r") == 2


def test_wide_spaces_are_white_space():
    text = "漢字漢\u3000字漢字".encode()
    assert cut(text, size=13) == (["漢字漢\u3000".encode(), "字漢字".encode()], 0)


def test_a_run_without_white_space_is_cut_after_a_full_stop_of_its_script():
    text = "漢字漢字漢。字漢字漢字漢字".encode()
    pieces, runs = cut(text, size=24)
    assert pieces == ["漢字漢字漢。".encode(), "字漢字漢字漢字".encode()]
    assert runs == 1


def test_a_run_is_cut_between_characters_where_nothing_else_serves():
    pieces, runs = cut("漢字漢字漢字".encode(), size=10)
    # ten bytes hold three characters and a part of the fourth; the third is kept back as the safe one
    assert [piece.decode() for piece in pieces] == ["漢字", "漢字", "漢字"]
    assert runs == 2


def test_a_cut_never_parts_a_letter_from_its_marks():
    text = "ae\u0301e\u0301e\u0301e\u0301e\u0301".encode()
    pieces, _ = cut(text, size=9)
    joined = "".join(unicodedata.normalize("NFC", piece.decode()) for piece in pieces)
    assert joined == "aééééé"


def test_a_run_of_nothing_but_marks_still_ends():
    text = ("\u0301" * 40).encode()
    pieces, _ = cut(text, size=16)
    assert b"".join(pieces) == text
    assert max(map(len, pieces)) <= 16


def test_no_character_taken_as_a_safe_cut_ever_joins_the_one_before_it():
    for code in range(sys.maxunicode + 1):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            second = chr(int(parts[1], 16))
            joins = unicodedata.normalize("NFC", chr(int(parts[0], 16)) + second) == chr(code)
            assert not (joins and starts_anew(second))
    reordered = [c for c in map(chr, range(sys.maxunicode + 1)) if unicodedata.combining(c)]
    assert not any(map(starts_anew, reordered))
    assert not starts_anew("\u1161")  # a Hangul vowel joins the consonant before it, by rule
    assert not starts_anew("\u11a8")


def test_a_long_line_without_white_space_is_streamed_in_pieces_of_bounded_size():
    chunks = (b"x" * (1 << 16) for _ in range(80))  # five mebibytes
    sizes = [len(piece) for piece in segments(chunks, lambda: None)]
    assert sum(sizes) == 80 << 16
    assert max(sizes) <= SEGMENT_BYTES


def test_whole_lines_are_cut_at_line_ends_only():
    chunks = [b"ab", b"c\r", b"\nd\r", b"e", b"", b"\nf"]
    # the CR at the end of a chunk may belong to a CRLF, so it cuts nothing until more is seen
    assert list(whole_lines(chunks)) == [b"abc\r\n", b"d\re\n", b"f"]
