"""Buffers of Arrow files: no honest one is refused, and none is believed that names too much."""

import io
import struct

import polars as pl
import pytest

from lexdecay.errors import FormatError
from lexdecay.read import arrow_buffers
from lexdecay.read.arrow_buffers import MOST_EXPANSION, ZSTANDARD, impossible_buffer

TEXTS = [f"words that are longer than a view holds: {n % 7}" for n in range(100)]
LETTERS = sum(map(len, TEXTS))
codecs = pytest.mark.parametrize("codec", ["zstd", "lz4"])


def stored(column, codec, **options):
    target = io.BytesIO()
    pl.DataFrame({"text": column}).write_ipc(target, compression=codec, **options)
    return target.getvalue()


def renamed(data, named):
    """Return the file with another number before the buffer that holds the letters, and where it stands."""
    at = data.index(struct.pack("<q", LETTERS))
    return data[:at] + struct.pack("<q", named) + data[at + 8 :], at


@pytest.fixture
def checked(tmp_path):
    path = tmp_path / "a.arrow"

    def check(data):
        path.write_bytes(data)
        return impossible_buffer(str(path))

    return check


@pytest.mark.parametrize("codec", ["zstd", "lz4", "uncompressed"])
@pytest.mark.parametrize(
    "column",
    [
        TEXTS,
        ["a" * 5_000_000] * 3,  # as dense as text can be packed
        pl.Series(TEXTS, dtype=pl.Categorical),  # with a dictionary
        pl.Series([None] * 100_000, dtype=pl.String),
        pl.Series([], dtype=pl.String),
    ],
    ids=["texts", "one letter", "dictionary", "nulls", "none"],
)
def test_what_a_writer_makes_is_possible(checked, column, codec):
    assert checked(stored(column, codec, record_batch_size=30)) is None


@codecs
@pytest.mark.parametrize("named", [1 << 62, 1 << 36])
def test_more_than_the_codec_can_make_of_the_stored_bytes_is_impossible(checked, codec, named):
    data, at = renamed(stored(TEXTS, codec), named)
    found = checked(data)
    assert (found.at, found.named) == (at, named)
    assert 8 < found.has < LETTERS


@pytest.mark.parametrize("codec", ["zstd", "uncompressed"])
@pytest.mark.parametrize("size", [1 << 62, 1 << 40, -1])
def test_a_buffer_that_goes_beyond_its_message_is_impossible(checked, codec, size):
    """The last entry of the table of buffers: its size is the number after its place."""
    data = stored(TEXTS, codec)
    ((begin, head, _),) = arrow_buffers._messages(data)
    *_, (place, length) = arrow_buffers._buffers(data[begin : begin + head])[1]
    entry = struct.pack("<qq", place, length)
    assert data.count(entry) == 1
    found = checked(data.replace(entry, struct.pack("<qq", place, size)))
    assert (found.at, found.named) == (begin + head + place, size)
    assert found.has >= length


def test_the_bound_is_that_of_the_codec(checked):
    data, _ = renamed(stored(TEXTS, "zstd"), 1 << 62)
    most = (checked(data).has - 8) * MOST_EXPANSION[ZSTANDARD]
    assert checked(renamed(stored(TEXTS, "zstd"), most)[0]) is None
    assert checked(renamed(stored(TEXTS, "zstd"), most + 1)[0]) is not None


@codecs
def test_the_reader_refuses_it_before_it_asks_for_memory(read, file, codec):
    data, at = renamed(stored(TEXTS, codec), 1 << 62)
    with pytest.raises(
        FormatError, match=rf"the [\d,]+ bytes of the buffer at byte {at:,} cannot hold"
    ) as caught:
        read(file("a.arrow", data))
    assert "the 4,611,686,018,427,387,904 that it names" in caught.value.message
    assert "copy or download the file again" in caught.value.hint


def test_what_cannot_be_followed_is_left_to_the_reader(checked):
    whole = stored(TEXTS[:50], "zstd")
    assert checked(b"") is None
    for length in range(0, len(whole), 7):
        assert checked(whole[:length]) is None
    for at in range(len(whole) - 400, len(whole)):
        checked(whole[:at] + b"\xff\xff\xff\x7f" + whole[at + 4 :])


def test_messages_that_overlap_are_followed_no_further_than_the_file_is_long(checked, monkeypatch):
    """A footer may say of each of its blocks that it is all of the file."""
    data = stored(TEXTS, "zstd", record_batch_size=1)
    blocks = list(arrow_buffers._messages(data))
    for place, size, _ in blocks:
        data = data.replace(struct.pack("<qi", place, size), struct.pack("<qi", 8, len(data) // 2))
    looked_at = []
    monkeypatch.setattr(arrow_buffers, "_buffers", lambda message: looked_at.append(message) or (0, ()))
    assert checked(data) is None
    assert (len(blocks), len(looked_at)) == (100, 2)
