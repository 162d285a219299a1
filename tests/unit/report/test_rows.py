import io
import json

import polars as pl
import pytest

from lexdecay.report.rows import Rows, delimited_text, ndjson_text, parquet_bytes

ROWS = Rows(("word", "count", "rate", "kept"), [("whale", 3, 0.5, True), ("NA", 0, None, False)])


def test_csv_has_a_header_and_writes_absent_values_as_nothing():
    assert delimited_text(ROWS, ",") == "word,count,rate,kept\nwhale,3,0.5,true\nNA,0,,false\n"


def test_tsv_differs_in_the_delimiter_only():
    assert delimited_text(ROWS, "\t").splitlines()[1] == "whale\t3\t0.5\ttrue"


@pytest.mark.parametrize("word", ["=HYPERLINK(1)", "+1", "-1", "@x", "\tx", "\rx"])
def test_text_that_a_spreadsheet_would_run_is_escaped(word):
    cell = delimited_text(Rows(("w",), [(word,)]), ",").partition("\n")[2]
    assert cell.strip('"\n').startswith("'" + word[0])


def test_negative_numbers_are_not_text_and_stay_numbers():
    assert delimited_text(Rows(("x",), [(-0.25,)]), ",") == "x\n-0.25\n"


def test_ndjson_has_one_object_a_row_with_every_key():
    lines = ndjson_text(ROWS).splitlines()
    assert json.loads(lines[1]) == {"word": "NA", "count": 0, "rate": None, "kept": False}


def test_parquet_keeps_types_words_and_what_is_said_about_them():
    content = parquet_bytes(ROWS, {"lexdecay": "about"})
    frame = pl.read_parquet(io.BytesIO(content))
    assert frame.rows() == list(ROWS.values)
    assert frame.schema["word"] == pl.String
    assert pl.read_parquet_metadata(io.BytesIO(content))["lexdecay"] == "about"
