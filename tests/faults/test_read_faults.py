"""Damaged, foreign and changing inputs: the exact text or a clear error, never a part of it."""

import bz2
import gzip
import io
import lzma
import os
import random
import sys
import tracemalloc

import pytest

from lexdecay.errors import FormatError, InputError, LexdecayError, TruncatedInputError
from lexdecay.read import CorpusReader, ReadOptions

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = b"".join(b"line %d of the text\n" % i for i in range(40))


def _zstd(data):
    return zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1})


COMPRESS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": _zstd}
every_compression = pytest.mark.parametrize("suffix", COMPRESS)


def read(path, **options):
    return b"".join(block.data for block in CorpusReader([str(path)], ReadOptions(**options)))


@every_compression
def test_every_compression_gives_the_text_also_in_several_members(tmp_path, suffix):
    compress = COMPRESS[suffix]
    path = tmp_path / f"a.txt.{suffix}"
    path.write_bytes(compress(TEXT) + compress(b"") + compress(TEXT))
    assert read(path) == TEXT * 2


@every_compression
def test_a_compressed_file_cut_anywhere_is_an_error(tmp_path, suffix):
    path = tmp_path / f"a.txt.{suffix}"
    whole = COMPRESS[suffix](TEXT)
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(
            TruncatedInputError, match=f"data ends early, at compressed byte {length}"
        ) as caught:
            read(path)
        assert "cut short" in caught.value.hint


@every_compression
def test_a_flipped_bit_gives_the_same_text_or_an_error(tmp_path, suffix):
    path = tmp_path / f"a.txt.{suffix}"
    whole = COMPRESS[suffix](TEXT)
    for bit in range(0, len(whole) * 8, 5):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        try:
            text = read(path)
        except LexdecayError as error:
            assert error.hint  # noqa: PT017 - either outcome is right, a different text is not
        else:
            assert text == TEXT


def test_a_wrong_checksum_is_named(tmp_path):
    damaged = bytearray(gzip.compress(TEXT))
    damaged[-6] ^= 1
    (tmp_path / "a.gz").write_bytes(damaged)
    with pytest.raises(
        TruncatedInputError, match=r"damaged gzip data at or before compressed byte [\d,]+: .*check"
    ):
        read(tmp_path / "a.gz")


@every_compression
def test_zero_padding_after_the_data_is_accepted(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    path.write_bytes(COMPRESS[suffix](TEXT) + bytes(1024))
    assert read(path) == TEXT


@every_compression
def test_other_bytes_after_the_data_are_an_error_with_their_place(tmp_path, suffix):
    path = tmp_path / f"a.{suffix}"
    whole = COMPRESS[suffix](TEXT)
    path.write_bytes(whole + b"garbage")
    with pytest.raises(FormatError, match=f"follows compressed byte {len(whole)}") as caught:
        read(path)
    assert "trailing garbage" in caught.value.hint


@every_compression
def test_members_and_text_survive_a_pipe_that_delivers_single_bytes(suffix):
    class Drip(io.BytesIO):
        def read(self, _size=-1):
            return super().read(1)

    data = COMPRESS[suffix](TEXT) * 2 + bytes(3)
    blocks = CorpusReader(["-"], ReadOptions(), stdin=Drip(data))
    assert b"".join(block.data for block in blocks) == TEXT * 2


def test_the_bytes_and_not_the_name_decide_the_compression(tmp_path):
    (tmp_path / "a.txt").write_bytes(gzip.compress(TEXT))
    (tmp_path / "b.gz").write_bytes(TEXT)
    reader = CorpusReader([str(tmp_path / "a.txt"), str(tmp_path / "b.gz")], ReadOptions())
    assert b"".join(block.data for block in reader) == TEXT * 2
    (notice,) = reader.notices
    assert notice.code == "suffix_disagrees"
    assert "b.gz" in notice.message


def test_an_archive_that_explodes_is_streamed_in_little_memory(tmp_path):
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"a bomb \n" * (4 << 20)))
    tracemalloc.start()
    total = sum(len(block.data) for block in CorpusReader([str(tmp_path / "a.gz")], ReadOptions()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert total == 32 << 20
    assert peak < 16 << 20


def test_a_line_of_many_mebibytes_without_white_space_takes_little_memory_and_is_reported():
    class Endless(io.RawIOBase):
        left = 48

        def read(self, _size=-1):
            self.left -= 1
            return b"x" * (1 << 20) if self.left >= 0 else b""

    tracemalloc.start()
    reader = CorpusReader(["-"], ReadOptions(), stdin=Endless())
    sizes = [len(block.data) for block in reader]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(sizes) == 48 << 20
    assert peak < 16 << 20
    assert [notice.code for notice in reader.notices] == ["long_runs_split"]
    assert "without white space" in reader.notices[0].message


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PAR1 ...", "a Parquet file"),
        (b"ARROW1 ...", "an Arrow file"),
        (b"SQLite format 3\0 ...", "an SQLite database"),
        (b"PK\x03\x04 ...", "a zip archive"),
        (b"%PDF-1.7", "a PDF document"),
        (b"\x89PNG\r\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0", "a JPEG image"),
        (b"GIF89a", "a GIF image"),
        (b"\x7fELF", "a program"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"Rar!\x1a\x07", "a RAR archive"),
        (b"\x04\x22\x4d\x18", "lz4 data"),
        (b"\x1f\x9d\x90", "compress"),
        (bytes(257) + b"ustar\x0000", "a tar archive"),
        (bytes(range(256)) + bytes(100), "looks binary"),
    ],
)
@pytest.mark.parametrize("name", ["a.txt", "a.jsonl"])
def test_what_is_not_text_is_named_for_what_it_is(tmp_path, data, what, name):
    (tmp_path / name).write_bytes(data)
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(data))
    for path in (tmp_path / name, tmp_path / f"{name}.gz"):
        with pytest.raises(FormatError, match=what):
            read(path, encoding="latin-1")


