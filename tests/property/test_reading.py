"""Any text, delivered in any pieces with any line ends, gives the documents of a plain reference."""

import functools
import io
import itertools
import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdecay.read import CorpusReader, ReadOptions
from lexdecay.read import objects as objects_module
from lexdecay.read import text as text_module
from lexdecay.read.segments import segments

# Units that try the cuts: composing pairs, wide and odd white space, other scripts, an astral character.
UNITS = [
    "a",
    "bc",
    "e\u0301",
    "\u1100\u1161",
    "漢",
    "。",
    "😀",
    " ",
    "\t",
    "\u3000",
    "\u2028",
    "\x85",
    "\x0b",
    "\x1c",
]
SEGMENT = 24  # bytes: small enough that every text is cut, larger than a unit


@st.composite
def texts(draw):
    newline = st.sampled_from(draw(st.sampled_from([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]])))
    return "".join(draw(st.lists(st.sampled_from(UNITS) | newline, max_size=60)))


sizes = st.lists(st.integers(1, 40), min_size=1, max_size=5)


class Pieces(io.RawIOBase):
    """A stream that delivers its bytes in pieces of the given sizes, over and over."""

    def __init__(self, data, piece_sizes):
        self._data, self._sizes, self._reads = io.BytesIO(data), piece_sizes, 0

    def read(self, _size=-1):
        self._reads += 1
        return self._data.read(self._sizes[self._reads % len(self._sizes)])


def read(data, piece_sizes, **options):
    """Return the documents, read with segments so small that their cuts matter."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (text_module, objects_module):
            patch.setattr(module, "segments", functools.partial(segments, size=SEGMENT))
        blocks = list(CorpusReader(["-"], ReadOptions(**options), stdin=Pieces(data, piece_sizes)))
    documents = []
    for block in blocks:
        bounds = [*block.starts.tolist(), len(block.data)]
        if bounds[0]:
            documents[-1] += block.data[: bounds[0]]
        documents += [block.data[a:b] for a, b in itertools.pairwise(bounds)]
    return [document.decode() for document in documents]


def plain(text):
    return unicodedata.normalize("NFC", re.sub("\r\n|\r", "\n", text))


def paragraphs(text):
    found = [[]]
    for line in text.split("\n"):
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return ["\n".join(lines) for lines in found if lines]


@given(texts(), sizes)
def test_a_file_is_its_text(text, piece_sizes):
    assert read(text.encode(), piece_sizes) == [plain(text)]


@given(texts(), sizes, st.sampled_from(["utf-16", "utf-16-be", "utf-32", "gb18030", "utf-7"]))
def test_a_declared_encoding_gives_the_same_text(text, piece_sizes, encoding):
    assert read(text.encode(encoding), piece_sizes, encoding=encoding) == [plain(text)]


@given(texts(), sizes)
def test_lines_are_those_of_split(text, piece_sizes):
    expected = plain(text).split("\n")
    expected = expected if expected[-1] else expected[:-1]  # a final line end opens no line
    assert [
        line.removesuffix("\n") for line in read(text.encode(), piece_sizes, documents="line")
    ] == expected


@given(texts(), sizes)
def test_paragraphs_are_the_runs_of_lines_that_are_not_blank(text, piece_sizes):
    found = read(text.encode(), piece_sizes, documents="paragraph")
    assert [paragraph for document in found for paragraph in paragraphs(document)] == paragraphs(plain(text))
    assert all(len(paragraphs(document)) == 1 for document in found)


@given(st.lists(texts(), max_size=6), sizes, st.booleans(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_objects_are_their_texts(documents, piece_sizes, ascii_only, newline):
    data = "".join(json.dumps({"text": text}, ensure_ascii=ascii_only) + newline for text in documents)
    found = read(data.encode(), piece_sizes, documents="object")
    assert len(found) == len(documents)
    for text, document in zip(documents, found, strict=True):
        assert document in {plain(text), plain(text) + "\n"}  # the line feed that parts it from the next


@given(texts(), sizes)
def test_cuts_depend_on_the_text_alone(text, piece_sizes):
    data = text.encode()
    pieces = iter(Pieces(data, piece_sizes).read, b"")
    whole = list(segments([data], lambda: None, SEGMENT))
    assert list(segments(pieces, lambda: None, SEGMENT)) == whole
    assert b"".join(whole) == data


@given(texts())
def test_only_a_run_longer_than_the_window_is_cut_elsewhere_than_at_white_space(text):
    runs = []
    pieces = list(segments([text.encode()], lambda: runs.append(1), SEGMENT))
    inside = [piece for piece in pieces[:-1] if not piece.decode()[-1].isspace()]
    assert len(inside) == len(runs)
    longest = max((len(run.encode()) for run in text.split()), default=0)
    assert longest + 4 >= SEGMENT or not runs  # a CR that may belong to a CRLF counts to the run
