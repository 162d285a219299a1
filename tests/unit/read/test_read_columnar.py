"""Parquet and Arrow: the column that holds the text, in rows that become documents."""

import io
import sys

import polars as pl
import pytest

from lexdecay.errors import FormatError, InputError
from lexdecay.read import columnar

FRAME = pl.DataFrame(
    {"id": [1, 2, 3], "text": ["one two", None, "cafe\u0301"], "other": ["a", "b", "c"]},
)
WRITE = {"a.parquet": pl.DataFrame.write_parquet, "a.arrow": pl.DataFrame.write_ipc}
both = pytest.mark.parametrize("name", WRITE)


def stored(frame, name):
    target = io.BytesIO()
    WRITE[name](frame, target)
    return target.getvalue()


@both
def test_rows_are_documents_null_an_empty_one_and_text_is_normalised(read, file, name):
    reading = read(file(name, stored(FRAME, name)))
    assert [document.rstrip("\n") for document in reading.documents] == ["one two", "", "café"]
    assert reading.codes == ["null_text"]
    assert (reading.sources[0].encoding, reading.sources[0].bytes) == ("utf-8", len(stored(FRAME, name)))


@both
def test_a_stream_and_another_name_give_the_same(read, file, name):
    data = stored(FRAME, name)
    assert read("-", stdin=data).documents == read(file("a.bin", data)).documents


@both
def test_slices_of_any_size_give_the_same(read, file, name, monkeypatch):
    frame = pl.DataFrame({"text": [f"row {n} " + "word " * (n % 7) for n in range(500)]})
    path = file(name, stored(frame, name))
    whole = read(path).documents
    monkeypatch.setattr(columnar, "_FIRST_ROWS", 3)
    monkeypatch.setattr(columnar, "_SLICE_BYTES", 100)
    assert read(path).documents == whole
    assert len(whole) == 500


@both
@pytest.mark.skipif(sys.platform == "darwin", reason="its file system takes no name that is not UTF-8")
def test_a_name_in_another_encoding_keeps_no_file_from_being_read(read, file, name):
    data = stored(FRAME, name)
    reading = read(file(f"caf\udce9.{name}", data))
    assert reading.documents == read(file(name, data)).documents
    assert reading.sources[0].path.endswith(f"caf\udce9.{name}")


@both
@pytest.mark.parametrize("kind", [pl.Categorical, pl.Enum(["one two", "three"])])
def test_a_column_that_names_each_text_once_is_text(read, file, name, kind):
    frame = pl.DataFrame({"text": pl.Series(["one two", "three", "one two"], dtype=kind)})
    reading = read(file(name, stored(frame, name)))
    assert [document.rstrip("\n") for document in reading.documents] == ["one two", "three", "one two"]


def test_other_columns_are_named_numbered_and_nested(read, file):
    frame = FRAME.with_columns(deep=pl.struct(inner=pl.col("other")))
    path = file("a.parquet", stored(frame, "a.parquet"))
    for field in ("other", "3", "deep.inner"):
        assert "".join(read(path, field=field).documents).split() == ["a", "b", "c"]


def test_the_only_column_of_text_needs_no_name(read, file):
    path = file("a.parquet", stored(FRAME.select("id", "other"), "a.parquet"))
    assert "".join(read(path).documents).split() == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("id", "column 'id' holds Int64, not text"),
        ("body", "no column 'body'; the columns are: id, text, other"),
        ("id.x", "no column 'id.x'"),
    ],
)
def test_a_column_that_holds_no_text_is_refused_with_those_that_do(read, file, field, message):
    with pytest.raises(FormatError) as caught:
        read(file("a.parquet", stored(FRAME, "a.parquet")), field=field)
    assert message in caught.value.message
    assert caught.value.hint == "--field text or --field other"


@both
def test_a_file_cut_short_or_damaged_is_an_error(read, file, name):
    whole = stored(FRAME, name)
    for length in (8, len(whole) // 2, len(whole) - 1):
        with pytest.raises(FormatError, match="that cannot be read") as caught:
            read(file(name, whole[:length]))
        assert "copy or download" in caught.value.hint


def test_a_file_that_changes_while_it_is_read_is_an_error(file):
    from lexdecay.read import CorpusReader, ReadOptions

    frame = pl.DataFrame({"text": ["word " * 40_000] * 30})
    path = file("a.parquet", stored(frame, "a.parquet"))
    blocks = iter(CorpusReader([str(path)], ReadOptions()))
    next(blocks)
    path.touch()
    with pytest.raises(InputError, match="changed while it was being read"):
        list(blocks)


def test_a_file_that_says_it_has_fewer_rows_than_it_holds_is_an_error(read, file):
    data = bytearray(stored(pl.DataFrame({"text": [f"row {n}" for n in range(300)]}), "a.parquet"))
    footer = len(data) - 8 - int.from_bytes(data[-8:-4], "little")
    place = data.index(b"\x16\xd8\x04", footer) + 1  # the varint of twice 300, first said for the whole file
    data[place] = 0xC8
    with pytest.raises(FormatError, match="holds 300 rows and says that it has 292"):
        read(file("a.parquet", bytes(data)))
