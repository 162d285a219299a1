from __future__ import annotations

import gzip
import io
import json
import sys

import polars as pl
import pytest

from lexdecay.errors import FormatError, InputError, TruncatedInputError
from lexdecay.read.tables import read_counts, read_spectrum

WORDS = ("the", "of", "1984")
COUNTS = [30, 20, 1]


@pytest.mark.parametrize(
    "text",
    [
        "word,count\nthe,30\nof,20\n1984,1\n",
        "the\t30\nof\t20\n1984\t1\n",
        json.dumps([{"word": w, "count": c} for w, c in zip(WORDS, COUNTS, strict=True)]),
        "".join(json.dumps({"word": w, "count": c}) + "\n" for w, c in zip(WORDS, COUNTS, strict=True)),
        json.dumps(dict(zip(WORDS, COUNTS, strict=True))),
        json.dumps(
            {
                "schema": "zipf.count/1",
                "words": [{"word": w, "count": c} for w, c in zip(WORDS, COUNTS, strict=True)],
            }
        ),
    ],
)
def test_every_form_of_a_word_table_gives_the_same_words_and_counts(tmp_path, text):
    path = tmp_path / "table"
    path.write_text(text, encoding="utf-8")
    assert read_counts(str(path)) == (WORDS, COUNTS)


def test_parquet_and_gzip_are_seen_by_their_first_bytes(tmp_path):
    frame = pl.DataFrame({"rank": [1, 2, 3], "word": list(WORDS), "count": COUNTS})
    frame.write_parquet(tmp_path / "a")
    (tmp_path / "b").write_bytes(gzip.compress(b"the,30\nof,20\n1984,1\n"))
    assert read_counts(str(tmp_path / "a")) == (WORDS, COUNTS)
    assert read_counts(str(tmp_path / "b")) == (WORDS, COUNTS)


def test_bare_counts_have_no_words(tmp_path):
    (tmp_path / "c").write_text("14086\n6414\n1\n")
    assert read_counts(str(tmp_path / "c")) == (None, [14086, 6414, 1])


def test_a_spectrum_has_two_columns(tmp_path):
    (tmp_path / "s").write_text('"m","Vm"\n1,346\n2,105\n')
    assert read_spectrum(str(tmp_path / "s")) == ([1, 2], [346, 105])


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"5\n3\n")))
    assert read_counts("-") == (None, [5, 3])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the table has no rows"),
        (b"word,count\n", "the table has no rows"),
        (b"the,30\nof,many\n", "no column holds a whole number in every row"),
        (b"the,30\nof\n", "row 2 has 1 columns, the first has 2"),
        (b"the,30\nof,2.5\n", "row 2 holds '2.5' where a count stands"),
        (b"3\n-4\n", "row 2 holds '-4' where a count stands"),
        (b'{"word": "a", "count": 1}\n{"word"\n', "line 2 is not JSON"),
        (b"caf\xe9,3\n", "not UTF-8 at byte 3"),
        (b"the,1e30\n", "row 1 holds '1e30', too large for a count"),
        (b"the,9007199254740993\n", "row 1 holds '9007199254740993', too large for a count"),
        (b'"\t120\nthe\t100\n"\t5\n', "row 1 has a cell of several lines"),
        (b'the,3\n"a"b,2\n', "not CSV: ',' expected after '\"'"),
        (b'{"the": null, "sea": 2}', "no column holds a whole number in every row"),
        (b"[" * 100_000, "line 1 is not JSON (maximum recursion depth"),
        (b'{"the": ' + b"9" * 5000 + b"}", "line 1 is not JSON (Exceeds the limit"),
        (b"PAR1 and nothing else", "not a readable Parquet file"),
        (gzip.compress(b"the,30\n" * 99, mtime=0)[:-9], "gzip data ends early"),
    ],
)
def test_what_is_no_table_is_refused_by_place_and_content(tmp_path, content, message):
    path = tmp_path / "bad"
    path.write_bytes(content)
    with pytest.raises((FormatError, TruncatedInputError)) as refused:
        read_counts(str(path))
    assert str(path) in refused.value.message
    assert message in refused.value.message


def test_carriage_returns_end_rows_and_a_line_separator_ends_none(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"word,count\rthe,5\rsea,3\r")
    assert read_counts(str(tmp_path / "a.csv")) == (("the", "sea"), [5, 3])
    (tmp_path / "a.ndjson").write_text('{"word": "a\u2028b", "count": 3}\n', "utf-8")
    assert read_counts(str(tmp_path / "a.ndjson")) == (("a\u2028b",), [3])


def test_a_spectrum_of_one_column_is_refused_with_the_way_out(tmp_path):
    (tmp_path / "one").write_text("3\n4\n")
    with pytest.raises(FormatError, match="row 1 has one column") as refused:
        read_spectrum(str(tmp_path / "one"))
    assert "--counts" in refused.value.hint


def test_a_missing_table_is_named(tmp_path):
    with pytest.raises(InputError, match=r"nowhere\.csv: No such file"):
        read_counts(str(tmp_path / "nowhere.csv"))
