import os
import threading

import pytest

from lexdecay.errors import FormatError, InputError, UnknownNameError, UsageError
from lexdecay.read import CorpusReader, ReadOptions
from lexdecay.read.paths import shown


def test_inputs_are_read_in_the_order_given(read, file):
    b, a = file("b.txt", "bee"), file("a.txt", "ay")
    assert read(b, a).documents == ["bee\n", "ay"]


def test_a_source_carries_the_size_and_hash_of_the_stored_bytes(read, file):
    (source,) = read(file("a.txt", "abc")).sources
    assert source.bytes == 3
    # sha256 of "abc", from FIPS 180-2
    assert source.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert (source.encoding, source.documents) == ("utf-8", 1)


def test_total_bytes_is_known_before_reading_files_and_unknown_for_a_stream(read, file):
    a, b = file("a.txt", "abc"), file("b.txt", "de")
    assert read(a, b).total_bytes == 5
    assert read(a, "-", stdin=b"x").total_bytes is None


def test_progress_is_told_every_stored_byte(file):
    seen = []
    path = file("a.txt", "word " * 1000)
    for _ in CorpusReader([str(path)], ReadOptions(), on_bytes=seen.append):
        pass
    assert sum(seen) == 5000


def test_a_folder_needs_recursive_and_says_so(read, tmp_path):
    with pytest.raises(UsageError, match="is a folder") as caught:
        read(tmp_path)
    assert "--recursive" in caught.value.hint


@pytest.mark.parametrize("recursive", [True, False])
def test_a_store_among_texts_is_refused_for_what_it_is(read, file, recursive):
    store = file("s/manifest.json", '{"kind": "lexdecay.tokens"}').parent
    with pytest.raises(UsageError, match="is a store or a result of this program") as caught:
        read(file("a.txt", "one"), store, recursive=recursive)
    assert "given alone" in caught.value.hint


def test_a_folder_is_read_in_byte_order_without_hidden_files(read, file, tmp_path):
    for name in ("é.txt", "b.txt", "a/z.txt", "a.txt", "Z.txt", ".hidden", ".git/config"):
        file(f"corpus/{name}", name)
    names = [
        os.path.relpath(s.path, tmp_path / "corpus")
        for s in read(tmp_path / "corpus", recursive=True).sources
    ]
    assert names == ["Z.txt", "a.txt", "a/z.txt", "b.txt", "é.txt"]


def test_an_empty_folder_is_an_error(read, tmp_path):
    (tmp_path / "void").mkdir()
    with pytest.raises(InputError, match="no file in this folder"):
        read(tmp_path / "void", recursive=True)


def test_a_linked_folder_is_not_followed_so_a_loop_ends_and_is_reported(read, file, tmp_path):
    file("corpus/a.txt", "a")
    (tmp_path / "corpus/loop").symlink_to(tmp_path / "corpus")
    reading = read(tmp_path / "corpus", recursive=True)
    assert len(reading.sources) == 1
    assert reading.codes == ["path_skipped"]
    assert "linked folder" in reading.notices[0].message


def test_a_pipe_inside_a_folder_is_reported_and_not_waited_for(read, file, tmp_path):
    file("corpus/a.txt", "a")
    os.mkfifo(tmp_path / "corpus/pipe")
    reading = read(tmp_path / "corpus", recursive=True)
    assert "neither a file nor a folder" in reading.notices[0].message


def test_a_dangling_link_is_an_error_that_names_its_target(read, file, tmp_path):
    file("corpus/a.txt", "a")
    (tmp_path / "corpus/link.txt").symlink_to("gone.txt")
    with pytest.raises(InputError, match=r"link\.txt: a link to gone\.txt, which cannot be reached"):
        read(tmp_path / "corpus", recursive=True)


@pytest.mark.parametrize(
    ("name", "hint"), [("gone.txt", "check the name"), ("no/gone.txt", "does not exist either")]
)
def test_a_missing_file_is_named_before_anything_is_read(file, tmp_path, name, hint):
    with pytest.raises(InputError, match="No such file") as caught:
        CorpusReader([str(file("a.txt", "a")), str(tmp_path / name)], ReadOptions())
    assert hint in caught.value.hint


def test_an_empty_name_is_a_missing_file_and_not_the_current_folder(read):
    with pytest.raises(InputError, match="No such file"):
        read("", recursive=True)


def test_a_file_without_permission_is_an_error(read, file, monkeypatch):
    path = file("a.txt", "a")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="permission denied") as caught:
        read(path)
    assert "chmod" in caught.value.hint


def test_a_glob_reads_what_it_matches_in_byte_order(read, file, tmp_path):
    for name in ("b.txt", "a.txt", "deep/c.txt", "a.md"):
        file(name, name)
    assert read(tmp_path / "*.txt").documents == ["a.txt\n", "b.txt"]
    assert read(tmp_path / "**/*").documents == ["a.md\n", "a.txt\n", "b.txt\n", "deep/c.txt"]


def test_a_glob_that_matches_nothing_is_an_error(read, tmp_path):
    with pytest.raises(InputError, match="no file matches"):
        read(tmp_path / "*.txt")


def test_a_file_whose_name_looks_like_a_glob_is_read_as_itself(read, file):
    assert read(file("a[1].txt", "one")).documents == ["one"]


