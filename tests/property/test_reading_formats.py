"""Whatever the bytes and however they arrive: the same tokens, or an error of the house."""

import bz2
import csv
import gzip
import io
import itertools
import json
import lzma
import sys

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.errors import LexdecayError
from lexdecay.read import CorpusReader, ReadOptions
from lexdecay.read.edits import edits_for
from lexdecay.read.formats import FORMATS
from lexdecay.read.tally import Tally
from lexdecay.records import TextBlock

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

COMPRESS = {"gzip": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zstd": zstd.compress}
WORDS = ["the", "Straße", "naïve-", "漢字", "e\u0301", "\u00ad", "re\u00adsult", "😀", "-", "«", "Hof-"]
texts = st.lists(st.sampled_from([*WORDS, "\n", "\r\n", "\n\n", " ", "\t", "\u3000"]), max_size=40).map(
    "".join
)
cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\0\ufeff"), max_size=12)
sizes = st.lists(st.integers(1, 30), min_size=1, max_size=4)
MAGIC = [
    b"PAR1",
    b"ARROW1\0\0",
    b"\x1f\x8b\x08\0",
    b"BZh91AY&SY",
    b"\xfd7zXZ\0",
    b"\x28\xb5\x2f\xfd",
    b"<?xml ",
]
MAGIC += [
    b'{"text":',
    b'{"text": "a"}\n',
    b"1\ta\ta\tX\t_\t_\t0\t_\t_\t_\n",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"",
]
damaged = st.builds(bytes.__add__, st.sampled_from(MAGIC), st.binary(max_size=200))


class Pieces(io.RawIOBase):
    """A stream that delivers its bytes in pieces of the given sizes, over and over."""

    def __init__(self, data, piece_sizes):
        self._data, self._sizes, self._reads = io.BytesIO(data), piece_sizes, 0

    def read(self, _size=-1):
        self._reads += 1
        return self._data.read(self._sizes[self._reads % len(self._sizes)])


def documents(data, piece_sizes=(1 << 20,), **options):
    """Return the words of each document, or the message of the error."""
    found = []
    for block in CorpusReader(["-"], ReadOptions(**options), stdin=Pieces(data, piece_sizes)):
        assert isinstance(block, TextBlock)
        bounds = [*block.starts.tolist(), len(block.data)]
        if bounds[0]:
            found[-1] += block.data[: bounds[0]]
        found += [block.data[a:b] for a, b in itertools.pairwise(bounds)]
    return [document.decode().split() for document in found]


@given(texts, sizes, st.sampled_from(sorted(COMPRESS)), st.integers(1, 3), st.booleans())
def test_any_compression_in_any_members_and_pieces_gives_the_same(
    text, piece_sizes, kind, members, dehyphenate
):
    data, options = text.encode(), {"dehyphenate": dehyphenate, "input_format": "text"}
    step = len(data) // members + 1
    packed = b"".join(COMPRESS[kind](data[at : at + step]) for at in range(0, max(1, len(data)), step))
    assert documents(packed, piece_sizes, **options) == documents(data, **options)


@given(texts, sizes, st.sampled_from(["latin-1", "cp1250", "gb18030", "koi8-r", "utf-16", "utf-8"]))
def test_detecting_an_encoding_does_not_depend_on_the_delivery(text, piece_sizes, encoding):
    data = text.encode(encoding, "ignore")

    def outcome(sizes_):
        try:
            return documents(data, sizes_, encoding="auto", input_format="text")
        except LexdecayError as error:
            return error.message

    assert outcome(piece_sizes) == outcome((1 << 20,))


@given(st.lists(cells, min_size=1, max_size=5), sizes, st.sampled_from(",;\t|"))
def test_csv_is_what_the_csv_module_wrote(rows, piece_sizes, delimiter):
    target = io.StringIO()
    writer = csv.writer(target, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerows([["text", "n"], *([row, 1] for row in rows)])
    found = documents(target.getvalue().encode(), piece_sizes, input_format="csv", normalize=False)
    assert found == [row.split() for row in rows]


@settings(max_examples=30)
@given(st.lists(st.none() | cells, max_size=5), st.sampled_from(["parquet", "arrow", "jsonl"]))
def test_records_are_their_texts_in_every_format(rows, kind):
    target = io.BytesIO()
    frame = pl.DataFrame({"text": rows}, schema={"text": pl.String})
    if kind == "jsonl":
        target.write("\n".join(json.dumps({"text": row or ""}) for row in rows).encode())
    elif kind == "parquet":
        frame.write_parquet(target)
    else:
        frame.write_ipc(target)
    found = documents(target.getvalue(), input_format=kind, normalize=False)
    assert found == [(row or "").split() for row in rows]


@given(texts, st.lists(st.integers(0, 200), max_size=6))
def test_edits_do_not_depend_on_where_lines_are_handed_over(text, cuts):
    text = text.replace("\r\n", "\n")
    ends = [at + 1 for at, character in enumerate(text) if character == "\n"]
    bounds = [0, *sorted({ends[cut % len(ends)] for cut in cuts} if ends else ()), len(text)]

    def edited(bounds):
        edits = edits_for(ReadOptions(dehyphenate=True, strip=("invisible",)), Tally(), "a")
        pieces = [edits.feed(text[a:b].encode()) for a, b in itertools.pairwise(bounds)]
        return b"".join([*pieces, edits.finish()])

    assert edited(bounds) == edited([0, len(text)])


@settings(max_examples=60)
@given(damaged, st.sampled_from([None, *FORMATS]), st.sampled_from([None, "auto", "latin-1", "gb18030"]))
def test_any_bytes_give_a_result_or_an_error_of_the_house(data, input_format, encoding):
    options = ReadOptions(input_format=input_format, encoding=encoding)
    try:
        blocks = list(CorpusReader(["-"], options, stdin=io.BytesIO(data)))
    except LexdecayError as error:
        assert error.message  # noqa: PT017 - either outcome is right
    else:
        assert blocks is not None


@pytest.mark.parametrize("input_format", FORMATS)
def test_an_empty_input_is_an_empty_corpus_or_an_error_of_the_house(input_format):
    try:
        assert sum(map(len, documents(b"", input_format=input_format))) == 0
    except (LexdecayError, AssertionError) as error:
        assert input_format in {"parquet", "arrow", "conllu", "vertical", "tagged"}, error  # noqa: PT017
