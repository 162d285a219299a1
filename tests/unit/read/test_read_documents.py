import pytest

from lexdecay.errors import UsageError
from lexdecay.read.blocks import pack
from lexdecay.read.documents import as_starts, splitter
from lexdecay.records import TextBlock

OTHER_BREAKS = "\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e"


def test_a_file_is_one_document_even_when_empty(read, file):
    empty, full = file("empty.txt", ""), file("full.txt", "a\n\nb\n")
    reading = read(empty, full, empty)
    assert reading.documents == ["", "a\n\nb\n", ""]
    assert [source.documents for source in reading.sources] == [1, 1, 1]


def test_a_file_of_a_mark_alone_is_an_empty_document(read, file):
    assert read(file("a.txt", "\ufeff")).documents == [""]


def test_lines_are_documents_and_the_last_line_end_opens_none(read, file):
    assert read(file("a.txt", "one\n\ntwo\n"), documents="line").documents == ["one\n", "\n", "two\n"]
    assert read(file("b.txt", "one\ntwo"), documents="line").documents == ["one\n", "two"]
    assert read(file("c.txt", ""), documents="line").documents == []


def test_no_other_character_ends_a_line(read, file):
    text = "".join(f"a{character}b" for character in OTHER_BREAKS)
    assert read(file("a.txt", text), documents="line").documents == [text]


def test_paragraphs_are_runs_of_lines_that_are_not_blank(read, file):
    text = "\n \none\ntwo\n\t\n\nthree\n\u3000\n four\n\n"
    documents = read(file("a.txt", text), documents="paragraph").documents
    assert documents == ["one\ntwo\n\t\n\n", "three\n\u3000\n", " four\n\n"]


def test_a_file_of_blank_lines_has_no_paragraph(read, file):
    reading = read(file("a.txt", " \n\n\t"), documents="paragraph")
    assert reading.documents == []
    assert reading.sources[0].documents == 0


def test_a_paragraph_goes_on_over_the_cut_between_two_segments():
    paragraphs = splitter("paragraph")
    pieces = [paragraphs.split(data) for data in (b"one ", b"  ", b"two\n ", b"three\n ", b"\nfour")]
    assert [piece.starts.tolist() for piece in pieces] == [[0], [], [], [], [1]]


def test_running_text_has_no_objects():
    with pytest.raises(UsageError, match="no documents of kind 'object'"):
        splitter("object")


def test_a_field_means_nothing_in_running_text(read, file):
    with pytest.raises(UsageError, match="running text has no field 'body'") as caught:
        read(file("a.txt", "a"), field="body")
    assert "--input-format jsonl" in caught.value.hint


def piece(data, *starts):
    return TextBlock(data, as_starts(list(starts)))


def test_small_documents_share_a_block_with_a_line_feed_between_them():
    (block,) = pack([piece(b"one", 0), piece(b"two\n", 0), piece(b"", 0), piece(b"three", 0)])
    assert block.data == b"one\ntwo\nthree"
    assert block.starts.tolist() == [0, 4, 8, 8]


def test_blocks_are_closed_at_their_size():
    blocks = list(pack((piece(b"12345", 0) for _ in range(10)), size=12))
    assert [len(block.data) for block in blocks] == [17, 17, 17, 5]


def test_a_large_piece_does_not_grow_the_block_before_it():
    blocks = list(pack([piece(b"12345", 0), piece(b"1234567890", 0)], size=10))
    assert [len(block.data) for block in blocks] == [5, 10]


def test_nothing_is_put_inside_a_document_and_a_halved_word_stays_halved():
    blocks = list(pack([piece(b"one ", 0), piece(b"two"), piece(b"three")]))
    assert [block.data for block in blocks] == [b"one two", b"three"]
    assert [block.starts.tolist() for block in blocks] == [[0], []]


def test_many_files_make_few_blocks(read, file, tmp_path):
    for i in range(200):
        file(f"corpus/{i:03}.txt", f"file {i}")
    reading = read(tmp_path / "corpus", recursive=True)
    assert len(reading.blocks) == 1
    assert len(reading.documents) == 200