def test_what_can_be_turned_into_text_gets_the_command(tmp_path):
    (tmp_path / "a.zip").write_bytes(b"PK\x03\x04")
    with pytest.raises(FormatError) as caught:
        read(tmp_path / "a.zip")
    assert "unzip -p FILE NAME" in caught.value.hint


@every_compression
def test_data_compressed_twice_is_named(tmp_path, suffix):
    compress = COMPRESS[suffix]
    (tmp_path / "a").write_bytes(compress(compress(TEXT)))
    with pytest.raises(FormatError, match="compressed twice"):
        read(tmp_path / "a")


def test_many_nul_characters_late_in_a_file_are_an_error_too(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"text " * 20_000 + bytes(5_000))
    with pytest.raises(FormatError, match="5,000 of 105,000 bytes are NUL") as caught:
        read(tmp_path / "a.txt")
    assert "tr -d" in caught.value.hint


@pytest.mark.parametrize("name", ["curve.json", "curve.txt", "curve.jsonl"])
def test_a_result_of_this_program_is_not_counted_as_a_text(tmp_path, name):
    (tmp_path / name).write_text('{\n  "schema": "decay.curve/1",\n  "tool": {}\n}\n')
    with pytest.raises(FormatError, match=r"a result of this program \(schema decay\.curve/1\)") as caught:
        read(tmp_path / name)
    assert "decay fit -" in caught.value.hint


@pytest.mark.parametrize("change", ["grow", "cut", "touch"])
def test_a_file_that_changes_while_it_is_read_is_an_error(tmp_path, change):
    path = tmp_path / "a.txt"
    path.write_bytes(b"word " * 600_000)

    def interfere(_count):
        if change == "grow":
            with path.open("ab") as stream:
                stream.write(b"more")
        elif change == "cut":
            os.truncate(path, 1 << 20)
        else:
            os.utime(path, (1, 1))

    with pytest.raises(
        InputError, match=r"changed while it was being read \([\d,]+ bytes were read\)"
    ) as caught:
        list(CorpusReader([str(path)], ReadOptions(), on_bytes=interfere))
    assert "read a copy" in caught.value.hint


def test_a_device_that_fails_to_read_is_an_error():
    class Failing(io.RawIOBase):
        def read(self, _size=-1):
            raise OSError(5, "Input/output error")

    with pytest.raises(InputError, match="standard input: Input/output error"):
        list(CorpusReader(["-"], ReadOptions(), stdin=Failing()))


def test_a_reader_that_is_left_early_closes_its_file(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"word " * 600_000)
    blocks = iter(CorpusReader([str(tmp_path / "a.txt")], ReadOptions()))
    next(blocks)
    blocks.close()  # an open file would raise ResourceWarning, an error in this suite


def test_random_bytes_under_any_name_are_text_or_an_error(tmp_path):
    rng = random.Random(1)  # noqa: S311 - a test, not a secret
    magics = [b"", b"\x1f\x8b\x08\x00", b"BZh91AY&SY", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b'{"text": "']
    for trial in range(300):
        path = tmp_path / ("a.txt", "a.gz", "a.jsonl")[trial % 3]
        path.write_bytes(magics[trial % len(magics)] + rng.randbytes(rng.randrange(200)))
        try:
            read(path, encoding=(None, "latin-1", "utf-16")[trial % 3])
        except LexdecayError as error:
            assert error.message  # noqa: PT017 - any other exception fails the test
