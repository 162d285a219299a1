import json
import os

import numpy as np
import pytest

from lexdecay.errors import FormatError, OutputError, UsageError
from lexdecay.records import Source, TextBlock
from lexdecay.tokens import TokenizerSettings, build_store, is_store, open_store
from lexdecay.tokens.disk import _checksum

RULE = TokenizerSettings("whitespace")
SOURCE = Source("a.txt", 12, "ab" * 32, "utf-8", 2)


def blocks(*texts):
    for text in texts:
        yield TextBlock(text.encode() + b"\n", np.array([0]))


def build(directory, *texts):
    return build_store(blocks(*texts), RULE, directory=directory, sources=lambda: (SOURCE,))


def names(directory):
    return [path.name for path in directory.iterdir()]


def column(directory, name):
    (path,) = directory.glob(f"{name}-*.bin")
    return path


def test_a_store_on_disk_holds_what_the_one_in_memory_holds(tmp_path):
    texts = ["é b é", "", "中文 b 😀"]
    build(tmp_path / "s", *texts)
    disk, memory = open_store(tmp_path / "s"), build_store(blocks(*texts), RULE, sources=lambda: (SOURCE,))
    assert disk.manifest == memory.manifest
    assert disk.words == memory.words == ("é", "b", "中文", "😀")
    for name in ("ids", "starts", "counts"):
        assert np.array_equal(getattr(disk, name), getattr(memory, name))
    assert disk.stream().vocabulary.words == memory.stream().vocabulary.words


def test_an_empty_text_makes_a_store_that_opens(tmp_path):
    build_store([], RULE, directory=tmp_path / "s")
    assert len(open_store(tmp_path / "s").stream()) == 0


def test_two_builds_of_one_text_are_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        build(tmp_path / name, "a b a", "c")
    files = [{path.name: path.read_bytes() for path in (tmp_path / n).iterdir()} for n in ("one", "two")]
    assert files[0] == files[1]


def test_a_new_store_takes_the_place_of_an_old_one_and_leaves_no_file_of_it(tmp_path):
    build(tmp_path / "s", "a b c")
    before = set((tmp_path / "s").iterdir())
    build(tmp_path / "s", "d e")
    assert open_store(tmp_path / "s").words == ("d", "e")
    assert len(list((tmp_path / "s").iterdir())) == len(before)
    assert names(tmp_path) == ["s"]


def test_an_open_store_stays_readable_when_it_is_replaced(tmp_path):
    old = build(tmp_path / "s", "a b c")
    build(tmp_path / "s", "d e")
    assert old.ids.tolist() == [0, 1, 2]


def test_an_interrupted_build_leaves_the_old_store_and_nothing_else(tmp_path):
    def interrupted():
        yield TextBlock(b"x y\n", np.array([0]))
        raise KeyboardInterrupt

    build(tmp_path / "s", "a b c")
    with pytest.raises(KeyboardInterrupt):
        build_store(interrupted(), RULE, directory=tmp_path / "s")
    assert open_store(tmp_path / "s").words == ("a", "b", "c")
    assert names(tmp_path) == ["s"]


def test_a_folder_that_is_no_store_is_not_touched(tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(UsageError, match="exists and is not a token store; nothing was written") as error:
        build(tmp_path, "a")
    assert "new folder" in error.value.hint
    assert names(tmp_path) == ["precious.txt"]


def test_an_empty_folder_and_columns_without_a_manifest_may_be_filled(tmp_path):
    (tmp_path / "s").mkdir()
    build(tmp_path / "s", "a b")
    (tmp_path / "s" / "manifest.json").unlink()
    assert not is_store(tmp_path / "s")
    build(tmp_path / "s", "c")
    assert open_store(tmp_path / "s").words == ("c",)


def test_is_store_tells_stores_from_files_and_folders(tmp_path):
    build(tmp_path / "s", "a")
    assert is_store(tmp_path / "s")
    assert not is_store(tmp_path)
    assert not is_store(tmp_path / "absent")
    assert not is_store(tmp_path / "s" / "manifest.json")


@pytest.mark.parametrize("name", ["ids", "starts", "counts", "words", "word_ends"])
def test_a_truncated_column_is_found(tmp_path, name):
    build(tmp_path / "s", "aa b aa")
    path = column(tmp_path / "s", name)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(FormatError, match=r"has \d+ bytes instead of \d+") as error:
        open_store(tmp_path / "s")
    assert error.value.hint == "run `decay index` on the text again"


@pytest.mark.parametrize("name", ["ids", "starts", "counts", "words", "word_ends"])
def test_a_changed_byte_in_a_column_is_found(tmp_path, name):
    build(tmp_path / "s", "aa b aa")
    path = column(tmp_path / "s", name)
    data = bytearray(path.read_bytes())
    data[0] ^= 1
    path.write_bytes(data)
    with pytest.raises(FormatError, match="is damaged: its checksum differs"):
        open_store(tmp_path / "s")


def test_a_missing_column_is_found(tmp_path):
    build(tmp_path / "s", "a")
    column(tmp_path / "s", "ids").unlink()
    with pytest.raises(FormatError, match="cannot be read: No such file"):
        open_store(tmp_path / "s")


def test_a_folder_without_a_manifest_is_no_store(tmp_path):
    with pytest.raises(FormatError, match="is no token store: No such file"):
        open_store(tmp_path)


def change_manifest(directory, **changes):
    """Write another manifest as a program would that makes such stores: with the checksum it then has."""
    path = directory / "manifest.json"
    document = json.loads(path.read_text()) | changes
    document["checksum"] = _checksum({key: document[key] for key in document if key != "checksum"})
    path.write_text(json.dumps(document))


def test_a_store_of_another_format_is_refused_with_both_numbers(tmp_path):
    build(tmp_path / "s", "a")
    change_manifest(tmp_path / "s", format=99)
    said = "has store format 99 \\(made by lexdecay .*, this version reads 3\\)"
    with pytest.raises(FormatError, match=said):
        open_store(tmp_path / "s")


def test_a_manifest_that_is_cut_short_is_damaged(tmp_path):
    build(tmp_path / "s", "a")
    path = tmp_path / "s" / "manifest.json"
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError, match="is damaged: "):
        open_store(tmp_path / "s")


def test_a_manifest_that_lacks_an_entry_is_damaged(tmp_path):
    build(tmp_path / "s", "a")
    change_manifest(tmp_path / "s", columns={})
    with pytest.raises(FormatError, match="is damaged: KeyError"):
        open_store(tmp_path / "s")


def test_the_manifest_of_something_else_is_refused(tmp_path):
    (tmp_path / "manifest.json").write_text('{"kind": "recipe"}')
    with pytest.raises(FormatError, match="is not the manifest of a token store"):
        open_store(tmp_path)


def test_a_column_that_a_later_version_added_is_ignored(tmp_path):
    build(tmp_path / "s", "a b")
    columns = json.loads((tmp_path / "s" / "manifest.json").read_text())["columns"]
    change_manifest(tmp_path / "s", columns=columns | {"heads": {"file": "heads.bin"}})
    assert open_store(tmp_path / "s").words == ("a", "b")


def test_a_place_that_cannot_be_made_is_an_output_error(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="cannot write the token store") as error:
        build(tmp_path / "file" / "s", "a")
    assert "choose another place with -o" in error.value.hint


def test_a_full_disk_is_an_output_error_and_leaves_nothing(tmp_path, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="No space left on device"):
        build(tmp_path / "s", "a")
    assert names(tmp_path) == []