def test_the_same_file_twice_is_read_twice_and_reported(read, file, tmp_path):
    path = file("a.txt", "a")
    (tmp_path / "same.txt").symlink_to(path)
    reading = read(path, tmp_path / "same.txt")
    assert len(reading.documents) == 2
    assert reading.codes == ["duplicate_input"]


def test_standard_input_is_read_in_its_place_and_named_once(read, file):
    assert read(file("a.txt", "a"), "-", stdin=b"in").documents == ["a\n", "in"]
    with pytest.raises(UsageError, match="named twice"):
        read("-", "-", stdin=b"in")


def test_a_stream_cannot_be_read_a_second_time(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = CorpusReader([str(tmp_path / "pipe")], ReadOptions())
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=("from a pipe",))
    writer.start()
    assert b"".join(block.data for block in reader) == b"from a pipe"
    writer.join()
    with pytest.raises(InputError, match="only once"):
        list(reader)


def test_closed_standard_input_is_an_error(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        list(CorpusReader(["-"], ReadOptions()))


def test_no_path_at_all_is_an_error(read):
    with pytest.raises(UsageError, match="no input is named"):
        read()


def test_files_can_be_read_again_with_the_same_account(file):
    reader = CorpusReader([str(file("a.txt", "word " * 100 + "\0"))], ReadOptions())
    first = ([block.data for block in reader], reader.sources, reader.notices)
    assert ([block.data for block in reader], reader.sources, reader.notices) == first


def test_names_are_shown_without_control_characters_or_broken_bytes():
    assert shown("a\n\x1b[2J") == r"a\n\x1b[2J"
    assert shown(os.fsdecode(b"\xff.txt")) == r"\xff.txt"
    assert shown("漢字.txt") == "漢字.txt"


def test_a_file_with_a_broken_name_is_read(read, tmp_path):
    path = os.path.join(os.fsencode(tmp_path), b"\xff.txt")  # noqa: PTH118 - Path takes no bytes
    with open(path, "wb") as stream:  # noqa: PTH123
        stream.write(b"text")
    assert os.fsencode(read(os.fsdecode(path)).sources[0].path) == path


def test_options_refuse_names_that_mean_nothing():
    with pytest.raises(UnknownNameError, match="no kind of document is named 'sentence'"):
        ReadOptions(documents="sentence")
    for name in ("klingon", "hex"):
        with pytest.raises(UsageError, match=f"no text encoding is named '{name}'"):
            ReadOptions(encoding=name)


def test_results_and_stores_in_a_folder_are_skipped_with_a_notice(read, file):
    file("c/a.txt", "words")
    file("c/r.json", '{\n  "schema": "decay.fit/1",\n  "tool": {}\n}\n')
    file("c/store/manifest.json", '{\n "kind": "lexdecay.tokens",\n "format": 1\n}')
    file("c/store/ids.bin", b"\0\0\0\0")
    file("c/a.txt~", "old words")
    folder = file("c/b.json", '{"text": "objects"}\n').parent
    reading = read(folder, recursive=True)
    assert [document.rstrip() for document in reading.documents] == ["words", "objects"]
    skipped = {notice.message.partition(" was not read: ")[2] for notice in reading.notices}
    assert skipped == {"a result of this program", "a store of this program", "a backup copy of an editor"}
    assert set(reading.codes) == {"path_skipped"}


def test_excluded_names_are_not_read_wherever_they_come_from(read, file):
    a, b = file("c/a.txt", "ay"), file("c/b.txt", "bee")
    file("c/drafts/d.txt", "dee")
    assert read(a, b, exclude=("b*",)).documents == ["ay"]
    assert read(f"{a.parent}/*.txt", exclude=("b.txt",)).documents == ["ay"]
    assert read(a.parent, recursive=True, exclude=("drafts", "b.txt")).documents == ["ay"]
    assert read(a.parent, recursive=True, exclude=("drafts/*", "a*")).documents == ["bee"]


def test_a_pattern_that_excludes_nothing_or_all_is_said(read, file):
    path = file("a.txt", "ay")
    (notice,) = read(path, exclude=("*.csv",)).notices
    assert (notice.code, notice.message) == ("exclude_unused", "--exclude '*.csv' matched no file")
    with pytest.raises(InputError, match="--exclude leaves no file to read") as caught:
        read(path, exclude=("*.txt",))
    assert caught.value.hint == "leave out --exclude '*.txt'"


def test_what_is_wrong_with_a_file_that_was_not_named_can_be_left_out(read, file):
    file("c/a.txt", "words")
    folder = file("c/b.pdf", "%PDF-1.7").parent
    with pytest.raises(FormatError, match="a PDF document") as caught:
        read(folder, recursive=True)
    assert caught.value.hint.endswith("or leave it out: --exclude 'b.pdf'")
    assert read(folder, recursive=True, exclude=("b.pdf",)).documents == ["words"]
    with pytest.raises(FormatError) as caught:
        read(folder / "b.pdf")
    assert "--exclude" not in caught.value.hint


def test_standard_input_has_its_name_in_messages_and_a_dash_in_results(read):
    with pytest.raises(InputError, match=r"^standard input: not utf-8 at byte 0"):
        read("-", stdin=b"\xff")
    with pytest.raises(UsageError, match="standard input is named twice") as caught:
        read("-", "-", stdin=b"")
    assert caught.value.hint == "name - once"
    assert read("-", stdin=b"a").sources[0].path == "-"
